import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { mealTypes } from '../plan/day-parts.ts'
import {
  type Duties,
  type Duty,
  type DutyKind,
  dutyKinds,
  newDuty,
  newVolunteer,
  duties as section,
} from '../plan/duties.ts'
import { type Meals, newMealDay } from '../plan/meals.ts'
import { type ComingAnswer, comingAnswers, newPerson, type Person } from '../plan/people.ts'
import { stayIn } from '../stay.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import type { TripDates } from '../trip-days.ts'
import {
  listUsualDuties,
  usualSeats,
  withDuty,
  withoutDuty,
  withoutVolunteer,
  withTurns,
  withUsualDuties,
  withVolunteer,
} from './changes.ts'
import { listConflicts } from './conflicts.ts'
import { dutyTitle } from './duty-words.ts'
import {
  absencesOf,
  countLoads,
  type FindAbsence,
  isThereFor,
  listPeopleOnDuties,
  peopleOnDuty,
  slotOf,
  sortDuties,
} from './people-on-duty.ts'
import { listWithoutDuty, proposeRota } from './rota.ts'
import { listTooYoung, listWorkers } from './workers.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim, lou] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const NOBODY: FindAbsence = () => undefined
const notComing =
  (...ids: string[]): FindAbsence =>
  (personId) =>
    ids.includes(personId) ? 'not_coming' : undefined
const dates: TripDates = { departure_date: '2026-07-03' as LocalDate, return_date: '2026-07-06' as LocalDate }
const partyOf = (...persons: Person[]) => [{ id: idOf(99), name: '', persons }]
const coming = (personId: string, change: Partial<Person> = {}): Person => ({
  ...newPerson(personId, 'Somebody'),
  coming: 'coming',
  ...change,
})
const dutyOf = (number: number, change: Partial<Duty> = {}): Duty => ({
  ...newDuty(idOf(100 + number), 'cook'),
  ...change,
})
const dutiesOf = (duties: Duty[], ...turns: [duty: number, person: string][]): Duties => ({
  duties,
  volunteers: turns.map(([number, personId]) => newVolunteer(idOf(100 + number), personId)),
})

