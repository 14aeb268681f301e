import { DEMO_TRIP_NAME } from '#domain/demo-trip.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Details, defaultEating, nobodyExpected } from '#domain/plan/details.ts'
import { DEMO_TEMPLATE_REVISION } from '#domain/templates/revision.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '../db/engine.ts'

/** The trip without an owner that every user may try things out on. Its id is the same everywhere. */
export const demoTrip: Pick<Trip, 'id' | 'name' | 'type'> = {
  id: '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e01',
  name: DEMO_TRIP_NAME,
  type: 'car_trip',
}

export async function createDemoTrip(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('trips')
    .values({ ...demoTrip, owner_id: null, template_revision: DEMO_TEMPLATE_REVISION, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The details of the demo trip: four days in Algonquin Park, starting on the next June 25. */
export function demoDetails(now: Date): Details {
  const year = now.getUTCFullYear() + (now.getUTCMonth() > 4 ? 1 : 0)
  return {
    destination_name: 'Algonquin Provincial Park, Ontario, Canada',
    departure_date: `${year}-06-25` as LocalDate,
    return_date: `${year}-06-28` as LocalDate,
    departure_airport_code: '',
    arrival_airport_code: '',
    map_embed_url: 'https://www.openstreetmap.org/export/embed.html?bbox=-79.0,45.3,-78.1,45.9&layer=mapnik',
    car_trip_distances: [
      { id: '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e02', place: 'Toronto', distance: '270 km, about 3 hours' },
      { id: '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e03', place: 'Ottawa', distance: '250 km, about 3 hours' },
      {
        id: '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e04',
        place: 'Huntsville, last supermarket',
        distance: '45 km, about 40 minutes',
      },
    ],
    car_trip_entry_gate: 'West Gate, Highway 60',
    eating: defaultEating,
    expected: nobodyExpected,
    place_id: '',
    time_zone: '',
    adopted: [],
    air_travel_flight_info: { carrier: '', flightNumber: '' },
  }
}
