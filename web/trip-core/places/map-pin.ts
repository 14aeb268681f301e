import type { ReactNode } from 'react'
import type { Position } from '#domain/places/position.ts'
import type { PlaceKind } from '#domain/plan/places.ts'
import type { Segment } from '#domain/tracks/track-line.ts'
import type { Trip } from '#domain/trip.ts'

/** A place on the map. */
export interface MapPin {
  id: string
  name: string
  kind: PlaceKind
  position: Position
  isDestination: boolean
}

/** A track on the map. */
export interface MapLine {
  id: string
  name: string
  segments: readonly Segment[]
}

export interface TripMapProps {
  trip: Trip
  pins: readonly MapPin[]
  lines: readonly MapLine[]
  /** The ids of the pin and the track that this person added last. */
  added: string | undefined
  addedLine: string | undefined
  /** Opens what a pin is for. */
  onOpen: (id: string) => void
  onOpenLine: (id: string) => void
  /** Set while somebody chooses a point of the map. `onCancel` is also called if there is no map after all. */
  picking: { onPick: (position: Position) => void; onCancel: () => void } | undefined
  /** Says whether there is a map on which a point can be chosen. */
  onReady: (isReady: boolean) => void
  /** What is shown where the browser cannot draw a map. */
  withoutMap: ReactNode
}
