import type { TripCard } from '#domain/trip.ts'
import { numberOf } from '#web/ui/face.tsx'

const lands = ['peaks', 'hills', 'lake', 'coast', 'forest', 'desert', 'city', 'clouds'] as const
type Land = (typeof lands)[number]
type Season = 'spring' | 'summer' | 'autumn' | 'winter'
type Hour = 'dawn' | 'day' | 'dusk' | 'night'

/** What a trip's picture shows. */
export interface Scene {
  land: Land
  season: Season
  hour: Hour
  /** The number from which its shapes are derived. */
  seed: number
}

export type Pictured = Pick<TripCard, 'id' | 'name' | 'type' | 'destination_name' | 'departure_date'>

/** Words of a name or destination that say what it looks like there. The first land with one of its words wins. */
const hints: readonly (readonly [Land, RegExp])[] = [
  [
    'desert',
    /\b(deserts?|canyons?|mesas?|dunes?|badlands|utah|arizona|nevada|sahara|morocco|marrakesh|joshua tree)\b/i,
  ],
  [
    'coast',
    /\b(coasts?|coastal|beach(es)?|islands?|isles?|bay|sea|seaside|ocean|cape|cabot|sandbanks|hawaii|maldives|bahamas|cancun|crete|bali|harbour|fjords?)\b/i,
  ],
  ['lake', /\b(lakes?|lac|rivers?|canoe|canoeing|kayak|falls|ponds?|loch|paddling)\b/i],
  [
    'peaks',
    /\b(monts?|mounts?|mountains?|ski|skiing|snowboard|alps|alpine|rock(y|ies)|peaks?|banff|jasper|whistler|summit|glacier)\b/i,
  ],
  ['forest', /\b(forests?|woods?|parks?|algonquin|grove|jungle|bush)\b/i],
  ['hills', /\b(hills?|valleys?|farm|vineyards?|wine|country|meadows?|tuscany|provence)\b/i],
  [
    'city',
    /\b(city|cities|town|museums?|concert|paris|london|lisbon|porto|rome|madrid|barcelona|berlin|vienna|prague|amsterdam|new york|chicago|boston|toronto|montr[eé]al|vancouver|tokyo|kyoto|osaka|seoul|singapore|istanbul|dubai|sydney)\b/i,
  ],
]

/** Where nothing says what it looks like. */
const usualLands: Record<TripCard['type'], readonly Land[]> = {
  car_trip: ['hills', 'lake', 'forest', 'peaks'],
  air_travel: ['clouds', 'city', 'coast', 'clouds'],
}

const hours: readonly Hour[] = ['day', 'dawn', 'dusk', 'day', 'night']
const seasons: readonly Season[] = ['winter', 'spring', 'summer', 'autumn']

/** A trip's scene: from its destination and dates, so that it tells which trip it is. Its id decides the rest. */
export function sceneOf({ id, name, type, destination_name, departure_date }: Pictured): Scene {
  const seed = numberOf(id)
  const hinted = [destination_name, name].flatMap((text) => hints.find(([, words]) => words.test(text))?.[0] ?? [])[0]
  const usual = usualLands[type]
  return {
    land: hinted ?? (usual[seed % usual.length] as Land),
    // December is winter.
    season: seasons[departure_date ? Math.floor((Number(departure_date.slice(5, 7)) % 12) / 3) : 2] as Season,
    hour: hours[Math.floor(seed / 7) % hours.length] as Hour,
    seed,
  }
}

/** Numbers from 0 to 1, always the same for one seed (mulberry32). */
export function numbersOf(seed: number): (from?: number, to?: number) => number {
  let state = seed
  return (from = 0, to = 1) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from)
  }
}
