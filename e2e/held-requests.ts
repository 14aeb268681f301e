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

/** Counts some of the page's requests from now on. */
export function countThose(page: Page, isCounted: (request: Request) => boolean): () => Promise<number> {
  const list = listRequests(page, (request) => isCounted(request) || undefined)
  return async () => (await list()).length
}

/**
 * Lists something of the page's requests from now on, passing over those of which it is undefined. What the server did with a request may
 * be known before the page's browser has told of it: who asks for the list goes by way of the page, so that it has told of all by then.
 */
export function listRequests<ChangeDescription>(
  page: Page,
  tell: (request: Request) => ChangeDescription | undefined,
): () => Promise<ChangeDescription[]> {
  const list: ChangeDescription[] = []
  page.on('request', (request) => {
    const told = tell(request)
    if (told !== undefined) list.push(told)
  })
  return async () => {
    await page.evaluate(() => {})
    return [...list]
  }
}

/** The address of a request, without the server's own. */
export const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url())
  return pathname + search
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
export async function openTabWhileLoading(
  page: Page,
  trip: { id: string; name: string },
  tab: string,
): Promise<() => void> {
  await page.goto('/')
  const release = await holdBack(page, `**/api/trips/${trip.id}`)
  await page.getByRole('link', { name: trip.name }).click()
  await page.getByRole('tab', { name: tab }).click()
  return release
}
