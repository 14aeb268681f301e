import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Details, details, newAdoptedPart } from '#domain/plan/details.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { sampleNames } from '#domain/templates/sample.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildParties } from '#domain/testing/people.ts'
import { type Trip, tripTypes } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { ChecklistTab } from '#web/features/checklist/trip-tab.tsx'
import { GearTab } from '#web/features/gear/group-tab.tsx'
import { ItineraryTab } from '#web/features/itinerary/trip-tab.tsx'
import { MealsTab } from '#web/features/meals/trip-tab.tsx'
import { NotesPanel } from '#web/features/notes/notes-panel.tsx'
import { ShoppingTab } from '#web/features/shopping/group-tab.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectText, pressOn, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { openNote } from '#web/testing/trip-details.ts'

/* The template of a new trip is a sample: an offer, of which nothing is computed until somebody takes it up. */

const header = page.getByText(/^Sample (notes|meals|itinerary|list) for /)
const rest = page.getByText(/^Parts with “Use” are a sample\./)
const use = button('Use these')
const startEmpty = button('Start empty')
const bringBack = button('Restore the sample')
const show = button('Show')
const firstNote = button('Edit note 1')
const notice = (text: string) => page.getByRole('status').filter({ hasText: text })
const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' })
const noteRows = notes.getByRole('listitem')
const main = page.getByRole('main')

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
const couple: Details = {
  ...details.empty,
  ...datesOf('2031-06-27', '2031-06-29'),
  destination_name: 'Bruce Peninsula',
  expected: { adults: 2, children: 0 },
}
const adoptedIn = ({ stored }: OpenedTrip) =>
  stored('details').adopted.flatMap(({ part, is_adopted }) => (is_adopted ? [part] : []))

for (const tripType of tripTypes)
  for (const section of sampleNames)
    test(`TMPL-23, SAVE-2 ${section}, ${tripType}: the sample says what it is, and can be used, removed and restored`, async () => {
      const opened = await openTrip({ type: tripType })
      const { trip, stored } = opened
      const { Screen, content } = places[section]
      const template = stored(section)
      opened.show(<Screen trip={trip} failures={{}} />)
      await expectCount(header, 1)
      await expect.element(content).toBeVisible()
      await expectNoAxeFindings()

      await pressOn(use, 'Enter')
      await expect.element(notice('Added to your plan')).toBeVisible()
      await expectCount(header, 0)
      await expect.element(content).toBeVisible()
      // Nothing is known of the trip, so it stays as it is.
      const days = section === 'itinerary' ? ['itinerary/4'] : []
      await expect.poll(() => adoptedIn(opened)).toEqual([section, ...days])
      expect(stored(section)).toEqual(template)
      await notice('Added to your plan').getByRole('button', { name: 'Undo' }).click()
      await expectCount(header, 1)
      await expect.poll(() => adoptedIn(opened)).toEqual([])

      await pressOn(startEmpty, 'Enter')
      await expect.element(notice('Removed the sample')).toBeVisible()
      await expectCount(header, 0)
      await expectCount(content, 0)
      await expect.element(bringBack).toBeVisible()
      await expectNoAxeFindings()
      await expect.poll(() => Object.keys(stored(section))).toEqual([])

      await pressOn(bringBack, 'Enter')
      await expectCount(header, 1)
      await expect.element(content).toBeVisible()
      await expect.poll(() => stored(section)).toEqual(template)
    })

test('TMPL-26 meals that a couple uses are for two, on the days of their trip, and are then on the shopping list', async () => {
  const opened = await openTrip({ values: { details: couple } })
  const { trip, stored } = opened
  opened.show(<ShoppingTab trip={trip} failures={{}} />)
  await expectText(main, 'There’s nothing to buy yet.')
  opened.show(<MealsTab trip={trip} failures={{}} />)
  await expectText(header, 'We’ll fit what you use to 2 people and 3 days.')
  await use.click()
  await expectCount(header, 0)
  await expect.poll(() => Object.keys(stored('meals'))).toEqual(['1', '2', '3'])
  const [day] = Object.values(stored('meals'))
  expect([day?.meals.breakfast.servings, day?.meals.lunch.ingredients.map(({ text }) => text)]).toEqual([
    2,
    [
      '1 loaf of 675 g whole wheat sandwich bread',
      '200 g sliced deli turkey and ham (100 g each)',
      '80 g sliced cheddar',
      '1 head leaf lettuce',
      '1 tomato',
      '1 English cucumber',
      '135 g carrot sticks',
      '1 jar of 890 mL mayonnaise, 1 bottle of 400 mL mustard',
      '2 apples',
    ],
  ])
  await expect.element(main).not.toHaveTextContent(/\b30 people|for 30\b/)
  opened.show(<ShoppingTab trip={trip} failures={{}} />)
  await expect.element(page.getByRole('checkbox', { name: /English cucumber/ })).toBeVisible()
})

