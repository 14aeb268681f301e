import type { Beds } from '#domain/plan/beds.ts'
import type { Rides } from '#domain/plan/rides.ts'

/** The ids of everybody whom rides and beds name. */
export const listNamed = (rides: Rides | undefined, beds: Beds | undefined): string[] => [
  ...(rides?.cars ?? []).map(({ driver }) => driver),
  ...[...(rides?.riders ?? []), ...(beds?.sleepers ?? [])].map(({ id }) => id),
]
