import { writeFile } from 'node:fs/promises'
import type { LaunchOptions, Page } from '@playwright/test'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import { drawCode } from '#web/trip-core/codes/draw-code.ts'

const [WIDTH, HEIGHT] = [1280, 720]

/** Launches Chromium with a camera that shows this film, and allows every page to use it. */
export const withFakeCamera = ({ args = [], ...options }: LaunchOptions, film: string): LaunchOptions => ({
  ...options,
  args: [
    ...args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
})

/** Writes a film (YUV4MPEG2) of a code that is held a little askew. Chromium reads it when a page opens the camera. */
export async function filmCode(page: Page, film: string, format: CodeFormat, text: string): Promise<void> {
  const drawing = drawCode(format, text)
  if ('failure' in drawing) throw new Error(drawing.failure)
  const greys = await page.evaluate(
    ({ path, width, height, size }) => {
      const canvas = document.createElement('canvas')
      canvas.width = size.width
      canvas.height = size.height
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is no canvas')
      context.fillStyle = '#998'
      context.fillRect(0, 0, size.width, size.height)
      const scale = Math.min((size.width * 0.8) / width, (size.height * 0.8) / height)
      context.translate(size.width / 2, size.height / 2)
      context.rotate(0.04)
      context.scale(scale, scale)
      context.translate(-width / 2, -height / 2)
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#000'
      context.fill(new Path2D(path), 'evenodd')
      const { data } = context.getImageData(0, 0, size.width, size.height)
      let bytes = ''
      for (let at = 0; at < data.length; at += 4) bytes += String.fromCharCode(data[at] ?? 0)
      return btoa(bytes)
    },
    { ...drawing, size: { width: WIDTH, height: HEIGHT } },
  )
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const picture = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(greys, 'base64'), colours])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(film, Buffer.concat([head, picture, picture]))
}
