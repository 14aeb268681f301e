import type { CodeFormat } from '#domain/bookings/read-booking.ts'

/*
 * The text of a code, and its bytes. Scanners at gates compare bytes, so the code that is drawn again has those that
 * were read. Only a QR code holds text too, which is UTF-8 in nearly all of them.
 */

/** What `ReadCode` says of the bytes in a code. */
export function textOfBytes(format: CodeFormat, bytes: Uint8Array): string {
  if (format === 'qr') {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      // It holds no text, or an older encoding.
    }
  }
  // TextDecoder has no ISO 8859-1: by that name it decodes Windows-1252.
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The bytes to draw; undefined if the format cannot hold the text. */
export function bytesOfText(format: CodeFormat, text: string): Uint8Array | undefined {
  const isLatin = !/[^\0-\xff]/.test(text)
  const latin = isLatin ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : undefined
  if (format !== 'qr') return latin
  // No text has control characters of this range, while most bytes that are no text have some.
  const areBytes = latin && /[\x80-\x9f]/.test(text) && textOfBytes('qr', latin) === text
  return areBytes ? latin : new TextEncoder().encode(text)
}
