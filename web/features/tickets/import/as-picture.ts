/** Browsers decode these into memory at once. */
const MAX_BYTES = 10_000_000
const MAX_PIXELS = 40_000_000

/** A picture in a format that not every browser opens, such as HEIC, as a PNG. */
export async function asPicture(file: Blob): Promise<Blob | 'unsupported' | 'too_large'> {
  if (file.size > MAX_BYTES) return 'too_large'
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return 'unsupported'
  const { width, height } = bitmap
  if (width * height > MAX_PIXELS) {
    bitmap.close()
    return 'too_large'
  }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  // Safari keeps the memory of a canvas for long.
  canvas.width = 0
  return picture ?? 'unsupported'
}
