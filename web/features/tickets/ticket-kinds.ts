import { Bus, FerrisWheel, type LucideIcon, Plane, TrainFront } from 'lucide-react'
import type { TicketType } from '#domain/plan/tickets.ts'
import * as m from '#messages'

interface TicketKind {
  word: string
  icon: LucideIcon
  /** The card's header. */
  band: string
  /** The selected option. */
  chosen: string
}

export const ticketKinds: Record<TicketType, TicketKind> = {
  flight: { word: m.documents_ticket_kind_flight(), icon: Plane, band: 'bg-flight', chosen: 'has-checked:bg-flight' },
  train: { word: m.documents_ticket_kind_train(), icon: TrainFront, band: 'bg-train', chosen: 'has-checked:bg-train' },
  bus: { word: m.documents_ticket_kind_bus(), icon: Bus, band: 'bg-bus', chosen: 'has-checked:bg-bus' },
  attraction: {
    word: m.documents_ticket_kind_attraction(),
    icon: FerrisWheel,
    band: 'bg-attraction',
    chosen: 'has-checked:bg-attraction',
  },
}
