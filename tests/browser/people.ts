// Who signs in during the tests.

export const PASSWORD = process.env.LOANFILE_PAGE_PASSWORD ?? 'four quiet paper cranes'

export const PEOPLE = [
  { name: 'rita', role: 'reader' },
  { name: 'olga', role: 'operator' },
  { name: 'anna', role: 'admin' },
] as const

export type Person = (typeof PEOPLE)[number]['name']
