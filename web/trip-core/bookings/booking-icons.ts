import { BedDouble, Bus, Car, type LucideIcon, Plane, Ship, Ticket as TicketIcon, TrainFront } from 'lucide-react'
import type { StayKind } from '#domain/plan/stays.ts'
import type { TicketType } from '#domain/plan/tickets.ts'

export const ticketIcons: Record<TicketType, LucideIcon> = {
  flight: Plane,
  train: TrainFront,
  bus: Bus,
  attraction: TicketIcon,
}

export const stayIcons: Record<StayKind, LucideIcon> = { stay: BedDouble, car: Car, ferry: Ship }
