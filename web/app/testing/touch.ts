/// <reference types="@vitest/browser-playwright" />
import { afterEach, beforeEach, expect } from 'vitest'
import { cdp } from 'vitest/browser'

const emulateTouch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled })

/** For all tests of a file: a screen that is used by touch, as a phone's, where fields are larger. */
export function withTouch(): void {
  beforeEach(async () => {
    await emulateTouch(true)
    await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true)
  })
  afterEach(() => emulateTouch(false))
}
