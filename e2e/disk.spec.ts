import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { holdDatabase, waitUntilTripPersisted } from './on-device.ts'
import { SEND } from './operations.ts'
import { expectField, fillField, openField, saveState } from './page-parts.ts'

/* Another page of the browser holds a database transaction or a lock and never releases it, like a frozen page. */

const stored = (server: TestServer, tripId: string) =>
  server.database.prepare('select destination_name from trips where id = ?').pluck().get(tripId)

let tripId: string
/** A page of the same origin that does not run the app. */
let holder: Page

test.beforeEach(async ({ page, context, server, signIn, createTrip }) => {
  await signIn(page)
  tripId = await createTrip(page, { name: 'Held up', type: 'car_trip' })
  await page.goto(`/trip/${tripId}`)
  await openField(page, 'Destination')
  await waitUntilTripPersisted(page, tripId)
  holder = await context.newPage()
  await holder.goto(`${server.address}/favicon.svg`)
})

test('SAVE-10, SAVE-14 a trip opens and an edit is saved while another page blocks the databases', async ({
  page,
  server,
}) => {
  for (const name of ['wayfare-log', 'wayfare-trips']) await holdDatabase(holder, name)
  await page.reload()
  await openField(page, 'Destination')
  await fillField(page, 'Destination', 'Pog Lake')
  await expect(saveState(page)).toHaveText('Saving...')
  await expect.poll(() => stored(server, tripId)).toBe('Pog Lake')
  await expect(saveState(page)).not.toHaveText('Saving...')
  // Persisting catches up later, without a message.
  await fillField(page, 'Destination', 'Rock Lake')
  await expect.poll(() => stored(server, tripId)).toBe('Rock Lake')
  await holder.close()
  await page.reload()
  await expectField(page, 'Destination', 'Rock Lake')
})

test('SAVE-14 pending operations on the device are shown once another page no longer blocks the databases', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|did not reach the server/)
  await page.context().route(SEND, (route) => route.abort())
  await fillField(page, 'Destination', 'Pog Lake')
  await expect(saveState(page)).toHaveText('Saving...')
  await holdDatabase(holder, 'wayfare-log')
  await page.goto('about:blank')
  await page.goto(`/trip/${tripId}`)
  await openField(page, 'Destination')
  await holder.close()
  await expectField(page, 'Destination', 'Pog Lake')
  await page.context().unroute(SEND)
  await expect.poll(() => stored(server, tripId)).toBe('Pog Lake')
})

test("SAVE-11, SAVE-14 an edit is saved although another page holds the sender's lock", async ({
  page,
  server,
  person,
}) => {
  await holder.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        void navigator.locks.request(name, () => {
          resolve()
          return new Promise(() => {})
        })
      }),
    `wayfare-log ${person.id} ${tripId}`,
  )
  await fillField(page, 'Destination', 'Pog Lake')
  await expect(saveState(page)).toHaveText('Saving...')
  await expect.poll(() => stored(server, tripId)).toBe('Pog Lake')
  await expect(saveState(page)).not.toHaveText('Saving...')
})
