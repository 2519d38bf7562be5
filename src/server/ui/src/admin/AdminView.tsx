export function AdminView(_: { tab: string }) { return null }
