import { strFromU8, strToU8 } from 'fflate'
import type { CodeFormat } from './read-booking.ts'

const FORMATS = new Map<unknown, CodeFormat>([
  ['PKBarcodeFormatPDF417', 'pdf417'],
  ['PKBarcodeFormatAztec', 'aztec'],
  ['PKBarcodeFormatQR', 'qr'],
  ['PKBarcodeFormatCode128', 'code128'],
])
/** An Aztec code has at most 1914 bytes. */
const MAX_CODE = 2000

export interface WalletCode {
  format: CodeFormat
  /** As the pass writes it. */
  message: string
  /** What the code says, as in `ReadCode`. */
  text: string
}

/** The code that Wallet would show: the first of a known format. All of them say the same. */
export function findWalletCode(pass: Readonly<Record<string, unknown>>): WalletCode | undefined {
  const barcodes = Array.isArray(pass['barcodes']) ? pass['barcodes'].slice(0, 10) : []
  for (const barcode of [...barcodes, pass['barcode']]) {
    const code = typeof barcode === 'object' && barcode !== null ? readWalletCode(barcode) : undefined
    if (code !== undefined) return code
  }
  return undefined
}

/** Undefined if we can't draw the format or its encoding lacks a character: the code would not scan. */
function readWalletCode(barcode: { format?: unknown; message?: unknown; messageEncoding?: unknown }) {
  const format = FORMATS.get(barcode.format)
  const { message } = barcode
  if (format === undefined || typeof message !== 'string' || message === '') return undefined
  const isUtf8 = /utf-?8/i.test(String(barcode.messageEncoding))
  // A QR code is drawn from its letters, the others from bytes, which are these characters.
  const text = isUtf8 && format !== 'qr' ? strFromU8(strToU8(message), true) : message
  const isWritable = format === 'qr' || !/[^\0-\xff]/.test(text)
  return isWritable && text.length <= MAX_CODE ? { format, message, text } : undefined
}
