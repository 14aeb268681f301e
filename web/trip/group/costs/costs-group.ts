import type { Attending } from '#domain/costs/attendance.ts'
import type { Household, TripCosts } from '#domain/costs/balances.ts'
import type { Party } from '#domain/plan/people.ts'
import * as m from '#messages'
import { labelOf } from '../person-words.ts'
import type { NameOf } from '../shopping/row-words.ts'

/** The people of a trip as its costs need them. */
export interface CostsGroup extends Attending {
  /** The trip's currency; '' until the first entry sets it. */
  currency: string
  /** The current user's id in the plan. */
  me: string
  /** The current user and those who travel with them. */
  party: ReadonlySet<string>
  notComing: ReadonlySet<string>
  /** Everybody who can pay something or share it, by name; the current user first. */
  everybody: readonly string[]
  children: ReadonlySet<string>
  nameOf: NameOf
  /** Who settles together. Empty if all are one party: then each person settles for themselves. */
  households: readonly Party[]
  /** The id of the current user's household. */
  mine: string
  /** Whether the current user may change what somebody added. */
  canChange: (entry: { added_by: string }) => boolean
  /** Whether the current user may say that a payment to somebody has arrived. */
  canAnswer: (payment: { to: string }) => boolean
}

/** Who settles together: the parties, or each person if there is only one party. */
export function listHouseholds(people: readonly Party[], me: string): readonly Party[] {
  const others = people.filter(({ persons }) => persons.length > 0 && !persons.some(({ id }) => id === me))
  return others.length === 0 && people.some(({ persons }) => persons.some(({ id }) => id === me)) ? [] : people
}

/** The id of somebody's household: that of their party, or their own. */
export function householdOf(personId: string, households: readonly Party[]): string {
  return households.find(({ persons }) => persons.some(({ id }) => id === personId))?.id ?? personId
}

export interface Named {
  /** `me`: the current user alone; `mine`: with their party. */
  who: 'me' | 'mine' | 'other'
  name: string
}

/** How a household is called, as messages expect it. */
export function nameHousehold(
  id: string,
  { households, mine, nameOf }: Pick<CostsGroup, 'households' | 'mine' | 'nameOf'>,
): Named {
  const party = households.find((one) => one.id === id)
  const [first, second] = party?.persons ?? []
  if (id === mine) return second ? { who: 'mine', name: m.group_party_yours() } : { who: 'me', name: m.shopping_you() }
  if (!party || !first) return { who: 'other', name: nameOf(id) }
  if (!second) return { who: 'other', name: nameOf(first.id) }
  return { who: 'other', name: party.name.trim() || m.group_party_and_others({ name: labelOf(first) }) }
}

/**
 * Who of a household pays, or is paid: the current user in theirs, otherwise the adult whose balance is nearest to it.
 * @param sign 1 for somebody who is owed, -1 for somebody who owes
 */
export function representativeOf(
  id: string,
  sign: 1 | -1,
  costs: Pick<TripCosts, 'people'>,
  { households, mine, me, children }: Pick<CostsGroup, 'households' | 'mine' | 'me' | 'children'>,
): string {
  if (id === mine) return me
  const persons = households.find((one) => one.id === id)?.persons.map((person) => person.id) ?? [id]
  const adults = persons.filter((personId) => !children.has(personId))
  const balanceOf = (personId: string) => sign * (costs.people.get(personId)?.balance ?? 0)
  return (adults.length > 0 ? adults : persons).toSorted((one, other) => balanceOf(other) - balanceOf(one))[0] ?? id
}

/** The current user's household first, then those who are owed most. */
export function sortHouseholds(households: readonly Household[], mine: string): Household[] {
  return households.toSorted((one, other) =>
    one.id === mine ? -1 : other.id === mine ? 1 : other.balance - one.balance || (one.id < other.id ? -1 : 1),
  )
}
