import { FerrisWheel, type LucideIcon } from 'lucide-react'
import type { TicketType } from '#domain/plan/tickets.ts'
import * as m from '#messages'
import { ticketIcons } from '#web/trip-core/bookings/booking-icons.ts'

interface TicketKind {
  word: string
  icon: LucideIcon
  /** The card's header. */
  band: string
  /** The selected option. */
  chosen: string
}

export const ticketKinds: Record<TicketType, TicketKind> = {
  flight: {
    word: m.documents_ticket_kind_flight(),
    icon: ticketIcons.flight,
    band: 'bg-flight',
    chosen: 'has-checked:bg-flight',
  },
  train: {
    word: m.documents_ticket_kind_train(),
    icon: ticketIcons.train,
    band: 'bg-train',
    chosen: 'has-checked:bg-train',
  },
  bus: { word: m.documents_ticket_kind_bus(), icon: ticketIcons.bus, band: 'bg-bus', chosen: 'has-checked:bg-bus' },
  attraction: {
    word: m.documents_ticket_kind_attraction(),
    icon: FerrisWheel,
    band: 'bg-attraction',
    chosen: 'has-checked:bg-attraction',
  },
}
