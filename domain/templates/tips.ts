import type { TripType } from '../trip.ts'
import { airTravelTips } from './air-travel-tips.ts'
import { carTripTips } from './car-trip-tips.ts'
import type { TripTips } from './template.ts'

/** The tabs that have a panel of static tips. */
export type TipsOf = keyof TripTips

export const tips: Record<TripType, TripTips> = { car_trip: carTripTips, air_travel: airTravelTips }
