import { type Claim, type Gear, newClaim } from '../plan/gear.ts'

/*
 * What a claim and a tick change in the section.
 * A claim of 0 that is packed is only a tick of what everyone brings.
 * Invariants: nobody's claim changes another's. A withdrawn claim stays with a count of 0, so that a later change of it
 *   on another device is not refused. Somebody may have several claims of an item if two people were merged.
 */

type Named = { id: string; name: string }

/** The section after somebody has said how many of an item a person brings; 0 to withdraw. */
export function withClaim({ claims }: Gear, item: Named, personId: string, count: number): Gear {
  const own = claims.filter(isOf(item, personId))
  if (own.length === 0) return { claims: count > 0 ? [...claims, newClaim(item, personId, count)] : claims }
  const isMore = count > own.reduce((sum, one) => sum + one.count, 0)
  const [first] = own
  return {
    claims: claims.map((claim) => {
      if (!own.includes(claim)) return claim
      const to = claim === first ? count : 0
      return { ...claim, count: to, is_packed: claim.is_packed && to > 0 && !isMore }
    }),
  }
}

/** The section after somebody has packed what a person brings of an item, or unpacked it. */
export function withPacked({ claims }: Gear, item: Named, personId: string, isPacked: boolean): Gear {
  const isOwn = isOf(item, personId)
  if (claims.some(isOwn))
    return { claims: claims.map((claim) => (isOwn(claim) ? { ...claim, is_packed: isPacked } : claim)) }
  if (!isPacked) return { claims }
  // What everyone brings for themselves is no promise.
  return { claims: [...claims, { ...newClaim(item, personId, 0), is_packed: true }] }
}

const isOf =
  ({ id }: Pick<Named, 'id'>, personId: string) =>
  ({ item, person_id }: Claim): boolean =>
    item === id && person_id === personId
