import { isAddressed } from '../announcements/audience.ts'
import { answerTo } from '../costs/answer-to.ts'
import { listFee } from '../costs/fees.ts'
import { formatMoney } from '../costs/format-money.ts'
import type { DayEntry } from '../day/day-entry.ts'
import { type EntryNames, entryTitle } from '../day/entry-words.ts'
import { type DayPlan, entriesFor, listEntries } from '../day/list-days.ts'
import { dutyTitle } from '../duties/duty-words.ts'
import { groupBy } from '../group-by.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import type { Fee } from '../plan/costs.ts'
import { mealTypes } from '../plan/day-parts.ts'
import type { SectionValue } from '../plan/index.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import { asksOn, hasAnswered, isAskedPerson } from '../polls/asked.ts'
import { pollTitle } from '../polls/poll-words.ts'
import { planBeds } from '../seats/beds.ts'
import { findRide, planRides } from '../seats/cars.ts'
import { attendsMeal, stayIn } from '../stay.ts'
import { phaseOf } from '../today/phase.ts'
import { undoneOf } from '../todos/plan-todos.ts'
import { todoTitle } from '../todos/todo-words.ts'
import type { TripDates } from '../trip-days.ts'
import { type NoticeThing, toNoticeName } from './notice.ts'

/*
 * What holds for each person of a trip, so that they can be told when it begins, changes or ends.
 * Job: what they are asked, where they sit and sleep, what they have to do and to bring, what they are to confirm, and
 *   what happens on the days that they are there for, today and tomorrow.
 * Invariants: the same plan on the same day gives the same concerns, in whatever way it came about. Somebody who is not
 *   coming has none but payments and announcements. No private record is read.
 */

/** The sections that concerns are computed from. */
export const watchedSections = [
  'details',
  'places',
  'itinerary',
  'meals',
  'tickets',
  'rides',
  'beds',
  'duties',
  'people',
  'todos',
  'polls',
  'costs',
  'checklist',
  'gear',
  'announcements',
] as const
export type WatchedSection = (typeof watchedSections)[number]
export type WatchedValues = { [Name in WatchedSection]: SectionValue<Name> }

export interface Concern {
  /** What it is about. */
  what: NoticeThing
  /** A change of it is news. */
  state: string
  /** Of the thing, or of the other person. */
  name: string
  detail?: string
}

/** By person, and by what it is: 'seat', 'poll/00000000-…'. */
export type ConcernsByPerson = ReadonlyMap<string, ReadonlyMap<string, Concern>>

export interface DayConcern {
  /** A change of it is news. */
  state: string
  title: string
  /** The ids of those whom it concerns. */
  people: readonly string[]
}

/** What happens on a day, by entry, and the ids of those who are there. */
export interface DayConcerns {
  there: readonly string[]
  entries: ReadonlyMap<string, DayConcern>
}

export interface Concerns {
  people: ConcernsByPerson
  /** The ids of people who are coming, or may come. */
  coming: ReadonlySet<string>
  /** The ids of the cars that somebody drives, or that nobody is named for yet. */
  openCars: ReadonlySet<string>
  /** What happens today and tomorrow, by date and entry; empty unless the trip is under way then. */
  days: ReadonlyMap<LocalDate, DayConcerns>
}

export interface WatchedTrip {
  values: WatchedValues
  /** Computed from the same values. */
  plan: DayPlan
  /** Where the trip is. */
  today: LocalDate
  isKnown: (personId: string) => boolean
  /** Names people, nobody as 'you'. */
  nameOf: (personId: string) => string
  type: EntryNames['type']
}

export function listConcerns(trip: WatchedTrip): Concerns {
  const { values, plan } = trip
  return {
    people: concernsByPerson(trip),
    coming: new Set(
      listPersons(values.people)
        .filter(isComing)
        .map(({ id }) => id),
    ),
    openCars: new Set(plan.cars.filter(({ isClosed }) => !isClosed).map(({ car }) => car.id)),
    days: concernsByDay(trip),
  }
}

