import type { EntryNames } from '#domain/day/entry-words.ts'
import { entriesFor, listDays, listEntries } from '#domain/day/list-days.ts'
import { zoneOfTrip } from '#domain/places/zone-of-trip.ts'
import { details as detailsSection } from '#domain/plan/details.ts'
import type { Itinerary } from '#domain/plan/itinerary.ts'
import type { Meals } from '#domain/plan/meals.ts'
import { rides as ridesSection } from '#domain/plan/rides.ts'
import { planRides } from '#domain/seats/cars.ts'
import { linkedStays, linkedTickets } from './bookings.ts'
import { derive } from './derive.ts'
import { onDuties } from './duties.ts'
import { isKnown, listedPeople, namesInPlan, ownId, tripDates } from './people.ts'
import { ownSection, section } from './plan-view.ts'
import { plannedTodos } from './todos.ts'

/* What happens on the days of the trip. A section that is not loaded counts as empty. */

const noItinerary: Itinerary = {}
const noMeals: Meals = {}

/** Who has a seat in which car. */
export const filledCars = derive(
  [section('rides'), listedPeople, tripDates, isKnown],
  ([rides, people, dates, known]) => planRides(rides ?? ridesSection.empty, { people, dates, isKnown: known }).cars,
)

/** What the days of a trip are listed from. */
export const dayPlan = derive(
  [
    tripDates,
    ownSection('details'),
    section('places'),
    section('itinerary'),
    section('meals'),
    linkedTickets,
    linkedStays,
    filledCars,
    onDuties,
    plannedTodos,
  ],
  ([dates, details, places = [], itinerary = noItinerary, meals = noMeals, tickets, stays, cars, duties, todos]) => ({
    dates,
    zone: zoneOfTrip(details ?? detailsSection.empty, places),
    places,
    itinerary,
    meals,
    tickets,
    stays,
    cars,
    duties,
    todos,
  }),
)

/** Everything that happens on a day, in no order of time. */
export const dayEntries = derive([dayPlan], ([plan]) => listEntries(plan))

/** Of these, what concerns the current user. */
export const ownEntries = derive([dayEntries, ownId, listedPeople, tripDates], ([entries, me, people, dates]) =>
  entriesFor(me, entries, { people, dates }),
)

/** The days of the trip with their entries, in order. */
export const tripDays = derive([dayPlan, dayEntries], ([plan, entries]) => listDays(plan, entries))

/** How entries are named for the current user. */
export const entryNames = derive(
  [({ trip }) => trip.type, ownId, namesInPlan, section('places')],
  ([type, me, nameOf, places = []]): EntryNames => {
    const names = new Map(places.map(({ id, name }) => [id, name]))
    return { type, me, nameOf, placeOf: (placeId) => names.get(placeId) ?? '' }
  },
)
