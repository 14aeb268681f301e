import type { ReactNode } from 'react'
import * as m from '#messages'
import { TripPicture } from './trip-picture.tsx'

/** Only its picture is shown. */
const EXAMPLE = {
  id: 'a',
  type: 'car_trip',
  name: '',
  destination_name: 'lake',
  departure_date: '',
} as const

/** Shown until there is a trip: what a trip is good for, and `children` to create one. */
export function FirstTrip({ children }: { children: ReactNode }) {
  return (
    <div className="card grid grid-cols-1 overflow-hidden md:grid-cols-2">
      <div className="relative min-h-40 md:min-h-72">
        <TripPicture trip={EXAMPLE} />
      </div>
      <div className="grid content-center gap-5 p-5">
        <p className="sign text-lg">{m.trips_list_none()}</p>
        {children}
      </div>
    </div>
  )
}
