import type { LucideIcon } from 'lucide-react'
import type { StayKind } from '#domain/plan/stays.ts'
import { stayIcons } from '#web/trip-core/bookings/booking-icons.ts'

interface StayKindLook {
  icon: LucideIcon
  /** The card's header. */
  band: string
  /** The selected option. */
  chosen: string
}

export const stayLooks: Record<StayKind, StayKindLook> = {
  stay: { icon: stayIcons.stay, band: 'bg-stay', chosen: 'has-checked:bg-stay' },
  car: { icon: stayIcons.car, band: 'bg-car', chosen: 'has-checked:bg-car' },
  ferry: { icon: stayIcons.ferry, band: 'bg-ferry', chosen: 'has-checked:bg-ferry' },
}
