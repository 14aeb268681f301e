/// <reference types="@vitest/browser-playwright" />
import { expect } from 'vitest'
import { cdp } from 'vitest/browser'

/** Checks something while the device prefers dark colours. */
export async function inDark(check: () => Promise<void>): Promise<void> {
  const prefer = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  await prefer('dark')
  expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(true)
  await check()
  await prefer('light')
}
