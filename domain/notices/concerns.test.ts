import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { planOfValues } from '../day/plan-of-values.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { type Announcement, announcements } from '../plan/announcements.ts'
import { newBed } from '../plan/beds.ts'
import { newFee, newPayment } from '../plan/costs.ts'
import { newDuty, newVolunteer } from '../plan/duties.ts'
import { newClaim } from '../plan/gear.ts'
import { plan as sections } from '../plan/index.ts'
import { newActivity } from '../plan/itinerary.ts'
import { listPersons } from '../plan/people.ts'
import { newPlace } from '../plan/places.ts'
import { newPoll, newPollAnswer, newTextOption } from '../plan/polls.ts'
import { newStay } from '../plan/stays.ts'
import { newTicket } from '../plan/tickets.ts'
import { newDoer, newTodo } from '../plan/todos.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import { buildComing, buildParties, buildParty } from '../testing/people.ts'
import { buildCar } from '../testing/rides.ts'
import {
  type Concerns,
  concernReads,
  listConcerns,
  typeOf,
  type WatchedSection,
  type WatchedValues,
  watchedSections,
} from './concerns.ts'

const today = '2031-07-10' as LocalDate
const [ana, ben, kim] = [buildComing('Ana'), buildComing('Ben'), buildComing('Kim')]
const newId = () => crypto.randomUUID()

const empty = Object.fromEntries(watchedSections.map((name) => [name, sections[name].empty])) as WatchedValues
const datesOf = (departure_date: LocalDate, return_date: LocalDate) => ({
  ...empty.details,
  departure_date,
  return_date,
})
const car = buildCar(ben.id, { leaves_day: 2 })
const bed = { ...newBed(newId()), places: 2 }
const [fire, cooking] = [newDuty(newId(), 'fire'), newDuty(newId(), 'cook')]
const duties = [
  { ...fire, day: 2 },
  { ...cooking, day: 1, meal: 'dinner' as const },
]
const item = { id: newId(), name: 'Stove', checked: false, needed: 1, is_each: false }
const kitchen = { id: newId(), category: 'Kitchen', items: [item] } as WatchedValues['checklist'][number]
const todo = newTodo(newId(), 'Book')
const poll = { ...newPoll(newId(), 'question'), options: [newTextOption(newId(), 'Yes')] }
const option = { poll: poll.id, option: poll.options[0]?.id ?? '' }
const activity = { ...newActivity(newId()), time: '9:00 AM', activity: 'Canoeing' }
const payment = newPayment(newId(), { from: ben.id, to: ana.id, amount: 500, currency: 'EUR' }, ben.id)
const fee = { ...newFee(newId(), 'EUR', ana.id), adult: 900 }
const ticket = { ...newTicket(newId()), title: 'Ferry', date: today }
const toAll: Announcement = { id: newId(), text: 'Hello', to: 'everyone', people: [], by: ana.id, at: '' }

/** What each section may be. */
const variants: { [Name in WatchedSection]: WatchedValues[Name][] } = {
  details: [
    datesOf(today, addDays(today, 3)),
    datesOf(today, today),
    datesOf(addDays(today, 1), addDays(today, 1)),
    datesOf(addDays(today, 30), addDays(today, 33)),
    datesOf(addDays(today, -9), addDays(today, -6)),
    empty.details,
  ],
  people: [
    buildParties(ana, ben, kim),
    buildParties(ana, ben),
    [buildParty(ana, ben), buildParty(kim)],
    buildParties(ana, { ...ben, coming: 'not_coming' }, { ...kim, coming: 'open' }),
    buildParties(ana, { ...ben, until: '1 breakfast' }, { ...kim, until: '1 dinner' }),
  ],
  places: [[], [newPlace(newId(), { zone: 'Asia/Tokyo' })]],
  itinerary: [{}, { 1: { title: '', light: [activity], hard: [] } }, { 2: { title: '', light: [activity], hard: [] } }],
  meals: [{}, planTemplates.meals('car_trip')],
  tickets: [[], [ticket]],
  stays: [[], [newStay(newId(), { name: 'Hotel', starts_on: today })]],
  rides: [empty.rides, { cars: [car], riders: [{ id: kim.id, car: car.id }] }],
  beds: [empty.beds, { beds: [bed], sleepers: [kim, ben].map(({ id }) => ({ id, bed: bed.id })) }],
  duties: [
    empty.duties,
    { duties, volunteers: [newVolunteer(fire.id, kim.id), newVolunteer(cooking.id, ana.id)] },
    { duties, volunteers: [newVolunteer(fire.id, ben.id)] },
  ],
  todos: [empty.todos, { todos: [{ ...todo, due: today }], doers: [newDoer(todo.id, kim.id)] }],
  polls: [empty.polls, { polls: [poll], answers: [] }, { polls: [poll], answers: [newPollAnswer(option, kim, 'yes')] }],
  costs: [
    empty.costs,
    { ...empty.costs, fees: [fee], payments: [payment] },
    { ...empty.costs, payments: [{ ...payment, answer: 'not_received', answered_amount: 500 }] },
  ],
  checklist: [[], [kitchen]],
  gear: [empty.gear, { claims: [newClaim(item, kim.id, 1)] }],
  announcements: [announcements.empty, [toAll]],
}

function concernsOf(values: WatchedValues): Concerns {
  const people = listPersons(values.people)
  const isKnown = (id: string) => people.some((one) => one.id === id)
  const plan = planOfValues({ type: 'car_trip', template_revision: 3 }, values, isKnown)
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? ''
  return listConcerns({ values, plan, today, members: [], isKnown, nameOf, type: 'car_trip' })
}

/** What can be news, by its key: two plans that differ in none of them tell nothing. */
function statesOf({ people, announcements: announced, days }: Concerns): Map<string, string> {
  const states = new Map<string, string>()
  for (const [person, concerns] of people)
    for (const [key, { state }] of concerns) states.set(`${key}/${person}`, state)
  for (const [id, one] of announced) states.set(`announcement/${id}`, one.people.join())
  for (const [date, { entries }] of days)
    for (const [id, { state, people: whom }] of entries) states.set(`days/${date}/${id}`, `${state} ${whom.join()}`)
  return states
}

it('a concern names all sections that it depends on as its causes, and no others', () => {
  const found = new Map<string, Set<WatchedSection>>()
  const anyPlan = fc.record(
    Object.fromEntries(watchedSections.map((name) => [name, fc.constantFrom(...variants[name])])),
  ) as unknown as fc.Arbitrary<WatchedValues>
  fc.assert(
    fc.property(anyPlan, anyPlan, (one, other) => {
      const before = statesOf(concernsOf(one))
      for (const section of watchedSections) {
        const after = statesOf(concernsOf({ ...one, [section]: other[section] }))
        for (const key of new Set([...before.keys(), ...after.keys()])) {
          if (before.get(key) === after.get(key)) continue
          const type = typeOf(key)
          expect(concernReads[type], `${type} <- ${section}`).toContain(section)
          found.set(type, (found.get(type) ?? new Set()).add(section))
        }
      }
    }),
    { seed: 1, numRuns: 400 },
  )
  const { departure: _, ...listed } = concernReads
  const sorted = (names: Iterable<WatchedSection>) => [...names].toSorted()
  for (const [type, reads] of Object.entries(listed))
    expect([type, sorted(found.get(type) ?? [])]).toEqual([type, sorted(reads)])
})
