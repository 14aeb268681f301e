import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { newTicket } from '#domain/plan/tickets.ts'
import { expect, test } from './fixtures.ts'
import { addNotice } from './stored-plan.ts'

/* What only a wide screen has: smaller text, and no empty columns. */

test.use({ isSignedIn: true, viewport: { width: 1280, height: 800 } })

const sizeOfText = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontSize)
const box = async (shown: Locator) =>
  (await shown.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }

test('text is 15 px from a width of 1200 px on', async ({ page, createTrip }) => {
  await page.goto(`/trip/${await createTrip(page, { name: 'By the lake', type: 'car_trip' })}`)
  for (const [width, size] of [
    [1280, '15px'],
    [1200, '15px'],
    [1199, '17px'],
    [390, '17px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    // The page learns of its new size a moment later.
    await expect.poll(() => sizeOfText(page), `${width} px`).toBe(size)
  }
})

test('tickets use the whole width, with and without documents shown', async ({ page, createTrip }) => {
  const tickets = ['Out', 'Tower', 'Back'].map((title) => ({ ...newTicket(randomUUID()), title }))
  const trip = await createTrip(page, { name: 'Lisbon', type: 'air_travel', plan: { tickets } })
  await page.goto(`/trip/${trip}?tab=tickets`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  const expectWide = async () => {
    const [first, last] = [await box(cards.first()), await box(cards.last())]
    expect(first.x).toBeLessThan(100)
    expect(last.x + last.width).toBeGreaterThan(1180)
    expect(last.y).toBe(first.y)
  }
  await expectWide()
  await page.getByRole('button', { name: 'Show Documents' }).click()
  await expect(page.getByText('No documents uploaded yet')).toBeVisible()
  await expectWide()
})

test('news is beside the ways in which one is told, and cards of trips with news are in a row', async ({
  page,
  person,
  server,
  createTrip,
}) => {
  const trips = await Promise.all(
    ['By the lake', 'By the sea'].map((name) => createTrip(page, { name, type: 'car_trip' })),
  )
  for (const id of trips) addNotice(server, id, person, { what: 'seat_lost', name: 'Ben' })
  await page.goto(`/trip/${trips[0]}/news`)
  const [news, ways] = [
    page.getByRole('region', { name: 'News for you' }),
    page.getByRole('heading', { name: 'Notifications and emails' }),
  ]
  await expect(news.getByRole('listitem')).toHaveCount(1)
  await expect(ways).toBeVisible()
  const [told, how] = [await box(news), await box(ways)]
  expect(told.x).toBeLessThan(100)
  expect(how.x).toBeGreaterThan(told.x + told.width)
  expect(told.width).toBeGreaterThan(500)

  await page.goto('/')
  const counts = page.getByRole('main').getByRole('link', { name: /^1 new for you/ })
  await expect(counts).toHaveCount(2)
  const places = await Promise.all((await counts.all()).map(box))
  expect(new Set(places.map(({ y }) => y)).size).toBe(1)
})

test('categories of the checklist follow each other in three columns without gaps', async ({ page, createTrip }) => {
  await page.goto(`/trip/${await createTrip(page, { name: 'By the lake', type: 'car_trip' })}?tab=checklist`)
  const [first, second] = ['Tent & Sleeping', 'Cooking & Dining'].map((name) => page.getByRole('region', { name }))
  if (!first || !second) throw new Error('Two categories')
  await expect(second).toBeAttached()
  const [above, below] = [await box(first), await box(second)]
  expect(below.x).toBe(above.x)
  expect(below.y - above.y - above.height).toBeLessThan(30)
})
