import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { button, expectCount, expectText, sidewaysScroll } from '#web/testing/screen.ts'
import { Modal } from '#web/ui/modal.tsx'
import type { FoundCode } from './code-finder.ts'
import { findCodes } from './find-codes.ts'
import { ScanCamera } from './scan-camera.tsx'
import { encodePicture, FOUR_LEGS, paintCode } from './testing/code-pictures.ts'

const place = document.createElement('div')
/** A search is slow on a busy machine. */
const SEARCH = { timeout: 25_000 }
const found = vi.fn<(code: FoundCode) => void>()
const files = vi.fn<(files: readonly File[]) => void>()
let root: Root
let streams: MediaStream[] = []
let stopDrawing = () => {}

beforeEach(() => {
  vi.clearAllMocks()
  streams = []
  document.body.append(place)
  root = createRoot(place)
})

afterEach(() => {
  root.unmount()
  place.remove()
  stopDrawing()
})

function open() {
  root.render(
    <Modal open onClose={close} title="Scan" closeLabel="Close">
      <ScanCamera onFound={found} onFiles={files} />
    </Modal>,
  )
}
const close = () => root.render(null)

/** A camera that films a picture, held a little askew. */
function film(picture: HTMLCanvasElement | undefined, angle = 0.08) {
  const canvas = document.createElement('canvas')
  canvas.width = 1920
  canvas.height = 1080
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  const draw = () => {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = '#a98'
    context.fillRect(0, 0, 1920, 1080)
    context.translate(960, 540)
    context.rotate(angle)
    if (picture) context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  }
  draw()
  const timer = setInterval(draw, 50)
  stopDrawing = () => clearInterval(timer)
  return vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const stream = canvas.captureStream(20)
    streams.push(stream)
    return stream
  })
}

const refuseWith = (name: string) =>
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name))

const live = () => streams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live')

it('a code before the camera is found once, and the camera is off then', async () => {
  const opening = film(paintCode('pdf417', FOUR_LEGS, 4))
  const search = vi.spyOn(Worker.prototype, 'postMessage')
  const end = vi.spyOn(Worker.prototype, 'terminate')
  open()
  await expect.poll(() => found.mock.calls, SEARCH).toEqual([[{ format: 'pdf417', text: FOUR_LEGS }]])
  expect(opening).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ video: expect.objectContaining({ facingMode: { ideal: 'environment' } }) }),
  )
  expect(streams.length).toBe(1)
  expect(live()).toEqual([])
  // Its finder has ended, and neither it nor another one gets a further search.
  expect(end).toHaveBeenCalledOnce()
  expect(end.mock.invocationCallOrder[0]).toBeGreaterThan(search.mock.invocationCallOrder.at(-1) ?? 0)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(opening).toHaveBeenCalledOnce()
  expect(found).toHaveBeenCalledOnce()
})

// zxing-js/library #122: the camera stayed dead when the dialog was opened again.
it('closed and opened again, the camera films again, and only while it is open', async () => {
  film(undefined)
  for (const round of [1, 2, 3]) {
    open()
    const video = page.getByLabelText('Camera view')
    await expect.poll(() => (video.element() as HTMLVideoElement).videoWidth).toBe(1920)
    await expectText(page.getByRole('status'), 'Keep the whole code in view.')
    expect(streams.length).toBe(round)
    expect(live().length).toBe(1)
    await userEvent.click(button('Close'))
    await expect.poll(live).toEqual([])
  }
  stopDrawing()
  film(paintCode('qr', 'later', 12))
  open()
  await expect.poll(() => found.mock.calls, SEARCH).toEqual([[{ format: 'qr', text: 'later' }]])
})

it('a dialog that closes before the camera is there leaves it off', async () => {
  const stream = document.createElement('canvas').captureStream(1)
  streams.push(stream)
  let allow = (_: MediaStream) => {}
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(
    new Promise((resolve) => {
      allow = resolve
    }),
  )
  open()
  await expectText(page.getByRole('status').first(), 'Starting the camera...')
  close()
  await expectCount(page.getByRole('dialog'), 0)
  allow(stream)
  await expect.poll(live).toEqual([])
})

it('the camera is off while the page is hidden', async () => {
  film(undefined)
  open()
  await expect.poll(() => live().length).toBe(1)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(live()).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => live().length).toBe(1)
  expect(streams.length).toBe(2)
})

it('a light that the camera has can be switched', async () => {
  film(undefined)
  vi.spyOn(MediaStreamTrack.prototype, 'getCapabilities').mockReturnValue({ torch: true } as MediaTrackCapabilities)
  const apply = vi.spyOn(MediaStreamTrack.prototype, 'applyConstraints').mockResolvedValue()
  open()
  const light = page.getByRole('switch', { name: 'Light' })
  await userEvent.click(light)
  await expect.element(light).toBeChecked()
  expect(apply).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
  apply.mockRejectedValue(new Error('No'))
  await userEvent.click(light)
  await expect.element(light).toBeChecked()
})

describe('without a camera', () => {
  it.each([
    ['NotAllowedError', 'Wayfare isn’t allowed to use the camera. Allow it for this site in your browser’s settings'],
    ['NotReadableError', 'The camera is in use. Close other apps that use it, then try again.'],
    ['NotFoundError', 'This device has no camera.'],
    ['TypeError', 'The camera didn’t start. Try again.'],
  ])('%s is told, and a photo can be chosen', async (name, sentence) => {
    await page.viewport(390, 844)
    const refused = refuseWith(name)
    open()
    await expectText(page.getByRole('alert'), sentence)
    await expectNoAxeFindings()
    expect(sidewaysScroll()).toBeLessThanOrEqual(0)
    const photo = new File([await encodePicture(paintCode('qr', 'a'))], 'pass.png', { type: 'image/png' })
    await userEvent.upload(page.getByLabelText('Choose a photo or PDF instead'), photo)
    expect(files.mock.calls[0]?.[0].map((file) => file.name)).toEqual(['pass.png'])
    if (name === 'NotFoundError') return expectCount(button('Try again'), 0)
    refused.mockRestore()
    film(undefined)
    await userEvent.click(button('Try again'))
    await expect.poll(() => live().length).toBe(1)
    await expectCount(page.getByRole('alert'), 0)
  })

  it('an address without https is told', async () => {
    vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as unknown as MediaDevices)
    vi.stubGlobal('isSecureContext', false)
    open()
    await expectText(
      page.getByRole('alert'),
      'The camera only works over https. Open Wayfare at an https address, or choose a photo or PDF.',
    )
    await expectCount(button('Try again'), 0)
  })

  it('a scanner that does not load is told, and loads later', async () => {
    film(paintCode('qr', 'later', 12))
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        onerror: ((event: Event) => void) | undefined
        postMessage() {
          this.onerror?.(new Event('error'))
        }
        terminate() {}
      },
    )
    open()
    await expectText(page.getByRole('alert'), 'The scanner didn’t load. Check your connection, then try again.')
    expect(live()).toEqual([])
    expect(await findCodes(await encodePicture(paintCode('qr', 'a')))).toEqual({ failure: 'unloaded' })
    vi.unstubAllGlobals()
    await userEvent.click(button('Try again'))
    await expect.poll(() => found.mock.calls, SEARCH).toEqual([[{ format: 'qr', text: 'later' }]])
  })

  it('a camera that the system takes away is told', async () => {
    film(undefined)
    open()
    await expect.poll(() => live().length).toBe(1)
    streams[0]?.getTracks()[0]?.onended?.(new Event('ended'))
    await expectText(page.getByRole('alert'), 'The camera is in use.')
    expect(live()).toEqual([])
  })
})
