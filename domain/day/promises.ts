/** What one person has promised for the departure: the names of things, in the order of their lists. */
export interface OwnPromises {
  bring: readonly string[]
  buy: readonly string[]
}

export const noPromises: OwnPromises = { bring: [], buy: [] }
