import type { Position } from './position.ts'

/** How coordinates were written. The names of map services are of addresses of theirs; 'address' is of any other. */
export type PositionForm =
  | 'decimal'
  | 'degrees and minutes'
  | 'degrees, minutes and seconds'
  | 'utm'
  | 'mgrs'
  | 'plus code'
  | 'geo'
  | AddressForm

export type AddressForm = 'google' | 'apple' | 'openstreetmap' | 'organic maps' | 'comaps' | 'waze' | 'bing' | 'address'

/**
 * Why coordinates cannot be right:
 * - 'latitude': more than 90 degrees, or a south that is negative twice, such as '-45° N'
 * - 'longitude': the same of more than 180 degrees
 * - 'swapped': the longitude comes first; nothing is swapped for the person
 * - 'minutes': 60 or more minutes or seconds
 * - 'grid': no such point in UTM or MGRS
 * - 'nearby': a short plus code, which means something only near a known place
 * - 'east or west': 'O' is east in German and west in French
 */
export type WrongCoordinates = 'latitude' | 'longitude' | 'swapped' | 'minutes' | 'grid' | 'nearby' | 'east or west'

/** What a text says of a position. `name` is of the place there, if an address has one. */
export type ReadPosition =
  | { is: 'position'; position: Position; name?: string; form: PositionForm }
  | { is: 'none' }
  | { is: 'wrong'; why: WrongCoordinates }
  | { is: 'short link' }

/** What one way of reading found, and where in the text. */
export interface Found {
  at: number
  read: Exclude<ReadPosition, { is: 'none' }>
}
