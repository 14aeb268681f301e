import type { Level } from '#domain/plan/day-parts.ts'
import type { TripType } from '#domain/trip.ts'
import * as m from '#messages'

export const levelLabels: Record<TripType, Record<Level, string>> = {
  car_trip: { light: m.days_level_light_car_trip(), hard: m.days_level_hard_car_trip() },
  air_travel: { light: m.days_level_light_air_travel(), hard: m.days_level_hard_air_travel() },
}
