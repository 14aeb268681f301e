import { cdp } from 'vitest/browser'

/*
 * A hand at the browser's own mouse or on its screen, for what synthetic events cannot do: a list captures the pointer
 * that drags, and a press moves the focus. Places are those of the page under test.
 */

export interface Hand {
  down: (x: number, y: number) => Promise<void>
  move: (x: number, y: number) => Promise<void>
  up: () => Promise<void>
}

type Send = (method: string, params: object) => Promise<unknown>

/** Where this is in the window, in which the page under test is a frame that may be drawn smaller. */
function inWindow(x: number, y: number): { x: number; y: number } {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  return { x: frame.left + (x * frame.width) / innerWidth, y: frame.top + (y * frame.height) / innerHeight }
}

const send: Send = (method, params) => (cdp() as unknown as { send: Send }).send(method, params)

export function mouse(): Hand {
  let at = { x: 0, y: 0 }
  const point = async (type: string, more: object = {}) =>
    void (await send('Input.dispatchMouseEvent', { type, ...at, ...more }))
  return {
    async down(x, y) {
      at = inWindow(x, y)
      await point('mouseMoved')
      await point('mousePressed', { button: 'left', buttons: 1, clickCount: 1 })
    },
    async move(x, y) {
      at = inWindow(x, y)
      await point('mouseMoved', { button: 'left', buttons: 1 })
    },
    up: () => point('mouseReleased', { button: 'left', clickCount: 1 }),
  }
}

export function finger(): Hand {
  const touch = async (type: string, touchPoints: object[]) =>
    void (await send('Input.dispatchTouchEvent', { type, touchPoints }))
  return {
    down: (x, y) => touch('touchStart', [inWindow(x, y)]),
    move: (x, y) => touch('touchMove', [inWindow(x, y)]),
    up: () => touch('touchEnd', []),
  }
}

/** The middle of an element. */
export function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Clicks an element where it is. Does not scroll, unlike the click of a locator. */
export async function clickInPlace(element: Element): Promise<void> {
  const { x, y } = middleOf(element)
  const hand = mouse()
  await hand.down(x, y)
  await hand.up()
}
