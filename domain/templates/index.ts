import type { TripType } from '../trip.ts'
import { airTravel } from './air-travel.ts'
import { carTrip } from './car-trip.ts'
import type { TripTemplate } from './template.ts'

/** The starting plan and the static texts of each type of trip. */
export const templates: Record<TripType, TripTemplate> = { car_trip: carTrip, air_travel: airTravel }
