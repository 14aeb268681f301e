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
import { mealTypes } from '../plan/day-parts.ts'
import type { SectionValue } from '../plan/index.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import { asksOn, hasAnswered, isAskedPerson } from '../polls/asked.ts'
import { pollTitle } from '../polls/poll-words.ts'
import { planBeds } from '../seats/beds.ts'
import { attendsMeal, stayIn } from '../stay.ts'
import { phaseOf } from '../today/phase.ts'
import { todoTitle } from '../todos/todo-words.ts'
import type { TripDates } from '../trip-days.ts'
import { toNoticeName } from './notice.ts'

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
  'stays',
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

const rideReads = ['rides', 'people', 'details'] as const

/**
 * The sections each concern is computed from. The types below enforce it. The zone only decides what today's date is,
 * which is nobody's change, so `places` is not listed.
 */
export const concernReads = {
  poll: ['polls', 'people', 'details'],
  coming: ['people', 'details'],
  fee: ['costs', 'people', 'details'],
  seat: rideReads,
  car: rideReads,
  drive: rideReads,
  bed: ['beds', 'people', 'details'],
  duty: ['duties', 'people', 'details'],
  bring: ['gear', 'checklist', 'people', 'details'],
  todo: ['todos', 'people', 'details'],
  payment: ['costs'],
  denied: ['costs'],
  announcement: ['announcements', 'people'],
  departure: ['details'],
  days: ['itinerary', 'meals', 'tickets', 'stays', 'details', 'people', 'duties'],
} as const satisfies Record<string, readonly WatchedSection[]>
export type ConcernType = keyof typeof concernReads

const { days: readForDays, ...readBefore } = concernReads
const readSections: ReadonlySet<WatchedSection> = new Set(Object.values(readBefore).flat())
/** Sections that matter only while the trip is under way, and on the day before. */
export const sectionsOfDays: ReadonlySet<WatchedSection> = new Set(readForDays.filter((one) => !readSections.has(one)))

/** What each part of a plan is computed from: see `planOfValues`. */
const planReads = {
  dates: ['details'],
  zone: ['details', 'places'],
  places: ['places'],
  itinerary: ['itinerary', 'details'],
  meals: ['meals', 'details', 'duties'],
  tickets: ['tickets', 'people'],
  stays: ['stays', 'people'],
  cars: rideReads,
  duties: ['duties', 'people', 'details'],
  todos: ['todos', 'people', 'details'],
} as const satisfies Record<keyof DayPlan, readonly WatchedSection[]>
type PlanReads = typeof planReads
type PartsFrom<Name extends WatchedSection> = {
  [Part in keyof PlanReads]: PlanReads[Part][number] extends Name ? Part : never
}[keyof PlanReads]

/** The type of a concern, by its key. */
export const typeOf = (key: string) => key.split('/', 1)[0] as ConcernType

export interface Concern {
  /** A change of it is news. */
  state: string
  /** Of the thing, or of the other person. */
  name: string
  detail?: string
}

/** By person, and by what it is: 'seat', 'poll/00000000-…'. */
export type ConcernsByPerson = ReadonlyMap<string, ReadonlyMap<string, Concern>>

export interface AnnouncementConcern extends Pick<Concern, 'name' | 'detail'> {
  /** The ids of those whom it is for. */
  people: readonly string[]
}

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
  /** Of everybody on the list of people or in the trip, also if nothing concerns them. */
  people: ConcernsByPerson
  /** By id. */
  announcements: ReadonlyMap<string, AnnouncementConcern>
  /** The ids of people who are coming, or may come. */
  coming: ReadonlySet<string>
  /** The ids of the cars that somebody drives, or that nobody is named for yet. */
  openCars: ReadonlySet<string>
  /** What happens today and tomorrow, by date and entry; empty unless the trip is under way then. */
  days: ReadonlyMap<LocalDate, DayConcerns>
}

interface Surroundings {
  /** Where the trip is. */
  today: LocalDate
  /** The ids in the plan of those who are in the trip. They need not be on its list of people. */
  members: readonly string[]
  isKnown: (personId: string) => boolean
  /** Names people, nobody as 'you'. */
  nameOf: (personId: string) => string
  type: EntryNames['type']
}

export interface WatchedTrip extends Surroundings {
  values: WatchedValues
  /** Computed from the same values. */
  plan: DayPlan
}

