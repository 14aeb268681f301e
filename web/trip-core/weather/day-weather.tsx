import { daysBetween, type LocalDate } from '#domain/local-date.ts'
import { parsePositionText } from '#domain/places/position.ts'
import type { Trip } from '#domain/trip.ts'
import { usesFahrenheit } from '#domain/weather/units.ts'
import { deviceRegion } from '#web/browser/device-region.ts'
import { later, useLoaded } from '#web/ui/loading/use-loaded.ts'
import { useTripClock } from '../days/use-trip-clock.ts'
import { deriveLoaded } from '../derived/derive.ts'
import { ownSection } from '../derived/plan-view.ts'
import { useDerived } from '../derived/use-derived.ts'

const line = later(() => import('./day-weather-line.tsx'))

/** Where the destination is; undefined if nobody said so, or the plan is not loaded. */
const destinationPosition = deriveLoaded([ownSection('details'), ownSection('places')], ([details, places]) =>
  parsePositionText(places.find(({ id }) => id === details.place_id)?.position ?? ''),
)

/**
 * One line about a day at the destination: '14 to 23 °C, rain likely, sunset 9:03 PM'. Nothing for days that are over,
 * and without a destination. Its height is held while its code loads.
 */
export function DayWeather({ trip, date }: { trip: Trip; date: LocalDate }) {
  const position = useDerived(trip, destinationPosition)
  const today = useTripClock(trip.id).date
  const isShown = position !== undefined && daysBetween(today, date) >= 0
  const code = useLoaded(line, isShown)
  if (!isShown) return null
  return (
    <p
      className={`line-clamp-2 text-sm text-muted ${usesFahrenheit(deviceRegion()) ? 'min-h-[1.5em] max-sm:min-h-[3em]' : 'min-h-[1.5em]'}`}
    >
      {code && <code.DayWeatherLine trip={trip} date={date} position={position} />}
    </p>
  )
}