function concernsByPerson(trip: WatchedTrip): ConcernsByPerson {
  const { values, plan, today } = trip
  const all = new Map<string, Map<string, Concern>>()
  const add = (personId: string, key: string, concern: Concern) => {
    const own = all.get(personId) ?? new Map<string, Concern>()
    all.set(personId, own)
    own.set(key, { ...concern, name: toNoticeName(concern.name) })
  }
  const persons = listPersons(values.people)
  for (const { id } of persons) all.set(id, new Map())
  const isOver = phaseOf(plan.dates, today).is === 'after'
  if (!isOver) {
    addQuestions(trip, persons, add)
    addSeats(trip, persons, add)
    addWork(trip, persons, add)
  }
  addMessages(trip, add)
  return all
}

type Add = (personId: string, key: string, concern: Concern) => void

const isComing = ({ coming }: Pick<Person, 'coming'>) => coming !== 'not_coming'

function addQuestions({ values, plan, today }: WatchedTrip, persons: readonly Person[], add: Add): void {
  const { polls, answers } = values.polls
  const answersOf = groupBy(answers, ({ poll }) => poll)
  for (const poll of polls.filter((one) => asksOn(one, today)))
    for (const person of persons)
      if (isAskedPerson(person) && !hasAnswered(poll, answersOf.get(poll.id) ?? [], person.id))
        add(person.id, `poll/${poll.id}`, { what: 'poll', state: 'open', name: pollTitle(poll) })
  if (plan.dates.departure_date !== '')
    for (const { id, coming } of persons)
      if (coming === 'open') add(id, 'coming', { what: 'coming', state: 'open', name: '' })
  for (const fee of values.costs.fees) addFee(fee, values, add)
}

function addFee(fee: Fee, { people, costs }: Pick<WatchedValues, 'people' | 'costs'>, add: Add): void {
  for (const { payer, rest } of listFee(fee, payingHouseholds(people), costs))
    if (rest > 0)
      add(payer, `fee/${fee.id}`, {
        what: 'fee',
        state: 'open',
        name: fee.name.trim(),
        detail: formatMoney(rest, fee.currency, costs.currency),
      })
}

/** Parties pay together. If all are one party, each person pays for themselves. */
function payingHouseholds(people: readonly Party[]): readonly Party[] {
  const parties = people.filter(({ persons }) => persons.length > 0)
  return parties.length > 1
    ? parties
    : listPersons(parties).map((person) => ({ id: person.id, name: '', persons: [person] }))
}

function addSeats({ values, plan, isKnown, nameOf }: WatchedTrip, persons: readonly Person[], add: Add): void {
  const group = { people: values.people, dates: plan.dates, isKnown }
  const rides = planRides(values.rides, group)
  const { beds } = planBeds(values.beds, group)
  const coming = persons.filter(isComing)
  for (const { id } of coming) {
    const ride = findRide(rides, id)
    if (ride?.is === 'driving') add(id, 'drive', { what: 'seat_given', state: ride.car.car.id, name: '' })
    if (ride?.is !== 'riding') continue
    const { car } = ride.car
    const departure = [car.leaves_day, car.leaves_time, car.leaves_at, car.place].join(' ')
    const name = car.driver === '' ? '' : nameOf(car.driver)
    add(id, 'seat', { what: 'seat_given', state: car.id, name })
    add(id, 'car', { what: 'car_changed', state: `${car.id} ${departure}`, name })
  }
  for (const { bed, inside } of beds)
    for (const id of inside) add(id, 'bed', { what: 'bed_lost', state: bed.id, name: bed.name.trim() })
}

