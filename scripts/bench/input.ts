import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addDays, localDate } from '#domain/local-date.ts'
import { type ChecklistGroup, newChecklistItem } from '#domain/plan/checklist.ts'
import { type Itinerary, newActivity } from '#domain/plan/itinerary.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { launchBrowser, openPhone, openSlowPage } from './browser.ts'
import type { BenchServer } from './server.ts'
import { median, type Row } from './table.ts'
import { Visitor } from './visitor.ts'

const INPUTS = 15
/** Milliseconds above the same input on a bare page, which is the device's own share. */
const BUDGET_MS = 30
const BURST = 'Swim across the lake'
const BARE_PAGE = `<!doctype html><meta name="viewport" content="width=device-width">
<label style="font-size: 24px"><input type="checkbox" style="width: 44px; height: 44px"> Tent</label>`
/** The shortest duration that the browser reports. */
const MIN_MS = 16

/** How soon a phone paints a tick and a key press in large plans, and how many requests typing causes. */
export async function measureInput(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  await visitor.setSection('checklist', buildChecklist(20, 50))
  await visitor.setSection('itinerary', buildItinerary(60))
  const browser = await launchBrowser()
  try {
    const bare = await measureBarePage(browser)
    return [
      rowOf('Tick on a bare page', bare),
      ...(await measureTicks(browser, server, visitor, median(bare))),
      ...(await measureKeys(browser, server, visitor, median(bare))),
      ...(await measureDays(browser, server, visitor, median(bare))),
    ]
  } finally {
    await browser.close()
    visitor.leave()
  }
}

/** Times a tick on a page with only a checkbox: the device's own share. */
async function measureBarePage(browser: Browser): Promise<number[]> {
  const context = await openPhone(browser)
  const page = await openSlowPage(context)
  await page.setContent(BARE_PAGE)
  await page.evaluate(noteEvents)
  const box = page.getByRole('checkbox')
  const times: number[] = []
  for (let i = 0; i < INPUTS; i++) times.push(await timeInput(page, () => box.tap()))
  await context.close()
  return times
}

async function measureTicks(browser: Browser, server: BenchServer, visitor: Visitor, bareMs: number): Promise<Row[]> {
  const other = await Visitor.arrive(server.address)
  await other.setSection('checklist', buildChecklist(1, 40))
  const small = await openTab(browser, server, other, 'checklist')
  const floor = await timeTicks(small.page, 2)
  await small.close()
  other.leave()
  const { page, close } = await openTab(browser, server, visitor, 'checklist')
  const ticks = await timeTicks(page, 60)
  await page.getByRole('button', { name: 'Edit checklist' }).click()
  const field = page.locator('form li textarea').nth(500)
  await field.click()
  const keys = await typeKeys(page)
  await close()
  return [
    ...rowsOf('Tick in a checklist of 1,000 items', ticks, bareMs),
    rowOf('  the same in a checklist of 40 items', floor),
    ...rowsOf('Key in the edit screen of that checklist', keys, bareMs),
  ]
}

async function timeTicks(page: Page, step: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < INPUTS; i++) {
    const box = page.locator('label input[type=checkbox]').nth(i * step)
    await box.scrollIntoViewIfNeeded()
    times.push(await timeInput(page, () => box.tap()))
  }
  return times
}

async function measureKeys(browser: Browser, server: BenchServer, visitor: Visitor, bareMs: number): Promise<Row[]> {
  const { page, close } = await openTab(browser, server, visitor, 'itinerary')
  let saves = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/operations')) saves += 1
  })
  const first = page.getByRole('region', { name: 'Light Activities, day 30' }).getByRole('listitem').first()
  await first.getByRole('button', { name: /^Edit / }).click()
  await first.getByLabel('Activity', { exact: true }).click()
  await page.keyboard.type(BURST)
  await page.getByText('Saved', { exact: true }).waitFor()
  const savesOfBurst = saves
  const keys = await typeKeys(page)
  await close()
  return [
    ...rowsOf('Key in an itinerary of 60 days', keys, bareMs),
    { what: `Requests for ${BURST.length} key presses in a row`, measured: savesOfBurst, unit: '', budget: 1 },
  ]
}

