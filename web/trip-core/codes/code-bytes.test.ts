import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOfText, textOfBytes } from './code-bytes.ts'

const anyBytes = fc.uint8Array({ maxLength: 200 })

it.each(['pdf417', 'aztec', 'code128'] as const)('each byte of a %s is one character, and comes back', (format) => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      const text = textOfBytes(format, bytes)
      expect(text.length).toBe(bytes.length)
      expect(bytesOfText(format, text)).toEqual(bytes)
    }),
  )
})

it('what a QR code says comes back, whether it is text or bytes', () => {
  const says = (bytes: Uint8Array | undefined) => textOfBytes('qr', bytes ?? new Uint8Array())
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      expect(says(bytesOfText('qr', says(bytes)))).toBe(says(bytes))
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const bytes = new TextEncoder().encode(text)
      expect(says(bytes)).toBe(text)
      // Control characters mark bytes that are no text.
      if (!/[\x80-\x9f]/.test(text)) expect(bytesOfText('qr', text)).toEqual(bytes)
    }),
  )
})

it('bytes of a QR code that are no text stay exactly these', () => {
  const bytes = new Uint8Array([0x23, 0x55, 0x54, 0x80, 0xff, 0x00, 0xc3])
  expect(bytesOfText('qr', textOfBytes('qr', bytes))).toEqual(bytes)
  // As characters, these bytes are another text.
  const twice = new Uint8Array([0xc3, 0x82, 0xc2, 0x80])
  expect(bytesOfText('qr', textOfBytes('qr', twice))).toEqual(twice)
})
