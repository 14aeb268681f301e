import { type PlaceKind, placeKinds } from '../plan/places.ts'

/*
 * What kind of place a GPS device or a map app means by the symbol of a waypoint. The words are those of Garmin's
 * symbols, which most apps write, and of OpenStreetMap's tags.
 */

/** The first that fits counts: a 'Campground water tap' has water. */
const words: readonly (readonly [PlaceKind, RegExp])[] = [
  ['water', /\b(water|spring|well|tap)\b/],
  ['hospital', /\b(hospital|medical|clinic|first aid|ambulance)\b/],
  ['parking', /\b(parking|car park)\b/],
  ['trailhead', /\b(trail ?head|trail)\b/],
  ['camp', /\b(camp\w*|tent|rv park|hut|shelter|lodg\w+|cabin|hostel|hotel)\b/],
  ['food', /\b(restaurant|food|cafe|café|bar|pizza|picnic)\b/],
  ['shop', /\b(shop\w*|store|supermarket|grocer\w*|market)\b/],
  ['sight', /\b(scenic|summit|peak|view\w*|museum|lookout|falls|waterfall|attraction)\b/],
]

/** @param symbol of a waypoint: 'Campground', 'drinking_water' */
export function kindOfSymbol(symbol: string): PlaceKind {
  const text = symbol.toLowerCase().replaceAll(/[_-]/g, ' ').trim()
  return placeKinds.find((kind) => kind === text) ?? words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}
