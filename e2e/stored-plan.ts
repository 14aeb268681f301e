import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { MAX_OPERATIONS } from '#domain/api/operations.ts'
import type { About } from '#domain/notices/notice.ts'
import { withDefaults } from '#domain/operations/defaults.ts'
import { details } from '#domain/plan/details.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import type { TestServer } from './test-server.ts'

/**
 * Sets a section to a value by operations over the API, as the person signed in on the page. Fields that the value
 * lacks get their defaults.
 */
export async function storeSection(
  page: Page,
  server: TestServer,
  tripId: string,
  section: SectionName,
  value: object,
): Promise<void> {
  const { request } = page.context()
  const address = `${server.address}/api/trips/${tripId}`
  const opened = await request.get(address)
  expect(opened.ok(), await opened.text()).toBe(true)
  const { trip, sections } = (await opened.json()) as {
    trip: Trip
    sections: Record<SectionName, { version: number; value: unknown }>
  }
  const current = sections[section]
  const mutations = diffSection(section, trip.type, current.value, withDefaults(forms[section], value))
  const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section }))
  for (let sent = 0; sent < operations.length; sent += MAX_OPERATIONS) {
    const data = { operations: operations.slice(sent, sent + MAX_OPERATIONS), seen: { [section]: current.version } }
    const answer = await request.post(`${address}/operations`, { data, headers: { origin: server.address } })
    expect(answer.ok(), await answer.text()).toBe(true)
    expect(await answer.json()).toMatchObject({ superseded: [], refused: [] })
  }
}

/** The people of a trip, for the person signed in on the page. */
export async function readPeople(page: Page, server: TestServer, tripId: string): Promise<Party[]> {
  const answer = await page.context().request.get(`${server.address}/api/trips/${tripId}`)
  return (await answer.json()).sections.people.value
}

/** Sets the dates of a trip. Its other details are lost. */
export async function setDates(
  page: Page,
  server: TestServer,
  tripId: string,
  departure_date: string,
  return_date: string,
  others = details.empty,
): Promise<void> {
  await storeSection(page, server, tripId, 'details', { ...others, departure_date, return_date })
}

/** Marks a section as saved after the test wrote its rows itself. The server must not have loaded it before. */
export function markAsSaved(server: TestServer, tripId: string, section: string): void {
  server.database.prepare('insert into plan_sections (trip_id, section, version) values (?, ?, 1)').run(tripId, section)
}

/** The texts of the stored notes, in order. */
export function storedNotes(server: TestServer, tripId: string): string[] {
  return server.database
    .prepare<string, string>('select note_text from trip_notes where trip_id = ? order by order_index')
    .pluck()
    .all(tripId)
}

/** Removes the owner of a trip: everybody who is signed in then has it. */
export function shareWithEverybody(server: TestServer, tripId: string): void {
  server.database.prepare('update trips set owner_id = null where id = ?').run(tripId)
}

/** Makes somebody a member of a trip, without a page of theirs. */
export function addMember({ database }: TestServer, tripId: string, { id }: { id: string }): void {
  database
    .prepare(
      `insert into memberships (trip_id, user_id, role, created_at, person_id, party_id, confirmed_at)
       values (@trip, @id, 'member', @at, @id, @id, @at)`,
    )
    .run({ trip: tripId, id, at: new Date().toISOString() })
}

/** Tells a user about a trip. Nothing is sent. */
export function addNotice(
  { database }: TestServer,
  tripId: string,
  { id }: { id: string },
  about: About,
  read_at: string | null = null,
): void {
  database
    .prepare(
      `insert into notices (id, trip_id, user_id, kind, subject, about, is_urgent, created_at, read_at)
       values (@id, @tripId, @userId, 'promise', @id, @about, 0, @at, @read_at)`,
    )
    .run({
      id: randomUUID(),
      tripId,
      userId: id,
      about: JSON.stringify(about),
      at: new Date().toISOString(),
      read_at,
    })
}

/** Stops the page's clock: time then passes only by `page.clock`, which must be installed before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

const PASSED_AT_ONCE_MS = 2000

/**
 * Lets time pass faster until the expectation holds: what waits for its next attempt, or for a disk or lock that does
 * not answer, goes on at once. The clock must be installed before the page is opened.
 * @param within for how long the app may take, by its own time: no more passes than that
 */
export async function passTimeUntil(page: Page, expectation: () => Promise<void>, within = 40_000): Promise<void> {
  let passed = 0
  await expect(async () => {
    if (passed < within) await page.clock.fastForward(PASSED_AT_ONCE_MS)
    passed += PASSED_AT_ONCE_MS
    await expectation()
  }).toPass({ intervals: [100] })
}
