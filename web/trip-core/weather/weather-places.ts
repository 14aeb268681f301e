import type { Details } from '#domain/plan/details.ts'
import { listWeatherPlaces } from '#domain/weather/weather-places.ts'
import { deriveLoaded } from '../derived/derive.ts'
import { ownSection } from '../derived/plan-view.ts'

/** The places of which the weather is shown, the destination first; undefined until the plan is loaded. */
export const weatherPlaces = deriveLoaded(
  [
    ownSection('places'),
    ownSection('details'),
    ownSection('itinerary'),
    ownSection('meals'),
    ownSection('tickets'),
    ownSection('rides'),
  ],
  ([places, details, itinerary, meals, tickets, rides]) =>
    listWeatherPlaces(places, { details, itinerary, meals, tickets, rides }),
)

/** The zone of the trip's times; undefined for that of the device. */
export const zoneOf = ({ time_zone }: Pick<Details, 'time_zone'>): string | undefined => time_zone || undefined
