import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localDate } from '#domain/local-date.ts'
import { newRecord, type PrivateParty } from '#domain/plan/private.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import { allergensOf, buildComing, buildParty } from '#domain/testing/people.ts'
import type { TripType } from '#domain/trip.ts'
import { plan } from '#web/data/root/plan.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { inDark, onPaper } from '#web/testing/media.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, expectCount, sidewaysScroll } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { PrintSheets } from './print-sheets.tsx'

/* What is on which page. What the browser makes of the pages, a PDF, is in e2e/print.spec.ts. */

const ALL = 'cover,overview,days,menus,shopping,packing,own-packing,rota,seats,contacts,emergency,costs'
const NAME = 'Canoe Lake with friends'

interface Size {
  people: number
  days: number
  type: TripType
}

/** A trip that is planned to the end, with everybody's number. */
function planOf({ people, days, type }: Size): { values: PlanValues; records: PrivateParty[] } {
  const parties = Array.from({ length: people }, (_, index) => {
    const more = {
      ...(index === 0 ? { id: ROBIN.id } : {}),
      allergens: allergensOf(...(index % 9 === 1 ? ['nuts' as const] : [])),
    }
    return buildParty(buildComing(index === 0 ? 'Robin Tester' : `Person ${index + 1}`, more))
  })
  const records = parties.map(({ id, persons }, index) => ({
    id,
    persons: persons.map((person) => ({
      ...newRecord(person.id),
      phone: `+1 613 555 01${String(index).padStart(2, '0')}`,
    })),
  }))
  const values = buildPlan({
    type,
    destination: 'Algonquin Park',
    departure: localDate.parse('2031-06-12'),
    days,
    parties,
    shareDone: 0.3,
    expenses: 12,
  })
  return { values, records }
}

/** Opens the sheets of a trip at an address. Returns how to open them at another. */
async function openPrint(
  size: Size,
  search: string,
): Promise<OpenedTrip & { openAt: (search: string) => Promise<void> }> {
  const { values, records } = planOf(size)
  const opened = await openTrip({
    type: size.type,
    values,
    trip: { name: NAME },
    members: access(planner(ROBIN, 'owner')),
  })
  plan.findPlan(opened.trip.id)?.receive({ private: { version: 1, value: records } })
  const openAt = async (to: string) => {
    history.replaceState(null, '', `/trip/${opened.trip.id}/print${to}`)
    opened.show(<PrintSheets trip={opened.trip} failures={{}} />)
    await expect.element(pages().first()).toBeVisible()
    await document.fonts.ready
  }
  await openAt(search)
  return { ...opened, openAt }
}

const pages = () => page.getByRole('article')
const PIXELS_PER_MM = 96 / 25.4

interface PaperPage {
  size: string | undefined
  footer: string
  /** How many lines there are. */
  lines: number
  /** How near text comes to the edges, in millimetres. */
  margins: { left: number; right: number; bottom: number }
}

function readPage(article: Element): PaperPage {
  const paper = article.querySelector<HTMLElement>('.pr-page') as HTMLElement
  const box = paper.getBoundingClientRect()
  // The preview is smaller than the paper.
  const pixelsPerMm = (PIXELS_PER_MM * box.width) / paper.offsetWidth
  const rects: DOMRect[] = []
  const texts = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.textContent?.trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    rects.push(...[...range.getClientRects()].filter(({ width }) => width > 0))
  }
  return {
    size: (article as HTMLElement).dataset['paper'],
    footer: [...(paper.querySelector('.pr-footer')?.children ?? [])].map((part) => part.textContent).join(' '),
    lines: new Set(rects.map(({ bottom }) => Math.round((bottom - box.top) / pixelsPerMm))).size,
    margins: {
      left: (Math.min(...rects.map(({ left }) => left)) - box.left) / pixelsPerMm,
      right: (box.right - Math.max(...rects.map(({ right }) => right))) / pixelsPerMm,
      bottom: (box.bottom - Math.max(...rects.map(({ bottom }) => bottom))) / pixelsPerMm,
    },
  }
}

/** What is cut off: rows that end where the margin of their page begins or below, and all else that is too high. */
const cutOff = (): string[] =>
  [...document.querySelectorAll('.pr-page')].flatMap((one, index) => {
    const { top, height } = one.getBoundingClientRect()
    const style = getComputedStyle(one)
    // The preview is smaller than the paper.
    const end = top + (height * (one.clientHeight - Number.parseFloat(style.paddingBottom))) / one.clientHeight
    const rows = [...one.querySelectorAll('.pr-row, .pr-head')].filter(
      (row) => row.getBoundingClientRect().bottom > end + 0.5,
    )
    const isHigh = one.scrollHeight > one.clientHeight + 1
    return [...rows.map((row) => row.textContent ?? ''), ...(isHigh ? ['all'] : [])].map(
      (text) => `page ${index + 1}: ${text}`,
    )
  })

