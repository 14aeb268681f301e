import {
  BedDouble,
  Bus,
  Car,
  type LucideIcon,
  Plane,
  PlaneLanding,
  PlaneTakeoff,
  Ship,
  Ticket as TicketIcon,
  TrainFront,
} from 'lucide-react'
import type { DayThing } from '#domain/day/day-entry.ts'
import type { StayKind } from '#domain/plan/stays.ts'
import type { TicketType } from '#domain/plan/tickets.ts'
import { featureOf } from '#web/pages/trip/features.ts'

const vehicles: Record<TicketType, LucideIcon> = {
  flight: Plane,
  train: TrainFront,
  bus: Bus,
  attraction: TicketIcon,
}
const stays: Record<StayKind, LucideIcon> = { stay: BedDouble, car: Car, ferry: Ship }

/** What it is about at a glance: what people travel by, where they sleep, otherwise its part of the plan. */
export function entryIcon(thing: DayThing): LucideIcon {
  if (thing.of === 'stays') return stays[thing.stay.kind]
  if (thing.of !== 'tickets') return featureOf[thing.of].icon
  const { ticket, part } = thing
  if (part && ticket.type === 'flight') return part.is === 'departure' ? PlaneTakeoff : PlaneLanding
  return vehicles[ticket.type]
}
