import { Bus, FerrisWheel, type LucideIcon, Plane, TrainFront } from 'lucide-react'
import type { TicketType } from '#domain/plan/tickets.ts'

interface TicketKind {
  word: string
  icon: LucideIcon
  /** The card's header. */
  band: string
  /** The selected option. */
  chosen: string
}

export const ticketKinds: Record<TicketType, TicketKind> = {
  flight: { word: 'Flight', icon: Plane, band: 'bg-flight', chosen: 'has-checked:bg-flight' },
  train: { word: 'Train', icon: TrainFront, band: 'bg-train', chosen: 'has-checked:bg-train' },
  bus: { word: 'Bus', icon: Bus, band: 'bg-bus', chosen: 'has-checked:bg-bus' },
  attraction: { word: 'Attraction', icon: FerrisWheel, band: 'bg-attraction', chosen: 'has-checked:bg-attraction' },
}
