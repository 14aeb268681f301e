import { describe, expect, it } from 'vitest'
import { DOCUMENT_MAX_BYTES } from '#domain/documents.ts'
import { prepareReceipt } from './prepare-receipt.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const pdf = [...'%PDF-1.7'].map((letter) => letter.charCodeAt(0))
const heic = [0, 0, 0, 0x18, ...[...'ftypheic'].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 0]
const tooLarge = new Uint8Array(DOCUMENT_MAX_BYTES)

const fileOf = (start: number[], name: string, type = '', rest = new Uint8Array(100)) =>
  new File([new Uint8Array(start), rest], name, { type })
const converted = new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
const canDecode = async () => converted
const cannotDecode = () => Promise.reject(new DOMException('The source image could not be decoded.'))

describe('a file for a receipt', () => {
  it.each([
    ['a PNG', fileOf(png, 'a.png', 'image/png')],
    ['a JPEG', fileOf(jpeg, 'a.jpg', 'image/jpeg')],
    ['a PDF', fileOf(pdf, 'a.pdf', 'application/pdf')],
    ['a PNG without a type', fileOf(png, 'a.png')],
    ['a PDF after a mail header', fileOf([...new Array(1024).fill(0x20), ...pdf], 'a.pdf')],
  ])('is sent as it is: %s', async (_, file) => {
    expect(await prepareReceipt(file, cannotDecode)).toBe(file)
  })

  it('gets an extension of its type if it has none, since the app recognizes its type by its name', async () => {
    for (const [start, name] of [
      [png, 'bill.png'],
      [pdf, 'bill.pdf'],
    ] as const) {
      const prepared = await prepareReceipt(fileOf([...start], 'bill'), cannotDecode)
      expect([prepared.name, prepared.size]).toEqual([name, start.length + 100])
    }
  })

  it.each([
    ['HEIC', fileOf(heic, 'IMG_1.HEIC', 'image/heic'), 'IMG_1.jpg'],
    ['HEIC without a type', fileOf(heic, 'IMG_1.heic'), 'IMG_1.jpg'],
    ['HEIC that is called a JPEG', fileOf(heic, 'IMG_1.jpg', 'image/jpeg'), 'IMG_1.jpg'],
    [
      'WebP',
      fileOf(
        [...'RIFF'].map((c) => c.charCodeAt(0)),
        'a.webp',
        'image/webp',
      ),
      'a.jpg',
    ],
    ['a JPEG that is too large', fileOf(jpeg, 'bill.v2.jpeg', 'image/jpeg', tooLarge), 'bill.v2.jpg'],
    ['a PNG that is too large', fileOf(png, 'a.png', 'image/png', tooLarge), 'a.jpg'],
  ])('becomes a JPEG if this browser can decode it: %s', async (_, file, name) => {
    const prepared = await prepareReceipt(file, canDecode)
    expect([prepared.name, prepared.type, prepared.size]).toEqual([name, 'image/jpeg', converted.size])
  })

  it.each([
    ['HEIC', fileOf(heic, 'IMG_1.HEIC', 'image/heic')],
    ['HEIC that is called a JPEG', fileOf(heic, 'IMG_1.jpg', 'image/jpeg')],
    ['another brand, by its name', fileOf([0, 0, 0, 8], 'IMG_1.heif')],
  ])('has a sentence of its own if this browser cannot decode it: %s', async (_, file) => {
    await expect(prepareReceipt(file, cannotDecode)).rejects.toMatchObject({
      code: 'document_type_refused',
      message:
        'This device can’t convert HEIC photos. To make a JPEG on an iPhone, copy the photo in Photos and paste it into Files.',
    })
  })

  it('is refused if it is empty, of another type, or too large', async () => {
    const refusalOf = (file: File, toJpeg: Parameters<typeof prepareReceipt>[1] = cannotDecode) =>
      prepareReceipt(file, toJpeg).then(
        () => undefined,
        ({ code }) => code,
      )
    expect(await refusalOf(new File([], 'a.png'))).toBe('document_empty')
    expect(await refusalOf(new File(['<script>'], 'a.html', { type: 'text/html' }), canDecode)).toBe(
      'document_type_refused',
    )
    expect(await refusalOf(fileOf([1, 2], 'a.webp', 'image/webp'))).toBe('document_type_refused')
    expect(await refusalOf(fileOf(pdf, 'a.pdf', 'application/pdf', tooLarge), canDecode)).toBe('document_too_large')
    expect(await refusalOf(fileOf(jpeg, 'a.jpg', 'image/jpeg', tooLarge))).toBe('document_too_large')
    const stillTooLarge = async () => new Blob([tooLarge, 'x'])
    expect(await refusalOf(fileOf(jpeg, 'a.jpg', 'image/jpeg', tooLarge), stillTooLarge)).toBe('document_too_large')
  })
})
