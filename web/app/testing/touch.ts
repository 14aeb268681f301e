import { afterEach, beforeEach, expect } from 'vitest'
import { cdp } from 'vitest/browser'

type Send = (method: string, params: object) => Promise<unknown>

const emulateTouch = (enabled: boolean) =>
  (cdp() as unknown as { send: Send }).send('Emulation.setTouchEmulationEnabled', { enabled })

/** For all tests of a file: a screen that is used by touch, as a phone's, where fields are larger. */
export function withTouch(): void {
  beforeEach(async () => {
    await emulateTouch(true)
    await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true)
  })
  afterEach(() => emulateTouch(false))
}
