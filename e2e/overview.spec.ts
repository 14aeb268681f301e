import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { buildDetails } from '#domain/testing/details.ts'
import { failNextSave } from './failures.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { holdSends, SEND, waitForSend } from './operations.ts'
import { expectField, expectSaved, field, fillField, openField, saveState } from './page-parts.ts'
import { stopClock } from './stored-plan.ts'

test.use({ isSignedIn: true })

const DEMO_ID = '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e01'

type Row = Record<string, unknown>

function tripRow(server: TestServer, id: string): Row {
  return server.database.prepare('select * from trips where id = ?').get(id) as Row
}

/** The distances in order. A place may occur more than once. */
function distanceRows(server: TestServer, id: string): unknown[] {
  return server.database
    .prepare('select place, distance from trip_distances where trip_id = ? order by order_index')
    .all(id)
}

async function addDistance(page: Page, number: number, place: string, distance: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Distance' }).click()
  await fillField(page, `Place ${number}`, place)
  await fillField(page, `Distance ${number}`, distance)
}

test('OVER-20 a map is shown in its frame', async ({ page, createTrip }) => {
  const embedded = 'https://www.google.com/maps/embed?pb=!1m18!2d-78.9&q="park"'
  const plan = { details: buildDetails({ map_embed_url: embedded }) }
  await page.goto(`/trip/${await createTrip(page, { name: 'Map', type: 'car_trip', plan })}`)
  const frame = page.getByRole('region', { name: 'Destination Map' }).locator('iframe')
  await expect(frame).toHaveAttribute('src', embedded)
  await frame.scrollIntoViewIfNeeded()
  await expect(frame.contentFrame().getByRole('heading', { name: 'Map' })).toBeVisible()
})

test('SAVE-10 text typed just before leaving, reloading or closing, or during a save or after a failed one, is saved by that page or the next one', async ({
  page,
  context,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|will be sent again/)
  const id = await createTrip(page, { name: 'In a hurry', type: 'car_trip' })
  const destination = field(page, 'Destination')
  const stored = () => tripRow(server, id)['destination_name']

  await test.step('leaving the site', async () => {
    await page.goto(`/trip/${id}`)
    await destination.fill('Left for another page')
    await page.goto('about:blank')
    await page.goto(`/trip/${id}`)
    await expectField(page, 'Destination', 'Left for another page')
    await expect.poll(stored).toBe('Left for another page')
  })
  await test.step('reloading', async () => {
    await destination.fill('Reloaded')
    await page.reload()
    await expectField(page, 'Destination', 'Reloaded')
    await expect.poll(stored).toBe('Reloaded')
  })
  await test.step('leaving the trip', async () => {
    await destination.fill('Back to the list')
    await page.getByRole('button', { name: 'Back to Trips' }).click()
    await expect.poll(stored).toBe('Back to the list')
  })
  let open = page
  await test.step('closing the tab', async () => {
    await page.getByRole('link', { name: 'In a hurry' }).click()
    await expectField(page, 'Destination', 'Back to the list')
    await destination.fill('Tab closed')
    await page.close()
    open = await context.newPage()
    await open.goto(`/trip/${id}`)
    await expectField(open, 'Destination', 'Tab closed')
    await expect.poll(stored).toBe('Tab closed')
  })
  for (const [outcome, to, gate] of [
    ['no answer', 'Misty Fjord', 'By boat'],
    ['failure', 'Rugged Point', 'By kayak'],
  ] as const)
    await test.step(`closing the tab while a save has ${outcome}`, async () => {
      const first = waitForSend(open, 'details')
      await open.route(
        SEND,
        async (route) => {
          // With 'no answer' the request stays pending.
          if (outcome === 'failure') await route.fulfill({ status: 500, body: '' })
        },
        { times: 1 },
      )
      await fillField(open, 'Destination', to)
      await first
      await fillField(open, 'Entry gate', gate)
      await open.close()
      open = await context.newPage()
      await open.goto(`/trip/${id}`)
      await expectField(open, 'Destination', to)
      await expectField(open, 'Entry gate', gate)
      await expect.poll(() => tripRow(server, id)).toMatchObject({ destination_name: to, car_trip_entry_gate: gate })
    })
})

