import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DEMO_TRIP_NAME } from '#domain/demo-trip.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { isSample, sampleNames } from '#domain/templates/sample.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildParties } from '#domain/testing/people.ts'
import { type Trip, tripTypes } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { ChecklistTab } from '#web/features/checklist/trip-tab.tsx'
import { ItineraryTab } from '#web/features/itinerary/trip-tab.tsx'
import { MealsTab } from '#web/features/meals/trip-tab.tsx'
import { NotesPanel } from '#web/features/notes/notes-panel.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, press, pressOn, type } from '#web/testing/screen.ts'

/* The template of a new trip is marked as a sample until somebody edits it. */

const mark = page.getByText(/This is a sample\. Make it yours\.|^\d sample notes$|^Suggestions for .* yours\./)
const readersMark = page.getByText('This is a sample. Nobody has planned this part yet.')
const NO_NOTES = '9 sample notes. Nobody on this trip has written any yet.'
const clear = button('Clear the sample')
const bringBack = button('Restore the sample')
const show = button('Show')
const firstNote = button('Edit note 1')
const clearedNotice = page.getByRole('status').filter({ hasText: 'Cleared the sample' })
const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' })
const noteRows = notes.getByRole('listitem')

function Notes({ trip }: { trip: Trip }) {
  const section = useSection(trip.id, 'notes')
  return section && <NotesPanel trip={trip} notes={section} />
}

/** For each section: where it is shown, and a part of its sample. */
const places = {
  notes: { Screen: Notes, content: firstNote },
  meals: { Screen: MealsTab, content: page.getByRole('heading', { name: 'Breakfast' }) },
  itinerary: { Screen: ItineraryTab, content: page.getByRole('region', { name: 'Day 1', exact: true }) },
  checklist: { Screen: ChecklistTab, content: page.getByRole('checkbox').first() },
}
const tabs = [places.meals, places.itinerary, places.checklist]

const dated: Details = { ...details.empty, ...datesOf('2031-06-25', '2031-06-28') }

const setToday = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) })

afterEach(() => void vi.useRealTimers())

for (const tripType of tripTypes)
  for (const section of sampleNames)
    test(`TMPL-23, SAVE-2 ${section}, ${tripType}: the sample is marked, can be cleared and can be restored`, async () => {
      const opened = await openTrip({ type: tripType })
      const { Screen, content } = places[section]
      opened.show(<Screen trip={opened.trip} failures={{}} />)
      await expectCount(mark, 1)
      await expect.element(content).toBeVisible()
      await expectNoAxeFindings()

      await pressOn(clear, 'Enter')
      await expect.element(clearedNotice).toBeVisible()
      await expectCount(mark, 0)
      await expectCount(content, 0)
      await expect.element(bringBack).toBeVisible()
      await expectNoAxeFindings()
      await expect.poll(() => Object.keys(opened.stored(section))).toEqual([])

      await pressOn(bringBack, 'Enter')
      await expectCount(mark, 1)
      await expect.element(content).toBeVisible()
      await expect.poll(() => isSample(section, tripType, opened.stored(section))).toBe(true)
    })

test('TMPL-23 clearing a sample with ticks asks first', async () => {
  const { trip, show, stored } = await openTrip()
  show(<ChecklistTab trip={trip} failures={{}} />)
  const boxes = page.getByRole('checkbox')
  const ticked = page.getByRole('checkbox', { checked: true })
  for (const at of [0, 40]) await boxes.nth(at).click()
  await expectCount(ticked, 2)

  await clear.click()
  await expect
    .element(page.getByRole('dialog', { name: 'Clear the sample?' }))
    .toHaveAccessibleDescription('This removes the sample and 2 ticks, for everyone on this trip.')
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectNoAxeFindings()
  await press('Enter')
  await expect.element(clear).toHaveFocus()
  await expectCount(ticked, 2)

  await clear.click()
  await dialog().getByRole('button', { name: 'Clear sample and ticks' }).click()
  await expect.element(bringBack).toBeVisible()
  await expect.poll(() => stored('checklist')).toEqual([])
  await bringBack.click()
  await expect.element(mark).toBeVisible()
  await expectCount(ticked, 2)
  for (const at of [0, 40]) await expect.element(boxes.nth(at)).toBeChecked()
})

