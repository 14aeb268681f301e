import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { joinLegs, type Leg } from './join-legs.ts'
import { noPlace, noTime, type ReadTime } from './read-booking.ts'

const at = (date: string, time: string, zone = ''): ReadTime => ({ date: date as LocalDate, time, zone })
const airport = (code: string) => ({ ...noPlace, code })

function legOf(number: string, from: string, to: string, departs: ReadTime, arrives: ReadTime): Leg {
  return {
    kind: 'flight',
    confirmationNumber: 'A',
    segment: {
      carrier: 'AC',
      number,
      from: airport(from),
      to: airport(to),
      departs,
      arrives,
      terminal: '',
      arrivalTerminal: '',
      gate: '',
      boardingTime: '',
    },
    traveller: { name: '', ticketNumber: '', seat: '', cabin: '', codes: [] },
    price: undefined,
    isCancelled: false,
  }
}

const numbersOf = (legs: readonly Leg[]) => joinLegs(legs).map(({ segments }) => segments.map(({ number }) => number))

describe('joinLegs', () => {
  it('waits as long as it takes, whichever zones a source uses for a connection', () => {
    // Some calendars write all times in the zone of their owner, but not always the same one.
    const first = legOf(
      '1',
      'YYZ',
      'LIS',
      at('2031-05-02', '10:00', 'America/Toronto'),
      at('2031-05-02', '16:00', 'America/Toronto'),
    )
    const second = (time: string) =>
      legOf('2', 'LIS', 'OPO', at('2031-05-02', time, 'Europe/Lisbon'), at('2031-05-02', '23:30', 'Europe/Lisbon'))
    expect(numbersOf([first, second('22:00')])).toEqual([['1', '2']])
    expect(numbersOf([first, second('20:00')])).toEqual([['1'], ['2']])
  })

  it('orders journeys by when they are, if the source says it', () => {
    // It leaves 10 hours earlier, although the clock there shows a later time.
    const tokyo = legOf('1', 'NRT', 'CTS', at('2031-05-02', '12:00', 'Asia/Tokyo'), noTime)
    const toronto = legOf('2', 'YYZ', 'YUL', at('2031-05-02', '09:00', 'America/Toronto'), noTime)
    expect(numbersOf([toronto, tokyo])).toEqual([['1'], ['2']])
  })

  it('takes from each source what only that one says', () => {
    const leg = legOf('1', 'YYZ', 'YUL', at('2031-05-02', '10:00'), noTime)
    const other = {
      ...leg,
      segment: { ...leg.segment, terminal: '1', gate: 'D31', arrives: at('2031-05-02', '11:00') },
    }
    for (const legs of [
      [leg, other],
      [other, leg],
    ]) {
      expect(joinLegs(legs)[0]?.segments).toMatchObject([{ terminal: '1', gate: 'D31', arrives: { time: '11:00' } }])
    }
  })

  it('joins legs of which only the day is known, on one day', () => {
    const leg = (number: string, from: string, to: string, date: string) =>
      legOf(number, from, to, at(date, ''), noTime)
    expect(numbersOf([leg('2', 'YUL', 'LIS', '2031-05-02'), leg('1', 'YYZ', 'YUL', '2031-05-02')])).toEqual([
      ['1', '2'],
    ])
    expect(numbersOf([leg('1', 'YYZ', 'YUL', '2031-05-02'), leg('2', 'YUL', 'LIS', '2031-05-03')])).toEqual([
      ['1'],
      ['2'],
    ])
  })

  it('joins no legs between two airports of one city, nor without a place', () => {
    const [morning, noon] = [at('2031-05-02', '09:00'), at('2031-05-02', '12:00')]
    expect(numbersOf([legOf('1', 'YYZ', 'LHR', morning, morning), legOf('2', 'LGW', 'LIS', noon, noon)])).toHaveLength(
      2,
    )
    expect(numbersOf([legOf('1', 'YYZ', '', morning, morning), legOf('2', '', 'LIS', noon, noon)])).toHaveLength(2)
  })

  it('has a limit of codes for each booking, and of their length for all', () => {
    const withCodes = (number: string, texts: readonly string[]): Leg => {
      const leg = legOf(number, `A${number}`, `B${number}`, at('2031-05-02', '09:00'), noTime)
      const codes = texts.map((text) => ({ format: 'qr' as const, text, isShared: true }))
      return { ...leg, confirmationNumber: number, traveller: { ...leg.traveller, codes } }
    }
    const texts = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => String(index).padEnd(length, 'x'))
    const codesOf = (legs: readonly Leg[]) => joinLegs(legs).map(({ codes }) => codes.length)
    expect(codesOf([withCodes('1', texts(40, 2)), withCodes('2', texts(41, 2))])).toEqual([40, 40])
    expect(codesOf([withCodes('1', texts(20, 2000)), withCodes('2', texts(20, 2000))])).toEqual([20, 5])
  })

  it('loses no leg and makes none', () => {
    const code = fc.constantFrom('YYZ', 'YUL', 'LIS', '')
    const time = fc.oneof(
      fc.constant(noTime),
      fc
        .tuple(
          fc.integer({ min: 1, max: 9 }),
          fc.constantFrom('', '00:00', '08:15', '23:59'),
          fc.constantFrom('', 'Europe/Lisbon'),
        )
        .map(([day, clock, zone]) => at(`2031-05-0${day}`, clock, zone)),
    )
    const leg = fc.tuple(code, code, time, time).map(([from, to, departs, arrives]) => ({ from, to, departs, arrives }))
    fc.assert(
      fc.property(fc.array(leg, { maxLength: 12 }), (legs) => {
        const numbered = legs.map(({ from, to, departs, arrives }, index) =>
          legOf(String(index), from, to, departs, arrives),
        )
        const read = numbersOf(numbered).flat()
        expect(read.toSorted()).toEqual(numbered.map(({ segment }) => segment.number).toSorted())
      }),
    )
  })
})