const THIRTY: Size = { people: 30, days: 4, type: 'car_trip' }
const TWO: Size = { people: 2, days: 2, type: 'car_trip' }

const groups: [what: string, size: Size, overviewPages: number][] = [
  ['thirty people for four days', THIRTY, 1],
  ['two people for two days', TWO, 1],
  ['sixty people for ten days', { people: 60, days: 10, type: 'car_trip' }, 2],
  ['a trip by air', { people: 4, days: 6, type: 'air_travel' }, 1],
]

for (const [what, size, overviewPages] of groups)
  test(`all sheets of ${what} are pages of A4 and of Letter, none blank and none with one line`, async () => {
    await openPrint(size, `?sheets=${ALL}&paper=a4`)
    // Private details come after the plan.
    await expect
      .element(page.getByRole('heading', { name: `${size.people} phone numbers`, exact: true }))
      .toBeInTheDocument()
    for (const paper of ['a4', 'letter']) {
      if (paper === 'letter') await page.getByText('Letter', { exact: true }).click()
      await expect.poll(() => pages().elements().at(-1)?.getAttribute('data-paper')).toBe(paper)
      expect(cutOff()).toEqual([])
      const read = pages().elements().map(readPage)
      const isOverview = (index: number) => index >= 1 && index <= overviewPages
      expect(read.map(({ size: its }) => its)).toEqual(
        read.map((_, index) => (isOverview(index) ? `${paper}-wide` : paper)),
      )
      expect(read.map(({ footer }) => footer)).toEqual(read.map((_, index) => `${NAME} ${index + 1} of ${read.length}`))
      for (const [index, { lines, margins }] of read.entries()) {
        expect(lines, `lines of page ${index + 1}`).toBeGreaterThan(4)
        expect(margins.left, `left of page ${index + 1}`).toBeGreaterThan(11)
        expect(margins.right, `right of page ${index + 1}`).toBeGreaterThan(9)
        expect(margins.bottom, `below page ${index + 1}`).toBeGreaterThan(6)
      }
      const headings = pages()
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent)
      for (const title of ['Day sheets', 'Menus', 'Shopping list', 'Packing list', 'Duties', 'Contacts', 'Emergency'])
        expect(headings).toContain(title)
      const text = pages()
        .elements()
        .map(({ textContent }) => textContent)
        .join('\n')
      for (const row of ['+1 613 555 0101', 'Allergy: Tree nuts'])
        expect(text.toLowerCase()).toContain(row.toLowerCase())
    }
  })

test('each sheet begins on a page of its own if somebody wants that', async () => {
  const titles = ['Packing list', 'Your packing list', 'Duties', 'Rides and beds']
  const search = '?sheets=packing,own-packing,rota,seats&paper=a4'
  const { openAt } = await openPrint(TWO, search)
  const read = () => {
    const headings = pages()
      .elements()
      .map((one) => [...one.querySelectorAll('h2')].map((title) => title.textContent))
    return { count: headings.length, at: titles.map((title) => headings.findIndex((on) => on.includes(title))) }
  }
  const together = read()
  await openAt(`${search}&apart=1`)
  await expect.poll(() => new Set(read().at).size).toBe(4)
  const apart = read()
  expect(apart.at).not.toContain(-1)
  expect(together.at).not.toContain(-1)
  expect(new Set(together.at).size).toBeLessThan(4)
  expect(together.count).toBeLessThan(apart.count)
})

test('a sheet that is set smaller is as much less high', async () => {
  await openPrint(THIRTY, `?sheets=${ALL}&paper=a4`)
  const parts = [...document.querySelectorAll<HTMLElement>('.pr-measuring :is(.pr-title, .pr-card)')]
  // With the gap above it.
  const heightOf = (part: HTMLElement) =>
    part.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(part).marginTop)
  const usual = parts.map(heightOf)
  for (const sheet of document.querySelectorAll<HTMLElement>('.pr-measuring > *')) sheet.style.fontSize = '0.88em'
  const smaller = parts.map(heightOf)
  // Lines below headings are at least a pixel high.
  const higher = parts.flatMap((part, index) => {
    const [before = 0, after = 0] = [usual[index], smaller[index]]
    return after > before * 0.885 + 0.5 ? [`${before} to ${after}: ${part.textContent}`] : []
  })
  expect(parts.length).toBeGreaterThan(10)
  expect(higher).toEqual([])
})

test('no row of a sheet that is set smaller is cut off', async () => {
  // Their rides and beds need a little more than a page of Letter.
  await openPrint({ people: 14, days: 3, type: 'car_trip' }, '?sheets=seats&paper=letter')
  await expect.element(pages().first()).toHaveTextContent('Rides and beds')
  expect(cutOff()).toEqual([])
})

