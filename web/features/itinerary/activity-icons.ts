import { Activity, Clock, Coffee, type LucideIcon, MapPin, Mountain, Sun } from 'lucide-react'
import type { ActivityIcon } from '#domain/plan/day-parts.ts'
import * as m from '#messages'

export const iconLooks: Record<ActivityIcon, { icon: LucideIcon; label: string }> = {
  MapPin: { icon: MapPin, label: m.days_icon_place() },
  Mountain: { icon: Mountain, label: m.days_icon_mountain() },
  Coffee: { icon: Coffee, label: m.days_icon_coffee() },
  Sun: { icon: Sun, label: m.days_icon_sun() },
  Activity: { icon: Activity, label: m.days_icon_activity() },
  Clock: { icon: Clock, label: m.days_icon_clock() },
}
