/** A few bytes of a ZIP file can unpack to a thousand times as many, so limits are checked after each few. */
export const UNZIP_PART = 4096

/** What was unpacked in parts. */
export function joinParts(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
