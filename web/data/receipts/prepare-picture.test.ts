import { describe, expect, it, vi } from 'vitest'
import { PICTURE_HEIGHT, PICTURE_TARGET_BYTES, PICTURE_WIDTH } from '#domain/trip-picture.ts'
import { drawPicture, preparePicture } from './prepare-picture.ts'

describe('the part of a photo that a picture shows', () => {
  it.each([
    ['a wide photo, in its middle', 8000, 2000, { x: 2000, y: 0, width: 4000, height: 2000 }],
    ['a camera’s photo, above its middle', 4000, 3000, { x: 0, y: 400, width: 4000, height: 2000 }],
    ['a tall photo, above its middle', 3000, 4000, { x: 0, y: 1000, width: 3000, height: 1500 }],
    ['a photo of its shape, all of it', 2560, 1280, { x: 0, y: 0, width: 2560, height: 1280 }],
  ])('%s', (_, width, height, from) => {
    expect(drawPicture(width, height)).toEqual({ from, to: { width: PICTURE_WIDTH, height: PICTURE_HEIGHT } })
  })

  it('is not enlarged', () => {
    expect(drawPicture(400, 300).to).toEqual({ width: 400, height: 200 })
    expect(drawPicture(1, 1).to).toEqual({ width: 1, height: 1 })
  })
})

describe('a photo for a picture', () => {
  const photo = new File(['photo'], 'lake.webp', { type: 'image/webp' })

  function decoder(sizeAt: (quality: number) => number) {
    const close = vi.fn()
    const encode = vi.fn(async (quality: number) => new Blob([new Uint8Array(sizeAt(quality))]))
    return { close, encode, decode: async () => ({ encode, close }) }
  }

  it('becomes a JPEG of the best quality that is small enough', async () => {
    const { decode, encode, close } = decoder((quality) => Math.round(PICTURE_TARGET_BYTES * 1.4 * quality))
    const picture = await preparePicture(photo, decode)
    expect(picture.type).toBe('image/jpeg')
    expect(picture.size).toBeLessThanOrEqual(PICTURE_TARGET_BYTES)
    expect(encode.mock.calls.flat()).toEqual([0.82, 0.7])
    expect(close).toHaveBeenCalledOnce()
  })

  it('is sent at the lowest quality if no JPEG of it is small enough', async () => {
    const { decode, encode } = decoder((quality) => Math.round(PICTURE_TARGET_BYTES * 3 * quality))
    const picture = await preparePicture(photo, decode)
    expect(picture.size).toBeGreaterThan(PICTURE_TARGET_BYTES)
    expect(encode).toHaveBeenCalledTimes(4)
  })

  it('is refused with a sentence if this browser cannot decode it', async () => {
    const cannotDecode = () => Promise.reject(new DOMException('The source image could not be decoded.'))
    const refusalOf = (file: File) =>
      preparePicture(file, cannotDecode).then(
        () => [],
        ({ code, message }) => [code, message],
      )
    expect(await refusalOf(new File(['<svg/>'], 'a.svg'))).toEqual([
      'picture_refused',
      'This device can’t open this file as a photo. Choose a JPEG or PNG.',
    ])
    const [code, message] = await refusalOf(new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }))
    expect([code, message]).toEqual(['picture_refused', expect.stringContaining('HEIC')])
    expect(await refusalOf(new File([], 'a.jpg'))).toEqual(['document_empty', 'This file is empty.'])
  })

  it('gives its memory back if it cannot be encoded', async () => {
    const close = vi.fn()
    const encode = () => Promise.reject(new Error('The photo could not be encoded'))
    await expect(preparePicture(photo, async () => ({ encode, close }))).rejects.toThrow('encoded')
    expect(close).toHaveBeenCalledOnce()
  })
})