test('TMPL-23 one meal and one day are used by themselves; the rest stays an offer', async () => {
  const opened = await openTrip({ values: { details: couple } })
  const { trip, stored } = opened
  const template = stored('meals')
  opened.show(<MealsTab trip={trip} failures={{}} />)
  await button('Use Dinner').click()
  await expect.element(rest).toBeVisible()
  await expectCount(button('Use Dinner'), 0)
  await expect.element(button('Use Lunch')).toBeVisible()
  await expect.poll(() => stored('meals')[1]?.meals.dinner.servings).toBe(2)
  expect(stored('meals')[1]?.meals.lunch).toEqual(template[1]?.meals.lunch)
  // What nobody took up goes, what they took up stays.
  await button('Remove the rest').click()
  await expectCount(rest, 0)
  await expect.poll(() => Object.keys(stored('meals'))).toEqual(['1'])
  expect(stored('meals')[1]?.meals.dinner.name).toBe('Burgers & Corn on the Cob')
  expect(stored('meals')[1]?.meals.lunch.name).toBe('New Lunch')

  opened.show(<ItineraryTab trip={trip} failures={{}} />)
  await button('Use Day 2').click()
  await expectCount(button('Use Day 2'), 0)
  await expect.element(button('Use Day 1')).toBeVisible()
  await expect.poll(() => adoptedIn(opened)).toContain('itinerary/2')
})

test('TMPL-28, CHECK-12 an item that somebody ticks or brings is the group’s own, and only those are in Gear', async () => {
  const opened = await openTrip({ values: { details: couple } })
  const { trip, stored } = opened
  const [tent, pegs] = stored('checklist')[0]?.items ?? []
  if (!tent || !pegs) throw new Error('The template has no items')
  opened.show(<ChecklistTab trip={trip} failures={{}} />)
  const boxes = page.getByRole('checkbox')
  await boxes.first().click()
  await expect.element(rest).toBeVisible()
  await expectCount(button(`Use ${tent.name}`), 0)
  // A tick stores the list as it is.
  await expect.poll(() => stored('checklist').flatMap(({ items }) => items)).toHaveLength(99)
  opened.editAsOther('gear', ({ claims }) => ({ claims: [...claims, newClaim(pegs, ROBIN.id, 1)] }))
  await expectCount(button(`Use ${pegs.name}`), 0)
  await button('Use Cooking & Dining').click()
  await expect.element(page.getByRole('checkbox', { name: 'Two-burner propane stove', exact: false })).toBeVisible()

  opened.show(<GearTab trip={trip} failures={{}} />)
  await page.getByText('All', { exact: true }).click()
  await expectText(main, tent.name)
  await expectText(main, pegs.name)
  await expectText(main, 'Large frying pan')
  await expect.element(main).not.toHaveTextContent('Swimsuit')
})

test('TMPL-23 an edited activity is the trip’s own, and a trip of an earlier revision has no sample', async () => {
  const opened = await openTrip()
  opened.show(<ItineraryTab trip={opened.trip} failures={{}} />)
  await button('Use Welcome Campfire').click()
  await expectCount(button('Use Welcome Campfire'), 0)
  await expect.poll(() => adoptedIn(opened)).toHaveLength(1)
  const earlier = await openTrip({ trip: { template_revision: 2 } })
  for (const { Screen, content } of tabs) {
    earlier.show(<Screen trip={earlier.trip} failures={{}} />)
    await expect.element(content).toBeVisible()
    await expectCount(header, 0)
    await expectCount(use, 0)
  }
})

