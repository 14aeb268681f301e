import type { ClaimStatus, GearGroup, GearItem } from '#domain/gear/gear-items.ts'
import { listText } from '#domain/list-text.ts'
import * as m from '#messages'
import { itemName } from '#web/trip-core/item-name.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'

/* What the tab says about who brings what. */

/** A remark on an item. A warning is about something that somebody may want to do about. */
export interface GearLine {
  text: string
  isWarning?: boolean
}

/** Who brings an item, what is open again, and what is too many. */
export function gearLines({ claims, surplus, item }: GearItem, nameOf: NameOf, me: string): GearLine[] {
  if (item.is_each) return []
  const coming = claims.filter(({ isOpenAgain }) => !isOpenAgain)
  const isOnlyMe = coming.length === 1 && coming[0]?.claim.person_id === me
  return [
    ...(isOnlyMe ? [] : broughtLines({ claims, item }, nameOf)),
    ...claims
      .filter(({ isOpenAgain }) => isOpenAgain)
      .map((one) => ({ text: openAgainText(one, nameOf, me), isWarning: true })),
    ...(surplus > 0 ? [{ text: surplusText(claims, nameOf, me), isWarning: true }] : []),
  ]
}

/** Who brought an item, as far as people promised it and came. */
export function broughtLines({ claims, item }: Pick<GearItem, 'claims' | 'item'>, nameOf: NameOf): GearLine[] {
  const coming = claims.filter(({ isOpenAgain }) => !isOpenAgain)
  if (item.is_each || coming.length === 0) return []
  return [
    {
      text: listText(
        coming.map((one) => claimText(one, nameOf)),
        'unit',
      ),
    },
  ]
}

const claimText = ({ claim }: ClaimStatus, nameOf: NameOf) =>
  m.gear_claim({ name: nameOf(claim.person_id), count: claim.count })

export const openAgainText = ({ claim: { person_id, count } }: ClaimStatus, nameOf: NameOf, me: string) =>
  person_id === me ? m.gear_open_again_mine({ count }) : m.gear_open_again({ name: nameOf(person_id), count })

/** Asks those who promised last whether they still bring theirs. */
function surplusText(claims: readonly ClaimStatus[], nameOf: NameOf, me: string): string {
  const late = claims.filter(({ surplus }) => surplus > 0)
  const mine = late.filter(({ claim }) => claim.person_id === me).reduce((sum, one) => sum + one.surplus, 0)
  if (mine > 0) return m.gear_surplus_mine({ count: mine })
  const names = [...new Set(late.map(({ claim }) => nameOf(claim.person_id)))]
  return m.gear_surplus({ count: late.reduce((sum, one) => sum + one.surplus, 0), names: listText(names) })
}

/** How many of some items still need a promise: '3 items missing'. */
export function missingText(items: readonly Pick<GearItem, 'missing'>[]): string {
  return m.gear_missing_count({ count: items.filter(({ missing }) => missing > 0).length })
}

/** What is still missing, as a text to send. It names nobody. */
export function missingAsText(trip: string, groups: readonly GearGroup[]): string {
  const blocks = groups.flatMap(({ category, items }) => {
    const missing = items.filter((one) => one.missing > 0)
    const lines = missing.map((one) => m.gear_text_item({ name: itemName(one.item, one.number), count: one.missing }))
    return lines.length > 0 ? [[category, ...lines].join('\n')] : []
  })
  return [m.gear_text_title({ trip }), ...blocks].join('\n\n')
}
