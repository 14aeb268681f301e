import { describe, expect, it } from 'vitest'
import { listEntries } from '../day/list-days.ts'
import type { LocalDate } from '../local-date.ts'
import { newTicket, type Ticket } from '../plan/tickets.ts'
import { buildDayPlan } from '../testing/day-plan.ts'
import { findNextTickets } from './next-tickets.ts'

const today = '2026-06-11' as LocalDate
const tomorrow = '2026-06-12' as LocalDate
const ticket = (title: string, date: string, time: string): Ticket => {
  return { ...newTicket(title), title, date: date as LocalDate, time }
}
const find = (minute: number, tickets: Ticket[], isBeforeTrip: boolean) =>
  findNextTickets(listEntries(buildDayPlan({ tickets })), { today, minute, isBeforeTrip }).map(
    ({ thing: { ticket }, date, start }) =>
      [ticket.title, start, date === tomorrow ? 'tomorrow' : date === today ? 'today' : 'later'].join(' '),
  )
const titlesAt = (minute: number, ...tickets: Ticket[]) => find(minute, tickets, false)

describe('the next tickets', () => {
  const flights = [
    ticket('Train', today, '6:30 PM'),
    ticket('Museum', today, 'gates close at noon'),
    ticket('Flight', today, '7:30 AM'),
    ticket('Back', tomorrow, '14:00'),
    ticket('Some day', '', '8:00 AM'),
  ]

  it('are those of today that have not begun, in order, and those whose time cannot be read', () => {
    expect(titlesAt(0, ...flights)).toEqual(['Flight 450 today', 'Train 1110 today', 'Museum  today'])
    expect(titlesAt(450, ...flights)[0]).toBe('Flight 450 today')
    expect(titlesAt(451, ...flights)).toEqual(['Train 1110 today', 'Museum  today'])
  })

  it('are those of tomorrow once there are none today', () => {
    expect(titlesAt(1200, ...flights.filter(({ title }) => title !== 'Museum'))).toEqual(['Back 840 tomorrow'])
    expect(titlesAt(0, ticket('Later', '2026-06-13', '8:00 AM'))).toEqual([])
  })

  it('are before the trip those of the next day that has any', () => {
    const later = [
      ticket('Tour', '2026-06-20', ''),
      ticket('Out', '2026-06-18', '9:00 PM'),
      ticket('Train', '2026-06-18', ''),
    ]
    expect(find(0, [...later, ticket('Past', '2026-06-01', '8:00 AM')], true)).toEqual([
      'Out 1260 later',
      'Train  later',
    ])
    expect(find(0, [...later, ...flights], true)[0]).toBe('Flight 450 today')
    expect(find(1200, [ticket('Some day', '', '8:00 AM')], true)).toEqual([])
  })

  it('never guess the half of the day', () => {
    expect(titlesAt(1200, ticket('Flight', today, '7:30'))).toEqual(['Flight  today'])
  })
})
