/** Replaces the entry with the same id; otherwise appends it. */
export function withSet<Entry extends { id: string }>(entries: readonly Entry[], entry: Entry): Entry[] {
  const isListed = entries.some(({ id }) => id === entry.id)
  return isListed ? entries.map((one) => (one.id === entry.id ? entry : one)) : [...entries, entry]
}