test('TMPL-23, SAVE-2, VIEW-13 members who may not edit a trip see what the sample is, and cannot use it', async () => {
  const membership: Partial<Trip> = { role: 'member', members_edit: false }
  const opened = await openTrip({ trip: membership })
  for (const { Screen, content } of tabs) {
    opened.show(<Screen trip={opened.trip} failures={{}} />)
    await expectText(header, 'No one has planned this part yet.')
    await expect.element(content).toBeVisible()
    await expectCount(use, 0)
    await expectCount(startEmpty, 0)
    await expectCount(button(/^Use /), 0)
    await expectNoAxeFindings()
  }
  opened.show(<Notes trip={opened.trip} />)
  await expectText(header, 'No one has planned this part yet.')
  await expectCount(noteRows, 9)
  await expectCount(use, 0)
  // A sample's hospital is not the trip's: once the trip has dates, its notes are folded.
  const planned = await openTrip({ trip: membership, values: { details: dated } })
  planned.show(<Notes trip={planned.trip} />)
  await expect.element(header).toBeVisible()
  await expect.element(main).not.toHaveTextContent('hospital')
  await show.click()
  await expect.element(main).toHaveTextContent('hospital')
})

test('TMPL-23, TMPL-49 sample notes are folded once the trip has dates or others, and a first note replaces them', async () => {
  const opened = await openTrip()
  opened.show(<Notes trip={opened.trip} />)
  await expectCount(noteRows, 9)
  await expectCount(show, 0)
  opened.editAsOther('details', () => dated)
  await expect.element(show).toBeVisible()
  await expectCount(firstNote, 0)
  await expectNoAxeFindings()
  await show.click()
  await expectCount(noteRows, 9)
  await expectCount(show, 0)
  await expect.element(use).toBeVisible()

  const others = await openTrip({ values: { people: buildParties('Ana', 'Ben') } })
  others.show(<Notes trip={others.trip} />)
  await expect.element(header).toBeVisible()
  await expectCount(firstNote, 0)
  await notes.getByRole('button', { name: 'Add Note' }).click()
  await type('Ours')
  await expectCount(noteRows, 1)
  await expectCount(header, 0)
  await expect.element(notice('Removed the sample')).toBeVisible()
  await expect.poll(() => others.stored('notes').map(({ text }) => text)).toEqual(['Ours'])
})

test('TMPL-23, VIEW-13 once a part is used, people who may not edit see which of the others are suggestions', async () => {
  const [activity] = planTemplates.itinerary('car_trip')[1]?.light ?? []
  const adopted = [{ ...newAdoptedPart(`itinerary/1/light/${activity?.id}`), is_adopted: true }]
  const values = { details: { ...details.empty, adopted } }
  const opened = await openTrip({ trip: { role: 'member', members_edit: false }, values })
  opened.show(<ItineraryTab trip={opened.trip} failures={{}} />)
  await expect.element(page.getByText(/^What is marked “Sample” is a suggestion\./)).toBeVisible()
  const entries = page.getByRole('region', { name: 'Day 1', exact: true }).getByRole('listitem')
  await expect.element(entries.nth(0)).not.toHaveTextContent('Sample')
  await expectText(entries.nth(1), 'Sample')
  await expectCount(button(/^Use /), 0)
})

test('TMPL-23 a sample that is restored is an offer again, and a copied day takes nothing of it', async () => {
  const opened = await openTrip()
  opened.show(<MealsTab trip={opened.trip} failures={{}} />)
  await expect.element(header).toBeVisible()
  await expectCount(button('Copy this day'), 0)
  await use.click()
  await expect.element(button('Copy this day')).toBeVisible()
  await expect.poll(() => adoptedIn(opened)).toEqual(['meals'])
  opened.editAsOther('meals', () => ({}))
  await bringBack.click()
  await expect.element(header).toBeVisible()
  await expect.poll(() => adoptedIn(opened)).toEqual([])
  await notice('Restored the sample').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => adoptedIn(opened)).toEqual(['meals'])
  expect(opened.stored('meals')).toEqual({})
})

