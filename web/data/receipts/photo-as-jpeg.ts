/** The part of a photo to draw, in its own pixels, and the size to draw it in. */
export interface Drawing {
  from: { x: number; y: number; width: number; height: number }
  to: { width: number; height: number }
}

/** A decoded photo, to be encoded as a JPEG. Call `close` when done: it holds much memory. */
export interface DecodedPhoto {
  encode: (quality: number) => Promise<Blob>
  close: () => void
}

/**
 * Decodes a photo, upright, and draws it. What is encoded of it has no metadata, such as where it was taken.
 * @throws if this browser cannot decode it
 */
export async function decodePhoto(
  photo: Blob,
  drawingOf: (width: number, height: number) => Drawing,
): Promise<DecodedPhoto> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const { from, to } = drawingOf(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = to.width
  canvas.height = to.height
  const context = canvas.getContext('2d')
  try {
    if (!context) throw new Error('There is no canvas')
    // JPEG has no transparency: what is transparent would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, to.width, to.height)
    context.drawImage(bitmap, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  } finally {
    bitmap.close()
  }
  return {
    encode: async (quality) => {
      const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (!jpeg) throw new Error('The photo could not be encoded')
      return jpeg
    },
    close: () => {
      canvas.width = 0
    },
  }
}
