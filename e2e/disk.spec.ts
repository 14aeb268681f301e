import { expect, type TestServer, test } from './fixtures.ts'
import { holdDatabase, waitUntilLogged, waitUntilTripPersisted } from './on-device.ts'
import { cutSaves } from './operations.ts'
import { expectField, fillField, openField, saveState } from './page-parts.ts'
import { passTimeUntil } from './stored-plan.ts'

/* Another page of the browser holds a database transaction or a lock and never releases it, like a frozen page. */

const stored = (server: TestServer, tripId: string) =>
  server.database.prepare('select destination_name from trips where id = ?').pluck().get(tripId)

test("SAVE-10, SAVE-11, SAVE-14 a trip opens and edits are saved while another page blocks the databases or the sender's lock", async ({
  page,
  context,
  server,
  person,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|did not reach the server/)
  // What waits for a disk or a lock gives up after seconds.
  await page.clock.install()
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Held up', type: 'car_trip' })
  await page.goto(`/trip/${tripId}`)
  await openField(page, 'Destination')
  await waitUntilTripPersisted(page, tripId)
  /** Opens a page of the same origin that does not run the app. */
  const openHolder = async () => {
    const holder = await context.newPage()
    await holder.goto(`${server.address}/favicon.svg`)
    return holder
  }
  const expectStored = (name: string) => passTimeUntil(page, async () => expect(stored(server, tripId)).toBe(name))

  await test.step("another page holds the sender's lock", async () => {
    const holder = await openHolder()
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
    await expectStored('Pog Lake')
    await expect(saveState(page)).not.toHaveText('Saving...')
    await holder.close()
  })

  await test.step('another page blocks the databases: the trip opens, and an edit is saved', async () => {
    const holder = await openHolder()
    for (const name of ['wayfare-log', 'wayfare-trips']) await holdDatabase(holder, name)
    await page.reload()
    await passTimeUntil(page, () => expect(page.getByRole('tabpanel')).toBeVisible({ timeout: 200 }), 10_000)
    await fillField(page, 'Destination', 'Rock Lake')
    await expect(saveState(page)).toHaveText('Saving...')
    await expectStored('Rock Lake')
    await expect(saveState(page)).not.toHaveText('Saving...')
    // Persisting catches up later, without a message.
    await fillField(page, 'Destination', 'Canoe Lake')
    await expectStored('Canoe Lake')
    await holder.close()
    await page.reload()
    await expectField(page, 'Destination', 'Canoe Lake')
  })

  await test.step('pending operations are shown once another page no longer blocks the databases', async () => {
    const restore = await cutSaves(page)
    await fillField(page, 'Destination', 'Smoke Lake')
    await expect(saveState(page)).toHaveText('Saving...')
    await waitUntilLogged(page, 'Smoke Lake')
    const holder = await openHolder()
    await holdDatabase(holder, 'wayfare-log')
    await page.goto('about:blank')
    await page.goto(`/trip/${tripId}`)
    await passTimeUntil(page, () => expect(page.getByRole('tabpanel')).toBeVisible({ timeout: 200 }), 10_000)
    await openField(page, 'Destination')
    await holder.close()
    await expectField(page, 'Destination', 'Smoke Lake')
    expect(stored(server, tripId)).toBe('Canoe Lake')
    await restore(page)
    await expectStored('Smoke Lake')
  })
})
