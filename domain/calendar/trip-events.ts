import * as m from '#messages'
import { type DayEntry, type DayThing, todoEntryId } from '../day/day-entry.ts'
import { type EntryNames, entryFacts } from '../day/entry-words.ts'
import { type DayPlan, entriesFor, listEntries, sortEntries } from '../day/list-days.ts'
import type { OwnPromises } from '../day/promises.ts'
import { groupBy } from '../group-by.ts'
import { departureText } from '../journeys/journey-words.ts'
import { placeOfPart } from '../journeys/stays.ts'
import { listText } from '../list-text.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { parsePositionText } from '../places/position.ts'
import { listPersons, type Party } from '../plan/people.ts'
import type { Places } from '../plan/places.ts'
import { stayIn } from '../stay.ts'
import { trimmed } from '../text.ts'
import { timeText } from '../today/time-text.ts'
import { type PlannedTodo, undoneOf } from '../todos/plan-todos.ts'
import type { Trip } from '../trip.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { ownTitle } from './own-title.ts'
import { alarmOf, EVENING_BEFORE_DAY, findDepartureEntry, noReminders, type Reminders } from './reminders.ts'
import { dateText, floatingText, instantsIn, type ToInstant, utcText } from './zone-times.ts'

/*
 * The events of a trip.
 * Invariants: as in the list of its days (domain/day/list-days.ts), no hour, end or zone is invented: what has no time
 *   is listed in one event of its day, what has no end has none here, and what has no zone is at its time wherever the
 *   phone is. An event has the same id in the calendars of all people. Confirmation numbers are not in it. What
 *   somebody has to do before the trip, or after it, is one event each, in nobody else's calendar.
 */

/** What events are made of: things of one kind, or all that a day lists. */
export type EventKind = DayThing['of'] | 'days'

/** Which state of the plan an event shows. */
export interface EventState {
  sequence: number
  changedAt: number
}

export interface TripEvents {
  trip: Pick<Trip, 'id' | 'name' | 'type'>
  plan: DayPlan
  people: readonly Party[]
  places: Places
  /** For whom it is: their id in the plan; '' for the whole group. */
  me: string
  nameOf: (personId: string) => string
  /** What that person has promised to bring and to buy. */
  promises: OwnPromises
  /** Of the app, for links: 'https://example.org'; '' for people who cannot open the trip. */
  origin: string
  reminders?: Reminders
  stateOf: (kind: EventKind) => EventState
  /** Whether events name their trip. */
  isOneOfMany?: boolean
}

export function listTripEvents(about: TripEvents): CalendarEvent[] {
  const { plan, people, me, promises } = about
  // What is off is cancelled where it was published. A departure lasts until its arrival.
  const all = listEntries(plan).filter(
    ({ thing }) => !(thing.of === 'rides' && thing.isOff) && !(thing.of === 'tickets' && thing.part?.is === 'arrival'),
  )
  const shown = me === '' ? all : entriesFor(me, all, { people, dates: plan.dates, promises })
  const dated = shown.flatMap((entry) => (entry.date === undefined ? [] : [{ ...entry, date: entry.date }]))
  const context = contextOf(about, shown)
  const timed = dated.filter(({ start }) => start !== undefined)
  const untimed = groupBy(
    dated.filter(({ start }) => start === undefined),
    ({ date }) => date,
  )
  const events = [
    ...sortEntries(timed).map((entry) => timedEvent(entry as TimedEntry, context)),
    ...[...untimed].map(([date, entries]) => dayEvent(date, entries, context)),
    ...todosBeside(about, all).map((todo) => todoEvent(todo, context)),
  ]
  return events.toSorted((one, other) => (one.start < other.start ? -1 : Number(one.start > other.start)))
}

type DatedEntry = DayEntry & { date: LocalDate }
type TimedEntry = DatedEntry & { start: number }

interface Context extends TripEvents {
  names: EntryNames
  placeById: ReadonlyMap<string, Places[number]>
  departure: DayEntry | undefined
  instants: (zone: string) => ToInstant | undefined
}

function contextOf(about: TripEvents, shown: readonly DayEntry[]): Context {
  const { trip, me, nameOf, places } = about
  const placeById = new Map(places.map((place) => [place.id, place]))
  const placeOf = (id: string) => placeById.get(id)?.name ?? ''
  const known = new Map<string, ToInstant | undefined>()
  const instants = (zone: string) => {
    if (!known.has(zone)) known.set(zone, instantsIn(zone))
    return known.get(zone)
  }
  const names = { type: trip.type, me, nameOf, placeOf }
  // The reminders are one person's.
  const departure = me === '' ? undefined : findDepartureEntry(shown, { me, firstDay: firstDayOf(about) })
  return { ...about, names, placeById, departure, instants }
}

/** The day on which the person arrives. */
function firstDayOf({ me, people, plan: { dates } }: TripEvents): number {
  const person = listPersons(people).find(({ id }) => id === me)
  return (person && stayIn(person, dates).from?.day) ?? 1
}

