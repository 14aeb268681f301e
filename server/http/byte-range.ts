interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a Range header for a resource of `size` bytes. Returns one range, or 'none' if it cannot be satisfied. Returns
 * undefined, for the whole resource, if the header is absent, invalid, or asks for several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, firstByte = '', lastByte = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (firstByte === '' && lastByte === '') return undefined
  if (firstByte === '') {
    const length = Math.min(Number(lastByte), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(firstByte)
  const end = lastByte === '' ? size - 1 : Math.min(Number(lastByte), size - 1)
  if (lastByte !== '' && Number(lastByte) < start) return undefined
  return start >= size ? 'none' : { start, end }
}
