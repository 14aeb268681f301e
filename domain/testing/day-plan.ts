import type { DayPlan } from '../day/list-days.ts'

/** A plan that has only these parts. */
export function buildDayPlan(parts: Partial<DayPlan>): DayPlan {
  return {
    dates: { departure_date: '', return_date: '' },
    zone: '',
    places: [],
    itinerary: {},
    meals: {},
    tickets: [],
    stays: [],
    cars: [],
    duties: [],
    todos: [],
    ...parts,
  }
}
