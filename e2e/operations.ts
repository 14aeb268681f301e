import type { Page, Request } from '@playwright/test'
import type { OperationsRequest, PlanOperation } from '#domain/api/operations.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { holdRequests } from './held-requests.ts'

/** The path to which pages send the operations of all sections. */
export const SEND = /\/api\/trips\/[^/]+\/operations$/

const isSend = (request: Request) => request.method() === 'POST' && SEND.test(new URL(request.url()).pathname)

/** The operations in a request, in order; empty for other requests. */
export const operationsOf = (request: Request): PlanOperation[] =>
  isSend(request) ? (request.postDataJSON() as OperationsRequest).operations : []

export const touches = (request: Request, section: SectionName): boolean =>
  operationsOf(request).some((operation) => operation.section === section)

export const waitForSend = (page: Page, section: SectionName): Promise<Request> =>
  page.waitForRequest((request) => touches(request, section))

/** Holds all operations that the page sends until the returned function is called. */
export const holdSends = (page: Page): Promise<() => void> => holdRequests(page, 'POST', SEND)

/**
 * Makes all saves of a browser fail, as a dead network does, until the returned function is called. Patches fetch in
 * the page, because a route does not see requests that a closing page sends.
 */
export async function cutSaves(page: Page): Promise<(inPage?: Page) => Promise<void>> {
  const cut = () => {
    const real = window.fetch
    window.fetch = (input, init) =>
      String(input).endsWith('/operations') && localStorage.getItem('cut')
        ? Promise.reject(new TypeError('cut'))
        : real(input, init)
  }
  await page.context().addInitScript(cut)
  await page.evaluate(cut)
  await page.evaluate(() => localStorage.setItem('cut', 'yes'))
  return async (inPage) => {
    const open = inPage ?? page.context().pages()[0]
    await open?.evaluate(() => localStorage.removeItem('cut'))
  }
}
