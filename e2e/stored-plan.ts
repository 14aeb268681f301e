import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { MAX_OPERATIONS } from '#domain/api/operations.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import type { TestServer } from './test-server.ts'

/** Makes a section this value, by the operations of somebody who finds it as it is, for the person signed in on that page. */
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
  const mutations = diffSection(section, trip.type, current.value, value)
  const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section }))
  for (let sent = 0; sent < operations.length; sent += MAX_OPERATIONS) {
    const data = { operations: operations.slice(sent, sent + MAX_OPERATIONS), seen: { [section]: current.version } }
    const answer = await request.post(`${address}/operations`, { data, headers: { origin: server.address } })
    expect(answer.ok(), await answer.text()).toBe(true)
    expect(await answer.json()).toMatchObject({ superseded: [], refused: [] })
  }
}

/** Says that a section has been saved whose rows the test wrote itself. The server must not have loaded it before. */
export function markAsSaved(server: TestServer, tripId: string, section: string): void {
  server.database.prepare('insert into plan_sections (trip_id, section, version) values (?, ?, 1)').run(tripId, section)
}

/** Takes the owner from a trip: it is then everybody's who is signed in. */
export function shareWithEverybody(server: TestServer, tripId: string): void {
  server.database.prepare('update trips set owner_id = null where id = ?').run(tripId)
}

/** From here on the page's time passes by `page.clock` only. For pages whose clock was installed before they were opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

/** Has the time of a page whose clock stands pass until it says that all is saved. It says so until more time passes. */
export async function passUntilSaved(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved', { timeout: 1000 })
  }).toPass()
}
