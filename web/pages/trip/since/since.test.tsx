import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { HistoryEntry } from '#domain/api/history.ts'
import type { SinceEntry, SinceResponse } from '#domain/api/since.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { type CommonSectionName, commonSectionNames } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { newId } from '#web/data/new-id.ts'
import { plan } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { findSeen, persistSeen } from '#web/data/storage/persisted-seen.ts'
import { FakeSource } from '#web/data/testing/fake-source.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { inDark } from '#web/testing/media.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, expectTexts, press, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { cardOf, expectField, openField } from '#web/testing/trip-details.ts'
import './since-dialog.tsx'
import './since-line.tsx'

/* The note about changes by others since somebody was last in a trip. */

const line = page.getByRole('status').filter({ hasText: ' since ' })
const list = page.getByRole('dialog', { name: 'Since you were last here' })
const lineButton = (name: string) => line.getByRole('button', { name })
const note = page.getByText('Note: Details below will be updated frequently')
const overview = page.getByRole('tab', { name: 'Overview' })
const [tents] = planTemplates.checklist('car_trip')
const items = tents?.items ?? []

const ANA = { id: newId(), name: 'Ana' }
const BEN = { id: newId(), name: 'Ben Okafor' }
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const goTo = (to: string, was = ''): ChangeDescription => ({ do: 'set', at: ['destination_name'], within: [], was, to })
const tick = (n: number): ChangeDescription => ({
  do: 'set',
  at: [tents?.id ?? '', 'items', items[n]?.id ?? '', 'checked'],
  within: [{ category: tents?.category ?? '' }, { name: items[n]?.name ?? '' }],
  was: false,
  to: true,
})
const noted = (text: string): ChangeDescription => ({ do: 'insert', at: [newId()], within: [{ text }] })
const entry = (section: CommonSectionName, by: typeof ANA, ...changes: ChangeDescription[]): SinceEntry => ({
  ...{ section, by, changes },
  at: new Date(Date.now() - HOUR_MS).toISOString(),
})

interface Absence {
  values?: PlanValues
  /** What the server says that others have changed. */
  entries?: SinceEntry[]
  /** How long ago the person was in the trip, unless it is their first visit. */
  agoMs?: number | undefined
}

interface Returned extends OpenedTrip {
  /** What the server was asked about, as in the address. */
  asked: string[]
  /** What it was told as seen. */
  told: unknown[]
  /** The versions that this device has recorded as seen. */
  seen: () => Record<string, number> | undefined
  /** What the server says from now on. */
  say: (...entries: SinceEntry[]) => void
}

/** Prepares a trip in which others have changed the sections of `values`, each once. */
async function leave({ values = {}, entries = [], agoMs = DAY_MS }: Absence, isFirst = false): Promise<Returned> {
  const opened = await openTrip({ values })
  const { trip, server } = opened
  const asked: string[] = []
  const told: unknown[] = []
  let answered = entries
  const versionOf = (name: CommonSectionName) => server.sections[name].version
  const versions = () => Object.fromEntries(commonSectionNames.map((name) => [name, versionOf(name)]))
  vi.stubGlobal(
    'EventSource',
    // Each stream starts with the versions.
    class extends FakeSource {
      constructor(url: string) {
        super(url)
        const { is_public, role, members_edit, taken } = trip
        setTimeout(() => this.emit('versions', { versions: versions(), is_public, role, members_edit, taken }))
      }
    },
  )
  vi.spyOn(plan, 'isOwn').mockImplementation((id) => id === ROBIN.id)
  responses.set(`/api/trips/${trip.id}/changes`, async (_body, query): Promise<SinceResponse> => {
    asked.push(query.get('since') ?? '')
    const sections = (query.get('since') ?? '').split(',').map((part) => part.split(':')[0] as CommonSectionName)
    return {
      entries: answered.filter(({ section }) => sections.includes(section)),
      more: 0,
      versions: Object.fromEntries(sections.map((name) => [name, versionOf(name)])),
    }
  })
  responses.set(`/api/trips/${trip.id}/seen`, async (body) => told.push(body) && null)
  responses.set('/api/trips', async () => ({ trips: [cardOf(trip)] }))
  queryCache.set(LIST, [cardOf(trip)])
  const at = Date.now() - agoMs
  if (!isFirst)
    persistSeen(ROBIN.id, trip.id, Object.fromEntries(commonSectionNames.map((name) => [name, { version: 0, at }])))
  return {
    ...opened,
    asked,
    told,
    seen: () => {
      const known = findSeen(ROBIN.id, trip.id)
      return known && Object.fromEntries(Object.entries(known).map(([name, { version }]) => [name, version]))
    },
    say: (...more) => {
      answered = more
    },
  }
}

