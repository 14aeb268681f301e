import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filmCode, withFakeCamera } from './fake-camera.ts'
import { expect, test } from './fixtures.ts'
import { readQrCode } from './qr-code.ts'

const film = join(tmpdir(), `wayfare-film-${process.pid}.y4m`)

test.use({
  launchOptions: [({ launchOptions }, use) => use(withFakeCamera(launchOptions, film)), { scope: 'worker' }],
})

test.afterAll(() => rm(film, { force: true }))

test('the pages of the app may use the camera and WebAssembly, but no script from a text', async ({
  page,
  allowConsole,
}) => {
  await page.goto('/')
  await filmCode(page, film, 'qr', 'https://example.org/pass')
  const seen = await page.evaluate(async () => {
    const video = document.createElement('video')
    video.muted = true
    const stream = await navigator.mediaDevices.getUserMedia({ video: true })
    video.srcObject = stream
    await video.play()
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    for (const track of stream.getTracks()) track.stop()
    return canvas.toDataURL()
  })
  expect(await readQrCode(page, Buffer.from(seen.replace(/^.*,/, ''), 'base64'))).toBe('https://example.org/pass')

  allowConsole(/Content Security Policy/)
  const allowed = await page.evaluate(async () => {
    const works = async (run: () => unknown) => {
      try {
        await run()
        return true
      } catch {
        return false
      }
    }
    return {
      wasm: await works(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
      text: await works(() => new Function('return 1')()),
    }
  })
  expect(allowed).toEqual({ wasm: true, text: false })
})
