import { describe, expect, it } from 'vitest'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import { drawCode } from './draw-code.ts'
import { findCodes, findInOtherPicture } from './find-codes.ts'
import { encodePicture, FOUR_LEGS, makePdf, paintCode } from './testing/code-pictures.ts'

const BYTES = 'Élodie Müller\nß \x00\x01\x80\x9f\xff'

describe('a code that is drawn is found with the same text', () => {
  it.each<[CodeFormat, string, string]>([
    ['pdf417', 'a pass of four flights', FOUR_LEGS],
    ['aztec', 'a pass of four flights', FOUR_LEGS],
    ['qr', 'a pass of four flights', FOUR_LEGS],
    ['code128', 'a number', 'TK 9988-776655 A'],
    ['pdf417', 'bytes', BYTES],
    ['aztec', 'bytes', BYTES],
    ['qr', 'bytes', BYTES],
    ['code128', 'letters with accents', 'Élodie Müller'],
    ['qr', 'a text', 'Élodie Müller, 東京 → Zürich 🎟'],
    ['qr', 'text with accents only', 'Élodie Müller'],
    ['qr', 'capitals', 'HTTPS://EXAMPLE.ORG/T/0123456789'],
  ])('%s: %s', async (format, _, text) => {
    expect(await findCodes(await encodePicture(paintCode(format, text)))).toEqual({ codes: [{ format, text }] })
  })
})

it('what a format cannot hold is said, not thrown', () => {
  expect(FOUR_LEGS.length).toBeGreaterThan(550)
  for (const format of ['pdf417', 'aztec', 'qr', 'code128'] as const) {
    expect(drawCode(format, 'x'.repeat(5000))).toEqual({ failure: 'too_long' })
    expect(drawCode(format, '')).toEqual({ failure: 'unsuitable' })
    if (format !== 'qr') expect(drawCode(format, '東京')).toEqual({ failure: 'unsuitable' })
  }
  expect(drawCode('code128', 'x'.repeat(81))).toEqual({ failure: 'too_long' })
})

it.each([20, 60, 160, 600, 1100])('a PDF417 of %i characters has bars as wide as a phone allows', (length) => {
  const drawing = drawCode('pdf417', FOUR_LEGS.repeat(2).slice(0, length))
  if ('failure' in drawing) throw new Error(drawing.failure)
  expect(drawing.width / drawing.height).toBeGreaterThan(1.3)
  expect(drawing.width / drawing.height).toBeLessThan(3)
  if (length === 600) expect(drawing.width).toBeLessThan(240)
})

it.each<[CodeFormat, string, number, number]>([
  ['pdf417', 'M1SOUSA/ANA           EABC123 YYZLISAC 0404', 6, 0.2],
  ['pdf417', FOUR_LEGS, 6, -0.13],
  ['aztec', FOUR_LEGS, 5, 0.7],
  ['qr', 'München', 12, 2.4],
])('a %s is found on a large photo that is turned and skewed', async (format, text, pixels, angle) => {
  const canvas = document.createElement('canvas')
  canvas.width = 3000
  canvas.height = 4000
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  context.fillStyle = '#cba'
  context.fillRect(0, 0, 3000, 4000)
  context.translate(1500, 2000)
  context.rotate(angle)
  context.transform(1, 0.02, -0.03, 0.95, 0, 0)
  const code = paintCode(format, text, pixels)
  context.drawImage(code, -code.width / 2, -code.height / 2)
  const photo = await encodePicture(canvas, 'image/jpeg')
  expect(await findCodes(photo)).toEqual({ codes: [{ format, text }] })
})

it('a WebP photo that would be too large as a PNG is searched', async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 2000
  canvas.height = 2000
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  context.putImageData(new ImageData(noise(canvas.width * canvas.height), canvas.width), 0, 0)
  context.drawImage(paintCode('aztec', FOUR_LEGS, 5), 400, 400)
  const photo = await encodePicture(canvas, 'image/webp')
  expect(photo.size).toBeLessThan(10_000_000)
  expect((await encodePicture(canvas)).size).toBeGreaterThan(10_000_000)
  expect(await findInOtherPicture(photo)).toEqual({ codes: [{ format: 'aztec', text: FOUR_LEGS }] })
  expect(await findInOtherPicture(new Blob(['\0\0\0\x18ftypheic']))).toBe('unopened')
  expect(await findInOtherPicture(new Blob([photo, new Uint8Array(10_000_000)]))).toEqual({ failure: 'too_large' })
})

