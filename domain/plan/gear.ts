import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id } from '../id.ts'
import { type Queue, queue } from '../list-kinds.ts'
import { freeText } from '../text.ts'
import { MAX_NEEDED } from './checklist.ts'
import { idFromPerson, personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * Who brings what of the checklist. How many are needed is in the checklist itself.
 */

export const MAX_CLAIM_NAME = 200

/** What one person brings of one item. Of what everyone brings, it holds the person's own tick. */
export const claim = z.strictObject({
  id: idFromPerson<Pick<Claim, 'item' | 'person_id'>>(({ item, person_id }) => claimIdOf(item, person_id)),
  /** The id of an item of the checklist. */
  item: id,
  /** What the checklist called it. It is shown if the item is gone. */
  name: freeText(MAX_CLAIM_NAME),
  person_id: personRef,
  /** 0 if they no longer bring it, and for a tick of what everyone brings. */
  count: z.int().check(z.nonnegative(), z.maximum(MAX_NEEDED)),
  is_packed: z.boolean(),
})
export interface Claim {
  id: string
  item: string
  name: string
  person_id: string
  count: number
  is_packed: boolean
}

export interface Gear {
  /** In order of arrival: if more was promised than is needed, the later claims are too many. */
  claims: Queue<Claim>
}

export const gear = defineSection<Gear>({
  schema: z.strictObject({ claims: queue(claim, { by: 'item' }) }),
  empty: { claims: [] },
  failures: () => ({ load: m.plan_gear_load_failed(), save: m.plan_gear_save_failed() }),
  // How many are promised of each item.
  readers: ({ claims }, notComing) => ({
    claims: claims
      .filter(({ person_id }) => !notComing?.has(person_id))
      .map(({ item, count }, index) => ({
        id: derivedId(`gear/readers/${index}`),
        item,
        name: '',
        person_id: '',
        count,
        is_packed: false,
      })),
  }),
  copied: undefined,
})

function claimIdOf(item: string, personId: string): string {
  return derivedId(`gear/claims/${item}/${personId}`)
}

/** A person's claim of an item. They have one per item, on whichever device they make it. */
export function newClaim({ id: item, name }: { id: string; name: string }, personId: string, count: number): Claim {
  return {
    id: claimIdOf(item, personId),
    item,
    name: name.slice(0, MAX_CLAIM_NAME),
    person_id: personId,
    count,
    is_packed: false,
  }
}
