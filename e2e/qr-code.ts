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
    const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? []
    // As text: Playwright takes half a minute for millions of numbers.
    let bytes = ''
    for (const value of pixels) bytes += String.fromCharCode(value)
    return { data: btoa(bytes), width: picture.width, height: picture.height }
  }, png.toString('base64'))
  return jsQr(Uint8ClampedArray.from(Buffer.from(data, 'base64')), width, height)?.data ?? ''
}