/** Opaque pixels that no format compresses much. */
function noise(pixels: number): Uint8ClampedArray<ArrayBuffer> {
  let seed = 1
  const words = Uint32Array.from({ length: pixels }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return 0xff00_0000 | (seed >>> 8)
  })
  return new Uint8ClampedArray(words.buffer)
}

it('each code in a PDF is found once, on its first ten pages', async () => {
  const page = paintCode('pdf417', FOUR_LEGS)
  const late = paintCode('qr', 'page 11')
  const pages = [undefined, page, page, paintCode('qr', 'page 4'), ...Array(6).fill(undefined), late]
  const expected = [
    { format: 'pdf417', text: FOUR_LEGS },
    { format: 'qr', text: 'page 4' },
  ]
  expect(await findCodes(await makePdf(pages))).toEqual({ codes: expected })
})

describe('a file without codes', () => {
  const small = document.createElement('canvas')
  it('says why', async () => {
    const png = await encodePicture(small)
    expect(await findCodes(png)).toEqual({ failure: 'nothing' })
    expect(await findCodes(new Blob(['From: a@example.org']))).toEqual({ failure: 'nothing' })
    expect(await findCodes(new Blob([]))).toEqual({ failure: 'nothing' })
    expect(await findCodes(png.slice(0, 60))).toEqual({ failure: 'damaged' })
    expect(await findCodes(png.slice(0, 12))).toEqual({ failure: 'damaged' })
    expect(await findCodes(new Blob([png, new Uint8Array(10_000_000)]))).toEqual({ failure: 'too_large' })
    expect(await findCodes(await makePdf([undefined]))).toEqual({ failure: 'nothing' })
    expect(await findCodes(new Blob(['%PDF-1.7\n', new Uint8Array(5000)]))).toEqual({ failure: 'damaged' })
    expect(await findCodes(new Blob(['%PDF-1.7\n', new Uint8Array(100_000_000)]))).toEqual({ failure: 'too_large' })
    const key = 'ab'.repeat(32)
    const locked = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >>`
    expect(await findCodes(await makePdf([paintCode('qr', 'a')], locked))).toEqual({ failure: 'protected' })
  })

  it('is not decoded if it says that it is huge', async () => {
    const png = new Uint8Array(await (await encodePicture(small)).arrayBuffer())
    new DataView(png.buffer).setUint32(16, 50_000)
    new DataView(png.buffer).setUint32(20, 50_000)
    expect(await findCodes(new Blob([png]))).toEqual({ failure: 'too_large' })
    const jpeg = new Uint8Array(await (await encodePicture(small, 'image/jpeg')).arrayBuffer())
    const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0)
    new DataView(jpeg.buffer).setUint32(frame + 5, 0xffff_ffff)
    expect(await findCodes(new Blob([jpeg]))).toEqual({ failure: 'too_large' })
  })
})

it('everything that reads codes comes from this origin', async () => {
  // The list holds 250, and the modules of the tests are in it.
  performance.clearResourceTimings()
  await findCodes(await makePdf([paintCode('qr', 'a')]))
  const ofPage = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(ofPage.some((name) => name.includes('pdf.worker'))).toBe(true)
  const ofWorker = await requestsOfWorker()
  // The server of tests sends it in a form that the library requests twice.
  expect(new Set(ofWorker.map((name) => name.replace(/.*\//, '')))).toEqual(new Set(['zxing_reader.wasm']))
  const origins = [...ofPage, ...ofWorker].map((name) => new URL(name, location.href).origin)
  expect(new Set(origins)).toEqual(new Set([location.origin]))
})

/** The addresses that the worker fetches for a search. Only the worker itself knows them. */
async function requestsOfWorker(): Promise<string[]> {
  const url = new URL('./code-worker.ts?worker_file&type=module', import.meta.url)
  const script = `
    const asked = []
    const load = self.fetch
    self.fetch = (input, init) => {
      asked.push(String(input.url ?? input))
      return load(input, init)
    }
    const answer = self.postMessage.bind(self)
    self.postMessage = (message) => {
      answer(message)
      answer({ asked })
    }
    await import(${JSON.stringify(url.href)})
    answer('ready')`
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), { type: 'module' })
  const picture = await encodePicture(paintCode('qr', 'a'))
  const asked = await new Promise<string[]>((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data === 'ready') worker.postMessage({ id: 0, picture, turns: [0] })
      else if (data.asked) resolve(data.asked)
    }
  })
  worker.terminate()
  return asked
}
