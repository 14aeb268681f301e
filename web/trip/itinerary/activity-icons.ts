import { Activity, Clock, Coffee, type LucideIcon, MapPin, Mountain, Sun } from 'lucide-react'
import type { ActivityIcon } from '#domain/plan/day-parts.ts'

export const iconLooks: Record<ActivityIcon, { icon: LucideIcon; label: string }> = {
  MapPin: { icon: MapPin, label: 'Place' },
  Mountain: { icon: Mountain, label: 'Mountain' },
  Coffee: { icon: Coffee, label: 'Coffee' },
  Sun: { icon: Sun, label: 'Sun' },
  Activity: { icon: Activity, label: 'Activity' },
  Clock: { icon: Clock, label: 'Clock' },
}
