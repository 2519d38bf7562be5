export function ReportsView(_: { name?: string }) { return null }