describe('who has a duty', () => {
  const wash = dutyOf(1, { kind: 'wash_up', places: 2 })

  it('are those who volunteered first, as many as there are seats; the others wait', () => {
    const { on, waiting, open } = peopleOnDuty(wash, dutiesOf([wash], [1, ana], [1, ben], [1, kim]).volunteers, NOBODY)
    expect({ on, waiting, open }).toEqual({ on: [ana, ben], waiting: [kim], open: 0 })
  })

  it('are only people who come. Somebody who comes after all has their duty again', () => {
    const { volunteers } = dutiesOf([wash], [1, ana], [1, ben], [1, kim])
    const away = peopleOnDuty(wash, volunteers, notComing(ana))
    expect(away).toMatchObject({ on: [ben, kim], waiting: [], notComing: [ana], open: 0 })
    expect(peopleOnDuty(wash, volunteers, NOBODY).on).toEqual([ana, ben])
  })

  it('are only people who are there then. Somebody whose days change has their duty again', () => {
    const dinner = { ...wash, day: 2, meal: 'dinner' as const }
    const { volunteers } = dutiesOf([dinner], [1, ana], [1, ben], [1, kim])
    const on = (change: Partial<Person>) =>
      peopleOnDuty(dinner, volunteers, absencesOf(partyOf(coming(ana, change), coming(ben), coming(kim)), dates))
    expect(on({ from: '3 breakfast' })).toMatchObject({ on: [ben, kim], waiting: [], absent: [ana], open: 0 })
    const skips = [{ id: idOf(50), at: '2 dinner' }]
    expect(on({ skips })).toMatchObject({ on: [ben, kim], absent: [ana], notComing: [] })
    expect(on({})).toMatchObject({ on: [ana, ben], waiting: [kim], absent: [] })
  })

  it('is nobody for a duty without seats', () => {
    const none = { ...wash, places: 0 }
    expect(peopleOnDuty(none, dutiesOf([none], [1, ana]).volunteers, NOBODY)).toMatchObject({
      on: [],
      waiting: [ana],
      open: 0,
    })
  })

  it('counts somebody once of whom two entries were merged, and gives up both', () => {
    const twice: Duties = { duties: [wash], volunteers: [newVolunteer(wash.id, ana), newVolunteer(wash.id, ben)] }
    const merged = { ...twice, volunteers: twice.volunteers.map((one) => ({ ...one, person_id: ana })) }
    expect(peopleOnDuty(wash, merged.volunteers, NOBODY)).toMatchObject({ on: [ana], open: 1 })
    expect(withoutVolunteer(merged, wash.id, ana).volunteers).toEqual([])
  })

  it('counts for readers too, who get no references', () => {
    const shown = section.readers(dutiesOf([{ ...wash, name: 'Ana’s pots', note: 'Ana' }], [1, ana], [1, ben]))
    expect(listPeopleOnDuties(shown, NOBODY)[0]?.open).toBe(0)
    expect(JSON.stringify(shown)).not.toMatch(/Ana|0001"/)
  })

  it('ignores volunteers of a duty that is gone, who have it again if it is restored', () => {
    const value = dutiesOf([wash], [1, ana])
    const without = withoutDuty(value, wash.id)
    expect(listPeopleOnDuties(without, NOBODY)).toEqual([])
    expect(listPeopleOnDuties(withDuty(without, wash), NOBODY)[0]?.on).toEqual([ana])
  })

  it('are in the order of the days and meals, those of any day last', () => {
    const sorted = [
      dutyOf(1, { day: 1 }),
      dutyOf(2, { day: 1, meal: 'breakfast' }),
      dutyOf(3, { day: 1, meal: 'dinner' }),
      dutyOf(4, { day: 2, meal: 'lunch' }),
      dutyOf(5, { day: 999, meal: 'dinner' }),
      dutyOf(6, { day: 0 }),
    ]
    expect(sortDuties(sorted.toReversed())).toEqual(sorted)
  })
})

describe('a duty', () => {
  it.each([
    ['with too many seats', { places: 1_000_000 }],
    ['with less than no seats', { places: -1 }],
    ['with half a seat', { places: 1.5 }],
    ['on a day that no trip has', { day: 1000 }],
    ['with a name that is too long', { name: 'x'.repeat(201) }],
  ])('%s is invalid', (_, change) => {
    expect(section.schema.safeParse({ duties: [{ ...dutyOf(1), ...change }], volunteers: [] }).success).toBe(false)
  })

  it('with no or 200 seats, and of any day, is valid', () => {
    const duties = [dutyOf(1, { places: 0 }), dutyOf(2, { places: 200, day: 0, meal: 'dinner' })]
    expect(section.schema.safeParse({ duties, volunteers: [] }).success).toBe(true)
  })

  it('is called by its kind, its name, or both', () => {
    expect(dutyTitle(dutyOf(1))).toBe('Cook')
    expect(dutyTitle(dutyOf(1, { name: ' Chili ' }))).toBe('Cook: Chili')
    expect(dutyTitle(dutyOf(1, { kind: 'other', name: 'Carry the canoes' }))).toBe('Carry the canoes')
    expect(dutyTitle(dutyOf(1, { kind: 'other' }))).toBe('Other duty')
  })
})

describe('people who take turns', () => {
  const workers = (...persons: Person[]) => listWorkers(partyOf(...persons), dates, false).map(({ id }) => id)

  it('are all who may come, or only those who come', () => {
    const persons = comingAnswers.map((answer, index) => coming(idOf(index), { coming: answer }))
    expect(workers(...persons)).toEqual([0, 1, 2].map(idOf))
    expect(listWorkers(partyOf(...persons), dates, true).map(({ id }) => id)).toEqual([idOf(1)])
  })

  it('are not children under 11, nor those whose age is not known', () => {
    const child = (personId: string, age: string) => coming(personId, { kind: 'child', age })
    expect(workers(child(ana, '10'), child(ben, '11'), child(kim, ''), child(lou, '8 months'))).toEqual([ben])
    expect(workers(coming(ana, { age: '9' }))).toEqual([ana])
    const declined = { ...child(kim, ''), coming: 'not_coming' } as const
    const people = partyOf(child(ana, '10'), child(ben, '11'), declined, { ...child(lou, ''), coming: 'unsure' })
    expect(listTooYoung(people, false)).toEqual([ana, lou])
    expect(listTooYoung(people, true)).toEqual([ana])
  })
})

describe('conflicts', () => {
  const dinner = dutyOf(1, { day: 2, meal: 'dinner' })
  const find = (value: Duties, ...persons: Person[]) =>
    listConflicts(listPeopleOnDuties(value, absencesOf(partyOf(...persons), dates)), dates).map(({ what, ...rest }) => [
      what,
      'person_id' in rest ? rest.person_id : '',
    ])

  it('tells who is not coming, not there, or has two duties at a meal', () => {
    const help = { ...dutyOf(2), kind: 'help' as const, day: 2, meal: 'dinner' as const, places: 3 }
    const value = dutiesOf([dinner, help], [1, ana], [1, ben], [2, ana], [2, kim])
    const late = coming(ben, { from: '3 breakfast' })
    expect(find(value, coming(ana), late, coming(kim, { coming: 'not_coming' }))).toEqual([
      ['absent', ben],
      ['not_coming', kim],
      ['busy', ana],
    ])
  })

  it('lets somebody carry water, cook and wash up at one meal, but not do two things at a time', () => {
    const kindsTold = (...kinds: DutyKind[]) => {
      const all = kinds.map((kind, index) => ({ ...dutyOf(index + 1), kind, day: 2, meal: 'dinner' as const }))
      const value = dutiesOf(all, ...all.map((_, index): [number, string] => [index + 1, ana]))
      return find(value, coming(ana)).length
    }
    expect(kindsTold('water', 'cook', 'wash_up')).toBe(0)
    expect(kindsTold('cook', 'help', 'wash_up')).toBe(1)
    expect(kindsTold('fire', 'water')).toBe(1)
    expect(kindsTold('cook', 'other')).toBe(1)
  })

  it('tells of a day after the return, and of nothing for a duty without a day', () => {
    expect(find(dutiesOf([dutyOf(1, { day: 5 })]))).toEqual([['after_return', '']])
    expect(find(dutiesOf([dutyOf(1, { day: 0 })], [1, ana]), coming(ana))).toEqual([])
  })

  it('has none for somebody who is not on the list', () => {
    expect(find(dutiesOf([dinner], [1, ana]))).toEqual([])
  })
})

describe('the usual duties', () => {
  const meals = { '1': newMealDay('car_trip', 1), '2': newMealDay('car_trip', 2) }
  const unnamed = { name: '' }
  const onlyDinner = {
    '1': {
      ...meals[1],
      meals: {
        breakfast: { ...meals[1].meals.breakfast, ...unnamed },
        lunch: { ...meals[1].meals.lunch, ...unnamed },
        dinner: meals[1].meals.dinner,
      },
    },
  }

  const usualFor = (value: Duties, days: readonly number[], plan: Meals) =>
    listUsualDuties(value, { days, meals: plan, places: 2 })

  it('are two cooks and two people who wash up for each meal, the same for everybody who adds them', () => {
    const usual = usualFor(section.empty, [1, 2], meals)
    expect(usual).toHaveLength(12)
    expect(usual[0]).toMatchObject({ kind: 'cook', day: 1, meal: 'breakfast', places: 2 })
    expect(usualFor(section.empty, [1, 2], {})).toEqual(usual)
    const all = withUsualDuties(section.empty, usual)
    expect(section.schema.safeParse(all).success).toBe(true)
    expect(usualFor(all, [1, 2], meals)).toEqual([])
  })

  it('do not replace one that was changed', () => {
    const [first, ...others] = usualFor(section.empty, [1], meals) as [Duty, ...Duty[]]
    const moved: Duty = { ...first, day: 2, name: 'Chili', note: 'Ask Ana' }
    const value = { ...section.empty, duties: [moved, ...others] }
    const again = usualFor(value, [1], meals)
    expect(again).toMatchObject([{ kind: first.kind, day: 1, meal: first.meal, name: '' }])
    const all = withUsualDuties(value, again)
    expect(all.duties).toEqual([moved, ...others, ...again])
    expect(new Set(all.duties.map(({ id }) => id)).size).toBe(all.duties.length)
    // Somebody else added and changed them while the question was open.
    const theirs = { ...all, duties: all.duties.map((one) => ({ ...one, note: 'Theirs' })) }
    expect(withUsualDuties(theirs, [first, ...others, ...again])).toEqual(theirs)
  })

  it('take one person each in a group of fewer than four', () => {
    expect([0, 2, 3, 4, 60].map(usualSeats)).toEqual([1, 1, 1, 2, 2])
    const usual = listUsualDuties(section.empty, { days: [1], meals, places: usualSeats(2) })
    expect(usual.map(({ places }) => places)).toEqual(Array(6).fill(1))
  })

  it('have no volunteers if they were removed and are added again', () => {
    const usual = usualFor(section.empty, [1], onlyDinner)
    const first = usual[0] as Duty
    const before = withVolunteer(withUsualDuties(section.empty, usual), first.id, ana)
    const without = usual.reduce((value, { id }) => withoutDuty(value, id), before)
    const again = usualFor(without, [1], onlyDinner)
    const after = withUsualDuties(without, again)
    expect(listPeopleOnDuties(after, NOBODY).map(({ on }) => on)).toEqual([[], []])
    // The removal of the first can still be undone, with its volunteer.
    expect(listPeopleOnDuties(withDuty(after, first), NOBODY).flatMap(({ on }) => on)).toEqual([ana])
  })

  it('are only for meals that are planned, on days of the trip, and without those that exist', () => {
    const own = dutyOf(1, { day: 1, meal: 'dinner', places: 5 })
    expect(usualFor(dutiesOf([own]), [1], { ...onlyDinner, '7': meals[2] })).toMatchObject([
      { kind: 'wash_up', day: 1, meal: 'dinner' },
    ])
  })
})

const anyDuty = (number: number) =>
  fc.record({
    id: fc.constant(idOf(100 + number)),
    kind: fc.constantFrom(...dutyKinds),
    name: fc.constant(''),
    day: fc.nat(5),
    meal: fc.constantFrom('' as const, ...mealTypes),
    places: fc.nat(4),
    note: fc.constant(''),
  })
const mealTime = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...mealTypes)).map((time) => time.join(' '))
const anyPerson = (number: number) =>
  fc
    .record({
      kind: fc.constantFrom('adult' as const, 'adult' as const, 'child' as const),
      age: fc.constantFrom('', '5', '12'),
      coming: fc.constantFrom<ComingAnswer>('coming', 'coming', 'open', 'unsure', 'not_coming'),
      from: fc.oneof(fc.constant(''), mealTime),
      until: fc.oneof(fc.constant(''), mealTime),
    })
    .map((answer): Person => ({ ...newPerson(idOf(number), ''), ...answer }))
