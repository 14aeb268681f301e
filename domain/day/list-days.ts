import type { PeopleOnDuty } from '../duties/people-on-duty.ts'
import { memoByObject } from '../food/memo-by-object.ts'
import { startTimeOf } from '../food/start-time.ts'
import { groupBy } from '../group-by.ts'
import { journeyOf, type Moment } from '../journeys/journey.ts'
import { endPlaceOf } from '../journeys/stays.ts'
import { travellersOf } from '../journeys/travellers.ts'
import { addDays, daysBetween, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import { MAX_DAYS } from '../plan/day-number.ts'
import { levels, mealTypes } from '../plan/day-parts.ts'
import type { Activity, Itinerary } from '../plan/itinerary.ts'
import type { Meals } from '../plan/meals.ts'
import { listPersons, type Party } from '../plan/people.ts'
import type { Place } from '../plan/places.ts'
import type { Stay } from '../plan/stays.ts'
import type { Ticket } from '../plan/tickets.ts'
import type { FilledCar } from '../seats/cars.ts'
import { attendsMeal, stayIn } from '../stay.ts'
import { isBlank } from '../text.ts'
import { type ActivityTime, readActivityTime } from '../today/activity-time.ts'
import { readCarTime } from '../today/car-departure.ts'
import { DAY_MINUTES } from '../today/clock.ts'
import { readTicketTime } from '../today/ticket-time.ts'
import type { PlannedTodo } from '../todos/plan-todos.ts'
import { dayCount, type TripDates } from '../trip-days.ts'
import { parseTime } from '../typed-time.ts'
import { type DayEntry, type EntryOf, type PlanThing, type TripDay, todoEntryId } from './day-entry.ts'
import { noPromises, type OwnPromises } from './promises.ts'

/*
 * What happens on the days of a trip (decision 97).
 * Job: one list for the timeline, Today, print and calendar, from the sections that say when something is.
 * Invariants: no hour is invented: what has no time that can be read for sure is sometime on its day. No zone is
 *   invented: what leaves from elsewhere has none unless its place has one. What both levels do together is there once.
 *   The days that a shorter trip no longer has are not in it. A to-do is there only if it is due on a day of the trip:
 *   months before it, each would be a day of its own.
 */

/** What is read of the plan: sections without samples and placeholders. */
export interface DayPlan {
  dates: TripDates
  /** The trip's time zone; '' if nobody knows it. */
  zone: string
  places: readonly Pick<Place, 'id' | 'zone'>[]
  itinerary: Itinerary
  meals: Meals
  tickets: readonly Ticket[]
  stays: readonly Stay[]
  cars: readonly FilledCar[]
  duties: readonly PeopleOnDuty[]
  todos: readonly PlannedTodo[]
}

/** An entry before it has a date and a zone. `zone`: TRIP_ZONE if its times are those of the trip. */
type NewEntry = Omit<DayEntry, 'date'> & Partial<Pick<DayEntry, 'date'>>

/** In place of a zone: that of the trip. */
const TRIP_ZONE = 'trip'

/** The days of a trip in their order, with those beside it on which something happens. */
export function listDays(plan: DayPlan, entries: readonly DayEntry[] = listEntries(plan)): TripDay[] {
  const { dates, itinerary } = plan
  const numbered = groupBy(
    entries.filter(({ day }) => day !== undefined),
    ({ day }) => day,
  )
  const count = dayCount(dates)
  const lastDay = count ?? Number.POSITIVE_INFINITY
  const last = Math.min(count ?? 0, MAX_DAYS)
  const numbers = new Set([...Array.from({ length: last }, (_, index) => index + 1), ...numbered.keys()])
  const days = [...numbers].flatMap((number): TripDay[] => {
    if (number === undefined) return []
    const title = titleOf(itinerary, number)
    const isBeside = number < 1 || number > lastDay
    return [{ number, date: dateAt(dates, number), isBeside, title, entries: sortEntries(numbered.get(number) ?? []) }]
  })
  // A trip without dates may have a flight that has one.
  const dated = groupBy(
    entries.filter(({ day, date }) => day === undefined && date !== undefined),
    ({ date }) => date,
  )
  const others = [...dated].map(
    ([date, list]): TripDay => ({
      number: undefined,
      date,
      isBeside: true,
      title: '',
      entries: sortEntries(list),
    }),
  )
  return [
    ...days.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0)),
    ...others.toSorted((one, other) => (one.date ?? '').localeCompare(other.date ?? '')),
  ]
}

/** What somebody called a day, without its number: new days are called 'Day 5: …'. */
function titleOf(itinerary: Itinerary, number: number): string {
  const title = itinerary[number]?.title.trim() ?? ''
  return title.replace(new RegExp(`^day ${number}(?:\\s*[:.–—-]\\s*|$)`, 'i'), '')
}

