import * as z from 'zod/mini'
import { id } from './id.ts'
import { optionalLocalDate } from './local-date.ts'
import { requiredText } from './text.ts'

export const tripTypes = ['car_trip', 'air_travel'] as const
export const tripType = z.enum(tripTypes)
export type TripType = z.infer<typeof tripType>

/** The name in which a person knows a trip type, as cards and dialogs show it. */
export const tripTypeLabels = { car_trip: 'Road Trip', air_travel: 'Air Travel' } as const satisfies Record<TripType, string>

/** What stands in a trip's footer while it has no destination. */
export const destinationFallbacks = {
  car_trip: 'Algonquin Provincial Park, Ontario, Canada',
  air_travel: 'Travel Planning Made Easy',
} as const satisfies Record<TripType, string>

export const DEMO_TRIP_NAME = 'Demo Algonquin Adventure'
export const TRIP_NAME_MAX = 200

export const tripName = requiredText(TRIP_NAME_MAX)

/** What a trip is apart from its plan. */
export const trip = z.object({
  id,
  name: z.string(),
  type: tripType,
  owner_id: z.nullable(id),
  is_public: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Trip = z.infer<typeof trip>

/** A trip as the trip list shows it: with the few details that its card needs. */
export const tripCard = z.extend(trip, {
  destination_name: z.string(),
  departure_date: optionalLocalDate,
  return_date: optionalLocalDate,
})
export type TripCard = z.infer<typeof tripCard>
