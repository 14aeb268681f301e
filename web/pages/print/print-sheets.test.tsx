import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { localDate } from '#domain/local-date.ts'
import { buildPlan } from '#domain/testing/example-plan.ts'
import { allergensOf, buildComing, buildParty } from '#domain/testing/people.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, expectCount, sidewaysScroll } from '#web/testing/screen.ts'
import { PrintSheets } from './print-sheets.tsx'

const ben = buildComing('Ben', { allergens: allergensOf('peanuts'), carries_medicine: true })
const planned = () =>
  buildPlan({
    type: 'car_trip',
    destination: 'Algonquin Park',
    departure: localDate.parse('2031-06-12'),
    days: 2,
    parties: [buildParty(buildComing('Robin', { id: ROBIN.id }), ben)],
    expenses: 4,
  })

async function openPrint(options: TripOptions = {}, search = '') {
  const opened = await openTrip({ values: planned(), members: access(planner(ROBIN, 'owner')), ...options })
  history.replaceState(null, '', `/trip/${opened.trip.id}/print${search}`)
  opened.show(<PrintSheets trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Print' })).toBeVisible()
  return opened
}

const pages = () => page.getByRole('article')
const box = (name: RegExp) => page.getByRole('checkbox', { name })

test('begins with the cover, the whole trip and the days, and nothing private', async () => {
  await openPrint()
  const chosen = () =>
    page
      .getByRole('checkbox')
      .elements()
      .filter((one) => (one as HTMLInputElement).checked)
      .map((one) => one.closest('label')?.textContent?.split(/(?=[A-Z])/)[0])
  await expect.poll(chosen).toEqual(['Cover', 'Whole trip on one page', 'Day sheets'])
  await expect.element(pages().first()).toHaveTextContent(/Algonquin Park.*2 days.*2 people:.*Robin and Ben/)
  await expect.element(box(/^Emergency.*1 person says about allergies/)).not.toBeChecked()
  await expect.element(box(/^Costs.*Anyone who finds the paper/)).not.toBeChecked()
  await expectNoAxeFindings()
})

test('the address has what is chosen, and a page shows it at once', async () => {
  await openPrint({}, '?sheets=shopping,costs&paper=a4')
  await expect.element(box(/^Shopping list/)).toBeChecked()
  await expect.element(box(/^Cover/)).not.toBeChecked()
  await expect.element(pages().first()).toHaveTextContent(/^Shopping list/)
  await box(/^Menus/).click()
  await expect.poll(() => new URLSearchParams(location.search).get('sheets')).toBe('menus,shopping,costs')
  await expect.element(pages().first()).toHaveTextContent(/^Menus/)
  await page.getByText('Letter', { exact: true }).click()
  await expect.poll(() => new URLSearchParams(location.search).get('paper')).toBe('letter')
  await expect.poll(() => pages().first().element().getAttribute('data-paper')).toBe('letter')
})

test('a sheet with nothing on it cannot be chosen, and samples are not on any', async () => {
  await openPrint({ values: {} })
  for (const name of ['Whole trip on one page', 'Day sheets', 'Menus', 'Shopping list', 'Packing list'])
    await expectCount(box(new RegExp(`^${name}`)), 0)
  await expectCount(page.getByText('Nothing here yet'), 9)
  await expectCount(pages(), 1)
})

test('somebody who may not share the trip is not offered its share link', async () => {
  await openPrint({ trip: { role: 'member' } })
  await expectCount(box(/share link/), 0)
})

test('the code on the cover leads to the trip itself', async () => {
  const { trip } = await openPrint()
  await expect.element(pages().first()).toHaveTextContent(`/trip/${trip.id}`)
  await expect.element(pages().first()).toHaveTextContent('Only people on the trip can.')
  const shareLink = box(/^Use the share link in the QR code/)
  await expect.element(shareLink).not.toBeChecked()
  const sharing = { is_public: false, share_token: 'a-token', hides_documents: false }
  responses.set(`/api/trips/${trip.id}/sharing`, async () => sharing)
  await shareLink.click()
  await expect.element(pages().first()).toHaveTextContent('Anyone who scans the code can read the plan.')
  await shareLink.click()
  await expect.element(pages().first()).toHaveTextContent('Only people on the trip can.')
})

test('opens as a page without pages, and comes back', async () => {
  await openPrint()
  await button('Open as page').click()
  await expectCount(page.getByRole('checkbox'), 0)
  await expect.element(page.getByRole('heading', { name: 'Day sheets' })).toBeVisible()
  expect(new URLSearchParams(location.search).get('view')).toBe('page')
  await button('Change sheets').click()
  await expect.element(box(/^Cover/)).toBeVisible()
})

test('texts of any length and kind stay on their page', async () => {
  const plan = planned()
  const long = `<script>alert(1)</script> 🏕️ ${'Donaudampfschifffahrt'.repeat(40)} ${'word '.repeat(200)}`.slice(0, 1000)
  const activities = plan.itinerary['1']?.light.map((one) => ({ ...one, activity: long }))
  const itinerary = { ...plan.itinerary, 1: { title: long.slice(0, 500), hard: [], light: activities ?? [] } }
  await openPrint({ values: { ...plan, itinerary } })
  await expect.element(pages().nth(1)).toHaveTextContent(/<script>alert\(1\)<\/script>/)
  const overflows = () =>
    [...document.querySelectorAll('.pr-page')].filter(
      ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
    ).length
  await expect.poll(overflows).toBe(0)
  expect(sidewaysScroll()).toBe(0)
})

test('without dates the days have numbers', async () => {
  const plan = planned()
  const details = { ...plan.details, departure_date: '', return_date: '' } as const
  await openPrint({ values: { ...plan, details, rides: { cars: [], riders: [] } } }, '?sheets=overview,days')
  await expect.element(pages().first()).toHaveTextContent(/Day 1.*Day 2/)
})

test('says which part could not be loaded, instead of leaving it out without a word', async () => {
  const { trip, show } = await openPrint()
  show(<PrintSheets trip={trip} failures={{ tickets: 'Failed to load tickets' }} />)
  await expect.element(page.getByText(/Failed to load tickets/)).toBeVisible()
  await expect.element(box(/^Cover/)).toBeChecked()
})