test('meals and the list ask first for how many people they are, until that is known', async () => {
  const { trip, show, editAsOther } = await openTrip({ values: { details: dated } })
  const ask = page.getByRole('link', { name: 'How many people?' })
  show(<MealsTab trip={trip} failures={{}} />)
  await expect.element(ask).toHaveAttribute('href', `/trip/${trip.id}`)
  editAsOther('details', () => couple)
  await expectCount(ask, 0)
  await expect.element(page.getByText(/We’ll fit what you use to 2 people/)).toBeVisible()
})

test('the sample itinerary says that its places stay, where a trip goes elsewhere', async () => {
  const { trip, show, editAsOther } = await openTrip({ values: { details: couple } })
  show(<ItineraryTab trip={trip} failures={{}} />)
  const places = page.getByText(/The sample’s places stay in Algonquin Park\./)
  await expect.element(places).toBeVisible()
  editAsOther('details', (value) => ({ ...value, destination_name: 'Whitefish Lake, Algonquin Park' }))
  await expectCount(places, 0)
})

const tab = (name: string) => page.getByRole('tab', { name }).click()
const boxes = page.getByRole('tabpanel').getByRole('checkbox')

test.each(['one makes oneself', 'somebody else makes'])(
  'TMPL-23 a tick and an edit that %s are own at once, and the rest can be removed without them',
  async (whose) => {
    const isOwn = whose === 'one makes oneself'
    const { trip, editAsOther } = await openTrip()
    showApp(`/trip/${trip.id}?tab=checklist`)
    await expect.element(header).toBeVisible()
    if (isOwn) await boxes.first().click()
    else
      editAsOther('checklist', ([group, ...others]) =>
        group
          ? [
              { ...group, items: group.items.map((item, n) => (n === 0 ? { ...item, checked: true } : item)) },
              ...others,
            ]
          : others,
      )
    await expect.element(rest).toBeVisible()
    await button('Remove the rest').click()
    await expectCount(boxes, 1)
    await expect.element(boxes).toBeChecked()
    await expectCount(rest, 0)
    await button('Undo').click()
    await expectCount(boxes, 99)
    await expect.element(rest).toBeVisible()
    await expect.element(boxes.first()).toBeChecked()

    await tab('Overview')
    await expect.element(header).toBeVisible()
    if (isOwn) await (await openNote(1)).fill('Our own site is on Pog Lake.')
    else
      editAsOther('notes', ([first, ...others]) =>
        first ? [{ ...first, text: 'Our own site is on Pog Lake.' }, ...others] : others,
      )
    await expect.element(rest).toBeVisible()
    await expect.element(await openNote(1)).toHaveValue('Our own site is on Pog Lake.')
  },
)

test('TMPL-23 a sample that somebody uses is everybody’s plan, and the other sections stay offers', async () => {
  const used = await openTrip()
  showApp(`/trip/${used.trip.id}?tab=meals`)
  await use.click()
  await expectCount(header, 0)
  await expect.poll(() => adoptedIn(used)).toEqual(['meals'])
  // The other sections are still offers.
  await tab('Itinerary')
  await expect.element(header).toBeVisible()

  const friend = await openTrip()
  showApp(`/trip/${friend.trip.id}/group?tab=shopping`)
  await expect.element(page.getByText('There’s nothing to buy yet.')).toBeVisible()
  for (const section of ['meals', 'details'] as const) friend.editAsOther(section, () => used.stored(section) as never)
  await expect.element(page.getByRole('checkbox', { name: /English cucumbers/ })).toBeVisible()
})

test('a day of a sample that nobody took up is not what Today says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-25T10:00:00-04:00') })
  const { trip } = await openTrip({ values: { details: { ...details.empty, ...datesOf('2031-06-25', '2031-06-25') } } })
  showApp(`/trip/${trip.id}`)
  await expect.element(page.getByRole('heading', { name: 'Destination Map' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Your group' })).toBeVisible()
  await expect.element(main).not.toHaveTextContent('West Gate')
  await expect.element(main).not.toHaveTextContent('Road Breakfast')
  await tab('Itinerary')
  await button('Use Day 1').click()
  await tab('Overview')
  await expect.element(main).toHaveTextContent('Meet at the West Gate')
})