/** Everything that happens on a day of a trip: what takes people there, what they do and eat, duties and to-dos. */
export function listEntries(plan: DayPlan): DayEntry[] {
  const { dates, zone, places } = plan
  const zones = new Map(places.map((place) => [place.id, place.zone]))
  const last = dayCount(dates) ?? Number.POSITIVE_INFINITY
  const ofDays = [...carEntries(plan), ...activityEntries(plan), ...mealEntries(plan), ...dutyEntries(plan, last)]
  const ofTrip = ofDays.filter(({ day = 1 }) => day <= last)
  const others = [...ticketEntries(plan), ...stayEntries(plan), ...ofTrip]
  return [...others, ...todoEntries(plan, others)].map((entry) => ({
    ...entry,
    date: entry.date ?? (entry.day === undefined ? undefined : dateAt(dates, entry.day)),
    zone: zones.get(entry.placeId) || (entry.zone === TRIP_ZONE ? zone : entry.zone),
  }))
}

interface ForWhom {
  people: readonly Party[]
  dates: TripDates
  /** What they have promised to bring and to buy, by the day of departure. */
  promises?: OwnPromises
}

/**
 * Of these entries, those that concern somebody: while they are there, and what they have promised. Nothing of what
 * everybody does for somebody who is not coming.
 */
export function entriesFor(
  personId: string,
  entries: readonly DayEntry[],
  { people, dates, promises = noPromises }: ForWhom,
): DayEntry[] {
  const person = listPersons(people).find(({ id }) => id === personId)
  if (person?.coming === 'not_coming') return []
  const stay = person && stayIn(person, dates)
  const own = entries.filter((entry) => {
    if (entry.people) return entry.people.includes(personId)
    const { day, thing } = entry
    if (!stay || day === undefined || thing.of === 'tickets' || thing.of === 'stays') return true
    if (thing.of === 'meals') return attendsMeal(stay, day, thing.meal)
    return mealTypes.some((meal) => attendsMeal(stay, day, meal))
  })
  return [...own, ...promiseEntries(personId, promises, dates)]
}

function promiseEntries(personId: string, { bring, buy }: OwnPromises, dates: TripDates): DayEntry[] {
  const lists = [
    { of: 'gear' as const, items: bring },
    { of: 'shopping' as const, items: buy },
  ]
  return lists.flatMap((thing): DayEntry[] => {
    if (thing.items.length === 0) return []
    const id = `${thing.of}/${personId}`
    const when = { day: 1, date: dateAt(dates, 1), start: undefined, end: undefined, typedTime: '', zone: '' }
    return [{ id, thing, ...when, people: [personId], placeId: '' }]
  })
}

/** Those of one kind. */
export function entriesOf<Kind extends PlanThing>(kind: Kind, entries: readonly DayEntry[]): EntryOf<Kind>[] {
  return entries.filter((entry): entry is EntryOf<Kind> => entry.thing.of === kind)
}

/**
 * Untimed entries first, in their order; then by start, then by end. No leg is above an earlier one, even if it lands
 * at an earlier clock time, westwards over the date line.
 */
export function sortEntries(entries: readonly DayEntry[]): DayEntry[] {
  const endOf = ({ end }: DayEntry) => end ?? Number.MAX_SAFE_INTEGER
  const latest = new Map<string, number>()
  const startOf = new Map(
    entries.map((entry): [DayEntry, number] => {
      const { thing, date, start = -1 } = entry
      if (thing.of !== 'tickets' || !thing.part || start < 0) return [entry, start]
      const journey = `${thing.ticket.id} ${date}`
      const at = Math.max(start, latest.get(journey) ?? 0)
      latest.set(journey, at)
      return [entry, at]
    }),
  )
  const at = (entry: DayEntry) => startOf.get(entry) ?? -1
  return entries.toSorted((one, other) => at(one) - at(other) || endOf(one) - endOf(other))
}

// Texts are read once for each object of the plan, however often the days are listed.
const ticketTimeOf = memoByObject(readTicket, () => true)
const timeOf = memoByObject(readActivity, () => true)
const cookingOf = memoByObject(startTimeOf, () => true)

const isTravel = ({ type }: Ticket) => type !== 'attraction'

/** `saysMore`: whether its time as typed says more than what is read, such as when a flight lands. */
function readTicket(ticket: Ticket): { time: ActivityTime | undefined; saysMore: boolean } {
  const time = readTicketTime(ticket)
  const whole = isTravel(ticket) ? readActivityTime({ time: ticket.time, duration: '' }) : time
  return { time, saysMore: !whole || (isTravel(ticket) && whole.end !== undefined) }
}

