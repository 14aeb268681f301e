import type { Level } from '#domain/plan/day-parts.ts'
import type { TripType } from '#domain/trip.ts'

export const levelLabels: Record<TripType, Record<Level, string>> = {
  car_trip: { light: 'Light Activities', hard: 'Physically Challenging' },
  air_travel: { light: 'Relaxed Pace', hard: 'Intensive Schedule' },
}
