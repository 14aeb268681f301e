import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { weatherPath } from '#domain/api/weather-paths.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { positionText } from '#domain/places/position.ts'
import { details } from '#domain/plan/details.ts'
import { newPlace } from '#domain/plan/places.ts'
import { newId } from '#web/data/new-id.ts'
import { openTrip, responses } from '#web/testing/open-trip.tsx'
import { expectText } from '#web/testing/screen.ts'
import { DayWeather } from './day-weather.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-25T14:00:00Z') }))
test('a day that is over where the trip is has no line, though it is still that day on this device', async () => {
  const island = newPlace(newId(), { position: positionText({ lat: 1.87, lon: -157.43 }), zone: 'Pacific/Kiritimati' })
  const { trip, show } = await openTrip({
    values: { details: { ...details.empty, place_id: island.id }, places: [island] },
  })
  responses.set(weatherPath(trip.id), async () => ({ is_on: true, places: [] }))
  const day = (date: string) => (
    <section aria-label={date}>
      <DayWeather trip={trip} date={date as LocalDate} />
    </section>
  )
  show(
    <>
      {day('2031-06-25')}
      {day('2031-06-26')}
    </>,
  )
  await expectText(page.getByRole('region', { name: '2031-06-26' }), 'Sunset')
  await expect.element(page.getByRole('region', { name: '2031-06-25' })).toBeEmptyDOMElement()
})