/** `lasts`: as of an entry. */
function readActivity(activity: Activity): (ActivityTime & { lasts: number | undefined }) | undefined {
  const time = readActivityTime(activity)
  if (time?.end === undefined) return time && { ...time, lasts: undefined }
  const saysEnd = readActivityTime({ time: activity.time, duration: '' })?.end !== undefined
  return { ...time, lasts: saysEnd ? undefined : time.end - time.start }
}

/** The date of a day, also of one beside the trip; undefined without a departure. */
function dateAt({ departure_date }: TripDates, day: number): LocalDate | undefined {
  return departure_date === '' ? undefined : addDays(departure_date as LocalDate, day - 1)
}

/** The number of the day on a date, also beside the trip; undefined without a departure. */
function dayAt({ departure_date }: TripDates, date: LocalDate): number | undefined {
  return departure_date === '' ? undefined : daysBetween(departure_date as LocalDate, date) + 1
}

/** A ticket has a date, wherever the trip is. Of one with a journey, each departure and arrival is an entry. */
function ticketEntries({ tickets, dates }: DayPlan): NewEntry[] {
  return tickets.flatMap((ticket): NewEntry[] => {
    const parts = journeyEntries(ticket, dates)
    if (parts.length > 0) return parts
    if (ticket.date === '') return []
    const { time, saysMore } = ticketTimeOf(ticket, undefined)
    return [
      {
        id: `tickets/${ticket.id}`,
        thing: { of: 'tickets', ticket },
        day: dayAt(dates, ticket.date),
        date: ticket.date,
        start: time?.start,
        end: time?.end,
        typedTime: saysMore ? ticket.time.trim() : '',
        zone: isTravel(ticket) ? '' : TRIP_ZONE,
        people: travellersOf(ticket),
        placeId: ticket.place_id,
      },
    ]
  })
}

function journeyEntries(ticket: Ticket, dates: TripDates): NewEntry[] {
  const { legs, connections } = journeyOf(ticket)
  const people = travellersOf(ticket)
  return legs.flatMap((leg, index): NewEntry[] => {
    const { segment, departs, arrives } = leg
    const id = `tickets/${ticket.id}/${segment.id}`
    const of = { of: 'tickets' as const, ticket }
    const arrival = { is: 'arrival' as const, leg, connection: connections[index], next: legs[index + 1] }
    // An untimed arrival on the departure day adds nothing, and would be listed above the departure.
    const saysNothing = arrives.minute === undefined && arrives.date === departs.date
    return [
      ...at(departs, { id, thing: { ...of, part: { is: 'departure', leg } } }),
      ...(saysNothing ? [] : at(arrives, { id: `${id}/arrival`, thing: { ...of, part: arrival } })),
    ]
  })

  function at(moment: Moment, what: Pick<NewEntry, 'id' | 'thing'>): NewEntry[] {
    if (moment.date === '') return []
    const when = { day: dayAt(dates, moment.date), date: moment.date, start: moment.minute, end: undefined }
    return [{ ...what, ...when, typedTime: '', zone: moment.zone, people, placeId: '' }]
  }
}

/** Hotels and cars are where the trip is; a ferry leaves in one zone and may arrive in another. */
function stayEntries({ stays, dates }: DayPlan): NewEntry[] {
  return stays.flatMap((stay): NewEntry[] => {
    const { kind, starts_on, starts_at, starts_zone, ends_on, ends_at, ends_zone, place_id } = stay
    const own = kind === 'ferry' ? '' : TRIP_ZONE
    const endsElsewhere = kind === 'ferry' || endPlaceOf(stay) !== ''
    const at = (part: 'start' | 'end', date: OptionalLocalDate, time: string, zone: string, placeId: string) =>
      date === ''
        ? []
        : [
            {
              id: `stays/${stay.id}/${part}`,
              thing: { of: 'stays' as const, stay, part },
              day: dayAt(dates, date),
              date,
              start: parseTime(time),
              end: undefined,
              typedTime: '',
              zone: zone || own,
              people: travellersOf(stay),
              placeId,
            },
          ]
    return [
      ...at('start', starts_on, starts_at, starts_zone, place_id),
      ...at('end', ends_on, ends_at, ends_zone, endsElsewhere ? '' : place_id),
    ]
  })
}

