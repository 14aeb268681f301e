import type { Page, Request } from '@playwright/test'

/** Holds back the page's requests of this kind until the answered function is called. */
export async function holdRequests(page: Page, method: string, path: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      if (route.request().method() === method) await released
      await route.fallback()
    },
  )
  return release
}

/** Counts the page's requests of this kind from now on. */
export function countRequests(page: Page, method: string, path: RegExp): () => Promise<number> {
  return countThose(page, (request) => request.method() === method && path.test(new URL(request.url()).pathname))
}

/**
 * Counts some of the page's requests from now on. What the server did with a request may be known before the page's browser has told of
 * it: who asks for the number goes by way of the page, so that it has told of all by then.
 */
export function countThose(page: Page, isCounted: (request: Request) => boolean): () => Promise<number> {
  let count = 0
  page.on('request', (request) => {
    if (isCounted(request)) count += 1
  })
  return async () => {
    await page.evaluate(() => {})
    return count
  }
}

/** Keeps every answer of an address from the page until the returned function is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a tab of a trip from the list while the trip's answer is held back. Answers the function that lets it come. */
export async function openTabWhileLoading(page: Page, trip: { id: string; name: string }, tab: string): Promise<() => void> {
  await page.goto('/')
  const release = await holdBack(page, `**/api/trips/${trip.id}`)
  await page.getByRole('link', { name: trip.name }).click()
  await page.getByRole('tab', { name: tab }).click()
  return release
}
