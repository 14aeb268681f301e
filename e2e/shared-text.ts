import type { Page } from '@playwright/test'

/** Records what the page sends through the device's share menu. Returns a function that reads the last text. */
export async function recordSharedText(page: Page): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() => {
    Object.assign(navigator, { share: async ({ text }: ShareData) => Object.assign(window, { shared: text }) })
  })
  return () => page.evaluate(() => (window as unknown as { shared?: string }).shared)
}