test('TMPL-23, SAVE-2, VIEW-13 members who may not edit a trip see its sample and that it is one, but cannot clear it', async () => {
  const membership: Partial<Trip> = { role: 'member', members_edit: false }
  const opened = await openTrip({ trip: membership })
  for (const { Screen, content } of tabs) {
    opened.show(<Screen trip={opened.trip} failures={{}} />)
    await expect.element(readersMark).toBeVisible()
    await expect.element(content).toBeVisible()
    await expectCount(mark, 0)
    await expectCount(clear, 0)
    await expectNoAxeFindings()
  }
  opened.show(<Notes trip={opened.trip} />)
  await expect.element(page.getByText(NO_NOTES)).toBeVisible()
  await expectCount(noteRows, 9)
  await expectCount(mark, 0)
  await expectCount(clear, 0)
  await expectNoAxeFindings()
  // A sample's hospital is not the trip's: once the trip has dates, its notes are folded.
  const planned = await openTrip({ trip: membership, values: { details: dated } })
  planned.show(<Notes trip={planned.trip} />)
  await expect.element(page.getByText(NO_NOTES)).toBeVisible()
  await expect.element(page.getByRole('main')).not.toHaveTextContent('hospital')
  await show.click()
  await expect.element(page.getByRole('main')).toHaveTextContent('hospital')
})

test('TMPL-23, TMPL-49 sample notes are folded once the trip has dates or others, and a first note replaces them', async () => {
  const opened = await openTrip()
  opened.show(<Notes trip={opened.trip} />)
  await expectCount(noteRows, 9)
  await expectCount(show, 0)
  opened.editAsOther('details', () => dated)
  await expect.element(notes.getByText('9 sample notes')).toBeVisible()
  await expectCount(firstNote, 0)
  await expectNoAxeFindings()
  await show.click()
  await expectCount(noteRows, 9)
  await expectCount(show, 0)
  await expect.element(clear).toBeVisible()

  const others = await openTrip({ values: { people: buildParties('Ana', 'Ben') } })
  others.show(<Notes trip={others.trip} />)
  await expect.element(mark).toBeVisible()
  await expectCount(firstNote, 0)
  await notes.getByRole('button', { name: 'Add Note' }).click()
  await type('Ours')
  await expectCount(noteRows, 1)
  await expectCount(mark, 0)
  await expect.element(clearedNotice).toBeVisible()
  await expect.poll(() => others.stored('notes').map(({ text }) => text)).toEqual(['Ours'])
})

test('TMPL-23 from the first day of the trip on nothing is marked as a sample', async () => {
  const opened = await openTrip({ values: { details: dated } })
  setToday('2031-06-24')
  for (const { Screen, content } of tabs) {
    opened.show(<Screen trip={opened.trip} failures={{}} />)
    await expect.element(content).toBeVisible()
    await expect.element(mark).toBeVisible()
  }
  opened.show(<Notes trip={opened.trip} />)
  await expect.element(mark).toBeVisible()
  for (const day of ['2031-06-25', '2031-07-02']) {
    setToday(day)
    for (const { Screen, content } of tabs) {
      opened.show(<Screen trip={opened.trip} failures={{}} />)
      await expect.element(content).toBeVisible()
      await expectCount(mark, 0)
      await expectCount(clear, 0)
    }
    // Folded notes can still be read.
    opened.show(<Notes trip={opened.trip} />)
    await show.click()
    await expect.element(firstNote).toBeVisible()
    await expectCount(mark, 0)
    await expectCount(clear, 0)
  }
})

test('TMPL-23 the demo trip, which is a sample as a whole, has no sample marks', async () => {
  const everybodys: Partial<Trip> = { owner_id: null, role: 'everybody' }
  for (const [name, marks] of [
    [DEMO_TRIP_NAME, 0],
    // On another trip, other people see the mark too.
    ['No sample any more', 1],
  ] as const) {
    const opened = await openTrip({ trip: { ...everybodys, name } })
    for (const { Screen, content } of [places.notes, places.checklist]) {
      opened.show(<Screen trip={opened.trip} failures={{}} />)
      await expect.element(content).toBeVisible()
      await expectCount(mark, marks)
    }
  }
})
