import type { Page, Request } from '@playwright/test'
import type { OperationsRequest, PlanOperation } from '#domain/api/operations.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { countThose, holdRequests } from './held-requests.ts'

/** Where pages send what was done to a plan: the operations of all sections, in one request. */
export const SEND = /\/api\/trips\/[^/]+\/operations$/

const ID = /^[0-9a-f-]{36}$/

const isSend = (request: Request) => request.method() === 'POST' && SEND.test(new URL(request.url()).pathname)

/** What a request brings the server, in its order; nothing if it brings no operations. */
export const operationsOf = (request: Request): PlanOperation[] =>
  isSend(request) ? (request.postDataJSON() as OperationsRequest).operations : []

/** Likewise, without what differs with each run, and the section. */
export const mutationsOf = (request: Request): Mutation[] =>
  operationsOf(request).map(({ id: _id, when: _when, section: _section, ...mutation }) => mutation)

/** Likewise in words, with a star for each id, such as 'set * items * checked'. */
export const outlineOf = (request: Request): string[] =>
  mutationsOf(request).map(({ do: mutation, at }) =>
    [mutation, ...at.map((key) => (ID.test(key) ? '*' : key))].join(' '),
  )

/** Whether a request brings the server something of a section. */
export const touches = (request: Request, section: SectionName): boolean =>
  operationsOf(request).some((operation) => operation.section === section)

/** Waits for a page to send something of a section. */
export const waitForSend = (page: Page, section: SectionName): Promise<Request> =>
  page.waitForRequest((request) => touches(request, section))

/** Counts the page's requests from now on that bring something of a section. */
export const countSends = (page: Page, section: SectionName): (() => Promise<number>) =>
  countThose(page, (request) => touches(request, section))

/** Holds back what the page sends, of any section, until the answered function is called. */
export const holdSends = (page: Page): Promise<() => void> => holdRequests(page, 'POST', SEND)