function addWork({ values, plan }: WatchedTrip, persons: readonly Person[], add: Add): void {
  for (const { duty, on } of plan.duties)
    for (const id of on) add(id, `duty/${duty.id}`, { what: 'duty_given', state: 'on', name: dutyTitle(duty) })
  const coming = persons.filter(isComing)
  const items = new Map(values.checklist.flatMap((group) => group.items).map((item) => [item.id, item]))
  const ids = new Set(coming.map(({ id }) => id))
  for (const { item, name, person_id, count } of values.gear.claims)
    if (count > 0 && ids.has(person_id) && items.has(item))
      add(person_id, `bring/${item}`, { what: 'bring_gone', state: 'bring', name: name.trim() })
  for (const { id } of coming)
    for (const { todo, date } of undoneOf(id, plan.todos))
      if (date !== undefined) add(id, `todo/${todo.id}`, { what: 'todo_due', state: date, name: todoTitle(todo) })
}

function addMessages({ values, nameOf }: WatchedTrip, add: Add): void {
  const { payments, currency } = values.costs
  for (const payment of payments) {
    const { id, from, to, amount, added_by } = payment
    if (from === '' || to === '' || from === to) continue
    const detail = formatMoney(amount, payment.currency, currency)
    const answer = answerTo(payment)
    // The person it went to may have entered it themselves.
    if (answer === '' && added_by !== to)
      add(to, `payment/${id}`, { what: 'to_confirm', state: detail, name: nameOf(from), detail })
    if (answer === 'not_received')
      add(from, `denied/${id}`, { what: 'not_received', state: detail, name: nameOf(to), detail })
  }
  const everyone = listPersons(values.people)
  for (const one of values.announcements)
    for (const { id } of everyone)
      if (id !== one.by && isAddressed(one, id))
        add(id, `announcement/${one.id}`, {
          what: 'announcement',
          state: 'sent',
          name: nameOf(one.by),
          detail: toNoticeName(one.text.trim().replace(/\s+/g, ' ')),
        })
}

/** What of a day can be news to the people who are there. Seats, duties and to-dos are told to those who have them. */
const toldKinds: ReadonlySet<DayEntry['thing']['of']> = new Set(['itinerary', 'meals', 'tickets'])

function concernsByDay({ values, plan, today, nameOf, type }: WatchedTrip): Concerns['days'] {
  const days = new Map<LocalDate, DayConcerns>()
  const shown = [today, addDays(today, 1)].filter((date) => phaseOf(plan.dates, date).is === 'during')
  if (shown.length === 0) return days
  const entries = listEntries(plan).filter(({ thing }) => toldKinds.has(thing.of))
  const dates = plan.dates
  const ownEntries = listPersons(values.people).map(({ id }) => ({
    id,
    entries: new Set(entriesFor(id, entries, { people: values.people, dates }).map((entry) => entry.id)),
  }))
  const words: EntryNames = {
    type,
    me: '',
    nameOf,
    placeOf: (id) => values.places.find((one) => one.id === id)?.name ?? '',
  }
  for (const date of shown) {
    const ofDay = new Map<string, DayConcern>()
    for (const entry of entries.filter((one) => one.date === date)) {
      const people = ownEntries.filter((own) => own.entries.has(entry.id)).map(({ id }) => id)
      const title = toNoticeName(entryTitle(entry, words))
      ofDay.set(entry.id, { state: stateOf(entry, title), title, people })
    }
    days.set(date, { there: listThere(values.people, dates, date), entries: ofDay })
  }
  return days
}

function listThere(people: readonly Party[], dates: TripDates, date: LocalDate): string[] {
  const phase = phaseOf(dates, date)
  if (phase.is !== 'during') return []
  const isThere = (person: Person) => {
    const stay = stayIn(person, dates)
    return mealTypes.some((meal) => attendsMeal(stay, phase.day, meal))
  }
  return listPersons(people)
    .filter((person) => isComing(person) && isThere(person))
    .map(({ id }) => id)
}

/** What people would have to know: its name, when and where it is. */
const stateOf = ({ start, end, typedTime, placeId }: DayEntry, title: string): string =>
  [title, start ?? '', end ?? '', typedTime, placeId].join('|')
