import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import { textOfBytes } from './code-bytes.ts'
import type { FindResult, FoundCode, Search, SearchResult } from './code-finder.ts'
import { MAX_PIXELS, MAX_SIDE } from './picture-limits.ts'

/*
 * Finds codes in pictures.
 * Failure: `unloaded` if the library's WebAssembly did not load, `damaged` if the picture cannot be decoded.
 */

/** A slow phone would search a photo without a code for long. */
const MAX_MS = 8000
/** A picture may show the passes of a family. */
const MAX_CODES = 20

const formats: Partial<Record<ReadResult['symbology'], CodeFormat>> = {
  PDF417: 'pdf417',
  Aztec: 'aztec',
  QRCode: 'qr',
  Code128: 'code128',
}

const library = prepareZXingModule({
  // Without this it would load from a CDN.
  overrides: { locateFile: () => wasmUrl },
  fireImmediately: true,
})
// Told to each search instead.
library.catch(() => {})

self.addEventListener('message', ({ data }: MessageEvent<Search>) => {
  const fail = (): FindResult => ({ failure: 'damaged' })
  find(data)
    .catch(fail)
    .then((result) => self.postMessage({ id: data.id, result } satisfies SearchResult))
})

async function find({ picture, turns }: Search): Promise<FindResult> {
  try {
    await library
  } catch {
    return { failure: 'unloaded' }
  }
  const bitmap =
    picture instanceof Blob ? await createImageBitmap(picture, { imageOrientation: 'from-image' }) : picture
  try {
    if (bitmap.width * bitmap.height > MAX_PIXELS) return { failure: 'too_large' }
    const end = performance.now() + MAX_MS
    for (const turn of turns) {
      if (turn !== turns[0] && performance.now() > end) break
      const codes = await findAt(bitmap, turn)
      if (codes.length > 0) return { codes }
    }
    return { failure: 'nothing' }
  } finally {
    bitmap.close()
  }
}

async function findAt(bitmap: ImageBitmap, turn: number): Promise<FoundCode[]> {
  const read = await readBarcodes(pixelsOf(bitmap, turn), {
    formats: ['PDF417', 'CompactPDF417', 'AztecCode', 'QRCodeModel2', 'Code128'],
    maxNumberOfSymbols: MAX_CODES,
    tryHarder: true,
    textMode: 'Plain',
  })
  return read.flatMap(({ symbology, bytes }): FoundCode[] => {
    const format = formats[symbology]
    return format && bytes.length > 0 ? [{ format, text: textOfBytes(format, bytes) }] : []
  })
}

/** @param turn in degrees */
function pixelsOf(bitmap: ImageBitmap, turn: number): ImageData {
  const angle = (turn * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  const turnedWidth = bitmap.width * cos + bitmap.height * sin
  const turnedHeight = bitmap.width * sin + bitmap.height * cos
  const scale = Math.min(1, MAX_SIDE / Math.max(turnedWidth, turnedHeight))
  const width = Math.max(1, Math.round(turnedWidth * scale))
  const height = Math.max(1, Math.round(turnedHeight * scale))
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas')
  // What is transparent would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.translate(width / 2, height / 2)
  context.rotate(angle)
  context.scale(scale, scale)
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
  return context.getImageData(0, 0, width, height)
}
