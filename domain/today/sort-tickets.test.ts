import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newTicket, type Ticket } from '../plan/tickets.ts'
import { sortByTime, timeOfTicket } from './sort-tickets.ts'

const ticket = (title: string, date: string, time = ''): Ticket => ({
  ...newTicket(title),
  title,
  date: date as LocalDate,
  time,
})

it('tickets to come are first by time, then those without a date, then past ones', () => {
  const tickets = [
    ticket('museum pass', ''),
    ticket('train there', '2031-05-01', '9:00 AM'),
    ticket('flight back', '2031-05-09', '10:30 AM'),
    ticket('concert', '2031-05-03', 'in the evening'),
    ticket('bus', '2031-05-03', '2:00 PM'),
    ticket('flight there', '2031-04-30'),
    ticket('tower', '2031-05-02'),
    ticket('ferry pass', ''),
  ]
  expect(sortByTime(tickets, timeOfTicket, '2031-05-02' as LocalDate).map(({ title }) => title)).toEqual([
    'tower',
    'bus',
    'concert',
    'flight back',
    'museum pass',
    'ferry pass',
    'flight there',
    'train there',
  ])
})
