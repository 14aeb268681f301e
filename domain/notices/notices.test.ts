import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { planOfValues } from '../day/plan-of-values.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { newDuty, newVolunteer } from '../plan/duties.ts'
import { newClaim } from '../plan/gear.ts'
import { plan as sections } from '../plan/index.ts'
import { newActivity } from '../plan/itinerary.ts'
import { listPersons } from '../plan/people.ts'
import { newDatesOption, newPoll, newPollAnswer } from '../plan/polls.ts'
import { newDoer, newTodo } from '../plan/todos.ts'
import { buildComing, buildParties, buildPerson } from '../testing/people.ts'
import { buildCar } from '../testing/rides.ts'
import { clockOf } from '../today/clock.ts'
import { phaseOf } from '../today/phase.ts'
import { compareConcerns, type News } from './compare.ts'
import { listConcerns, type WatchedValues, watchedSections } from './concerns.ts'
import { listDue } from './due.ts'
import type { Known } from './known.ts'
import { about, type NoticeThing, noticeThings } from './notice.ts'
import { noticePath, noticeText } from './notice-words.ts'

const departure = '2031-07-10' as LocalDate
const zone = 'America/Toronto'
const noon = (date: LocalDate) => new Date(`${date}T16:00:00Z`)
const weekBefore = noon(addDays(departure, -7))

const [ana, ben, kim] = ['Ana', 'Ben', 'Kim'].map((name) => buildComing(name)) as [Person, Person, Person]
type Person = ReturnType<typeof buildComing>

function valuesOf(more: Partial<WatchedValues> = {}): WatchedValues {
  const empty = Object.fromEntries(watchedSections.map((name) => [name, sections[name].empty])) as WatchedValues
  const details = { ...empty.details, departure_date: departure, return_date: addDays(departure, 3), time_zone: zone }
  return { ...empty, people: buildParties(ana, ben, kim), details, ...more }
}

/** What a look at the trip tells, as the server looks at it. */
function look(
  values: WatchedValues,
  known?: Known,
  now = weekBefore,
  remindsSince: string | null = null,
  members: readonly string[] = [],
) {
  const persons = listPersons(values.people)
  const isKnown = (id: string) => persons.some((one) => one.id === id)
  const plan = planOfValues({ type: 'car_trip', template_revision: 3 }, values, isKnown)
  const { date: today } = clockOf(now, zone)
  const nameOf = (id: string) => persons.find((one) => one.id === id)?.name ?? 'Former member'
  const concerns = listConcerns({ values, plan, today, members, isKnown, nameOf, type: 'car_trip' })
  const isOver = phaseOf(plan.dates, today).is === 'after'
  const compared = compareConcerns(known, concerns, { now: now.toISOString(), isOver })
  const { coming } = concerns
  const due = listDue(compared.known, { now, zone, remindsSince, departure: plan.dates.departure_date, coming, isOver })
  return { news: [...compared.news, ...due.news], settled: compared.settled, known: due.known, next: due.next }
}

/** What is told of a change. */
const change = (before: Partial<WatchedValues>, after: Partial<WatchedValues>, now = weekBefore) =>
  look(valuesOf(after), look(valuesOf(before), undefined, now).known, now)

const told = (news: readonly News[]) =>
  news.map(({ to, about: { what } }) => `${to === 'organizers' ? to : nameOf(to.person)} ${what}`).toSorted()
const nameOf = (id: string) => [ana, ben, kim].find((one) => one.id === id)?.name ?? id

const car = buildCar(ben.id, { seats: 4 })
const rides = { cars: [car], riders: [{ id: kim.id, car: car.id }] }
const notComing = (...persons: Person[]) =>
  buildParties(
    ...[ana, ben, kim].map((one) => (persons.includes(one) ? { ...one, coming: 'not_coming' as const } : one)),
  )

it('a driver who is not coming any more: riders and organizers are told', () => {
  const { news } = change({ rides }, { rides, people: notComing(ben) })
  expect(told(news)).toEqual(['Kim seat_lost', 'organizers riders_lost'])
  expect(news.every(({ isUrgent }) => isUrgent)).toBe(true)
  expect(news.map((one) => noticeText(one))).toEqual([
    'You’ve lost your seat in Ben’s car.',
    'Ben’s car is no longer available. 1 person needs another ride.',
  ])
})

