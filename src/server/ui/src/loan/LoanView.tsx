export function LoanView(_: { id: string; tab: string }) { return null }
