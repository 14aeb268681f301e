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
  /** Opens what a pin is for. */
  onOpen: (id: string) => void
  /** Somebody chooses a point of the map: what is done with it, or without one. */
  picking?: { onPick: (position: Position) => void; onCancel: () => void } | undefined
  /** What is shown where the browser cannot draw a map. */
  withoutMap: ReactNode
}