it('a removed car, and a car whose driver is removed from the list, are told like a driver who cancels', () => {
  const none = { cars: [], riders: [] }
  expect(told(change({ rides }, { rides: none }).news)).toEqual(['Kim seat_lost', 'organizers riders_lost'])
  expect(told(change({ rides }, { rides, people: buildParties(ana, kim) }).news)).toEqual([
    'Kim seat_lost',
    'organizers riders_lost',
  ])
})

it('somebody who gives up a seat, or drives instead, changes nothing for organizers', () => {
  expect(told(change({ rides }, { rides: { ...rides, riders: [] } }).news)).toEqual(['Kim seat_lost'])
  const own = buildCar(kim.id)
  expect(told(change({ rides }, { rides: { cars: [car, own], riders: [] } }).news)).toEqual([])
})

it('a seat, a duty and what one brings are told when somebody gives or takes them', () => {
  const duty = newDuty(crypto.randomUUID(), 'fire')
  const duties = { duties: [duty], volunteers: [newVolunteer(duty.id, kim.id)] }
  expect(told(change({}, { rides, duties }).news)).toEqual(['Kim duty_given', 'Kim seat_given'])
  expect(told(change({ duties }, {}).news)).toEqual(['Kim duty_gone'])
  const item = { id: crypto.randomUUID(), name: 'Stove', checked: false, needed: 1, is_each: false }
  const checklist = [
    { id: crypto.randomUUID(), name: 'Kitchen', items: [item] },
  ] as unknown as WatchedValues['checklist']
  const gear = { claims: [newClaim(item, kim.id, 1)] }
  expect(told(change({ checklist, gear }, { gear }).news)).toEqual(['Kim bring_gone'])
})

it('a car that leaves at another time is told to those who ride in it', () => {
  const later = { cars: [{ ...car, leaves_time: '09:00' }], riders: rides.riders }
  expect(told(change({ rides }, { rides: later }).news)).toEqual(['Kim car_changed'])
})

it('who is not coming is told nothing of what they had, and nobody of what a trip that is over had', () => {
  expect(told(change({ rides }, { rides, people: notComing(kim) }).news)).toEqual([])
  const after = noon(addDays(departure, 6))
  const before = look(valuesOf({ rides }), undefined, noon(addDays(departure, 3)))
  expect(told(look(valuesOf({ rides }), before.known, after).news)).toEqual([])
})

it('a trip that is looked at for the first time tells nothing, and a person who is new nothing of what was there', () => {
  expect(look(valuesOf({ rides, ...pollOf() })).news).toEqual([])
  const lou = buildComing('Lou')
  expect(change(pollOf(), { ...pollOf(), people: buildParties(ana, ben, kim, lou) }).news).toEqual([])
})

function pollOf(...answers: { person: Person; answer: 'yes' | 'no' }[]) {
  const option = newDatesOption(poll.id, departure, addDays(departure, 2))
  const given = answers.map(({ person, answer }) => newPollAnswer({ poll: poll.id, option: option.id }, person, answer))
  return { polls: { polls: [{ ...poll, options: [option] }], answers: given } }
}
const poll = newPoll('00000000-0000-4000-8000-000000000001', 'dates')

it('a poll asks those who have not answered, and is settled for who answers', () => {
  const { news, known } = change({}, pollOf({ person: ana, answer: 'yes' }))
  expect(told(news)).toEqual(['Ben poll', 'Kim poll'])
  expect(news.every(({ kind }) => kind === 'asked')).toBe(true)
  const { settled } = look(valuesOf(pollOf({ person: ana, answer: 'yes' }, { person: ben, answer: 'no' })), known)
  expect(settled).toEqual([{ key: `poll/${poll.id}` }])
})

it('what comes and goes between two looks is told to nobody', () => {
  const { known } = look(valuesOf({ rides }))
  expect(look(valuesOf({ rides }), known).news).toEqual([])
})

