/** Returns the whole number that somebody typed, in digits only; undefined if it is none within the limits. */
export function parseCount(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : undefined
  return count !== undefined && count >= min && count <= max ? count : undefined
}
