import type { TripType } from '../trip.ts'
import { airTravelNewDay } from './air-travel-new-day.ts'
import { carTripNewDay } from './car-trip-new-day.ts'
import type { NewDay } from './template.ts'

export const newDays: Record<TripType, NewDay> = {
  car_trip: { servings: 30, title: 'New Adventure Day', activities: carTripNewDay },
  air_travel: { servings: 2, title: 'New Travel Day', activities: airTravelNewDay },
}

/** For how many people the starting plan is written. */
export const peopleOfSample = (type: TripType): number => newDays[type].servings