function timedEvent(entry: TimedEntry, context: Context): CalendarEvent {
  const { date, start, end, zone, thing } = entry
  const toInstant = context.instants(zone)
  const evening = toInstant
    ? (toInstant(date, start) - toInstant(date, -EVENING_BEFORE_DAY)) / 60_000
    : start + EVENING_BEFORE_DAY
  const times = toInstant ? utcTimes(entry, toInstant) : undefined
  return {
    ...baseEvent(thing.of, entry.id, context),
    start: times?.start ?? floatingText(date, start),
    end: times?.end ?? (end === undefined ? '' : floatingText(date, end)),
    title: ownTitle(entry, context.names),
    description: withTrip([times ? '' : localTimeText(start), detailsOf(entry, context)], context),
    ...placeOf(entry, context),
    url: urlOf(entry, context),
    category: categories[thing.of](),
    alarm: alarmOf({
      reminders: context.reminders ?? noReminders,
      departure: entry.id === context.departure?.id,
      duty: thing.of === 'duties' && context.me !== '' && thing.on.includes(context.me),
      sinceEvening: evening,
    }),
  }
}

/** An end that the clocks skip is as long after the start as somebody said. */
function utcTimes(
  { thing, date, start, end, lasts }: TimedEntry,
  toInstant: ToInstant,
): { start: string; end: string } {
  const from = toInstant(date, start)
  const landing = thing.of === 'tickets' ? thing.part?.leg.arrives.instant : undefined
  if (landing !== undefined && landing > from) return { start: utcText(from), end: utcText(landing) }
  if (end === undefined) return { start: utcText(from), end: '' }
  const until = lasts === undefined ? toInstant(date, end) : from + lasts * 60_000
  return { start: utcText(from), end: utcText(until > from ? until : from + (end - start) * 60_000) }
}

/** All that happens sometime on a day. */
function dayEvent(date: LocalDate, entries: readonly DatedEntry[], context: Context): CalendarEvent {
  const [first, ...others] = entries as [DatedEntry, ...DatedEntry[]]
  const { reminders = noReminders, departure } = context
  const isEvening = reminders.departure === 'evening' && entries.some(({ id }) => id === departure?.id)
  const titles = entries.map((entry) => ownTitle(entry, context.names))
  const isSingle = others.length === 0
  const description = isSingle ? detailsOf(first, context) : entries.map((entry) => itemText(entry, context)).join('\n')
  return {
    // By its number, so that it moves with the trip.
    ...baseEvent('days', `days/${first.day ?? date}`, context),
    start: dateText(date),
    end: dateText(addDays(date, 1)),
    title: titlesText(titles),
    description: withTrip([description], context),
    ...(isSingle ? placeOf(first, context) : { location: '', position: undefined }),
    url: isSingle ? urlOf(first, context) : tripUrl(context, `?tab=itinerary${anchorOf(first)}`),
    category: isSingle ? categories[first.thing.of]() : '',
    alarm: isEvening ? EVENING_BEFORE_DAY : undefined,
  }
}

type DatedTodo = PlannedTodo & { date: LocalDate }

/** What the person has to do on other days than those of the trip. The trip's days list the rest. */
function todosBeside({ plan, me }: TripEvents, entries: readonly DayEntry[]): DatedTodo[] {
  if (me === '') return []
  const listed = new Set(entries.map(({ id }) => id))
  return undoneOf(me, plan.todos).flatMap((one) => {
    const { date } = one
    return date === undefined || listed.has(todoEntryId(one.todo)) ? [] : [{ ...one, date }]
  })
}

function todoEvent({ todo, on, date }: DatedTodo, context: Context): CalendarEvent {
  const when = { day: undefined, date, start: undefined, end: undefined, typedTime: '', zone: '' }
  const entry: DatedEntry = {
    id: todoEntryId(todo),
    thing: { of: 'todos', todo, on, isUntaken: false },
    ...when,
    people: on,
    placeId: '',
  }
  return {
    ...baseEvent('todos', entry.id, context),
    start: dateText(date),
    end: dateText(addDays(date, 1)),
    title: ownTitle(entry, context.names),
    description: withTrip([detailsOf(entry, context)], context),
    location: '',
    position: undefined,
    url: urlOf(entry, context),
    category: categories.todos(),
    alarm: undefined,
  }
}

function baseEvent(kind: EventKind, id: string, { trip, stateOf }: Context) {
  return { uid: `${id.replaceAll('/', '-')}-${trip.id}@wayfare`, ...stateOf(kind), isCancelled: false }
}

const MAX_TITLES = 3

function titlesText(titles: readonly string[]): string {
  const shown = titles.slice(0, titles.length > MAX_TITLES + 1 ? MAX_TITLES : titles.length).join(' · ')
  const more = titles.length > MAX_TITLES + 1 ? titles.length - MAX_TITLES : 0
  return more === 0 ? shown : m.calendar_day_more({ titles: shown, count: more })
}

/** One thing of several of a day: its title, when and where, and below what else to know. */
function itemText(entry: DayEntry, context: Context): string {
  const { location } = placeOf(entry, context)
  const head = [ownTitle(entry, context.names), entry.typedTime, location].filter(Boolean).join(' · ')
  const details = detailsOf({ ...entry, typedTime: '' }, context)
  return details === '' ? `• ${head}` : `• ${head}\n${details}`
}

