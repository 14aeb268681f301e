import { expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import type { Party } from '#domain/plan/people.ts'
import { newDoer, newTodo, type Todo } from '#domain/plan/todos.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { TripDates } from '#domain/trip-days.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { OpenPlan } from '#web/trip-core/open.ts'
import type { PromisedPlan } from '#web/trip-core/promises.ts'
import type { TodayPlan } from '#web/trip-core/today.ts'
import { todos as feature } from './feature.ts'
import { promiseSource } from './promises.ts'
import { todaySource } from './today-late.ts'
import { openKind } from './todos-open.ts'

/* What other screens say about to-dos: Today's card, what is still open, and a person's page. */

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim] = [1, 2, 3].map(idOf) as [string, string, string]
const people = buildParties(
  buildComing('Ana', { id: ana }),
  buildComing('Ben', { id: ben }),
  buildComing('Kim', { id: kim, coming: 'not_coming' }),
)
const dates = datesOf('2026-08-07', '2026-08-10')
const texts = ['Site', 'Passports', 'Wood', 'Paid', 'Ice', 'Maps']
const dues = ['2026-07-20', '14 before', '2026-08-08', '2026-07-01', '', '2026-07-19']
const list = texts.map((text, index) => ({
  ...newTodo(idOf(10 + index), text),
  due: dues[index] ?? '',
  is_done: text === 'Paid',
}))
const doer = (text: string, id: string) => newDoer(idOf(10 + texts.indexOf(text)), id)
const doers = [
  ...['Passports', 'Wood', 'Paid', 'Ice'].map((text) => doer(text, ana)),
  doer('Site', ben),
  doer('Maps', kim),
]
const names: Record<string, string> = { [ana]: 'Ana', [ben]: 'Ben', [kim]: 'Kim' }

type Changes = { on?: TripDates; todos?: Todo[]; listed?: Party[] }

function planOn(date: string, taken = doers, { on = dates, todos = list, listed = people }: Changes = {}) {
  const values = { people: listed, todos: { todos, doers: taken }, details: { ...details.empty, ...on } }
  const trip = { id: 'trip', type: 'car_trip', role: 'owner', taken: null } as unknown as PlanView['trip']
  const view: PlanView = { trip, user: { id: ana } as PlanView['user'], values, planners: undefined }
  const clock = { date: date as LocalDate, minute: 600 }
  const nameInText = (id: string) => names[id] ?? ''
  const phase = phaseOf(on, clock.date)
  const plan = { trip, view, clock, phase, today: clock.date, dates: on, people: listed, me: ana, nameInText }
  return plan as unknown as TodayPlan & OpenPlan & PromisedPlan
}
const today = (...about: Parameters<typeof planOn>) =>
  todaySource.list(planOn(...about)).map(({ text, note, isOpen, first }) => [text, note, isOpen, first])

it('Today lists what the person has to do before the trip in one line, first if it is overdue', () => {
  expect(today('2026-07-24')).toEqual([['3 to-dos: Passports, Wood, and Ice', undefined, undefined, undefined]])
  expect(today('2026-07-25')).toEqual([['3 to-dos: Passports, Wood, and Ice', '1 overdue', true, 'date']])
  expect(today('2026-07-25', [doer('Passports', ana)])).toEqual([['To-do: Passports', 'Overdue', true, 'date']])
  expect(todaySource.list(planOn('2026-07-25', [doer('Passports', ana)]))[0]?.href).toBe(
    `/trip/trip/before#${idOf(11)}`,
  )
  expect(todaySource.list(planOn('2026-07-24'))[0]?.href).toBe('/trip/trip/before#todos')
  expect(today('2026-07-24', [doer('Site', ben)])).toEqual([])
})

it('on the days of the trip it lists what is due by then, and after it nothing', () => {
  expect(today('2026-08-07', [doer('Wood', ana), doer('Ice', ana)])).toEqual([])
  expect(today('2026-08-08', [doer('Wood', ana), doer('Ice', ana)])).toEqual([
    ['To-do: Wood', undefined, undefined, undefined],
  ])
  expect(today('2026-08-11')).toEqual([])
})