/** Goes from day to day through a trip of 60 days with 420 activities. */
async function measureDays(browser: Browser, server: BenchServer, visitor: Visitor, bareMs: number): Promise<Row[]> {
  const departure_date = localDate.parse('2031-06-01')
  await visitor.setSection('details', buildDetails({ departure_date, return_date: addDays(departure_date, 59) }))
  await visitor.setSection(
    'itinerary',
    buildItinerary(60, 7, (day, index) => `Activity ${index} of day ${day}`),
  )
  const context = await openPhone(browser)
  await context.addCookies(visitor.cookies)
  const page = await openSlowPage(context)
  await page.addInitScript(noteEvents)
  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/api\/trips\/[^/]+$/.test(request.url())) requests.push(request.url())
  })
  await page.goto(`${server.address}/trip/${visitor.tripId}/days`)
  await page.getByText('Activity 1 of day 1').waitFor()
  await page.waitForLoadState('networkidle')
  const next = page.getByRole('button', { name: 'Next day' })
  const times: number[] = []
  for (let i = 0; i < INPUTS; i++) times.push(await timeInput(page, () => next.tap()))
  await context.close()
  return [
    ...rowsOf('Next day in a timeline of 60 days and 420 activities', times, bareMs),
    { what: '  requests for its plan', measured: requests.length, unit: '', budget: 1 },
  ]
}

/** Opens a tab of the trip on a phone and waits until the network is idle. */
async function openTab(browser: Browser, server: BenchServer, visitor: Visitor, tab: string) {
  const context = await openPhone(browser)
  await context.addCookies(visitor.cookies)
  const page = await openSlowPage(context)
  await page.addInitScript(noteEvents)
  await page.goto(`${server.address}/trip/${visitor.tripId}?tab=${tab}`)
  await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { page, close: () => context.close() }
}

async function typeKeys(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < INPUTS; i++) times.push(await timeInput(page, () => page.keyboard.press('a')))
  return times
}

/** Milliseconds from an input to the paint of its result: the longest of its events, as the browser reports them. */
async function timeInput(page: Page, input: () => Promise<void>): Promise<number> {
  await page.evaluate(drainEvents)
  await input()
  return Math.max(MIN_MS, ...(await page.evaluate(drainEvents)))
}

declare global {
  interface Window {
    eventDurations: number[]
  }
}

/** Runs in the page: collects the time from each input event to the next paint. */
function noteEvents(): void {
  window.eventDurations = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.eventDurations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Runs in the page: returns the durations since the last call, once everything is painted and reported. */
async function drainEvents(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))
  return window.eventDurations.splice(0)
}

function rowOf(what: string, times: number[]): Row {
  const details = [`worst ${Math.max(...times)} ms; all: ${times.join(', ')}`]
  return { what: `${what} painted, median of ${times.length}`, measured: median(times), unit: 'ms', details }
}

function rowsOf(what: string, times: number[], bareMs: number): Row[] {
  return [
    rowOf(what, times),
    { what: '  above a tick on the bare page', measured: median(times) - bareMs, unit: 'ms', budget: BUDGET_MS },
  ]
}

function buildChecklist(groups: number, itemsEach: number): ChecklistGroup[] {
  return Array.from({ length: groups }, (_, group) => ({
    id: randomUUID(),
    category: `Crate ${group + 1}`,
    items: Array.from({ length: itemsEach }, (_, item) => ({
      ...newChecklistItem(randomUUID()),
      name: `Thing ${item + 1} of crate ${group + 1}`,
    })),
  }))
}

function buildItinerary(days: number, each = 6, nameOf?: (day: number, index: number) => string): Itinerary {
  const buildDay = (day: number) => {
    const all = Array.from({ length: each }, (_, index) => ({
      ...newActivity(randomUUID()),
      ...(nameOf && { activity: nameOf(day, index + 1), time: `${index + 1}:15 PM` }),
    }))
    return { title: `Day ${day}`, light: all.slice(0, each / 2), hard: all.slice(each / 2) }
  }
  return Object.fromEntries(Array.from({ length: days }, (_, index) => [index + 1, buildDay(index + 1)]))
}
