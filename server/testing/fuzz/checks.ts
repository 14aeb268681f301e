import { expect } from 'vitest'
import { errorBody } from '#domain/api/error.ts'
import { errors, isErrorCode } from '#domain/error-statuses.ts'
import { forms } from '#domain/plan/forms.ts'
import { isCommonSectionName, sectionNames } from '#domain/plan/index.ts'
import type { Db } from '#server/db/engine.ts'
import type { Tables } from '#server/db/tables.ts'
import { rowsOf } from '#server/plan/index.ts'
import type { PlannedTrip } from '#server/plan/plan-store.ts'
import type { CachedSection } from '#server/plan/section-cache.ts'
import type { TestApp } from '../test-app.ts'
import type { Step } from './any-step.ts'
import { routeForms } from './route-forms.ts'
import type { WireRequest, WireResponse } from './wire.ts'

/** Statuses with which Node itself refuses a malformed or endless request before it reaches the app. */
const REFUSED_BY_NODE = [400, 408, 413, 417, 431, 501]

export function checkResponse(step: Step, request: WireRequest, answer: WireResponse | undefined): void {
  const about = `${request.method} ${request.target.slice(0, 200)}`
  if (!answer?.headers.has('x-request-id')) {
    const mayBeUnanswered = isBrokenOnWire(step) || isExportCut(step, answer)
    expect(mayBeUnanswered, `${about} is not answered by the app: ${answer?.status} ${answer?.body}`).toBe(true)
    if (answer) expect(REFUSED_BY_NODE, about).toContain(answer.status)
    return
  }
  const { status, headers, body } = answer
  const text = body.toString()
  expect(status, `${about}: ${text}`).toBeLessThan(500)
  if (status >= 400 && request.method !== 'HEAD' && status !== 416) {
    if (headers.get('content-type')?.startsWith('text/html')) {
      expect(request.target, about).toMatch(/^\/files\//)
      return
    }
    // A feed that does not exist says nothing at all.
    if (status === 404 && text === '' && step.do === 'request' && step.route === 'GET /calendar/:feed') return
    const parsed = errorBody.safeParse(parseJson(text))
    expect(parsed.error, `${about}: ${status} ${text}`).toBeUndefined()
    const { code = '', message = '' } = parsed.data?.error ?? {}
    expect(isErrorCode(code) && errors[code], `${about}: ${text}`).toBe(status)
    expect(message, `${about}: ${text}`).toMatch(/\w+ \w+/)
  } else if (status === 200 || status === 201) {
    const route = step.do === 'operate' ? 'POST /api/trips/:tripId/operations' : step.route
    if (request.method === route.split(' ')[0] && !headers.has('content-encoding'))
      expect(
        routeForms[route]?.answer?.safeParse(parseJson(text)).error,
        `${about}: ${text.slice(0, 500)}`,
      ).toBeUndefined()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether an export ended halfway, as it does when the person signs out, loses a trip or asks for another one. One that
 * fails on the server is found by what it logs.
 */
function isExportCut(step: Step, answer: WireResponse | undefined): boolean {
  return step.do === 'request' && step.route === 'GET /auth/v1/export' && answer === undefined
}

/** Whether the request is not valid HTTP, so that the server may close the connection without a response. */
function isBrokenOnWire(step: Step): boolean {
  if (step.do === 'operate') return false
  const { path, body, faults } = step
  const { changes, damage, headers = [], announced = 'in chunks', method } = faults
  const fragileHeaders = ['Host', 'Transfer-Encoding', 'Upgrade', 'Connection', 'Expect']
  return (
    (body !== undefined && (announced !== 'in chunks' || changes !== undefined || damage !== undefined)) ||
    announced === 'too large' ||
    method === 'get' ||
    method === 'TRACE' ||
    headers.some(([name, value]) => fragileHeaders.includes(name) || value.includes('\u00e9')) ||
    /[^\x21-\x7e]/.test(path)
  )
}

const tripTables = [
  ...([
    'memberships',
    'invitations',
    'trip_distances',
    'trip_notes',
    'meal_plans',
    'day_snacks',
    'itinerary_days',
  ] as const),
  ...([
    'itinerary_activities',
    'checklist_categories',
    'checklist_items',
    'tickets',
    'plan_entries',
    'plan_sections',
  ] as const),
  ...([
    'plan_history',
    'plan_operations',
    'plan_removed',
    'plan_seen',
    'announcement_views',
    'notices',
    'notice_choices',
    'travel_documents',
    'listed_files',
    'stored_files',
  ] as const),
] satisfies (keyof Tables)[]

export async function everythingOf(db: Db, tripId: string): Promise<string[]> {
  const rows = await db.selectFrom('trips').selectAll().where('id', '=', tripId).execute()
  const all: string[] = [JSON.stringify(rows)]
  for (const table of tripTables) {
    const found: object[] = await db.selectFrom(table).selectAll().where('trip_id', '=', tripId).execute()
    // Sorted, because PostgreSQL may return rows in another order after it has analyzed the table.
    all.push(
      `${table} ${found
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join()}`,
    )
  }
  return all
}

/**
 * Checks what is stored of a trip: each section loads and matches its schema, its cached value equals its rows and its
 * history, and its recorded size is right.
 */
export async function checkStored({ db, plan }: TestApp, trip: PlannedTrip): Promise<void> {
  const versions = await plan.listVersions(trip.id)
  for (const section of sectionNames) {
    const about = `${section} at ${versions[section]}`
    const cached = (await plan.load(trip, section, versions[section])) as CachedSection
    expect(forms[section].schema.safeParse(cached.value).error, about).toBeUndefined()
    expect(cached.size, `${about}, its size`).toBe(JSON.stringify(cached.value).length)
    if (cached.version === 0) continue
    expect(await rowsOf(section).load(db, trip.id), `${about}, its rows`).toEqual(cached.value)
    if (isCommonSectionName(section))
      expect(await plan.findEarlier(trip, section, cached.version), `${about}, its history`).toEqual(cached.value)
  }
}
