import type { TripType } from '../trip.ts'
import { airTravel } from './air-travel.ts'
import { carTrip } from './car-trip.ts'
import type { TripTemplate } from './template.ts'

export const templates: Record<TripType, TripTemplate> = { car_trip: carTrip, air_travel: airTravel }
