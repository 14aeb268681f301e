import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { TestServer } from './test-server.ts'

/** Saves a section as the app would that opened the trip fresh, for the person signed in on that page. */
export async function storeSection(page: Page, server: TestServer, tripId: string, section: string, value: object): Promise<void> {
  const response = await page.context().request.put(`${server.address}/api/trips/${tripId}/plan/${section}`, {
    data: { id: randomUUID(), base: 0, value },
    headers: { origin: server.address },
  })
  expect(response.ok(), await response.text()).toBe(true)
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
