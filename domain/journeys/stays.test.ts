import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, type LocalDate, type OptionalLocalDate } from '../local-date.ts'
import { newStay, type Stay } from '../plan/stays.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { sortByTime, timeOfTicket } from '../today/sort-tickets.ts'
import { countStayNumbers, endsBeforeStart, nextOfStay, nightsOf, phoneNumberIn, timeOfStay } from './stays.ts'

/** '2031-05-02T15:00', '2031-05-02' or ''. */
function stay(name: string, starts: string, ends: string, more: Partial<Stay> = {}): Stay {
  const [starts_on = '', starts_at = ''] = starts.split('T')
  const [ends_on = '', ends_at = ''] = ends.split('T')
  const dates = { starts_on: starts_on as OptionalLocalDate, ends_on: ends_on as OptionalLocalDate }
  return newStay(crypto.randomUUID(), { name, ...dates, starts_at, ends_at, ...more })
}

const today = '2031-05-02' as LocalDate
const date = fc.integer({ min: -20, max: 20 }).map((days) => addDays(today, days))
const dateOrNone = fc.oneof(date, fc.constant('' as const))
const time = fc.constantFrom('', '00:00', '09:30', '15:00')

describe('the order of stays among the tickets', () => {
  const tickets = [
    buildTicket('flight there', { date: '2031-05-02' as LocalDate, time: '10:30 AM' }),
    buildTicket('flight back', { date: '2031-05-06' as LocalDate, time: '10:30 AM' }),
    buildTicket('museum pass'),
    buildTicket('old train', { date: '2031-05-01' as LocalDate }),
  ]
  const stays = [
    stay('hotel', '2031-05-02T15:00', '2031-05-05T11:00'),
    stay('ferry', '2031-05-05T08:00', '2031-05-05T09:00', { kind: 'ferry' }),
    stay('friends', '2031-05-05', '2031-05-06'),
    stay('where they sleep now', '2031-04-29', '2031-05-02'),
    stay('past', '2031-04-28', '2031-05-01'),
    stay('some car', '', '', { kind: 'car' }),
    stay('only the end', '', '2031-05-03'),
    stay('typed the wrong way round', '2031-05-04', '2031-04-04'),
  ]

  it('is by time, with what is going on first, then without dates, then past', () => {
    const items = [
      ...tickets.map((one) => ({ name: one.title, time: timeOfTicket(one) })),
      ...stays.map((one) => ({ name: one.name, time: timeOfStay(one) })),
    ]
    expect(sortByTime(items, (item) => item.time, today).map(({ name }) => name)).toEqual([
      'where they sleep now',
      'flight there',
      'hotel',
      'only the end',
      'typed the wrong way round',
      'ferry',
      'friends',
      'flight back',
      'museum pass',
      'some car',
      'past',
      'old train',
    ])
  })

  it('has a ticket there and back among those to come until the way back is over', () => {
    const segments = [
      buildSegment('YYZ', '2031-05-01T18:00', 'LIS', '2031-05-02T06:00'),
      buildSegment('LIS', '2031-05-09T13:00', 'YYZ', '2031-05-09T16:00'),
    ]
    const both = buildTicket('there and back', { segments })
    const order = (on: string) =>
      sortByTime([buildTicket('museum pass'), both], timeOfTicket, on as LocalDate).map(({ title }) => title)
    expect(order('2031-05-09')).toEqual(['there and back', 'museum pass'])
    expect(order('2031-05-10')).toEqual(['museum pass', 'there and back'])
  })

  it('leaves the tickets in their own order', () => {
    const built = fc.record({ on: dateOrNone, at: time }).map(({ on, at }) => buildTicket('', { date: on, time: at }))
    const builtStay = fc.tuple(dateOrNone, time, dateOrNone).map(([on, at, end]) => stay('', `${on}T${at}`, end))
    fc.assert(
      fc.property(fc.array(built), fc.array(builtStay), (some, others) => {
        const mixed = sortByTime(
          [...some, ...others],
          (one) => ('name' in one ? timeOfStay(one) : timeOfTicket(one)),
          today,
        )
        expect(mixed.filter((one) => !('name' in one))).toEqual(sortByTime(some, timeOfTicket, today))
        expect(mixed).toHaveLength(some.length + others.length)
      }),
    )
  })
})

