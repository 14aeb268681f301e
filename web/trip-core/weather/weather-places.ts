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
    ownSection('stays'),
    ownSection('rides'),
  ],
  ([places, details, itinerary, meals, tickets, stays, rides]) =>
    listWeatherPlaces(places, { details, itinerary, meals, tickets, stays, rides }),
)
