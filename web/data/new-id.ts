/** A UUID version 7: milliseconds, then 74 random bits. `crypto.randomUUID` needs a secure address. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const time = Date.now().toString(16).padStart(12, '0')
  const hex = time + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
