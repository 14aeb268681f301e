import { BedDouble, Car, type LucideIcon, Ship } from 'lucide-react'
import type { StayKind } from '#domain/plan/stays.ts'

interface StayKindLook {
  icon: LucideIcon
  /** The card's header. */
  band: string
  /** The selected option. */
  chosen: string
}

export const stayLooks: Record<StayKind, StayKindLook> = {
  stay: { icon: BedDouble, band: 'bg-stay', chosen: 'has-checked:bg-stay' },
  car: { icon: Car, band: 'bg-car', chosen: 'has-checked:bg-car' },
  ferry: { icon: Ship, band: 'bg-ferry', chosen: 'has-checked:bg-ferry' },
}