/** Opens the trip again, and waits until its page knows that nothing there is new. */
async function comeBack({ trip }: Returned): Promise<void> {
  showApp(`/trip/${trip.id}`)
  const from = Date.now()
  // Nothing counts as seen before, or while something is to be reported.
  await expect.poll(() => findSeen(ROBIN.id, trip.id)?.details?.at).toBeGreaterThan(from)
}

const toKillarney = { details: buildDetails({ destination_name: 'Killarney' }) }
const ticked = (count: number) => ({
  checklist: planTemplates
    .checklist('car_trip')
    .map((group) =>
      group.id === tents?.id
        ? { ...group, items: group.items.map((item, n) => ({ ...item, checked: n < count })) }
        : group,
    ),
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('says in one line who changed what when, until it was viewed', async () => {
  const opened = await leave({
    values: { ...toKillarney, ...ticked(7), notes: [{ id: newId(), text: 'Bring the canoe' }] },
    entries: [
      entry('notes', BEN, noted('Bring the canoe')),
      entry('checklist', ANA, ...items.slice(0, 7).map((_, n) => tick(n))),
      entry('details', ANA, goTo('Killarney')),
    ],
  })
  const { trip, asked, told, seen } = opened
  showApp(`/trip/${trip.id}`)
  await expectTexts(line, [/Ben Okafor and Ana made 9 changes since yesterday$/])
  await expectNoAxeFindings()
  await lineButton('made 9 changes').click()
  await expect.element(list).toBeVisible()
  await expectNoAxeFindings()
  // Newest first.
  await expectTexts(list.getByRole('heading', { level: 3 }), ['Notes', 'Checklist', 'Trip details'])
  await expectText(
    list.getByRole('region', { name: 'Notes' }).getByRole('listitem').first(),
    'added the note “Bring the canoe”',
  )
  await expect.element(list.getByText('set the destination to “Killarney”')).toBeVisible()
  const checklist = list.getByRole('region', { name: 'Checklist' })
  await expectCount(checklist.getByText('ticked'), 4)
  await checklist.getByRole('button', { name: 'and 3 more by Ana' }).click()
  await expectCount(checklist.getByText('ticked'), 7)
  await expect.element(checklist.getByText(`ticked “${items[6]?.name}”`)).toBeVisible()

  await list.getByRole('button', { name: 'Close' }).click()
  await expectCount(line, 0)
  await expect.element(note).toBeVisible()
  expect(seen()).toMatchObject({ details: 1, checklist: 1, notes: 1 })
  expect(told.at(-1)).toMatchObject({ seen: { details: 1, checklist: 1, notes: 1 } })
  expect(asked).toHaveLength(1)
  await comeBack(opened)
  await expectField('Destination', 'Killarney')
  await expectCount(line, 0)
  expect(asked).toHaveLength(1)
  showApp(`/trip/${trip.id}?tab=checklist`)
  await expect.element(page.getByRole('checkbox').first()).toBeChecked()
  await expectCount(line, 0)
  expect(asked).toHaveLength(1)
})

test('leads from each section to its history, where an earlier version can be restored', async () => {
  const opened = await leave({
    values: { details: buildDetails({ destination_name: 'Bon Echo' }), ...ticked(1) },
    entries: [entry('checklist', ANA, tick(0)), entry('details', ANA, goTo('Bon Echo', 'Killarney'))],
  })
  const { trip, server, stored, seen, asked } = opened
  const saved = (version: number): HistoryEntry => ({
    ...{ section: 'details', version, from: version - 1, saved_by: ANA },
    saved_at: `2026-01-0${version}T10:00:00.000Z`,
  })
  Object.assign(server.sections.details, { version: 2 })
  responses.set(`/api/trips/${trip.id}/history`, async () => ({ entries: [saved(2), saved(1)] }))
  responses.set(`/api/trips/${trip.id}/history/details/changes`, async (_body, query) => ({
    changes: [query.get('to') === '1' ? goTo('Killarney') : goTo('Bon Echo', 'Killarney')],
  }))
  responses.set(`/api/trips/${trip.id}/history/details/1`, async () => ({ version: 1, value: toKillarney.details }))
  showApp(`/trip/${trip.id}`)
  await lineButton('Ana made 2 changes').click()
  await list.getByRole('button', { name: 'History of Trip details' }).click()
  const history = page.getByRole('dialog', { name: 'History of Trip details' })
  await expectCount(history.getByRole('button', { name: 'Ana · ' }), 2)
  await expectNoAxeFindings()
  await history.getByRole('button', { name: 'Ana · Trip details' }).last().click()
  await history.getByRole('button', { name: 'Go back to this point' }).click()
  await history.getByRole('button', { name: 'Go back', exact: true }).click()
  await expect.element(history.getByText('Trip details: back to')).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()
  await expect.element(list.getByRole('button', { name: 'History of Trip details' })).toHaveFocus()
  await press('Escape')
  await expectCount(list, 0)
  await expectField('Destination', 'Killarney')
  // One's own restore is not news.
  await expect.poll(() => stored('details').destination_name).toBe('Killarney')
  await comeBack(opened)
  await expectField('Destination', 'Killarney')
  await expect.poll(seen).toMatchObject({ details: 3 })
  await expectCount(line, 0)
  expect(asked).toHaveLength(1)
})

test('is not shown on a first visit', async () => {
  const first = await leave({ values: toKillarney, entries: [entry('details', ANA, goTo('Killarney'))] }, true)
  showApp(`/trip/${first.trip.id}`)
  await expectField('Destination', 'Killarney')
  await expect.poll(first.seen).toMatchObject({ details: 1 })
  await expectCount(line, 0)
  expect(first.asked).toEqual([])
})

test('nothing is shown if the server names nobody', async () => {
  // The server leaves out one's own changes: since.test.ts.
  const own = await leave({ values: { notes: [{ id: newId(), text: 'From my phone' }] } })
  showApp(`/trip/${own.trip.id}`)
  await expect.element(page.getByText('From my phone')).toBeVisible()
  await expect.poll(() => own.asked).toEqual(['notes:0'])
  await expect.poll(own.seen).toMatchObject({ notes: 1 })
  await expectCount(line, 0)
})

test('counts changes on the open tab as seen, and reports changes on other tabs later', async () => {
  const { trip, server, editAsOther, seen, asked, say } = await leave({}, true)
  showApp(`/trip/${trip.id}`)
  await expect.poll(seen).toMatchObject({ details: 0, checklist: 0 })
  editAsOther('checklist', () => ticked(1).checklist)
  const { version } = server.sections.details
  FakeSource.opened.at(-1)?.emit('change', { part: 'details', version: version + 1, by: ANA })
  editAsOther('details', () => toKillarney.details)
  await expectField('Destination', 'Killarney')
  await expect.element(page.getByText('Updated by Ana just now')).toBeInTheDocument()
  await expect.poll(seen).toMatchObject({ details: 1, checklist: 0 })
  say(entry('checklist', ANA, tick(0)), entry('details', ANA, goTo('Killarney')))
  await button('Back to Trips').click()
  await expect.element(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  history.back()
  await expectTexts(line, [/Ana made 1 change since/])
  expect(asked).toEqual(['checklist:0'])
  await lineButton('Ana made 1 change').click()
  await expectTexts(list.getByRole('heading', { level: 3 }), ['Checklist'])
})

test('can be dismissed, by keyboard too, and leaves the focus near', async () => {
  const opened = await leave({
    values: toKillarney,
    entries: [entry('details', ANA, goTo('Killarney'))],
  })
  const { trip, seen, told, asked } = opened
  showApp(`/trip/${trip.id}`)
  await expect.element(line).toBeVisible()
  await pressOn(button('Dismiss this summary'), 'Enter')
  await expectCount(line, 0)
  await expect.element(overview).toHaveFocus()
  expect(told).toMatchObject([{ seen: { details: 1 } }])
  expect(asked).toHaveLength(1)
  await comeBack(opened)
  await expectField('Destination', 'Killarney')
  await expect.poll(seen).toMatchObject({ details: 1 })
  await expectCount(line, 0)
  expect(asked).toHaveLength(1)

  const again = await leave({
    values: { details: buildDetails({ destination_name: 'Bon Echo' }) },
    entries: [entry('details', ANA, goTo('Bon Echo', 'Killarney'))],
  })
  showApp(`/trip/${again.trip.id}`)
  await pressOn(lineButton('Ana made 1 change'), 'Enter')
  await expect.element(list.getByText('changed the destination from “Killarney” to “Bon Echo”')).toBeVisible()
  await press('Escape')
  await expectCount(line, 0)
  await expect.element(overview).toHaveFocus()
})

/** The smaller side of each. */
const sizesOf = (buttons: Locator) =>
  buttons.elements().map((each) => {
    const { width, height } = each.getBoundingClientRect()
    return Math.min(width, height)
  })

test.each([
  [390, 844],
  [1280, 800],
])('moves nothing and has touch targets of at least 44 px, at %s px', async (width, height) => {
  await page.viewport(width, height)
  const { trip } = await leave({
    values: { ...toKillarney, ...ticked(6) },
    entries: [
      entry('checklist', ANA, ...items.slice(0, 6).map((_, n) => tick(n))),
      entry('details', ANA, goTo('Killarney')),
    ],
  })
  const { release } = holdResponse(`/api/trips/${trip.id}/changes`)
  showApp(`/trip/${trip.id}`)
  await expectField('Destination', 'Killarney')
  const shown = await openField('Destination')
  const before = JSON.stringify(shown.element().getBoundingClientRect())
  release()
  await expect.element(line).toBeVisible()
  expect(JSON.stringify(shown.element().getBoundingClientRect())).toBe(before)
  await expectCount(line.getByRole('button'), 2)
  for (const size of sizesOf(line.getByRole('button'))) expect(size).toBeGreaterThanOrEqual(44)
  await inDark(async () => {
    await expectNoAxeFindings()
    await lineButton('made 7 changes').click()
    await expect.element(list.getByRole('button', { name: 'Close' })).toBeVisible()
    await expectNoAxeFindings()
    for (const size of sizesOf(list.getByRole('button'))) expect(size).toBeGreaterThanOrEqual(44)
  })
})

test('on the days of the trip, the card of today opens what others have changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-12T09:30:00-04:00') })
  const { trip } = await leave({
    values: {
      details: buildDetails(datesOf('2031-06-11', '2031-06-13')),
      ...buildPlannedDays(ROBIN.id),
      notes: [{ id: newId(), text: 'Bring a towel' }],
    },
    entries: [entry('notes', BEN, noted('Bring a towel'))],
  })
  showApp(`/trip/${trip.id}`)
  const card = page.getByRole('region', { name: 'Today' })
  await expectText(card, 'Day 2 of 3')
  await card.getByRole('button', { name: /^Show \d+ changes? since you were last here$/ }).click()
  await expect.element(dialog()).toBeVisible()
})
