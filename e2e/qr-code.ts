import type { Page } from '@playwright/test'
import jsQr from 'jsqr'

export async function readQrCode(page: Page, png: Buffer): Promise<string> {
  // The browser decodes the image, the library the code in it.
  const { data, width, height } = await page.evaluate(async (base64) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${base64}`
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    return {
      data: [...(context?.getImageData(0, 0, picture.width, picture.height).data ?? [])],
      width: picture.width,
      height: picture.height,
    }
  }, png.toString('base64'))
  return jsQr(new Uint8ClampedArray(data), width, height)?.data ?? ''
}
