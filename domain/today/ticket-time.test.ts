import { describe, expect, it } from 'vitest'
import { readTicketTime } from './ticket-time.ts'

const at = (hour: number, minute = 0) => hour * 60 + minute
const flight = (time: string) => readTicketTime({ type: 'flight', time })

describe('readTicketTime', () => {
  it.each<[string, number]>([
    ['7 PM', at(19)],
    ['22:30 - 10:45', at(22, 30)],
    ['10:15 AM → 10 PM (+1)', at(10, 15)],
    ['10:15 AM - 10 PM (Nov 1)', at(10, 15)],
    ['dep. 10:15, arr. 22:00', at(10, 15)],
    ['Departs 9:30; arrives 1:05 p.m.', at(9, 30)],
    ['17 h 30 – 19 h 05 +1', at(17, 30)],
    ['9:15 to 11:00', at(9, 15)],
    // A flight of more than twelve hours: its arrival says nothing of its departure.
    ['10:15-11 pm', at(10, 15)],
  ])('reads when %s leaves', (time, start) => {
    expect(flight(time)).toEqual({ start, end: undefined })
  })

  it.each([
    ...['', 'gates close at noon', '7:30', '7:30 to 9:45', '8:30 - 10 pm', '2026-06-11 10:15', '2026-06-11T10:15'],
    ...['2026-06-11, 10:15', '12:00 arr, 14:00 dep', '10:00, departs 10:30', '9:30-10:30 check-in'],
    ...['9:15, gate closes 10:00', '11.06, 22:30', '10.06 - 22:30'],
  ])('does not guess when %s leaves', (time) => {
    expect(flight(time)).toBeUndefined()
  })

  it('reads until when something is open', () => {
    expect(readTicketTime({ type: 'attraction', time: '2-4pm' })).toEqual({ start: at(14), end: at(16) })
  })
})