function activityEntries({ itinerary }: DayPlan): NewEntry[] {
  return Object.entries(itinerary).flatMap(([number, day]) => {
    const all = levels.flatMap((level) =>
      day[level].flatMap((activity) => (isBlank(activity.activity) ? [] : [{ activity, level }])),
    )
    const isSplit = new Set(all.map(({ level }) => level)).size > 1
    const twins = groupBy(all, ({ activity }) => {
      const { start = activity.time.trim(), end = '' } = timeOf(activity, undefined) ?? {}
      return [start, end, activity.place_id, activity.activity.trim()].join('\n')
    })
    return [...twins.values()].flatMap((same) => {
      // What one level does twice is twice there.
      const isShared = new Set(same.map(({ level }) => level)).size > 1
      return (isShared ? same.slice(0, 1) : same).map(({ activity, level }): NewEntry => {
        const time = timeOf(activity, undefined)
        return {
          id: `itinerary/${activity.id}`,
          thing: { of: 'itinerary', activity, level: isShared || !isSplit ? undefined : level },
          day: Number(number),
          start: time?.start,
          end: time?.end,
          lasts: time?.lasts,
          typedTime: time ? '' : activity.time.trim(),
          zone: TRIP_ZONE,
          people: undefined,
          placeId: activity.place_id,
        }
      })
    })
  })
}

function mealEntries({ meals }: DayPlan): NewEntry[] {
  return Object.entries(meals).flatMap(([number, day]) =>
    mealTypes.flatMap((type): NewEntry[] => {
      const meal = day.meals[type]
      const dish = meal.name.trim()
      if (dish === '') return []
      return [
        {
          id: `meals/${number}/${type}`,
          thing: { of: 'meals', meal: type, dish, cooking: cookingOf(meal, undefined) },
          day: Number(number),
          start: parseTime(meal.served_at),
          end: undefined,
          typedTime: '',
          zone: TRIP_ZONE,
          people: undefined,
          placeId: meal.place_id,
        },
      ]
    }),
  )
}

/** Cars, as soon as somebody has said anything about them; also those that are off, so that riders notice. */
function carEntries({ cars, dates: { departure_date } }: DayPlan): NewEntry[] {
  return cars.flatMap(({ car, inside, stranded, isClosed, trouble }): NewEntry[] => {
    const isEmpty = car.driver === '' && car.leaves_day === 0 && car.leaves_time === '' && isBlank(car.leaves_at)
    // Their driver drives another one, which is in the list.
    if (isEmpty || trouble === 'drives_another') return []
    const riders = isClosed ? stranded : inside
    const { day, start, end, isWhole } = readCarTime(car, departure_date)
    return [
      {
        id: `rides/${car.id}`,
        thing: { of: 'rides', car, riders, isOff: isClosed },
        day,
        start,
        end,
        typedTime: isWhole ? '' : car.leaves_at.trim(),
        zone: '',
        people: [...(isClosed ? [] : [car.driver]), ...riders].filter((id) => id !== ''),
        placeId: car.place_id,
      },
    ]
  })
}

/** Cooks begin when their meal says so. Of other duties, only the day is known. */
function dutyEntries({ duties, meals }: DayPlan, last: number): NewEntry[] {
  return duties.flatMap(({ duty, on }): NewEntry[] => {
    if (duty.day === 0 || duty.day > last) return []
    const isCooking = duty.kind === 'cook' || duty.kind === 'help'
    const meal = duty.meal === '' || !isCooking ? undefined : meals[duty.day]?.meals[duty.meal]
    const cooking = meal && cookingOf(meal, undefined)
    const start = parseTime(cooking?.time)
    const served = start === undefined ? undefined : parseTime(meal?.served_at)
    return [
      {
        id: `duties/${duty.id}`,
        thing: { of: 'duties', duty, on },
        day: cooking?.isDayBefore ? duty.day - 1 : duty.day,
        start,
        end: served === undefined || start === undefined ? undefined : served + (served < start ? DAY_MINUTES : 0),
        typedTime: '',
        zone: TRIP_ZONE,
        people: on,
        placeId: '',
      },
    ]
  })
}

/**
 * What is not done yet, on the day by which it is due. Without a return, the days of a trip are its departure and those
 * of other entries.
 */
function todoEntries({ todos, dates }: DayPlan, others: readonly NewEntry[]): NewEntry[] {
  const planned = new Set([1, ...others.flatMap(({ day = 0 }) => (day > 0 ? [day] : []))])
  const last = dayCount(dates)
  const isOfTrip = (day: number) => (last === null ? planned.has(day) : day >= 1 && day <= last)
  return todos.flatMap(({ todo, date, on, isAlone }): NewEntry[] => {
    const day = date && dayAt(dates, date)
    if (todo.is_done || day === undefined || !isOfTrip(day)) return []
    return [
      {
        id: todoEntryId(todo),
        thing: { of: 'todos', todo, on: isAlone ? [] : on, isUntaken: on.length === 0 },
        day,
        date,
        start: undefined,
        end: undefined,
        typedTime: '',
        zone: '',
        people: on.length > 0 ? on : undefined,
        placeId: '',
      },
    ]
  })
}