/** What concerns of a type may be computed from. */
interface TripFor<Type extends ConcernType> extends Surroundings {
  values: Pick<WatchedValues, (typeof concernReads)[Type][number]>
  plan: Pick<DayPlan, PartsFrom<(typeof concernReads)[Type][number]>>
}

export function listConcerns(trip: WatchedTrip): Concerns {
  const steps = listConcernsInSteps(trip)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps, between which a server can do something else: there may be a thousand people. */
export function* listConcernsInSteps(trip: WatchedTrip): Generator<undefined, Concerns> {
  const { values, plan } = trip
  const people = yield* concernsByPerson(trip)
  yield
  const days = yield* concernsByDay(trip)
  yield
  return {
    people,
    announcements: listAnnouncements(trip),
    coming: new Set(
      listPersons(values.people)
        .filter(isComing)
        .map(({ id }) => id),
    ),
    openCars: new Set(plan.cars.filter(({ isClosed }) => !isClosed).map(({ car }) => car.id)),
    days,
  }
}

function* concernsByPerson(trip: WatchedTrip): Generator<undefined, ConcernsByPerson> {
  const { values, plan, today, members } = trip
  const all = new Map<string, Map<string, Concern>>()
  const add: Add<ConcernType> = (personId, key, concern) => {
    const own = all.get(personId) ?? new Map<string, Concern>()
    all.set(personId, own)
    own.set(key, { ...concern, name: toNoticeName(concern.name) })
  }
  for (const id of [...listPersons(values.people).map((person) => person.id), ...members]) all.set(id, new Map())
  const isOver = phaseOf(plan.dates, today).is === 'after'
  if (!isOver) {
    yield* addPolls(trip, add)
    for (const addMore of [addComing, addFees, addSeats, addBeds, addDuties, addBrought, addTodos]) {
      addMore(trip, add)
      yield
    }
  }
  addPayments(trip, add)
  return all
}

type Add<Type extends ConcernType> = (personId: string, key: Type | `${Type}/${string}`, concern: Concern) => void

const isComing = ({ coming }: Pick<Person, 'coming'>) => coming !== 'not_coming'
const listComing = (people: readonly Party[]) => listPersons(people).filter(isComing)

function* addPolls({ values, today }: TripFor<'poll'>, add: Add<'poll'>): Generator<undefined, void> {
  const asked = listPersons(values.people).filter(isAskedPerson)
  const { polls, answers } = values.polls
  const answersOf = groupBy(answers, ({ poll }) => poll)
  for (const poll of polls.filter((one) => asksOn(one, today))) {
    const given = answersOf.get(poll.id) ?? []
    const concern = { state: 'open', name: pollTitle(poll) }
    for (const { id } of asked) if (!hasAnswered(poll, given, id)) add(id, `poll/${poll.id}`, concern)
    yield
  }
}

function addComing({ values, plan }: TripFor<'coming'>, add: Add<'coming'>): void {
  if (plan.dates.departure_date === '') return
  for (const { id, coming } of listPersons(values.people))
    if (coming === 'open') add(id, 'coming', { state: 'open', name: '' })
}

function addFees({ values: { people, costs } }: TripFor<'fee'>, add: Add<'fee'>): void {
  const households = payingHouseholds(people)
  for (const fee of costs.fees)
    for (const { payer, rest } of listFee(fee, households, costs))
      if (rest > 0)
        add(payer, `fee/${fee.id}`, {
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

function addSeats({ values, plan, nameOf }: TripFor<'seat' | 'car' | 'drive'>, add: Add<'seat' | 'car' | 'drive'>) {
  const coming = new Set(listComing(values.people).map(({ id }) => id))
  for (const { car, isDriven, inside } of plan.cars) {
    if (isDriven && coming.has(car.driver)) add(car.driver, 'drive', { state: car.id, name: '' })
    const departure = [car.leaves_day, car.leaves_time, car.leaves_at, car.place].join(' ')
    const name = car.driver === '' ? '' : nameOf(car.driver)
    for (const id of inside) {
      if (!coming.has(id)) continue
      add(id, 'seat', { state: car.id, name })
      add(id, 'car', { state: `${car.id} ${departure}`, name })
    }
  }
}

function addBeds({ values, plan, isKnown }: TripFor<'bed'>, add: Add<'bed'>): void {
  const { beds } = planBeds(values.beds, { people: values.people, dates: plan.dates, isKnown })
  for (const { bed, inside } of beds) for (const id of inside) add(id, 'bed', { state: bed.id, name: bed.name.trim() })
}

function addDuties({ plan }: TripFor<'duty'>, add: Add<'duty'>): void {
  for (const { duty, on } of plan.duties)
    for (const id of on) add(id, `duty/${duty.id}`, { state: 'on', name: dutyTitle(duty) })
}

function addBrought({ values }: TripFor<'bring'>, add: Add<'bring'>): void {
  const coming = new Set(listComing(values.people).map(({ id }) => id))
  const items = new Set(values.checklist.flatMap((group) => group.items).map(({ id }) => id))
  for (const { item, name, person_id, count } of values.gear.claims)
    if (count > 0 && coming.has(person_id) && items.has(item))
      add(person_id, `bring/${item}`, { state: 'bring', name: name.trim() })
}

function addTodos({ values, plan }: TripFor<'todo'>, add: Add<'todo'>): void {
  const coming = new Set(listComing(values.people).map(({ id }) => id))
  for (const { todo, date, on } of plan.todos) {
    if (todo.is_done || date === undefined) continue
    const concern = { state: date, name: todoTitle(todo) }
    for (const id of on) if (coming.has(id)) add(id, `todo/${todo.id}`, concern)
  }
}

function addPayments({ values: { costs }, nameOf }: TripFor<'payment' | 'denied'>, add: Add<'payment' | 'denied'>) {
  for (const payment of costs.payments) {
    const { id, from, to, amount, added_by } = payment
    if (from === '' || to === '' || from === to) continue
    const detail = formatMoney(amount, payment.currency, costs.currency)
    const answer = answerTo(payment)
    // The person it went to may have entered it themselves.
    if (answer === '' && added_by !== to) add(to, `payment/${id}`, { state: detail, name: nameOf(from), detail })
    if (answer === 'not_received') add(from, `denied/${id}`, { state: detail, name: nameOf(to), detail })
  }
}

function listAnnouncements({ values, nameOf }: TripFor<'announcement'>): Concerns['announcements'] {
  const everyone = listPersons(values.people)
  return new Map(
    values.announcements.map((one) => [
      one.id,
      {
        name: toNoticeName(nameOf(one.by)),
        detail: toNoticeName(one.text.trim().replace(/\s+/g, ' ')),
        people: everyone.map(({ id }) => id).filter((id) => id !== one.by && isAddressed(one, id)),
      },
    ]),
  )
}

function* concernsByDay({
  values,
  plan,
  today,
  nameOf,
  type,
}: TripFor<'days'>): Generator<undefined, Concerns['days']> {
  const days = new Map<LocalDate, DayConcerns>()
  const shown = [today, addDays(today, 1)].filter((date) => phaseOf(plan.dates, date).is === 'during')
  if (shown.length === 0) return days
  // Cars, duties and to-dos have their own concerns, and a zone is not news.
  const told = { ...plan, zone: '', places: [], cars: [], duties: [], todos: [] }
  const entries = listEntries(told).filter(({ date }) => date !== undefined && shown.includes(date))
  const dates = plan.dates
  const entriesOf = new Map<string, ReadonlySet<string>>()
  for (const [index, person] of listPersons(values.people).entries()) {
    // A list of one: `entriesFor` searches its list for the person, and there may be hundreds.
    const people = [{ id: person.id, name: '', persons: [person] }]
    entriesOf.set(person.id, new Set(entriesFor(person.id, entries, { people, dates }).map(({ id }) => id)))
    if (index % PEOPLE_IN_STEP === PEOPLE_IN_STEP - 1) yield
  }
  const words: EntryNames = { type, me: '', nameOf, placeOf: () => '' }
  for (const date of shown) {
    const ofDay = new Map<string, DayConcern>()
    for (const entry of entries.filter((one) => one.date === date)) {
      const people = [...entriesOf].filter(([, own]) => own.has(entry.id)).map(([id]) => id)
      const title = toNoticeName(entryTitle(entry, words))
      ofDay.set(entry.id, { state: stateOf(entry, title), title, people })
    }
    yield
    days.set(date, { there: listThere(values.people, dates, date), entries: ofDay })
  }
  return days
}

const PEOPLE_IN_STEP = 50

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
function stateOf({ thing, start, end, typedTime, placeId }: DayEntry, title: string): string {
  const part = thing.of === 'tickets' && thing.part?.is === 'departure' ? thing.part.leg.segment : undefined
  return [title, start ?? '', end ?? '', typedTime, placeId, ...(part ? [part.terminal, part.gate] : [])].join('|')
}
