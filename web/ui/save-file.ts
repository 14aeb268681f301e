const KEEP_MS = 60_000

/** Saves a table as a file on the device. */
export function saveFile(csv: string, name: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

/** A name that every system accepts: 'To the lake costs.csv'. */
export function fileName(trip: string, what: string): string {
  const plain = trip
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return `${[plain, what].filter(Boolean).join(' ')}.csv`
}