const anyTrip = fc.record({
  duties: fc.nat(10).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyDuty(index)))),
  persons: fc.nat(8).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyPerson(index)))),
  turns: fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12, selector: String }),
})

/** A trip with what is proposed for it. */
function planOf({ duties, persons, turns }: typeof anyTrip extends fc.Arbitrary<infer Trip> ? Trip : never) {
  const people = partyOf(...persons)
  const findAbsence = absencesOf(people, dates)
  const before = dutiesOf(duties, ...turns.map(([duty, person]): [number, string] => [duty, idOf(person)]))
  const workers = listWorkers(people, dates, false)
  const propose = (value: Duties) => proposeRota(listPeopleOnDuties(value, findAbsence), workers, dates)
  const proposed = propose(before)
  const value = withTurns(before, proposed, findAbsence)
  const list = listPeopleOnDuties(value, findAbsence)
  return { people, findAbsence, workers, before, value, proposed, propose, list }
}

describe('the fair rota', () => {
  it('asks only people who are there, once in a duty and once at a meal, and leaves what people volunteered for', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { workers, findAbsence, before, list, proposed } = planOf(trip)
        for (const { duty: dutyId, person_id } of proposed) {
          const worker = workers.find(({ id }) => id === person_id)
          const duty = trip.duties.find(({ id }) => id === dutyId) as Duty
          expect(worker && isThereFor(worker.stay, duty)).toBe(true)
          const others = list.filter(({ on, duty: other }) => slotOf(other) === slotOf(duty) && on.includes(person_id))
          if (slotOf(duty) !== undefined) expect(others.map(({ duty: one }) => one.id)).toEqual([dutyId])
        }
        const persons = new Map(trip.persons.map((one) => [one.id, one]))
        for (const { on, duty, absent, waiting, notComing: declined } of list) {
          for (const id of [...on, ...waiting]) {
            const person = persons.get(id)
            if (!person) continue
            expect(person.coming).not.toBe('not_coming')
            expect(isThereFor(stayIn(person, dates), duty)).toBe(true)
          }
          const all = [...on, ...waiting, ...absent, ...declined]
          expect(new Set(all).size).toBe(all.length)
          expect(new Set(on).size).toBe(on.length)
          expect(on.length).toBeLessThanOrEqual(duty.places)
        }
        for (const { duty, on, waiting } of listPeopleOnDuties(before, findAbsence)) {
          const after = list.find((one) => one.duty.id === duty.id)
          expect(after?.on.slice(0, on.length)).toEqual(on)
          expect(after?.waiting).toEqual(waiting)
        }
      }),
    )
  })

  it('is the same on every device, and proposes nothing once it is confirmed', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { before, proposed, value, propose } = planOf(trip)
        expect(propose(structuredClone(before))).toEqual(proposed)
        expect(propose(value)).toEqual([])
        expect(withTurns(value, proposed, planOf(trip).findAbsence)).toEqual(value)
      }),
    )
  })

  it('asks nobody twice more than somebody who could do it instead', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { workers, list, proposed } = planOf(trip)
        const loads = countLoads(list)
        const loadOf = (personId: string) => loads.get(personId) ?? 0
        for (const { duty: dutyId, person_id } of proposed) {
          const { duty, on, waiting } = list.find((one) => one.duty.id === dutyId) as (typeof list)[number]
          const isBusy = (personId: string) =>
            slotOf(duty) !== undefined &&
            list.some((other) => slotOf(other.duty) === slotOf(duty) && other.on.includes(personId))
          const others = workers.filter(
            ({ id, stay }) => isThereFor(stay, duty) && ![...on, ...waiting].includes(id) && !isBusy(id),
          )
          for (const { id } of others) expect(loadOf(person_id) - loadOf(id)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('shares equally among people who are there all the time', () => {
    const many = fc.tuple(
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 2 }),
    )
    fc.assert(
      fc.property(many, ([count, days, places]) => {
        const persons = Array.from({ length: count }, (_, index) => coming(idOf(index)))
        const duties = Array.from({ length: days }, (_, index) => dutyOf(index, { day: index + 1, places }))
        const workers = listWorkers(partyOf(...persons), { departure_date: '', return_date: '' }, false)
        const proposed = proposeRota(listPeopleOnDuties(dutiesOf(duties), NOBODY), workers, {
          departure_date: '',
          return_date: '',
        })
        const loads = persons.map(({ id }) => proposed.filter(({ person_id }) => person_id === id).length)
        expect(proposed).toHaveLength(days * places)
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('prefers, of those who have done as much, who has done that kind least', () => {
    const anyKind = fc.constantFrom('cook' as const, 'wash_up' as const, 'fire' as const)
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.array(fc.record({ kind: anyKind, places: fc.integer({ min: 1, max: 2 }) }), { maxLength: 12 }),
        (count, kinds) => {
          const persons = Array.from({ length: count }, (_, index) => coming(idOf(index)))
          const duties = kinds.map((one, index) => dutyOf(index, { ...one, day: index + 1 }))
          const always: TripDates = { departure_date: '', return_date: '' }
          const workers = listWorkers(partyOf(...persons), always, false)
          const done: { kind: string; duty: string; person_id: string }[] = []
          for (const turn of proposeRota(listPeopleOnDuties(dutiesOf(duties), NOBODY), workers, always)) {
            const kind = duties.find(({ id }) => id === turn.duty)?.kind as string
            const countsOf = (personId: string) => {
              const own = done.filter(({ person_id }) => person_id === personId)
              return { all: own.length, ofKind: own.filter((one) => one.kind === kind).length }
            }
            const mine = countsOf(turn.person_id)
            const free = persons.filter(({ id }) => !done.some((one) => one.duty === turn.duty && one.person_id === id))
            for (const { id } of free) {
              const theirs = countsOf(id)
              expect(mine.all).toBeLessThanOrEqual(theirs.all)
              if (mine.all === theirs.all) expect(mine.ofKind).toBeLessThanOrEqual(theirs.ofKind)
            }
            done.push({ ...turn, kind })
          }
        },
      ),
    )
  })

  it('leaves a seat open that nobody can take, and one that somebody has taken meanwhile', () => {
    const cook = dutyOf(1, { day: 1, places: 2 })
    const workers = listWorkers(partyOf(coming(ana), coming(ben, { from: '2 dinner' })), dates, false)
    const proposed = proposeRota(listPeopleOnDuties(dutiesOf([cook]), NOBODY), workers, dates)
    expect(proposed).toEqual([{ duty: cook.id, person_id: ana }])
    const full = withVolunteer(withVolunteer(dutiesOf([cook]), cook.id, kim), cook.id, lou)
    expect(withTurns(full, proposed, NOBODY)).toEqual(full)
    expect(withTurns(dutiesOf([]), proposed, NOBODY)).toEqual(dutiesOf([]))
    expect(withTurns(dutiesOf([cook]), proposed, notComing(ana))).toEqual(dutiesOf([cook]))
  })

  it('lists who has no duty', () => {
    const cook = dutyOf(1, { day: 1 })
    const workers = listWorkers(partyOf(coming(ana), coming(ben), coming(kim, { kind: 'child' })), dates, false)
    expect(listWithoutDuty(listPeopleOnDuties(dutiesOf([cook], [1, ben]), NOBODY), workers)).toEqual([ana])
  })

  it('is quick for 60 people and ten days', () => {
    const persons = Array.from({ length: 60 }, (_, index) => coming(idOf(index)))
    const days = Array.from({ length: 10 }, (_, index) => index + 1)
    const duties = listUsualDuties(section.empty, { days, meals: {}, places: 2 })
    const workers = listWorkers(partyOf(...persons), { departure_date: '', return_date: '' }, false)
    const passed = measureCpu()
    const proposed = proposeRota(listPeopleOnDuties({ duties, volunteers: [] }, NOBODY), workers, {
      departure_date: '',
      return_date: '',
    })
    expect(proposed).toHaveLength(120)
    expect(passed()).toBeLessThan(500)
  })

  it('is quickly confirmed for a thousand seats', () => {
    const duties = Array.from({ length: 200 }, (_, index) => dutyOf(index, { places: 5 }))
    const turns = duties.flatMap(({ id }) =>
      Array.from({ length: 5 }, (_, index) => ({ duty: id, person_id: idOf(index) })),
    )
    const passed = measureCpu()
    const value = withTurns({ duties, volunteers: [] }, [...turns, ...turns], NOBODY)
    expect(passed()).toBeLessThan(200)
    expect(value.volunteers.map(({ duty, person_id }) => ({ duty, person_id }))).toEqual(turns)
  })
})
