import { absencesOf, listPeopleOnDuties } from '../duties/people-on-duty.ts'
import { linkPassengers } from '../journeys/link-passengers.ts'
import { zoneOfTrip } from '../places/zone-of-trip.ts'
import type { SectionValue } from '../plan/index.ts'
import { planRides } from '../seats/cars.ts'
import { ownChecklist, ownItinerary, ownMeals } from '../templates/own-parts.ts'
import { sectionWithoutPlaceholders } from '../templates/placeholders.ts'
import { findSamples } from '../templates/sample.ts'
import { planTodos } from '../todos/plan-todos.ts'
import type { Trip } from '../trip.ts'
import type { DayPlan } from './list-days.ts'
import { findOwnPromises } from './own-promises.ts'
import type { OwnPromises } from './promises.ts'

/** The sections that say what happens on a day, and when. */
export const planSections = [
  'details',
  'places',
  'itinerary',
  'meals',
  'tickets',
  'stays',
  'rides',
  'duties',
  'people',
  'todos',
] as const
/** With those that say what somebody has promised. */
export const daySections = [...planSections, 'checklist', 'gear', 'shopping'] as const
type PlanValues = { [Name in (typeof planSections)[number]]: SectionValue<Name> }
export type DayValues = { [Name in (typeof daySections)[number]]: SectionValue<Name> }

/**
 * What the days of a trip are listed from, computed from its sections as they are stored. The app computes the same bit
 * by bit, as they change (web/trip-core/derived/day.ts).
 * @param isKnown whether somebody is in the trip, on its list of people or not
 * @param sole who plans it alone, if somebody does
 */
export function planOfValues(
  trip: Pick<Trip, 'type' | 'template_revision'>,
  { details, places, itinerary, meals, tickets, stays, rides, duties, people, todos }: PlanValues,
  isKnown: (personId: string) => boolean,
  sole?: string,
): DayPlan {
  const { departure_date, return_date, adopted } = details
  const { type, template_revision } = trip
  const dates = { departure_date, return_date }
  const isSample = findSamples({ type, template_revision, adopted })
  return {
    dates,
    zone: zoneOfTrip(details, places),
    places,
    itinerary: sectionWithoutPlaceholders('itinerary', ownItinerary(itinerary, isSample)),
    meals: sectionWithoutPlaceholders('meals', ownMeals(meals, isSample, duties)),
    tickets: linkPassengers(sectionWithoutPlaceholders('tickets', tickets), people),
    stays: linkPassengers(stays, people),
    cars: planRides(rides, { people, dates, isKnown }).cars,
    duties: listPeopleOnDuties(duties, absencesOf(people, dates)),
    todos: planTodos(todos, { people, dates, isKnown, sole }),
  }
}

/**
 * What somebody has promised, computed from the sections of a trip as they are stored.
 * @param plan computed from the same sections
 */
export function promisesOfValues(
  { type, template_revision }: Pick<Trip, 'type' | 'template_revision'>,
  { details, people, checklist, gear, shopping }: DayValues,
  { dates, meals }: DayPlan,
  personId: string,
): OwnPromises {
  const { adopted, eating } = details
  const isSample = findSamples({ type, template_revision, adopted })
  return findOwnPromises(personId, {
    people,
    dates,
    eating,
    meals,
    checklist: sectionWithoutPlaceholders('checklist', ownChecklist(checklist, isSample, gear)),
    gear,
    shopping,
  })
}
