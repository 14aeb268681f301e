/**
 * A UUID derived from a place, such as `itinerary/5/light/0`: the same place always gives the same id. Entries that the
 * app itself makes have such ids, so that two people who start from them independently end up with one of each. Unique
 * within a trip, not beyond.
 */
export function derivedId(place: string): string {
  const words = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f].map((seed) => hash(place, seed))
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  // Version 8 (custom) and the usual variant, as in RFC 9562.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Whether an id may be derived: others are random (version 4). */
export const isDerivedId = (id: string): boolean => id.charAt(14) === '8'

/** A 32-bit hash, with MurmurHash3's finalizer. */
export function hash(text: string, seed: number): number {
  let h = seed
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x5bd1e995) ^ (h >>> 15)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
