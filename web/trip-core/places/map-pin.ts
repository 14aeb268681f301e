import type { ReactNode } from 'react'
import type { Position } from '#domain/places/position.ts'
import type { PlaceKind } from '#domain/plan/places.ts'
import type { Trip } from '#domain/trip.ts'

/** A place on the map. */
export interface MapPin {
  id: string
  name: string
  kind: PlaceKind
  position: Position
  isDestination: boolean
}

export interface TripMapProps {
  trip: Trip
  pins: readonly MapPin[]
  /** The id of the pin that this person added last. */
  added: string | undefined
  /** Opens what a pin is for. */
  onOpen: (id: string) => void
  /** Set while somebody chooses a point of the map. `onCancel` is also called if there is no map after all. */
  picking: { onPick: (position: Position) => void; onCancel: () => void } | undefined
  /** Says whether there is a map on which a point can be chosen. */
  onReady: (isReady: boolean) => void
  /** What is shown where the browser cannot draw a map. */
  withoutMap: ReactNode
}
