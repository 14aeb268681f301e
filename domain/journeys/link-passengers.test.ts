import { expect, it } from 'vitest'
import { newTicket } from '../plan/tickets.ts'
import { buildComing, buildParty } from '../testing/people.ts'
import { linkPassengers } from './link-passengers.ts'

const [omar, ana] = [buildComing('Omar Haddad'), buildComing('Ana')]
const passenger = (name: string, person_id = '') => ({ id: crypto.randomUUID(), person_id, name })
const ticketOf = (...passengers: ReturnType<typeof passenger>[]) => ({ ...newTicket(crypto.randomUUID()), passengers })
const linked = (ticket: ReturnType<typeof ticketOf>, ...people: (typeof omar)[]) =>
  linkPassengers([ticket], [buildParty(...people)])[0]?.passengers.map(({ person_id, name }) => person_id || name)

it('somebody who joins the trip later is the passenger of their name', () => {
  const ticket = ticketOf(passenger('omar haddad'), passenger('Kim Lee'))
  expect(linked(ticket, omar, ana)).toEqual([omar.id, 'Kim Lee'])
  expect(linkPassengers([ticket], [buildParty(omar)])[0]?.passengers[0]?.id).toBe(ticket.passengers[0]?.id)
})

it('nobody is guessed', () => {
  // A first name may be anybody's, and two people may have one name.
  expect(linked(ticketOf(passenger('Ana Sousa')), ana)).toEqual(['Ana Sousa'])
  expect(linked(ticketOf(passenger('Omar Haddad')), omar, buildComing('Omar Haddad'))).toEqual(['Omar Haddad'])
  expect(linked(ticketOf(passenger('Omar Haddad'), passenger('Omar Haddad')), omar)).toEqual([
    'Omar Haddad',
    'Omar Haddad',
  ])
  expect(linked(ticketOf(passenger('', omar.id), passenger('Omar Haddad')), omar)).toEqual([omar.id, 'Omar Haddad'])
})

it('what does not change is the same object', () => {
  const tickets = [ticketOf(passenger('Kim Lee')), ticketOf(passenger('', omar.id)), ticketOf()]
  expect(linkPassengers(tickets, [buildParty(ana)])).toEqual(tickets)
  for (const [index, one] of linkPassengers(tickets, [buildParty(ana)]).entries()) expect(one).toBe(tickets[index])
  const none = [ticketOf()]
  expect(linkPassengers(none, [buildParty(omar)])).toBe(none)
})