/** The time as typed, what people wrote about it, and the facts that are not its place. */
function detailsOf(entry: DayEntry, context: Context): string {
  const { thing, typedTime } = entry
  const { location } = placeOf(entry, context)
  const typed = typedTime === '' ? '' : m.calendar_typed_time({ time: typedTime })
  const facts = factsOf(entry, context).filter((fact) => fact !== location)
  return [typed, ...facts, ...textsOf(thing, location)].filter(Boolean).join('\n')
}

/** Of what somebody does with others, it names the others. */
function factsOf(entry: DayEntry, { names }: Context): string[] {
  const { thing } = entry
  const { me, nameOf } = names
  if (me !== '' && thing.of === 'rides')
    return entryFacts({ ...entry, thing: { ...thing, riders: thing.riders.filter((id) => id !== me) } }, names)
  if (thing.of === 'todos' && thing.isUntaken) return [m.timeline_todo_open()]
  if (thing.of === 'duties' || thing.of === 'todos') {
    // Readers get duties without people.
    const people = listText(thing.on.filter((id) => id !== '' && id !== me).map(nameOf))
    const isOwn = me !== '' && thing.on.includes(me)
    return people === '' ? [] : [isOwn ? m.today_duty_with({ people }) : people]
  }
  return entryFacts(entry, names)
}

function textsOf(thing: DayThing, location: string): string[] {
  switch (thing.of) {
    case 'tickets': {
      const { location: typed, details } = thing.ticket
      return [typed.trim() === location || thing.part ? '' : trimmed(typed), trimmed(details)]
    }
    case 'stays': {
      const typed = placeOfPart(thing.stay, thing.part)
      return [typed === location ? '' : typed, trimmed(thing.stay.note)]
    }
    case 'itinerary':
      return [trimmed(thing.activity.description), trimmed(thing.activity.mapUrl)]
    case 'duties':
      return [trimmed(thing.duty.note)]
    case 'todos':
      return [trimmed(thing.todo.note)]
    case 'rides':
      return thing.car.place.trim() === location ? [] : [trimmed(thing.car.place)]
    default:
      return []
  }
}

const withTrip = (parts: readonly string[], { trip, isOneOfMany }: Context) =>
  [...parts, isOneOfMany ? trip.name : ''].filter(Boolean).join('\n')

/** Some calendars, such as Google's, know no time without a zone, and show it in one of theirs. */
const localTimeText = (start: number) => m.calendar_local_time({ time: timeText(start) })

function placeOf({ placeId, thing }: DayEntry, { placeById }: Context) {
  const place = placeById.get(placeId)
  return {
    location: trimmed(place?.name ?? '') || trimmed(typedPlaceOf(thing)),
    position: place && parsePositionText(place.position),
  }
}

function typedPlaceOf(thing: DayThing): string {
  if (thing.of === 'tickets') return thing.part ? departureText(thing.part.leg.segment) : thing.ticket.location
  if (thing.of === 'stays') return placeOfPart(thing.stay, thing.part)
  return thing.of === 'rides' ? thing.car.place : ''
}

const categories: Record<DayThing['of'], () => string> = {
  tickets: m.calendar_category_ticket,
  stays: m.calendar_category_stay,
  itinerary: m.calendar_category_activity,
  meals: m.calendar_category_meal,
  rides: m.calendar_category_ride,
  duties: m.calendar_category_duty,
  todos: m.calendar_category_todo,
  gear: m.history_section_gear,
  shopping: m.history_section_shopping,
}

function urlOf(entry: DayEntry, context: Context): string {
  const { thing } = entry
  switch (thing.of) {
    case 'tickets':
      return tripUrl(context, `?tab=tickets#${thing.ticket.id}`)
    case 'stays':
      return tripUrl(context, `?tab=tickets#${thing.stay.id}`)
    case 'itinerary':
      return tripUrl(context, `?tab=itinerary${anchorOf(entry)}`)
    case 'meals':
      return tripUrl(context, `?tab=meals${anchorOf(entry)}`)
    case 'rides':
      return tripUrl(context, `/group?tab=rides#${thing.car.id}`)
    case 'duties':
      return tripUrl(context, `/group?tab=rides&view=duties#${thing.duty.id}`)
    case 'todos':
      return tripUrl(context, `/before#${thing.todo.id}`)
    default:
      return tripUrl(context, `/group?tab=${thing.of}`)
  }
}

const anchorOf = ({ day }: DayEntry) => (day !== undefined && day >= 1 ? `#day-${day}` : '')

const tripUrl = ({ origin, trip }: Pick<TripEvents, 'origin' | 'trip'>, rest = '') =>
  origin === '' ? '' : `${origin}/trip/${trip.id}${rest}`

/** Where the app shows the trip; '' for people who cannot open it. */
export const tripPageUrl = (about: Pick<TripEvents, 'origin' | 'trip'>): string => tripUrl(about)
