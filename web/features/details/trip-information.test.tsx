import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { localDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import { buildParties } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { stopClock } from '#web/testing/clock.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, press, pressOn, type } from '#web/testing/screen.ts'
import { DestinationMap } from './destination-map.tsx'
import { TripInformation } from './trip-information.tsx'

const today = localDate.parse('2031-05-01')
const field = (label: string) => page.getByLabelText(label, { exact: true })
const noMap = page.getByText('No map configured for this trip')
const frames = () => [...document.querySelectorAll('iframe')]
const frameAddress = () => frames()[0]?.getAttribute('src')

function Information({ trip }: { trip: Trip }) {
  const details = useSection(trip.id, 'details')
  return (
    details && (
      <>
        <TripInformation trip={trip} details={details} today={today} />
        {/* More to focus follows, as on its tab. */}
        <button type="button">Next</button>
        <DestinationMap details={details.value} canEdit />
      </>
    )
  )
}

async function openInformation(): Promise<OpenedTrip> {
  const opened = await openTrip()
  opened.show(<Information trip={opened.trip} />)
  return opened
}

/** The field of a detail, opened by a press on its row. */
async function openField(label: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^(Add )?${label}`, 'i') }).click()
  await expect.element(field(label)).toBeVisible()
  return field(label)
}

test('OVER-20, OVER-21, OVER-24 only http and https URLs become a map', async () => {
  const { stored } = await openInformation()
  await expect.element(noMap).toBeVisible()
  expect(frames()).toEqual([])
  const url = await openField('Map embed URL')
  const embedded = 'https://www.google.com/maps/embed?pb=!1m18!2d-78.9&q="park"'
  await url.fill(embedded)
  await expect.poll(frameAddress).toBe(embedded)
  await expectCount(noMap, 0)

  stopClock()
  for (const text of [
    'javascript:alert(document.cookie)',
    'JaVaScRiPt:alert(1)//https://www.google.com/maps',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://www.google.com/1',
    'file:///etc/passwd',
    '//www.google.com/maps',
    'https:',
    'Algonquin Park',
  ]) {
    await url.fill(text)
    await vi.advanceTimersByTimeAsync(1000)
    await expect.element(noMap).toBeVisible()
    expect(frames()).toEqual([])
    await expect.element(url).toHaveValue(text)
    // The pause restarts if the previous save was still in progress.
    await vi.advanceTimersByTimeAsync(1000)
    await expect.poll(() => stored('details').map_embed_url).toBe(text)
  }
})

test('OVER-4, OVER-5, OVER-20 warns about a return before the departure; adds a missing scheme to a map URL', async () => {
  const { stored } = await openInformation()
  const back = field('Return date')
  await field('Departure date').fill('2031-07-15')
  await back.fill('2031-07-14')
  await expect.element(back).toHaveAccessibleDescription('This is before the departure date.')
  await expect.element(back).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => stored('details').return_date, { timeout: 5000 }).toBe('2031-07-14')
  await back.fill('2031-07-15')
  await expect.element(back).toHaveAccessibleDescription('')

  const url = await openField('Map embed URL')
  await url.fill('www.openstreetmap.org/edinburgh')
  await expect.element(url).toHaveValue('www.openstreetmap.org/edinburgh')
  await press('Tab')
  await expect.element(await openField('Map embed URL')).toHaveValue('https://www.openstreetmap.org/edinburgh')
  await expect.poll(frameAddress, { timeout: 5000 }).toBe('https://www.openstreetmap.org/edinburgh')
  await expect
    .poll(() => stored('details').map_embed_url, { timeout: 5000 })
    .toBe('https://www.openstreetmap.org/edinburgh')

  // The whole code that maps offer for embedding.
  await url.fill('<iframe width="425" src="https://www.openstreetmap.org/bbox?a=1&amp;b=2"></iframe>')
  await expect.poll(frameAddress, { timeout: 5000 }).toBe('https://www.openstreetmap.org/bbox?a=1&b=2')
  await press('Tab')
  await expect.element(await openField('Map embed URL')).toHaveValue('https://www.openstreetmap.org/bbox?a=1&b=2')
})

test('OVER-4, OVER-5, SAVE-10 a half-typed date is not saved and does not clear the previous date', async () => {
  const { stored, sent } = await openInformation()
  const departure = field('Departure date')
  await expect.element(departure).toBeVisible()
  stopClock()
  ;(departure.element() as HTMLElement).focus()
  for (const part of ['0715', '20']) {
    await type(part)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent('details')).toEqual([])
  }
  await type('31')
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => stored('details').departure_date).toBe('2031-07-15')
  expect(sent('details')).toHaveLength(1)

  // The month is cleared, and typed again some time later.
  await press('ArrowLeft')
  await press('ArrowLeft')
  await press('Backspace')
  await expect.element(departure).toHaveValue('')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent('details')).toHaveLength(1)
  await type('08')
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => stored('details').departure_date).toBe('2031-08-15')
  expect(sent('details')).toHaveLength(2)

  await vi.advanceTimersByTimeAsync(10)
  await departure.fill('')
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => stored('details').departure_date).toBe('')
})

test('a detail reads as text and opens by a press; Escape and Enter close it', async () => {
  const { trip, show } = await openInformation()
  const destination = field('Destination')
  await destination.fill('Rock Lake')
  // A press in a field that is open sets the caret where it is.
  await destination.click({ position: { x: 16, y: 20 } })
  expect((destination.element() as HTMLInputElement).selectionStart).toBeLessThan(3)

  await page.viewport(390, 844)
  show(<Information trip={trip} />)
  const row = button('Destination Rock Lake')
  await expect.element(row).toBeVisible()
  await expectCount(destination, 0)
  expect(row.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await row.click()
  await expect.element(destination).toHaveFocus()
  await press('Escape')
  await expect.element(row).toHaveFocus()
  await press('Enter')
  await expect.element(destination).toHaveFocus()
  await press('Enter')
  await expect.element(row).toHaveFocus()
  await expectCount(destination, 0)
  await expectCount(field('Departure date'), 0)
})

test('removing a distance focuses the previous one, else the add button', async () => {
  await openInformation()
  await pressOn(button('Add Distance'), 'Enter')
  await pressOn(button('Add Distance'), 'Enter')
  await pressOn(button('Remove distance 2'), 'Enter')
  await expect.element(button('Remove distance 1')).toHaveFocus()
  await press('Enter')
  await expect.element(button('Add Distance')).toHaveFocus()
})

test('a new trip asks how many people come, and says of a day that has passed that it has', async () => {
  const { stored } = await openInformation()
  await field('Adults').fill('2')
  await field('Children').fill('1')
  await expect.poll(() => stored('details').expected).toEqual({ adults: 2, children: 1 })
  await field('Adults').fill('-3')
  await field('Children').fill('')
  await expect.poll(() => stored('details').expected).toEqual({ adults: 2, children: 0 })

  const passed = page.getByText('This day has passed.')
  await field('Departure date').fill('2031-07-01')
  await expectCount(passed, 0)
  // Before the trip was created, and before today.
  await field('Departure date').fill('2025-07-01')
  await expect.element(passed).toBeVisible()
  await expect.poll(() => stored('details').departure_date).toBe('2025-07-01')
})

test('how many people come is a row once it is known, which others on the list make needless', async () => {
  const expected = { adults: 1, children: 2 }
  const known = await openTrip({ values: { details: { ...details.empty, destination_name: 'Pog Lake', expected } } })
  known.show(<Information trip={known.trip} />)
  await button('How many people 1 adult, 2 children').click()
  await expect.element(field('Adults')).toHaveValue(1)

  const values = { details: { ...details.empty, destination_name: 'Pog Lake' }, people: buildParties('Ana', 'Ben') }
  const group = await openTrip({ values })
  group.show(<Information trip={group.trip} />)
  await expect.element(button(/^Destination/)).toBeVisible()
  await expectCount(button(/people/), 0)
})
