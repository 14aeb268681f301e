import { expect, type TestServer, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { operationsOf, SEND } from './operations.ts'
import { expectField, fillField, openField, saveState } from './page-parts.ts'
import { passTimeUntil, shareWithEverybody, stopClock } from './stored-plan.ts'

const stored = (server: TestServer, tripId: string) =>
  server.database.prepare('select destination_name, car_trip_entry_gate from trips where id = ?').get(tripId)

test('two tabs of one person receive others’ changes, send each edit once, and the last one sends what a closed one left', async ({
  page,
  context,
  signIn,
  createTrip,
  friend,
  server,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|did not reach the server/)
  await page.clock.install()
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Twice', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  const other = await context.newPage()
  for (const each of [page, other, friend]) {
    await each.goto(`/trip/${tripId}`)
    await openField(each, 'Destination')
  }
  await test.step('both receive others’ changes', async () => {
    await fillField(friend, 'Destination', 'Rock Lake')
    for (const each of [page, other]) await expectField(each, 'Destination', 'Rock Lake')
  })

  await test.step('each edit shows in both before the server has it, and is sent once', async () => {
    const sent: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route(SEND, async (route) => {
      sent.push(...operationsOf(route.request()).map(({ at }) => at.join('/')))
      await held
      await route.fallback()
    })
    // Stop the clock of both tabs while the save is held: a tab waits for the sender's lock only for a limited time.
    await stopClock(page)
    await fillField(page, 'Destination', 'Pog Lake')
    await expectField(other, 'Destination', 'Pog Lake')
    await fillField(other, 'Entry gate', 'West Gate')
    await expectField(page, 'Entry gate', 'West Gate')
    expect(stored(server, tripId)).toEqual({ destination_name: 'Rock Lake', car_trip_entry_gate: null })
    await page.clock.runFor(1000)
    await expect(saveState(page)).toHaveText('Saving...')
    await expect(saveState(other)).toHaveText('Saving...')
    release()
    await page.clock.resume()
    await expect
      .poll(() => stored(server, tripId))
      .toEqual({ destination_name: 'Pog Lake', car_trip_entry_gate: 'West Gate' })
    for (const each of [page, other]) await expect(saveState(each)).not.toHaveText('Saving...')
    expect(sent.toSorted()).toEqual(['car_trip_entry_gate', 'destination_name'])
    await context.unroute(SEND)
  })

  await test.step('the remaining tab sends the pending edits of a closed one, and still receives changes', async () => {
    let isCut = true
    await context.route(SEND, (route) => (isCut ? route.abort() : route.fallback()))
    await fillField(page, 'Destination', 'Canoe Lake')
    await expectField(other, 'Destination', 'Canoe Lake')
    await page.close()
    isCut = false
    await expect.poll(() => stored(server, tripId)).toMatchObject({ destination_name: 'Canoe Lake' })
    await expect(saveState(other)).not.toHaveText('Saving...')
    await expectField(other, 'Destination', 'Canoe Lake')
    await fillField(friend, 'Destination', 'Smoke Lake')
    await expectField(other, 'Destination', 'Smoke Lake')
  })
})

test('two tabs keep editing without a server, both show all edits, also after a reload, and send them later', async ({
  server,
  openContext,
  allowConsole,
  signIn,
  createTrip,
}) => {
  allowConsole(/net::ERR_|Failed to load resource|could not be|did not reach the server/)
  const context = await openContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  // Stop the clock of both tabs while typing, so that neither sends before it has the other's edits.
  await page.clock.install()
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Twice in the park', type: 'car_trip' })
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(`/trip/${tripId}`)
    await openField(each, 'Destination')
  }
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, tripId)
  await server.kill()
  await stopClock(page)
  await fillField(page, 'Destination', 'Pog Lake')
  await expectField(other, 'Destination', 'Pog Lake')
  await fillField(other, 'Entry gate', 'West Gate')
  await expectField(page, 'Entry gate', 'West Gate')
  await page.clock.resume()
  await other.reload()
  await expectField(other, 'Destination', 'Pog Lake')
  await expectField(other, 'Entry gate', 'West Gate')
  await page.close()
  await server.start()
  await passTimeUntil(other, async () =>
    expect(stored(server, tripId)).toEqual({ destination_name: 'Pog Lake', car_trip_entry_gate: 'West Gate' }),
  )
  await expect(saveState(other)).not.toHaveText(/Saving|waiting/)
  expect(
    server.database
      .prepare("select count(*) from plan_history where section = 'details' and trip_id = ?")
      .pluck()
      .get(tripId),
  ).toBe(1)
})
