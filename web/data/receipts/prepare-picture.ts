import { AppError } from '#domain/errors.ts'
import { PICTURE_HEIGHT, PICTURE_TARGET_BYTES, PICTURE_WIDTH } from '#domain/trip-picture.ts'
import * as m from '#messages'
import { type Drawing, decodePhoto } from './photo-as-jpeg.ts'
import { heicRefusalOf } from './prepare-receipt.ts'

/** Tried in turn until the picture is small enough. The last one is used in any case. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4]
/** In a tall photo, people and peaks are mostly above the middle. */
const FOCUS = 0.4

/** Cuts the part out that fills a trip's picture, and scales it down. Small photos are not enlarged. */
export function drawPicture(width: number, height: number): Drawing {
  const ratio = PICTURE_WIDTH / PICTURE_HEIGHT
  const from = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
  const scale = Math.min(1, PICTURE_WIDTH / from.width)
  return {
    from: { x: (width - from.width) / 2, y: (height - from.height) * FOCUS, ...from },
    to: { width: Math.max(1, Math.round(from.width * scale)), height: Math.max(1, Math.round(from.height * scale)) },
  }
}

/**
 * A photo as a trip's picture: a small JPEG without metadata.
 * @throws AppError document_empty, picture_refused, with a sentence to show
 */
export async function preparePicture(photo: Blob, decode: typeof decodePhoto = decodePhoto): Promise<File> {
  if (photo.size === 0) throw new AppError('document_empty')
  const decoded = await decode(photo, drawPicture).catch(async (cause) => {
    throw new AppError('picture_refused', (await heicRefusalOf(photo)) ?? m.pictures_unreadable(), { cause })
  })
  try {
    let jpeg: Blob | undefined
    for (const quality of QUALITIES) {
      jpeg = await decoded.encode(quality)
      if (jpeg.size <= PICTURE_TARGET_BYTES) break
    }
    return new File([jpeg as Blob], 'picture.jpg', { type: 'image/jpeg' })
  } finally {
    decoded.close()
  }
}
