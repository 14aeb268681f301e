import { type LucideIcon, PlaneLanding, PlaneTakeoff } from 'lucide-react'
import type { DayThing } from '#domain/day/day-entry.ts'
import { featureOf } from '#web/pages/trip/features.ts'
import { stayIcons, ticketIcons } from '#web/trip-core/bookings/booking-icons.ts'

/** What it is about at a glance: what people travel by, where they sleep, otherwise its part of the plan. */
export function entryIcon(thing: DayThing): LucideIcon {
  if (thing.of === 'stays') return stayIcons[thing.stay.kind]
  if (thing.of !== 'tickets') return featureOf[thing.of].icon
  const { ticket, part } = thing
  if (part && ticket.type === 'flight') return part.is === 'departure' ? PlaneTakeoff : PlaneLanding
  return ticketIcons[ticket.type]
}
