/// <reference types="@vitest/browser-playwright" />
import { expect } from 'vitest'
import { cdp } from 'vitest/browser'

type Check = () => Promise<void>

/** Checks something while the device prefers dark colours. */
export const inDark = (check: Check): Promise<void> => withMedia('', 'dark', check)

/** Checks something as it is printed, from a device that prefers these colours. */
export const onPaper = (check: Check, colours: 'light' | 'dark' = 'light'): Promise<void> =>
  withMedia('print', colours, check)

async function withMedia(media: '' | 'print', colours: 'light' | 'dark', check: Check): Promise<void> {
  const emulate = (type: string, value: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      media: type,
      features: [
        { name: 'prefers-color-scheme', value },
        // As in vitest.config.ts, which this would undo.
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    })
  await emulate(media, colours)
  try {
    const query = `${media || 'screen'} and (prefers-color-scheme: ${colours})`
    await expect.poll(() => matchMedia(query).matches).toBe(true)
    await check()
  } finally {
    await emulate('', 'light')
  }
}