test('SAVE-14 signing out sends failed saves and what was typed since', async ({
  page,
  server,
  person,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|will be sent again/)
  await page.clock.install()
  const id = await createTrip(page, { name: 'Last minute', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await openField(page, 'Destination')
  const menu = page.getByRole('button', { name: person.username })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await stopClock(page)
  await failNextSave(page, 'details')
  await fillField(page, 'Destination', 'Lake of the Woods')
  const failed = page.waitForEvent('console', (message) => message.text().includes('will be sent again'))
  await page.clock.runFor(1000)
  await failed
  await fillField(page, 'Entry gate', 'Kenora')
  const left = page.waitForResponse('**/auth/v1/logout')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await left
  await page.clock.resume()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  expect(tripRow(server, id)).toMatchObject({ destination_name: 'Lake of the Woods', car_trip_entry_gate: 'Kenora' })
})

test('PERM-8, PERM-10, OVER-9 two people edit different fields of the demo trip and add distances at the same time, and all of it is stored and shown', async ({
  page,
  server,
  friend,
}) => {
  await page.goto(`/trip/${DEMO_ID}`)
  await friend.goto(`/trip/${DEMO_ID}`)
  await expect(await openField(friend, 'Entry gate')).not.toHaveValue('')
  const before = tripRow(server, DEMO_ID)
  const [lake, gate] = [`Canoe Lake ${randomUUID()}`, `East Gate ${randomUUID()}`]
  const date = before['return_date'] === '2031-06-30' ? '2031-07-01' : '2031-06-30'

  await test.step('different fields', async () => {
    await fillField(page, 'Destination', lake)
    await fillField(page, 'Return date', date)
    await expectSaved(page)
    // This edit is based on a version without the other's change.
    await fillField(friend, 'Entry gate', gate)
    await expectSaved(friend)
    expect(tripRow(server, DEMO_ID)).toEqual({
      ...before,
      destination_name: lake,
      return_date: date,
      car_trip_entry_gate: gate,
    })
    await expectField(friend, 'Destination', lake)
    await expectField(friend, 'Return date', date)
    await page.reload()
    await expectField(page, 'Entry gate', gate)
    await expectField(page, 'Destination', lake)
  })
  await test.step('distances', async () => {
    await openField(friend, 'Entry gate')
    const count = await friend
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Remove distance/ })
      .count()
    const releases = [await holdSends(page), await holdSends(friend)]
    await addDistance(page, count + 1, 'Kingston', '330 km')
    await addDistance(friend, count + 1, 'Barrie', '170 km')
    await expect(saveState(page)).toHaveText('Saving...')
    await expect(saveState(friend)).toHaveText('Saving...')
    for (const release of releases) release()
    await expect
      .poll(() => distanceRows(server, DEMO_ID).slice(count))
      .toEqual(
        expect.arrayContaining([
          { place: 'Kingston', distance: '330 km' },
          { place: 'Barrie', distance: '170 km' },
        ]),
      )
    expect(distanceRows(server, DEMO_ID)).toHaveLength(count + 2)
    const places = distanceRows(server, DEMO_ID).map((row) => (row as { place: string }).place)
    for (const one of [page, friend]) {
      await one.reload()
      // The device's own order comes first: a row that was pressed then would move.
      await expect(one.getByRole('tabpanel').getByRole('button', { name: /^Distance \d/ })).toContainText(places)
      await expectField(one, `Place ${count + 1}`, /Kingston|Barrie/)
      await expectField(one, `Place ${count + 2}`, /Kingston|Barrie/)
    }
  })
})