it('nights are counted between two dates of a stay, also when the clocks change', () => {
  expect(nightsOf(stay('', '2031-03-28', '2031-03-31'))).toBe(3)
  expect(nightsOf(stay('', '2030-12-31', '2031-01-01'))).toBe(1)
  for (const [starts, ends] of [
    ['2031-05-02', '2031-05-02'],
    ['2031-05-03', '2031-05-02'],
    ['2031-05-02', ''],
    ['', '2031-05-02'],
  ] as const)
    expect(nightsOf(stay('', starts, ends))).toBeUndefined()
  expect(nightsOf(stay('', '2031-05-02', '2031-05-04', { kind: 'car' }))).toBeUndefined()
})

it('tells what ends before it begins, in the zones of both ends', () => {
  expect(endsBeforeStart(stay('', '2031-05-02', '2031-05-02'))).toBe(false)
  expect(endsBeforeStart(stay('', '2031-05-02', '2031-05-01'))).toBe(true)
  expect(endsBeforeStart(stay('', '2031-05-02T15:00', '2031-05-02'))).toBe(false)
  expect(endsBeforeStart(stay('', '2031-05-02T15:00', '2031-05-02T11:00'))).toBe(true)
  expect(endsBeforeStart(stay('', '2031-05-02T15:00', ''))).toBe(false)
  // From Tarifa to Tangier in 35 minutes, an hour back on the clock.
  const ferry = { starts_zone: 'Europe/Madrid', ends_zone: 'Africa/Casablanca' }
  expect(endsBeforeStart(stay('', '2031-07-02T15:00', '2031-07-02T14:35', ferry))).toBe(false)
  expect(endsBeforeStart(stay('', '2031-07-02T15:00', '2031-07-02T13:35', ferry))).toBe(true)
  expect(endsBeforeStart(stay('', '2031-07-02T15:00', '2031-07-02T14:35', { ends_zone: 'No/Where' }))).toBe(true)
})

it('what comes next is the beginning until its day is over, then the end', () => {
  const hotel = stay('', '2031-05-02', '2031-05-05')
  const next = (on: string, one = hotel) => {
    const found = nextOfStay(one, on as LocalDate)
    return found && `${found.part} ${found.days}`
  }
  expect(['2031-05-01', '2031-05-02', '2031-05-03', '2031-05-05', '2031-05-06'].map((on) => next(on))).toEqual([
    'start 1',
    'start 0',
    'end 2',
    'end 0',
    undefined,
  ])
  expect(next('2031-05-01', stay('', '', ''))).toBeUndefined()
  expect(next('2031-05-01', stay('', '', '2031-05-02'))).toBe('end 1')
  fc.assert(
    fc.property(dateOrNone, dateOrNone, date, (starts_on, ends_on, on) => {
      const found = nextOfStay({ starts_on, ends_on }, on)
      // What is past in the list has nothing to come.
      const { lastDate } = timeOfStay(stay('', starts_on, ends_on))
      expect(found !== undefined).toBe(lastDate !== '' && lastDate >= on)
      if (found) expect(daysBetween(on, found.date)).toBe(found.days)
    }),
  )
})

it('counts the confirmation numbers that are not blank', () => {
  expect(
    countStayNumbers(['4471-902', ' ', ''].map((number) => stay('', '', '', { confirmation_number: number }))),
  ).toBe(1)
})

it.each([
  ['+351 217 905 400', '+351217905400'],
  ['+1 (415) 555-0100', '+14155550100'],
  ['(415) 555.0100', '4155550100'],
  ['Reception: 217 905 400 (24 h)', '217905400'],
  ['217 905 400 / 217 905 401', '217905400'],
  ['112', '112'],
  ['Room 7', ''],
  ['ask Ana', ''],
  ['', ''],
])('dials what is a number in “%s”', (typed, number) => {
  expect(phoneNumberIn(typed)).toBe(number)
})
