import { beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { NOTICE_SETTINGS_PATH, NOTICES_PATH, PUSH_PATH } from '#domain/api/notices.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { openTrip, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { cardOf } from '#web/testing/trip-details.ts'

/* Layouts of whole pages: a wide screen, and text that is twice as large. */

const panel = page.getByRole('tabpanel')
const box = (shown: Locator) => shown.element().getBoundingClientRect()

async function openApp(path: string, options: TripOptions = {}): Promise<void> {
  const { trip } = await openTrip(options)
  showApp(`/trip/${trip.id}${path}`)
}

/** Opens trips of these names, each with news that a seat in this person's car is lost. Returns the id of the first. */
async function openTripsWithNews(driver: string, ...names: [string, ...string[]]): Promise<string> {
  const { trip } = await openTrip({ trip: { name: names[0] } })
  const trips = names.map((name, at) => cardOf(trip, { name, id: at === 0 ? trip.id : newId() }))
  const notices = trips.map(({ id, name }) => ({
    id: newId(),
    trip_id: id,
    trip_name: name,
    kind: 'promise',
    about: { what: 'seat_lost', name: driver },
    created_at: '2027-06-12T22:30:00.000Z',
    is_read: false,
  }))
  responses.set(NOTICES_PATH, async (_, query) => ({
    notices: notices.filter(({ trip_id }) => !query.get('trip') || trip_id === query.get('trip')),
    unread: Object.fromEntries(trips.map(({ id }) => [id, 1])),
  }))
  responses.set(NOTICE_SETTINGS_PATH, async () => ({ quiet: { from: '', until: '', zone: '' }, mail: 'works' }))
  responses.set(PUSH_PATH, async () => ({ public_key: null, devices: [] }))
  responses.set('/api/notices/read', async () => null)
  responses.set('/api/trips', async () => ({ trips }))
  queryCache.forgetPerson()
  queryCache.set(LIST, trips)
  return trip.id
}

describe('on a wide screen', () => {
  test('text is 15 px from a width of 1200 px on', async () => {
    await openApp('')
    for (const [width, size] of [
      [1280, '15px'],
      [1200, '15px'],
      [1199, '17px'],
      [390, '17px'],
    ] as const) {
      await page.viewport(width, 800)
      await expect.poll(() => getComputedStyle(document.body).fontSize, { message: `${width} px` }).toBe(size)
    }
  })

  test('tickets use the whole width, with and without documents shown', async () => {
    const tickets = ['Out', 'Tower', 'Back'].map((title) => ({ ...newTicket(newId()), title }))
    await openApp('?tab=tickets', { type: 'air_travel', values: { tickets } })
    const cards = page.getByRole('article')
    await expectCount(cards, 3)
    const expectWide = () => {
      const [first, last] = [box(cards.first()), box(cards.last())]
      expect(first.x).toBeLessThan(100)
      expect(last.right).toBeGreaterThan(1180)
      expect(last.y).toBe(first.y)
    }
    expectWide()
    await button('Show Documents').click()
    await expect.element(page.getByText('No documents uploaded yet')).toBeVisible()
    expectWide()
  })

  test('news is beside the ways in which one is told', async () => {
    const id = await openTripsWithNews('Ben', 'By the lake', 'By the sea')
    showApp(`/trip/${id}/news`)
    const news = page.getByRole('region', { name: 'News for you' })
    const ways = page.getByRole('heading', { name: 'Notifications and emails' })
    await expectCount(news.getByRole('listitem'), 1)
    await expect.element(ways).toBeVisible()
    const [told, how] = [box(news), box(ways)]
    expect(told.x).toBeLessThan(100)
    expect(how.x).toBeGreaterThan(told.right)
    expect(told.width).toBeGreaterThan(500)
  })

  test('cards of trips with news are in a row', async () => {
    await openTripsWithNews('Ben', 'By the lake', 'By the sea')
    showApp('/')
    const counts = page.getByRole('main').getByRole('link', { name: /^1 new for you/ })
    await expectCount(counts, 2)
    expect(new Set(counts.elements().map((count) => count.getBoundingClientRect().y)).size).toBe(1)
  })

  test('categories of the checklist follow each other in three columns without gaps', async () => {
    await openApp('?tab=checklist')
    const [first, second] = ['Tent & Sleeping', 'Cooking & Dining'].map((name) => page.getByRole('region', { name }))
    if (!first || !second) throw new Error('Two categories')
    await expect.element(second).toBeVisible()
    const [above, below] = [box(first), box(second)]
    expect(below.x).toBe(above.x)
    expect(below.y - above.bottom).toBeLessThan(30)
  })
})

/** The words that continue on another line. */
function findSplitWords(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    // Hidden text for screen readers is one pixel wide.
    if (!text.parentElement?.checkVisibility() || text.parentElement.clientWidth === 1) continue
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) found.push(word)
    }
  }
  return found
}

describe('with text twice as large, on a tablet', () => {
  beforeEach(async () => {
    await page.viewport(768, 1024)
    document.documentElement.style.fontSize = '200%'
    return () => document.documentElement.style.removeProperty('font-size')
  })

  test.each([
    ['Adventure Itinerary', '?tab=itinerary', false],
    ['Camping Checklist', '?tab=checklist', false],
    ['Shopping list', '/group?tab=shopping', true],
    ['Gear', '/group?tab=gear', true],
  ])('columns are wide enough for whole words: %s', async (heading, path, isUsed) => {
    await openApp(path, { values: isUsed ? { details: usedSample } : {}, trip: { name: 'Killarney in the fall' } })
    await expect.element(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
    await expect.element(panel.getByRole('listitem').first()).toBeVisible()
    await document.fonts.ready
    expect(findSplitWords()).toEqual([])
  })

  test('cards of trips with news have whole words', async () => {
    await openTripsWithNews('Alexandria', 'Killarney in the fall')
    showApp('/')
    await expect.element(page.getByRole('link', { name: '1 new for you: Killarney in the fall' })).toBeVisible()
    await document.fonts.ready
    expect(findSplitWords()).toEqual([])
  })

  test('news has whole words', async () => {
    const id = await openTripsWithNews('Alexandria', 'Killarney in the fall')
    showApp(`/trip/${id}/news`)
    const line = page.getByRole('link', { name: 'You’ve lost your seat in Alexandria’s car.' })
    await expect.element(line).toBeVisible()
    await expectCount(page.getByText('Loading...', { exact: true }), 0)
    await expect.element(page.getByRole('heading', { name: 'Notifications and emails' })).toBeVisible()
    await document.fonts.ready
    expect(findSplitWords()).toEqual([])
  })
})

test.each([
  [['Ana', 'Ben'], 0],
  [['Ana', 'Ben', 'Cleo'], 1],
])('two people have one way to their group on a phone: its tab (%s)', async (names, count) => {
  await page.viewport(390, 844)
  await openApp('', { values: { people: [buildParty(...names.map((name) => buildComing(name)))] } })
  await expect.element(page.getByRole('link', { name: 'Group', exact: true })).toBeVisible()
  await expectCount(button('People'), count)
})
