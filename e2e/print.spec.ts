import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import { localDate } from '#domain/local-date.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import { allergensOf, buildComing, buildParty } from '#domain/testing/people.ts'
import type { TripType } from '#domain/trip.ts'
import { expect, OFFLINE, type TestServer, test } from './fixtures.ts'
import { waitUntilAppCached } from './on-device.ts'
import { button, tripMenu } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'

test.use({ isSignedIn: true })

/*
 * What the browser makes of the sheets: PDFs, whose pages are read again. What is on which page is in
 * web/pages/print/on-paper.test.tsx.
 */

const ALL = 'cover,overview,days,menus,shopping,packing,own-packing,rota,seats,contacts,emergency,costs'
const NAME = 'Canoe Lake with friends'

type CreateTrip = (
  page: Page,
  trip: { name: string; type: TripType; plan: { [Name in SectionName]?: object } },
) => Promise<string>

interface Size {
  people: number
  days: number
  type: TripType
}

function planOf(userId: string, { people, days, type }: Size) {
  const parties = Array.from({ length: people }, (_, index): Party => {
    const more = {
      ...(index === 0 ? { id: userId } : {}),
      allergens: allergensOf(...(index % 9 === 1 ? ['nuts' as const] : [])),
    }
    return buildParty(buildComing(index === 0 ? 'Robin Tester' : `Person ${index + 1}`, more))
  })
  const plan = buildPlan({
    type,
    destination: 'Algonquin Park',
    departure: localDate.parse('2031-06-12'),
    days,
    parties,
    shareDone: 0.3,
    expenses: 12,
  })
  const records = parties.map(({ id, persons }, index) => ({
    id,
    persons: persons.map((person) => ({
      ...newRecord(person.id),
      phone: `+1 613 555 01${String(index).padStart(2, '0')}`,
    })),
  }))
  return { plan, records }
}

/** Creates a trip that is planned to the end, with everybody's number. */
async function createPlanned(
  page: Page,
  { createTrip, server, userId }: { createTrip: CreateTrip; server: TestServer; userId: string },
  size: Size,
): Promise<string> {
  const { plan, records } = planOf(userId, size)
  const tripId = await createTrip(page, { name: NAME, type: size.type, plan })
  // Parties and records are inserted empty, then filled.
  const parties = records.map((party) => ({ ...party, persons: [] }))
  const empty = records.map(({ id, persons }) => ({ id, persons: persons.map((one) => newRecord(one.id)) }))
  const steps = [[], parties, empty, records]
  const mutations = steps.slice(1).flatMap((value, at) => diffSection('private', size.type, steps[at] ?? [], value))
  const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section: 'private' }))
  const answer = await page.context().request.post(`${server.address}/api/trips/${tripId}/operations`, {
    data: { operations, seen: { private: 0 } },
    headers: { origin: server.address },
  })
  expect(await answer.json()).toMatchObject({ superseded: [], refused: [] })
  return tripId
}

interface PdfPage {
  /** In millimetres. */
  width: number
  height: number
  lines: readonly string[]
  /** How near text comes to the edges at the left, at the right and below, in millimetres. */
  margins: { left: number; right: number; bottom: number }
}

const POINTS_PER_MM = 72 / 25.4

/** The pages that the browser prints. */
async function printed(page: Page): Promise<PdfPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const one = await pdf.getPage(number)
      const [, , width = 0, height = 0] = one.view
      const { items } = await one.getTextContent()
      const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
      const byLine = new Map<number, string[]>()
      for (const { str, transform } of texts) {
        const y = Math.round(transform[5])
        byLine.set(y, [...(byLine.get(y) ?? []), str])
      }
      return {
        width: Math.round(width / POINTS_PER_MM),
        height: Math.round(height / POINTS_PER_MM),
        lines: [...byLine].toSorted(([one], [other]) => other - one).map(([, parts]) => parts.join(' ')),
        margins: {
          left: Math.min(...texts.map(({ transform }) => transform[4])) / POINTS_PER_MM,
          right: (width - Math.max(...texts.map(({ transform, width: own }) => transform[4] + own))) / POINTS_PER_MM,
          bottom: Math.min(...texts.map(({ transform }) => transform[5])) / POINTS_PER_MM,
        },
      }
    }),
  )
}

