import { linkPassengers } from '#domain/journeys/link-passengers.ts'
import type { Stays } from '#domain/plan/stays.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { derive } from './derive.ts'
import { listedPeople } from './people.ts'
import { section } from './plan-view.ts'

/* Tickets and stays with the people of the trip whose names are on them. To edit, use the sections. */

const noTickets: readonly Ticket[] = []
const noStays: Stays = []

export const linkedTickets = derive([section('tickets'), listedPeople], ([tickets = noTickets, people]) =>
  linkPassengers(tickets, people),
)

export const linkedStays = derive([section('stays'), listedPeople], ([stays = noStays, people]) =>
  linkPassengers(stays, people),
)
