import type { Page, Request } from '@playwright/test'
import type { OperationsRequest, PlanOperation } from '#domain/api/operations.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { outlineOf as outline } from '#web/data/testing/outline.ts'
import { countMatchingRequests, holdRequests } from './held-requests.ts'

/** The path to which pages send the operations of all sections. */
export const SEND = /\/api\/trips\/[^/]+\/operations$/

const isSend = (request: Request) => request.method() === 'POST' && SEND.test(new URL(request.url()).pathname)

/** The operations in a request, in order; empty for other requests. */
export const operationsOf = (request: Request): PlanOperation[] =>
  isSend(request) ? (request.postDataJSON() as OperationsRequest).operations : []

/** The mutations in a request, without section and without ids and times, which differ in every run. */
export const mutationsOf = (request: Request): Mutation[] =>
  operationsOf(request).map(({ id: _id, when: _when, section: _section, ...mutation }) => mutation)

/** The mutations in a request as text: see `outlineOf` of web/data/testing/. */
export const outlineOf = (request: Request): string[] => outline(mutationsOf(request))

export const touches = (request: Request, section: SectionName): boolean =>
  operationsOf(request).some((operation) => operation.section === section)

export const waitForSend = (page: Page, section: SectionName): Promise<Request> =>
  page.waitForRequest((request) => touches(request, section))

export const countSends = (page: Page, section: SectionName): (() => Promise<number>) =>
  countMatchingRequests(page, (request) => touches(request, section))

/** Holds all operations that the page sends until the returned function is called. */
export const holdSends = (page: Page): Promise<() => void> => holdRequests(page, 'POST', SEND)
