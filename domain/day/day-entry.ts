import type { StartTime } from '../food/start-time.ts'
import type { Connection, Leg } from '../journeys/journey.ts'
import type { LocalDate } from '../local-date.ts'
import type { Level, MealType } from '../plan/day-parts.ts'
import type { Duty } from '../plan/duties.ts'
import type { Activity } from '../plan/itinerary.ts'
import type { Car } from '../plan/rides.ts'
import type { Stay } from '../plan/stays.ts'
import type { Ticket } from '../plan/tickets.ts'
import type { Todo } from '../plan/todos.ts'

/** What an entry is about, as it is in the plan. */
export type DayThing =
  /** `part`: of its journey, if it has one. */
  | { of: 'tickets'; ticket: Ticket; part?: JourneyPart }
  /** `part`: when a stay begins or ends, a car is picked up or returned, a ferry leaves or arrives. */
  | { of: 'stays'; stay: Stay; part: 'start' | 'end' }
  /** `level`: undefined for what the whole group does. */
  | { of: 'itinerary'; activity: Activity; level: Level | undefined }
  /** `cooking`: when to start with it, if that can be read. */
  | { of: 'meals'; meal: MealType; dish: string; cooking: StartTime | undefined }
  /** `isOff`: its driver isn't coming or has left the trip. Then `riders` are those who need another ride. */
  | { of: 'rides'; car: Car; riders: readonly string[]; isOff: boolean }
  | { of: 'duties'; duty: Duty; on: readonly string[] }
  /** `on`: who sees to it, to be named. `isUntaken`: whether somebody still has to take it. */
  | { of: 'todos'; todo: Todo; on: readonly string[]; isUntaken: boolean }
  /** What one person has promised to bring or to buy: the names of things. */
  | { of: 'gear' | 'shopping'; items: readonly string[] }

/** A departure, or an arrival with the wait for the next leg. */
export type JourneyPart =
  | { is: 'departure'; leg: Leg }
  | { is: 'arrival'; leg: Leg; connection: Connection | undefined; next: Leg | undefined }

/** Something that happens on a day of the trip. */
export interface DayEntry {
  /** The same as long as it is the same thing: 'itinerary/00000000-…', 'meals/2/dinner'. */
  id: string
  thing: DayThing
  /** The number of its day; less than 1 before the trip. Undefined without a date of the trip. */
  day: number | undefined
  /** Undefined if the trip has no dates. */
  date: LocalDate | undefined
  /** Minutes since midnight of its day, as the clock there shows them; undefined for sometime on that day. */
  start: number | undefined
  /** 24 hours and more on the day after; undefined if nobody said it. */
  end: number | undefined
  /** How many minutes it takes, if somebody said that instead of its end: the same when the clocks change meanwhile. */
  lasts?: number | undefined
  /** What somebody typed as its time, if that says more than `start` and `end`: 'after lunch'; '' otherwise. */
  typedTime: string
  /** In which its times are: 'America/Toronto'; '' if nobody knows. */
  zone: string
  /** The ids of the people whom it concerns; undefined for everybody who is there. */
  people: readonly string[] | undefined
  /** The id of its place in the plan; '' for none. */
  placeId: string
}

/** The id of the entry of a to-do. */
export const todoEntryId = ({ id }: Pick<Todo, 'id'>): string => `todos/${id}`

/** An entry of one kind. */
export type EntryOf<Kind extends PlanThing> = DayEntry & { thing: Extract<DayThing, { of: Kind }> }

/** The kinds that are one thing of the plan, unlike a person's promises. */
export type PlanThing = Exclude<DayThing['of'], 'gear' | 'shopping'>

/** A day of the trip, or one beside it on which something happens. */
export interface TripDay {
  /** Undefined without a date of the trip. */
  number: number | undefined
  date: LocalDate | undefined
  /** Whether it is before the trip or after it. */
  isBeside: boolean
  /** What somebody called it in the itinerary; '' if nobody did. */
  title: string
  /** Sometime on that day first, then in the order of their times. */
  entries: readonly DayEntry[]
}