it('an unanswered question is asked again after 3 days, then weekly, three times at most, and only if reminders are on', () => {
  const people = buildParties(ana, buildPerson('Ben', { id: ben.id }), kim)
  const values = valuesOf({ people })
  const times: string[] = []
  const late = new Date(weekBefore.getTime() - 60 * DAY_MS)
  const early = valuesOf({
    people,
    details: { ...values.details, departure_date: addDays(departure, 90), return_date: '' },
  })
  let known: Known | undefined = look(early, undefined, late, late.toISOString()).known
  for (let hour = 0; hour < 60 * 24; hour += 1) {
    const now = new Date(late.getTime() + hour * HOUR_MS)
    const { news, known: seen } = look(early, known, now, late.toISOString())
    known = seen
    for (const one of news) times.push(`${one.kind} ${Math.round((now.getTime() - late.getTime()) / DAY_MS)}`)
  }
  expect(times).toEqual(['reminder 4', 'reminder 11', 'reminder 18'])
  expect(look(early, look(early, undefined, late).known, weekBefore).news).toEqual([])
})
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

it('a to-do is told on the morning of its day, once, and again if it is due on another day', () => {
  const todo = { ...newTodo(crypto.randomUUID(), 'Book the campsite'), due: addDays(departure, -5) }
  const todosOf = (due: string) => ({ todos: { todos: [{ ...todo, due }], doers: [newDoer(todo.id, ben.id)] } })
  const values = valuesOf(todosOf(todo.due))
  const first = look(values)
  expect(first.news).toEqual([])
  expect(first.next?.toISOString()).toBe(`${addDays(departure, -5)}T12:00:00.000Z`)
  const due = look(values, first.known, first.next)
  expect(told(due.news)).toEqual(['Ben todo_due'])
  expect(look(values, due.known, first.next).news).toEqual([])
  const moved = look(valuesOf(todosOf(addDays(departure, -4))), due.known, first.next)
  expect(told(look(valuesOf(todosOf(addDays(departure, -4))), moved.known, noon(addDays(departure, -4))).news)).toEqual(
    ['Ben todo_due'],
  )
  // Nobody is told of what was due long ago.
  expect(look(values, first.known, noon(addDays(departure, -2))).news).toEqual([])
})

it('the departure is told the day before, once, to those who may come', () => {
  const values = valuesOf({ people: notComing(kim) })
  const { known } = look(values)
  const dayBefore = new Date(`${addDays(departure, -1)}T20:00:00Z`)
  const first = look(values, known, dayBefore)
  expect(told(first.news)).toEqual(['Ana tomorrow', 'Ben tomorrow'])
  expect(look(values, first.known, dayBefore).news).toEqual([])
  expect(look(values, known, noon(departure)).news).toEqual([])
})

it('changes of today and tomorrow are told while the trip is under way, to those whom they concern', () => {
  const activity = { ...newActivity(crypto.randomUUID()), time: '9:00 AM', activity: 'Canoeing' }
  const plannedAt = (time: string) => ({ itinerary: { 2: { title: '', light: [{ ...activity, time }], hard: [] } } })
  const leaving = buildParties(ana, { ...ben, until: `1 dinner ${departure}` }, kim)
  const [at9, at10] = [plannedAt('9:00 AM'), plannedAt('10:00 AM')]
  expect(told(change(at9, at10, weekBefore).news)).toEqual([])
  const { news } = change({ ...at9, people: leaving }, { ...at10, people: leaving }, noon(departure))
  expect(told(news)).toEqual(['Ana days', 'Kim days'])
  expect(noticeText(news[0] as News)).toBe('One change in the plan of Friday, July 11: Canoeing.')
  expect(told(change(at9, {}, noon(departure)).news)).toEqual(['Ana days', 'Ben days', 'Kim days'])
  // The day after tomorrow can still change.
  expect(told(change(at9, at10, noon(addDays(departure, -1))).news)).toEqual([])
})

