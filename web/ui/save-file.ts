const KEEP_MS = 60_000

/** Saves a text as a file on the device. */
export function saveFile(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

/** A name that every system accepts: 'To the lake costs.csv'. @param what is in it; '' for the whole trip */
export function fileName(trip: string, what: string, extension: string): string {
  const plain = trip
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return `${[plain, what].filter(Boolean).join(' ') || 'trip'}.${extension}`
}
