import type { Page, Request } from '@playwright/test'

/** Holds the page's requests of this kind until the returned function is called. */
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

export function countRequests(page: Page, method: string, path: RegExp): () => Promise<number> {
  return countMatchingRequests(
    page,
    (request) => request.method() === method && path.test(new URL(request.url()).pathname),
  )
}

function countMatchingRequests(page: Page, isCounted: (request: Request) => boolean): () => Promise<number> {
  const list = listRequests(page, (request) => isCounted(request) || undefined)
  return async () => (await list()).length
}

/**
 * Maps the page's requests from now on and lists the results, without undefined ones. A request's effect may be visible
 * before Playwright reports the request. So reading the list first makes a round trip to the page, which flushes the
 * reports.
 */
export function listRequests<Value>(page: Page, map: (request: Request) => Value | undefined): () => Promise<Value[]> {
  const list: Value[] = []
  page.on('request', (request) => {
    const value = map(request)
    if (value !== undefined) list.push(value)
  })
  return async () => {
    await page.evaluate(() => {})
    return [...list]
  }
}

export const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}

/** Holds all requests to an address until the returned function is called. */
export async function holdResponses(page: Page, address: string): Promise<() => void> {
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