it('a departure tomorrow that somebody chooses in the evening is told, but not to them, nor at a first look', () => {
  const evening = new Date(`${addDays(departure, -1)}T22:00:00Z`)
  const todos = { todos: { todos: [{ ...newTodo(poll.id, 'Pack'), due: addDays(departure, -1) }], doers: [] } }
  expect(look(valuesOf(todos), undefined, evening).news).toEqual([])
  const later = valuesOf()
  later.details = { ...later.details, departure_date: addDays(departure, 30), return_date: '' }
  const { news } = look(valuesOf(), look(later, undefined, evening).known, evening)
  expect(told(news)).toEqual(['Ana tomorrow', 'Ben tomorrow', 'Kim tomorrow'])
  expect(news.every(({ sections }) => sections.includes('details'))).toBe(true)
  const waited = look(valuesOf(), look(valuesOf()).known, evening)
  expect(waited.news.flatMap(({ sections }) => sections)).toEqual([])
})

it('a payment is told to who gets it, unless they have noted it, and what has not arrived to who paid', () => {
  const { news, known } = change({}, payment({}))
  expect(told(news)).toEqual(['Ben to_confirm'])
  expect(noticeText(news[0] as News)).toBe('Ana says they paid you €12.50. Please confirm it.')
  expect(told(change({}, payment({ added_by: ben.id })).news)).toEqual([])
  const denied = look(valuesOf(payment({ answer: 'not_received', answered_amount: 1250 })), known)
  expect(told(denied.news)).toEqual(['Ana not_received'])
  expect(denied.settled).toEqual([{ key: 'payment/00000000-0000-4000-8000-000000000002' }])
})

/** Ana says that she has paid Ben. */
function payment(more: object): Partial<WatchedValues> {
  const costs = valuesOf().costs
  const paid = {
    id: '00000000-0000-4000-8000-000000000002',
    from: ana.id,
    to: ben.id,
    amount: 1250,
    currency: 'EUR',
    rate: '',
    date: '',
    note: '',
    added_by: ana.id,
    answer: '',
    answered_amount: 0,
    fee: '',
    ...more,
  }
  return { costs: { ...costs, currency: 'EUR', payments: [paid] } } as Partial<WatchedValues>
}

it('a payment is told to a member who is not on the list of people', () => {
  const dana = crypto.randomUUID()
  const { known } = look(valuesOf(), undefined, weekBefore, null, [dana])
  const { news } = look(valuesOf(payment({ to: dana })), known, weekBefore, null, [dana])
  expect(news.map(({ to, about: { what } }) => ({ to, what }))).toEqual([{ to: { person: dana }, what: 'to_confirm' }])
})

it('what somebody was asked is settled once they are removed from the list', () => {
  const { known } = look(valuesOf(pollOf()))
  const { settled } = look(valuesOf({ ...pollOf(), people: buildParties(ana, ben) }), known)
  expect(settled).toEqual([{ key: `poll/${poll.id}` }])
})

it('an announcement is told to those it is for, but not to who wrote it or came later, and settled once removed', () => {
  const one: WatchedValues['announcements'][number] = {
    id: crypto.randomUUID(),
    text: 'The hut\n is booked',
    to: 'everyone',
    people: [],
    by: ana.id,
    at: weekBefore.toISOString(),
  }
  const lou = buildComing('Lou')
  const people = buildParties(ana, ben, kim, lou)
  const { news, known } = change({}, { announcements: [one], people })
  expect(told(news)).toEqual(['Ben announcement', 'Kim announcement'])
  expect(noticeText(news[0] as News)).toContain('The hut is booked')
  expect(look(valuesOf({ announcements: [one], people }), known).news).toEqual([])
  const toKim = { ...one, id: crypto.randomUUID(), to: 'coming' as const, people: [{ id: kim.id }] }
  expect(told(change({}, { announcements: [toKim] }).news)).toEqual(['Kim announcement'])
  expect(look(valuesOf({ people }), known).settled).toEqual([{ key: `announcement/${one.id}` }])
  expect(JSON.stringify(known.people)).not.toContain(one.id)
})

it('every notice can be stored, has words, and leads to a page of its trip', () => {
  fc.assert(
    fc.property(fc.constantFrom<NoticeThing>(...noticeThings), fc.string({ maxLength: 120 }), (what, name) => {
      const one = { what, name, count: 2, date: departure, detail: '€5.00' }
      expect(about.safeParse(one).success).toBe(true)
      expect(noticeText({ kind: 'promise', about: one }).length).toBeGreaterThan(5)
      expect(noticePath({ trip_id: '1', about: one })).toMatch(/^\/trip\/1/)
    }),
  )
})