async function openPrint(page: Page, tripId: string, search: string): Promise<void> {
  await page.goto(`/trip/${tripId}/print${search}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

const upright = { a4: [210, 297], letter: [216, 279] } as const

const groups: [what: string, paper: keyof typeof upright, size: Size, overviewPages: number][] = [
  ['sixty people for ten days', 'letter', { people: 60, days: 10, type: 'car_trip' }, 2],
  ['a trip by air', 'a4', { people: 4, days: 6, type: 'air_travel' }, 1],
]

for (const [what, paper, size, overviewPages] of groups)
  test(`all sheets of ${what} are pages of ${paper}, none blank and none with one line`, async ({
    page,
    person,
    server,
    createTrip,
  }) => {
    const id = await createPlanned(page, { createTrip, server, userId: person.id }, size)
    await openPrint(page, id, `?sheets=${ALL}&paper=${paper}`)
    // Private details come after the plan.
    await expect(page.getByRole('heading', { name: `${size.people} phone numbers`, exact: true })).toBeVisible()
    const shown = await page.getByRole('article').count()
    const pages = await printed(page)
    expect(pages).toHaveLength(shown)
    const [short, long] = upright[paper]
    const isOverview = (index: number) => index >= 1 && index <= overviewPages
    expect(pages.map(({ width, height }) => [width, height])).toEqual(
      pages.map((_, index) => (isOverview(index) ? [long, short] : [short, long])),
    )
    // The number of the page is its last line.
    expect(pages.map(({ lines }) => lines.at(-1))).toEqual(
      pages.map((_, index) => `${NAME} ${index + 1} of ${pages.length}`),
    )
    for (const [index, { lines, margins }] of pages.entries()) {
      expect(lines.length, `lines of page ${index + 1}`).toBeGreaterThan(4)
      expect(margins.left, `left of page ${index + 1}`).toBeGreaterThan(11)
      expect(margins.right, `right of page ${index + 1}`).toBeGreaterThan(9)
      expect(margins.bottom, `below page ${index + 1}`).toBeGreaterThan(6)
    }
    const text = pages.flatMap(({ lines }) => lines).join('\n')
    for (const title of ['Day sheets', 'Menus', 'Shopping list', 'Packing list', 'Duties', 'Contacts', 'Emergency'])
      expect(text.split('\n')).toContain(title)
    for (const row of ['+1 613 555 0101', 'Allergy: Tree nuts']) expect(text.toLowerCase()).toContain(row.toLowerCase())
  })

test('the whole trip fills its page, and the page to read is printed as the sheets are, also where the browser makes the pages', async ({
  page,
  person,
  server,
  createTrip,
}) => {
  const size: Size = { people: 30, days: 4, type: 'car_trip' }
  const id = await createPlanned(page, { createTrip, server, userId: person.id }, size)
  const openAsPage = async () => {
    await button(page, 'Open as page').click()
    await expect(button(page, 'Change sheets')).toBeVisible()
  }
  await test.step('the whole trip alone fills its page, whatever follows', async () => {
    for (const search of ['?sheets=overview,menus&paper=letter', '?sheets=overview&paper=letter']) {
      await openPrint(page, id, search)
      const [overview] = await printed(page)
      expect([overview?.width, overview?.height]).toEqual([279, 216])
      expect(Math.round(overview?.margins.left ?? 0)).toBe(12)
      expect(Math.round(overview?.margins.right ?? 0)).toBe(12)
      expect(overview?.margins.bottom).toBeLessThan(10)
    }
    // The page to read is printed in the same way.
    await openAsPage()
    expect((await printed(page)).map(({ width, height }) => [width, height])).toEqual([[279, 216]])
  })

  await test.step('the page to read is printed with the same pages', async () => {
    for (const sheets of ['days', 'menus']) {
      await openPrint(page, id, `?sheets=${sheets}&paper=letter`)
      const pages = await printed(page)
      expect(pages.length).toBeGreaterThan(1)
      await openAsPage()
      await expect(page.locator('.pr-flow h2')).toBeVisible()
      expect((await printed(page)).map(({ lines }) => lines)).toEqual(pages.map(({ lines }) => lines))
    }
  })

  await test.step('a browser that makes the pages itself prints no blank page, and the whole trip upright', async () => {
    // As Safari: see web/browser/printing.ts.
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS) as (...query: string[]) => boolean
      CSS.supports = (...query: string[]) => query[1] === '-apple-system-body' || supports(...query)
    })
    await openPrint(page, id, `?sheets=${ALL}`)
    const pages = await printed(page)
    for (const [index, { lines, width, height }] of pages.entries()) {
      expect(width, `width of page ${index + 1}`).toBeLessThan(height)
      expect(lines.length, `lines of page ${index + 1}`).toBeGreaterThan(4)
    }
    const [cover, overview, days] = pages
    expect(cover?.lines[0]).toBe(NAME)
    expect(overview?.lines.join(' ')).toContain('Day 4 · Sun, Jun 15')
    expect(days?.lines[0]).toBe('Day sheets')
  })
})

test('the menu of the trip leads there, and without a network it opens', async ({
  openSignedIn,
  createTrip,
  server,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const phone = await openSignedIn(phoneWithApp)
  const size: Size = { people: 2, days: 2, type: 'car_trip' }
  const id = await createPlanned(phone, { createTrip, server, userId: person.id }, size)
  await phone.goto(`/trip/${id}`)
  await tripMenu(phone).tap()
  await phone.getByRole('menuitem', { name: 'Print' }).tap()
  await expect(phone).toHaveURL(`/trip/${id}/print`)
  await waitUntilAppCached(phone)
  await phone.context().setOffline(true)
  await phone.goto(`/trip/${id}/print?sheets=days,shopping`)
  await expect(phone.getByRole('article').first()).toContainText('Day sheets')
})
