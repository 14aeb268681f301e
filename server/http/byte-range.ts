/** The first and the last byte that an answer holds. */
interface Range {
  start: number
  end: number
}

/**
 * What a Range header asks for of something `size` bytes long: one part of it; 'none' where no such part exists; undefined
 * for everything, which is also the answer to several parts at once and to what is no range.
 */
export function parseRange(header: string | undefined, size: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'none' : { start, end }
}
