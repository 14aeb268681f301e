import type { Attending } from '#domain/costs/attendance.ts'
import type { Household, TripCosts } from '#domain/costs/balances.ts'
import type { Transfer } from '#domain/costs/settle.ts'
import type { Payment } from '#domain/plan/costs.ts'
import type { Party } from '#domain/plan/people.ts'
import { isBlank } from '#domain/text.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { labelOfParty } from '#web/trip-core/people/person-words.ts'

/** The people of a trip as its costs need them. */
export interface CostsGroup extends Attending {
  /** The trip's currency; '' until the first entry sets it. */
  currency: string
  /** The current user's id in the plan. */
  me: string
  /** The current user and those who travel with them. */
  party: ReadonlySet<string>
  /** Those for whom the current user settles: their party, or only themselves if all are friends in one party. */
  own: ReadonlySet<string>
  notComing: ReadonlySet<string>
  /** Everybody who can pay something or share it, in the order of the list of people. */
  everybody: readonly string[]
  children: ReadonlySet<string>
  nameOf: NameOf
  /** Who settles together: see `listHouseholds`. */
  households: readonly Party[]
  /** The id of the current user's household. */
  mine: string
  /** Whether the current user may change what somebody added. */
  canChange: (entry: { added_by: string }) => boolean
  /** Whether the current user may say that a payment to somebody has arrived. */
  canAnswer: (payment: { to: string }) => boolean
}

/**
 * Who settles together: the parties. If all are one party, each person settles for themselves (an empty list), unless
 * they are a family: children owe their parents no money. Answers do not count, so that they move no money.
 */
export function listHouseholds(people: readonly Party[], me: string): readonly Party[] {
  const [party, ...others] = people.filter(({ persons }) => persons.length > 0)
  if (!party || others.length > 0 || !party.persons.some(({ id }) => id === me)) return people
  return (['child', 'adult'] as const).every((kind) => party.persons.some((person) => person.kind === kind))
    ? [party]
    : []
}

/** The id of somebody's household: that of their party, or their own. */
export function householdOf(personId: string, households: readonly Party[]): string {
  return households.find(({ persons }) => persons.some(({ id }) => id === personId))?.id ?? personId
}

/** The people of somebody's household. */
export function listOwn(personId: string, households: readonly Party[]): ReadonlySet<string> {
  const household = households.find(({ persons }) => persons.some(({ id }) => id === personId))
  return new Set([personId, ...(household?.persons ?? []).map(({ id }) => id)])
}

export interface Named {
  /** `me`: the current user alone; `mine`: with their party; `several`: the name is a list of names. */
  who: 'me' | 'mine' | 'several' | 'other'
  name: string
  /** Within a sentence: 'you'. */
  inside: string
}

/** Whose costs the current user's household has, as messages expect it. */
export const whoseCosts = ({ own }: Pick<CostsGroup, 'own'>): 'party' | 'me' => (own.size > 1 ? 'party' : 'me')

/** Whether the current user's household is the only one, also among those whom an entry names: nobody owes anything. */
export const isOneHousehold = (
  { everybody, own }: Pick<CostsGroup, 'everybody' | 'own'>,
  { people }: Pick<TripCosts, 'people'>,
): boolean => [...everybody, ...people.keys()].every((id) => own.has(id))

/** How a household is called, as messages expect it. */
export function nameHousehold(
  id: string,
  { households, mine, nameOf }: Pick<CostsGroup, 'households' | 'mine' | 'nameOf'>,
): Named {
  const party = households.find((one) => one.id === id)
  const [first, second] = party?.persons ?? []
  if (id === mine)
    return second
      ? { who: 'mine', name: m.group_party_yours(), inside: m.costs_your_party() }
      : { who: 'me', name: m.shopping_you(), inside: m.shopping_you_in_sentence() }
  const name = party && second ? labelOfParty(party) : nameOf(first?.id ?? id)
  return { who: second && isBlank(party?.name ?? '') ? 'several' : 'other', name, inside: name }
}

/**
 * Who of a household pays, or is paid: the current user in theirs, otherwise the adult whose balance is nearest to it.
 * Of several the one who has paid something, then the first.
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
  return bySide(adults.length > 0 ? adults : persons, sign, costs)[0] ?? id
}

function bySide(personIds: readonly string[], sign: 1 | -1, { people }: Pick<TripCosts, 'people'>): string[] {
  const balanceOf = (id: string) => sign * (people.get(id)?.balance ?? 0)
  const hasPaid = (id: string) => Number((people.get(id)?.paid ?? 0) > 0)
  return personIds.toSorted((one, other) => balanceOf(other) - balanceOf(one) || hasPaid(other) - hasPaid(one))
}

/**
 * Who most likely pays whom next: the current user's part of settling up. Without one, they pay the person who is owed
 * most: an adult of another party, otherwise of their own. Never somebody who has left the trip.
 */
export function likelyPayment(
  transfers: readonly Transfer[],
  costs: Pick<TripCosts, 'people'>,
  group: Pick<CostsGroup, 'households' | 'mine' | 'me' | 'own' | 'children' | 'everybody'>,
): Pick<Payment, 'from' | 'to'> {
  const { mine, me, own, children, everybody } = group
  const next = transfers.find(({ from, to }) => from === mine || to === mine)
  if (next)
    return { from: representativeOf(next.from, -1, costs, group), to: representativeOf(next.to, 1, costs, group) }
  const others = everybody.filter((id) => id !== me)
  const adults = others.filter((id) => !children.has(id))
  const likely = [adults.filter((id) => !own.has(id)), adults, others].find(({ length }) => length > 0)
  return { from: me, to: bySide(likely ?? [], 1, costs)[0] ?? me }
}

/** The current user's household first, then those who are owed most. */
export function sortHouseholds(households: readonly Household[], mine: string): Household[] {
  return households.toSorted((one, other) =>
    one.id === mine ? -1 : other.id === mine ? 1 : other.balance - one.balance || (one.id < other.id ? -1 : 1),
  )
}