test('the focus moves to the heading of what opens, and closing it adds nothing to the history', async () => {
  const { trip, show } = await openPrint(TWO, '?sheets=days')
  await button('Open as page').click()
  await expect.element(page.getByRole('heading', { name: 'Day sheets' })).toHaveFocus()
  const step = navigation.currentEntry?.key
  expect(step).toBeDefined()
  await button('Change sheets').click()
  await expect.element(page.getByRole('heading', { name: 'Print', exact: true })).toHaveFocus()
  expect(location.pathname + location.search).toBe(`/trip/${trip.id}/print?sheets=days`)
  // Not the length of the history, which ends at 50.
  expect(navigation.currentEntry?.key).toBe(step)
  await expect.poll(() => pages().elements()[0]?.getBoundingClientRect().width).toBeGreaterThan(200)
  expect(cutOff()).toEqual([])
  // Without a sheet there is nothing to print.
  history.replaceState(null, '', `/trip/${trip.id}/print?sheets=&view=page`)
  show(<PrintSheets trip={trip} failures={{}} />)
  await expect.element(button('Change sheets')).toBeVisible()
  await expect.element(button('Print')).toBeDisabled()
})

test('the page to read, opened by its address, leads back to the same pages', async () => {
  const search = '?sheets=menus&paper=letter'
  const { trip, show } = await openPrint(THIRTY, search)
  const count = pages().elements().length
  expect(count).toBeGreaterThan(1)
  history.replaceState(null, '', `/trip/${trip.id}/print${search}&view=page`)
  show(<PrintSheets trip={trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Menus' })).toBeVisible()
  await expectCount(pages(), 0)
  await button('Change sheets').click()
  await expectCount(pages(), count)
  await expect.poll(() => pages().elements()[0]?.getBoundingClientRect().width).toBeGreaterThan(200)
  expect(cutOff()).toEqual([])
})

test('the sheets are measured once if they change, and not if something else does', async () => {
  const measure = Element.prototype.getBoundingClientRect
  let measured = 0
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    // The title of a sheet is measured once each time.
    if (this.matches('.pr-measuring .pr-again')) measured++
    return measure.call(this)
  })
  const { editAsOther } = await openPrint(TWO, '?sheets=cover,packing')
  await expect.element(pages().nth(1)).toHaveTextContent('Packing list')
  const before = measured
  expect(before).toBeGreaterThan(0)
  editAsOther('details', (details) => ({ ...details, destination_name: 'Killarney' }))
  await expect.element(pages().first()).toHaveTextContent('Killarney')
  expect(measured).toBe(before)
  await page.getByRole('checkbox', { name: /^Menus/ }).click()
  await expect.element(pages().nth(1)).toHaveTextContent('Menus')
  await new Promise(requestAnimationFrame)
  expect(measured).toBe(before + 2)
})

test('paper is accessible by night, too', async () => {
  await openPrint(TWO, `?sheets=${ALL}`)
  await inDark(async () => {
    // Not the copy of the sheets that is measured and never shown.
    const { violations } = await axe.run(
      { include: ['main'], exclude: ['.pr-measuring'] },
      { resultTypes: ['violations'], preload: false },
    )
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  })
})

test('paper is white with black ink by night, too', async () => {
  await openPrint(TWO, `?sheets=${ALL}`)
  await onPaper(async () => {
    const ink = [...document.querySelectorAll('.pr-page *')].map((element) => getComputedStyle(element).color)
    expect([...new Set(ink)]).toEqual(['rgb(0, 0, 0)'])
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(255, 255, 255)')
    const note = document.querySelector('.pr-note')
    // This trip has no unused hours.
    const folded = document.querySelector('.pr-rows')?.appendChild(document.createElement('i'))
    folded?.classList.add('pr-folded')
    // Words that people typed are as they typed them.
    expect(note && getComputedStyle(note, '::first-letter').textTransform).toBe('none')
    expect(folded && getComputedStyle(folded).borderTopStyle).toBe('double')
  }, 'dark')
})

test('on a phone the sheets are copied as a text, and read as a page', async () => {
  await page.viewport(390, 844)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { trip } = await openPrint(TWO, '?sheets=days,shopping')
  showApp(`/trip/${trip.id}/print?sheets=days,shopping`)
  await expect.element(pages().first()).toHaveTextContent('Day sheets')
  expect(sidewaysScroll()).toBeLessThanOrEqual(0)
  await expectNoAxeFindings()
  await button('Copy as text').click()
  await expect.element(page.getByText('Copied', { exact: false })).toBeVisible()
  const text = copied.mock.lastCall?.[0]
  expect(text).toMatch(/^Canoe Lake with friends\nAlgonquin Park\n.*2031\n\n\nDAY SHEETS\n\nDay 1 · Thu, Jun 12/)
  expect(text).toContain('\nSHOPPING LIST\n')
  expect(text).toMatch(/☐ .+: \d/)
  await button('Open as page').click()
  await expect.element(page.getByRole('heading', { name: 'Shopping list' })).toBeVisible()
  await expectCount(pages(), 0)
})
