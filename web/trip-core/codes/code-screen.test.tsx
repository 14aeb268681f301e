import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { button, dialog, expectCount, expectText, press, sidewaysScroll } from '#web/testing/screen.ts'
import { CodeScreen, type ShownCode } from './code-screen.tsx'
import { findCodes } from './find-codes.ts'
import { encodePicture, FOUR_LEGS } from './testing/code-pictures.ts'

const codes: readonly ShownCode[] = [
  { id: 'a', title: 'Ana Sousa', line: 'AC 848 · YYZ to LIS · Seat 23A', format: 'pdf417', text: FOUR_LEGS },
  { id: 'b', title: 'Ben Okafor', line: 'AC 848 · YYZ to LIS · Seat 23B', format: 'aztec', text: FOUR_LEGS },
  { id: 'c', title: 'Livraria Lello', line: 'Two tickets', format: 'qr', text: 'https://example.org/t/9f3a' },
  { id: 'd', title: 'Locker', line: 'Oriente', format: 'code128', text: 'K 4711' },
]

const place = document.createElement('div')
let root: Root

function Opener({ first, list = codes }: { first: string; list?: readonly ShownCode[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Show
      </button>
      {isOpen && <CodeScreen codes={list} first={first} onClose={() => setIsOpen(false)} />}
    </>
  )
}

async function open(first: string, list = codes) {
  root.render(<Opener first={first} list={list} />)
  await userEvent.click(button('Show'))
  await expect.element(dialog()).toBeVisible()
}

beforeEach(() => {
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

const picture = () => page.getByRole('img')

/** The picture as a scanner sees it on a screen with 2 pixels for each of the page's. */
async function photograph(): Promise<Blob> {
  const svg = picture().element()
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width * 2))
  copy.setAttribute('height', String(height * 2))
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return encodePicture(canvas)
}

it.each([
  ['a phone', 390, 844],
  ['a phone held sideways', 844, 390],
  ['a laptop', 1280, 800],
])('on %s each code fills the screen and can be scanned', { timeout: 90_000 }, async (_, width, height) => {
  await page.viewport(width, height)
  await open('a')
  for (const { title, line, format, text } of codes) {
    await expectText(page.getByRole('heading'), title)
    await expect.element(page.getByText(line)).toBeVisible()
    await expect.element(picture()).toBeVisible()
    expect(await findCodes(await photograph())).toEqual({ codes: [{ format, text }] })
    const box = picture().element().getBoundingClientRect()
    expect(Math.min(box.width / width, 1) + Math.min(box.height / height, 1)).toBeGreaterThan(1.5)
    expect(box.right).toBeLessThanOrEqual(width)
    expect(box.bottom).toBeLessThanOrEqual(height)
    expect(sidewaysScroll()).toBeLessThanOrEqual(0)
    if (format === 'pdf417') await expectNoAxeFindings()
    await press('ArrowRight')
  }
})

it('codes are paged by buttons, keys and swipes, and the focus returns', async () => {
  await page.viewport(390, 844)
  await open('b')
  const title = page.getByRole('heading')
  await expectText(title, 'Ben Okafor')
  await expect.element(page.getByText('2 of 4')).toBeVisible()
  await userEvent.click(button('Previous code'))
  await expectText(title, 'Ana Sousa')
  await expect.element(button('Previous code')).toHaveAttribute('aria-disabled', 'true')
  await press('ArrowLeft')
  await expectText(title, 'Ana Sousa')
  await press('ArrowRight')
  await press('ArrowRight')
  await expectText(title, 'Livraria Lello')
  const swipe = (from: number, to: number) => {
    const target = dialog().element()
    const touch = (clientX: number) => [new Touch({ identifier: 1, target, clientX, clientY: 300 })]
    target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: touch(from) }))
    target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: touch(to) }))
  }
  swipe(300, 100)
  await expectText(title, 'Locker')
  swipe(100, 300)
  await expectText(title, 'Livraria Lello')
  swipe(300, 280)
  await expectText(title, 'Livraria Lello')
  // Zoomed, a finger moves the picture.
  const zoom = vi.spyOn(VisualViewport.prototype, 'scale', 'get').mockReturnValue(2)
  swipe(300, 100)
  zoom.mockRestore()
  await expectText(title, 'Livraria Lello')
  swipe(300, 100)
  await expectText(title, 'Locker')
  await press('Escape')
  await expectCount(dialog(), 0)
  await expect.element(button('Show')).toHaveFocus()
})

it('the code is black on white at night too', async () => {
  await open('c')
  const byDay = getComputedStyle(dialog().element()).color
  document.documentElement.style.colorScheme = 'dark'
  try {
    const { backgroundColor, color } = getComputedStyle(dialog().element())
    expect(backgroundColor).toBe('rgb(255, 255, 255)')
    expect(color).toBe(byDay)
    await expectNoAxeFindings()
  } finally {
    document.documentElement.style.colorScheme = ''
  }
})

it('a code that cannot be drawn is told', async () => {
  const long = { id: 'x', title: 'Ana', line: '', format: 'code128', text: 'x'.repeat(200) } as const
  await open('x', [long, { ...long, id: 'y', format: 'aztec', text: '東京' }])
  await expectText(page.getByRole('alert'), 'This code is too long to show here. Open the original pass.')
  await userEvent.click(button('Next code'))
  await expectText(page.getByRole('alert'), 'This code can’t be shown here. Open the original pass.')
})

it('the screen stays on while the code is shown', async () => {
  const locks: { released: boolean }[] = []
  const request = vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true
      },
    }
    locks.push(lock)
    return lock as unknown as WakeLockSentinel
  })
  const released = () => locks.map((lock) => lock.released)
  await open('c')
  await expect.poll(released).toEqual([false])
  document.dispatchEvent(new Event('visibilitychange'))
  expect(request).toHaveBeenCalledOnce()
  // The browser releases it whenever the page is hidden.
  if (locks[0]) locks[0].released = true
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(released).toEqual([true, false])
  await userEvent.click(button('Close'))
  await expect.poll(released).toEqual([true, true])
})
