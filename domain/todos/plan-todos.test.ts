import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../local-date.ts'
import { MAX_ENTRIES } from '../operations/apply.ts'
import { newDoer, newTodo, todos as section, type Todo, type TodoDue } from '../plan/todos.ts'
import { buildComing, buildParties } from '../testing/people.ts'
import { withDoer, withoutDoer, withoutTodo, withTodos } from './changes.ts'
import { daysBefore, dueBefore, dueDate } from './due.ts'
import { isOverdue, isUntaken, planTodos, undoneOf } from './plan-todos.ts'
import { findSoleDoer } from './sole-doer.ts'
import { listSuggested } from './suggested.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim, gone] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const people = buildParties(
  buildComing('Ana', { id: ana }),
  buildComing('Ben', { id: ben }),
  buildComing('Kim', { id: kim, coming: 'not_coming' }),
)
const departing = (departure_date: string) => ({ departure_date: departure_date as LocalDate })
const about = { people, dates: departing('2026-08-07'), isKnown: (id: string) => id !== gone }
const todo = (number: number, due: TodoDue, more: Partial<Todo> = {}): Todo => ({
  ...newTodo(idOf(number), `To-do ${number}`),
  due,
  ...more,
})
const today = '2026-07-24' as LocalDate

describe('a to-do is due', () => {
  it('so many days before departure, and moves with it', () => {
    const due = dueBefore(14)
    expect(section.schema.safeParse({ todos: [todo(1, due)], doers: [] }).success).toBe(true)
    expect(dueDate(due, departing('2026-08-07'))).toBe('2026-07-24')
    expect(dueDate(due, departing('2027-01-03'))).toBe('2026-12-20')
    expect(dueDate(dueBefore(0), departing('2026-08-07'))).toBe('2026-08-07')
    expect(dueDate('2026-07-01', departing('2026-08-07'))).toBe('2026-07-01')
    expect(dueDate('', departing('2026-08-07'))).toBeUndefined()
  })

  it('on no date before a departure that nobody knows', () => {
    const due = dueBefore(400)
    expect(daysBefore(due)).toBe(400)
    expect(dueDate(due, { departure_date: '' })).toBeUndefined()
    const [one] = planTodos({ todos: [todo(1, due)], doers: [] }, { ...about, dates: { departure_date: '' } })
    expect(one?.date).toBeUndefined()
    expect(one && isOverdue(one, today)).toBe(false)
  })

  it('on the first day that can be written if it would be before that', () => {
    expect(dueDate(dueBefore(400), departing('0001-02-01'))).toBe('0001-01-01')
    expect(dueDate(dueBefore(31), departing('0001-02-01'))).toBe('0001-01-01')
    expect(dueDate(dueBefore(30), departing('0001-02-01'))).toBe('0001-01-02')
  })

  it('today until the day is over, and is overdue only if it is not done', () => {
    const overdue = (due: TodoDue, is_done = false) => {
      const [one] = planTodos({ todos: [todo(1, due, { is_done })], doers: [] }, about)
      return one && isOverdue(one, today)
    }
    expect([overdue('2026-07-23'), overdue('2026-07-24'), overdue('14 before'), overdue('15 before')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect([overdue(''), overdue('2026-07-23', true)]).toEqual([false, false])
  })
})

it('what is due first comes first, and what has no date last, in the order of the list', () => {
  const all = [todo(1, ''), todo(2, '2026-08-01'), todo(3, '14 before'), todo(4, '2026-07-24'), todo(5, '')]
  expect(planTodos({ todos: all, doers: [] }, about).map((one) => one.todo.id)).toEqual([3, 4, 2, 1, 5].map(idOf))
})

it('days before a departure that nobody knows come before any time, the most days first', () => {
  const days = fc.array(fc.option(fc.integer({ min: 0, max: 999 })), { maxLength: 20 })
  const dates = { departure_date: '' as const }
  fc.assert(
    fc.property(days, (befores) => {
      const all = [todo(900, '2026-08-01'), ...befores.map((n, index) => todo(index, n === null ? '' : dueBefore(n)))]
      const order = planTodos({ todos: all, doers: [] }, { ...about, dates }).map((one) => one.todo)
      expect(order[0]?.id).toBe(idOf(900))
      const counts = order.slice(1).map(({ due }) => daysBefore(due) ?? -1)
      expect(counts).toEqual(counts.toSorted((one, other) => other - one))
      // What is due any time keeps its order.
      const anyTime = order.filter(({ due }) => due === '').map(({ id }) => id)
      expect(anyTime).toEqual(all.filter(({ due }) => due === '').map(({ id }) => id))
    }),
  )
})

it('moves as one with the departure: the order of days before it stays', () => {
  const days = fc.array(fc.integer({ min: 0, max: 999 }), { maxLength: 20 })
  fc.assert(
    fc.property(days, fc.integer({ min: -3000, max: 3000 }), (befores, shift) => {
      const all = befores.map((count, number) => todo(number, dueBefore(count)))
      const at = (departure_date: LocalDate) =>
        planTodos({ todos: all, doers: [] }, { ...about, dates: { departure_date } })
      const start = '2026-08-07' as LocalDate
      const [before, after] = [at(start), at(addDays(start, shift))]
      expect(after.map((one) => one.todo.id)).toEqual(before.map((one) => one.todo.id))
      expect(after.map(({ date }) => date)).toEqual(before.map(({ date }) => date && addDays(date, shift)))
    }),
  )
})

describe('somebody sees to a to-do', () => {
  const site = todo(10, '')
  const planned = (...doers: string[]) => {
    const [one] = planTodos({ todos: [site], doers: doers.map((id) => newDoer(site.id, id)) }, about)
    return one
  }

  it('unless they are not coming or have left: then it is open again', () => {
    expect(planned(ben, ana)).toMatchObject({ on: [ben, ana], notComing: [], former: [] })
    expect(planned(kim, gone)).toMatchObject({ on: [], notComing: [kim], former: [gone] })
    expect([planned(), planned(kim), planned(gone), planned(kim, ana)].map((one) => one && isUntaken(one))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('once, also if two people were merged who had both taken it', () => {
    const doers = [newDoer(site.id, ana), { ...newDoer(site.id, ben), person_id: ana }]
    expect(planTodos({ todos: [site], doers }, about)).toMatchObject([{ on: [ana] }])
  })

  it('and it is all theirs if they plan alone, unless they are not coming', () => {
    const value = { todos: [site, todo(11, '')], doers: [newDoer(site.id, gone)] }
    const list = planTodos(value, { ...about, people: [], sole: ana })
    expect(list).toMatchObject(Array(2).fill({ on: [ana], notComing: [], former: [], isAlone: true }))
    expect([undoneOf(ana, list).length, list.filter(isUntaken).length]).toEqual([2, 0])
    expect(planTodos(value, { ...about, sole: kim })[0]).toMatchObject({ on: [], former: [gone], isAlone: false })
  })

  it('alone if nobody else is on the list or plans the trip, as far as that is known', () => {
    const own = buildParties(buildComing('Ana', { id: ana }))
    const [owner, everybody] = [{ role: 'owner' }, { role: 'everybody' }] as const
    const members = (...ids: string[]) => new Map(ids.map((id) => [id, '']))
    expect(findSoleDoer(owner, [], ana, undefined)).toBe(ana)
    expect(findSoleDoer(owner, own, ana, members(ana))).toBe(ana)
    expect(findSoleDoer(owner, own, ana, members(ana, ben))).toBeUndefined()
    expect(findSoleDoer(owner, people, ana, members(ana))).toBeUndefined()
    expect(findSoleDoer(everybody, [], ana, undefined)).toBeUndefined()
    expect(findSoleDoer({ role: null }, [], '', undefined)).toBeUndefined()
  })

  it('until it is done', () => {
    const doers = [newDoer(site.id, ana), newDoer(idOf(11), ana)]
    const list = planTodos({ todos: [site, todo(11, '', { is_done: true })], doers }, about)
    expect(undoneOf(ana, list).map((one) => one.todo.id)).toEqual([site.id])
    expect(undoneOf(kim, list)).toEqual([])
  })

  it('by a change that others can make at the same time', () => {
    const value = { todos: [site], doers: [] }
    const taken = withDoer(value, site.id, ana)
    expect(withDoer(taken, site.id, ana)).toBe(taken)
    expect(withDoer(taken, site.id, ben).doers.map(({ person_id }) => person_id)).toEqual([ana, ben])
    expect(withoutDoer(taken, site.id, ana).doers).toEqual([])
    expect(withoutDoer(taken, site.id, ben)).toBe(taken)
  })
})

describe('suggestions', () => {
  const empty = section.empty
  const suggest = (type: 'car_trip' | 'air_travel', value = empty, dates = about.dates) =>
    listSuggested(type, value, dates, today)
  const addAll = (value = empty) =>
    withTodos(
      value,
      suggest('car_trip', value).flatMap(({ todo: one, isPresent }) => (isPresent ? [] : [one])),
    )

  it.each(['car_trip', 'air_travel'] as const)('for %s are valid and have different texts and ids', (type) => {
    const list = suggest(type, empty, departing('2027-08-07')).map(({ todo: one }) => one)
    expect(list).toHaveLength(8)
    expect(section.schema.safeParse({ todos: list, doers: [] }).success).toBe(true)
    expect(new Set(list.flatMap(({ id, text }) => [id, text])).size).toBe(16)
  })

  it('are added once by two people who both add them', () => {
    const once = addAll()
    expect(withTodos(once, addAll().todos)).toEqual(once)
    expect(suggest('car_trip', once).every(({ isPresent }) => isPresent)).toBe(true)
  })

  it('are due today rather than before it', () => {
    const dues = (departure: string) => suggest('air_travel', empty, departing(departure)).map((one) => one.todo.due)
    expect(dues('2026-07-29').slice(0, 6)).toEqual(Array(5).fill('5 before').concat('3 before'))
    expect(dues('2026-07-29').slice(6)).toEqual(['2 before', '1 before'])
    expect(dues('2027-07-29')[0]).toBe('90 before')
    expect(dues('')[0]).toBe('90 before')
  })

  it('are none once the trip has departed', () => {
    expect(suggest('car_trip', empty, departing('2026-07-23'))).toEqual([])
    const onTheDay = suggest('car_trip', empty, departing(today)).map((one) => one.todo.due)
    expect(onTheDay).toEqual(Array(8).fill('0 before'))
  })

  it('are added as far as the list has room', () => {
    const full = { todos: Array.from({ length: MAX_ENTRIES - 1 }, (_, index) => todo(1000 + index, '')), doers: [] }
    expect(withTodos(full, [todo(1000, ''), todo(1, ''), todo(2, '')]).todos.slice(-1)).toEqual([todo(1, '')])
    expect(withTodos(full, [todo(1, ''), todo(2, '')]).todos).toHaveLength(MAX_ENTRIES)
  })

  it('know what somebody typed, and what was removed while somebody had it', () => {
    const typed = { todos: [newTodo(idOf(50), ' plan WHO drives ')], doers: [] }
    expect(suggest('car_trip', typed).filter(({ isPresent }) => isPresent)).toHaveLength(1)
    const all = addAll()
    const [first] = all.todos as [Todo]
    const removed = withoutTodo(withDoer(all, first.id, ana), first.id)
    const [again] = suggest('car_trip', removed)
    expect(again).toMatchObject({ isPresent: false, todo: { text: first.text } })
    // Nobody has taken the new one.
    expect(planTodos(withTodos(removed, again ? [again.todo] : []), about).every(({ on }) => on.length === 0)).toBe(
      true,
    )
  })
})

describe('a copy of the trip', () => {
  const value = {
    todos: [todo(1, '14 before', { is_done: true, note: 'Two' }), todo(2, '2026-08-01'), todo(3, '')],
    doers: [newDoer(idOf(1), ana)],
  }
  const copied = (with_ticks: boolean) => section.copied?.(value, { with_people: true, with_ticks } as never)

  it('has its to-dos without dates and people, and ticks only if somebody keeps them', () => {
    const kept = [todo(1, '14 before', { is_done: true, note: 'Two' }), todo(2, ''), todo(3, '')]
    expect(copied(true)).toEqual({ todos: kept, doers: [] })
    expect(copied(false)).toEqual({ todos: kept.map((one) => ({ ...one, is_done: false })), doers: [] })
  })
})