it('after the trip it lists what is due after the return', () => {
  const back = { ...newTodo(idOf(30), 'Return the canoe'), due: '2026-08-12' }
  const after = (date: string) => today(date, [...doers, newDoer(back.id, ana)], { todos: [...list, back] })
  expect(after('2026-08-11')).toEqual([['To-do: Return the canoe', undefined, undefined, undefined]])
  expect(after('2026-08-13')).toEqual([['To-do: Return the canoe', 'Overdue', true, 'date']])
})

it('without a departure it lists all that the person has to do', () => {
  const undated = { departure_date: '', return_date: '' } as const
  expect(today('2026-07-24', doers, { on: undated })).toEqual([
    ['3 to-dos: Wood, Passports, and Ice', undefined, undefined, undefined],
  ])
  const plan = planOn('2026-07-24', doers, { on: undated })
  expect(openKind.list?.texts(plan)).toEqual(['Maps (overdue)', 'Site (Ben, overdue)'])
  expect(openKind.count?.text(2, plan)).toBe('1 to-do needs someone, 2 overdue')
})

it('somebody who plans alone has all of them, and nobody has to take any', () => {
  const alone = planOn('2026-07-25', [], { listed: buildParties(buildComing('Ana', { id: ana })) })
  expect(todaySource.list(alone).map(({ text, note }) => [text, note])).toEqual([
    ['5 to-dos: Maps, Site, Passports, and 2 more', '3 overdue'],
  ])
  expect(feature.today.last.mayHave(alone.view, 'before')).toBe(true)
  expect(openKind.list?.texts(alone)).toEqual(['Maps (overdue)', 'Site (overdue)', 'Passports (overdue)'])
  expect(openKind.count?.text(3, alone)).toBe('3 to-dos are overdue')
})

it('its code loads only for somebody who has taken something', () => {
  const { mayHave } = feature.today.last
  const has = (date: string, taken = doers, changes: Changes = {}) => {
    const { view, phase } = planOn(date, taken, changes)
    return mayHave(view, phase.is)
  }
  expect([has('2026-07-24'), has('2026-08-08'), has('2026-08-11'), has('2026-07-24', [doer('Site', ben)])]).toEqual([
    true,
    true,
    false,
    false,
  ])
  // After the trip, only what is due after it.
  expect(has('2026-08-11', doers, { todos: [{ ...newTodo(idOf(30), 'Canoe'), due: '2026-08-11' }] })).toBe(true)
  expect(has('2026-08-11', doers, { todos: [{ ...newTodo(idOf(30), 'Canoe'), due: '30 before' }] })).toBe(false)
})

it('open is what nobody has taken, and what is overdue, with who does it', () => {
  const openOn = (date: string, taken = doers) => {
    const plan = planOn(date, taken)
    const count = openKind.count?.of(plan) ?? 0
    return [openKind.list?.texts(plan), count > 0 ? openKind.count?.text(count, plan) : openKind.count?.done?.(plan)]
  }
  // Kim isn't coming, so nobody gets the maps.
  expect(openOn('2026-07-18')).toEqual([['Maps'], '1 to-do needs someone'])
  expect(openOn('2026-07-25')).toEqual([
    ['Maps (overdue)', 'Site (Ben, overdue)', 'Passports (Ana, overdue)'],
    '1 to-do needs someone, 3 overdue',
  ])
  // On the trip and after it the same dates are overdue.
  expect([openOn('2026-08-09')[1], openOn('2026-08-20')[1]]).toEqual(Array(2).fill('1 to-do needs someone, 4 overdue'))
  const all = texts.map((text) => doer(text, ben))
  expect(openOn('2026-07-18', all)).toEqual([[], { text: 'All to-dos are taken', isSure: true }])
})

it('what is promised is what somebody has not done yet, also if they are not coming', () => {
  const of = (person: string) => promiseSource.list(planOn('2026-07-24'), person)?.map(({ text }) => text)
  expect([of(ana), of(ben), of(kim)]).toEqual([['Passports', 'Wood', 'Ice'], ['Site'], ['Maps']])
})
