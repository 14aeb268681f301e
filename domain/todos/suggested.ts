import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { daysBetween, type LocalDate } from '../local-date.ts'
import { newTodo, type Todo, type Todos } from '../plan/todos.ts'
import { trimmed } from '../text.ts'
import type { TripType } from '../trip.ts'
import type { TripDates } from '../trip-days.ts'
import { dueBefore } from './due.ts'

/*
 * To-dos that most trips of a type need before departure. Only an offer: nothing is computed from it until it is used.
 * Their ids are derived, so two people who add them without a network add each only once.
 */

interface Suggestion {
  key: string
  text: () => string
  /** By how many days before departure. */
  days: number
}

const byType: Record<TripType, readonly Suggestion[]> = {
  car_trip: [
    { key: 'site', text: m.todos_suggested_site, days: 60 },
    { key: 'drivers', text: m.todos_suggested_drivers, days: 14 },
    { key: 'car', text: m.todos_suggested_car, days: 10 },
    { key: 'first_aid', text: m.todos_suggested_first_aid, days: 7 },
    { key: 'gas', text: m.todos_suggested_gas, days: 5 },
    { key: 'fire_ban', text: m.todos_suggested_fire_ban, days: 2 },
    { key: 'map', text: m.todos_suggested_map, days: 2 },
    { key: 'contact', text: m.todos_suggested_contact, days: 1 },
  ],
  air_travel: [
    { key: 'passports', text: m.todos_suggested_passports, days: 90 },
    { key: 'flights', text: m.todos_suggested_flights, days: 60 },
    { key: 'health', text: m.todos_suggested_health, days: 42 },
    { key: 'insurance', text: m.todos_suggested_insurance, days: 30 },
    { key: 'bank', text: m.todos_suggested_bank, days: 7 },
    { key: 'ride', text: m.todos_suggested_ride, days: 3 },
    { key: 'luggage', text: m.todos_suggested_luggage, days: 2 },
    { key: 'check_in', text: m.todos_suggested_check_in, days: 1 },
  ],
}

export interface SuggestedTodo {
  todo: Todo
  /** Whether the list has it already. */
  isPresent: boolean
}

/** The suggestions for a trip. Close to the departure, what would be overdue is due today; after it there are none. */
export function listSuggested(
  type: TripType,
  value: Todos,
  { departure_date }: Pick<TripDates, 'departure_date'>,
  today: LocalDate,
): SuggestedTodo[] {
  const left = departure_date === '' ? undefined : daysBetween(today, departure_date)
  if (left !== undefined && left < 0) return []
  const listed = new Set(value.todos.map(({ id }) => id))
  const taken = new Set(value.doers.map(({ todo }) => todo))
  const texts = new Set(value.todos.map(({ text }) => normal(text)))
  return byType[type].map(({ key, text: textOf, days }) => {
    // If it was removed and people still have it, the next id is used: they took the old one.
    let id = suggestedId(key, 1)
    for (let number = 2; taken.has(id) && !listed.has(id); number++) id = suggestedId(key, number)
    const text = textOf()
    const due = dueBefore(Math.min(days, left ?? days))
    return { todo: { ...newTodo(id, text), due }, isPresent: listed.has(id) || texts.has(normal(text)) }
  })
}

const normal = (text: string) => trimmed(text).toLowerCase()

const suggestedId = (key: string, number: number) =>
  derivedId(`todos/suggested/${key}${number > 1 ? `/${number}` : ''}`)
