import { toAppliedMutation } from '../operations/applied-mutation.ts'
import { apply } from '../operations/apply.ts'
import { diff } from '../operations/diff.ts'
import type { Form } from '../operations/form.ts'
import type { Json } from '../operations/json.ts'
import type { Mutation } from '../operations/operation.ts'
import { mapPersonRefs } from '../operations/person-refs.ts'
import { isBlank } from '../text.ts'
import type { Costs } from './costs.ts'
import { forms } from './forms.ts'
import { allergens, diets, listPersons, MAX_FOOD_NOTE, type Party, type Person } from './people.ts'
import { isFilled, MAX_MEDICAL, newRecord, type PrivateParty, type PrivateRecord } from './private.ts'

/*
 * Merging two entries of the people list that are the same person.
 * Job: computes what each section becomes. Who may do it, and what happens to memberships, is up to the server
 *   (server/people/merge-people.ts).
 * Invariants: what the entry that stays says counts; it gets what it lacks from the other one. An allergy that only one
 *   of them names is never dropped. Private details that contradict each other are not merged.
 */

/** The ids of two people. */
export interface MergedPair {
  /** The entry that stays. */
  staysId: string
  /** The entry that is removed. */
  mergedId: string
}

/** A section after merging, and the mutations that lead there. */
export interface MergedSection<Value> {
  value: Value
  applied: Mutation[]
}

export function findPartyOf(parties: readonly Party[], personId: string): Party | undefined {
  return parties.find(({ persons }) => persons.some(({ id }) => id === personId))
}

/** One person of two. */
export function mergePersons(stays: Person, merged: Person): Person {
  const answer = stays.coming === 'open' ? merged : stays
  const isAgeOpen = isBlank(stays.age) && (stays.kind === 'adult' || merged.kind === 'child')
  const { kind, age } = isAgeOpen ? merged : stays
  return {
    // The answer is one thing: whether they come, and when they are there.
    ...answer,
    id: stays.id,
    name: isBlank(stays.name) ? merged.name : stays.name,
    kind,
    age,
    diets: diets.some((diet) => stays.diets[diet]) ? stays.diets : merged.diets,
    allergens: eachOf(allergens, (allergen) => stays.allergens[allergen] || merged.allergens[allergen]),
    food_note: joinTexts(stays.food_note, merged.food_note, MAX_FOOD_NOTE) ?? stays.food_note,
    carries_medicine: stays.carries_medicine || merged.carries_medicine,
  }
}

function eachOf<Word extends string>(words: readonly Word[], is: (word: Word) => boolean): Record<Word, boolean> {
  return Object.fromEntries(words.map((word) => [word, is(word)])) as Record<Word, boolean>
}

/** Both texts, without saying anything twice; undefined if they are too long together. */
function joinTexts(one: string, other: string, max: number): string | undefined {
  if (isBlank(other) || one.includes(other.trim())) return one
  if (isBlank(one) || other.includes(one.trim())) return other
  const joined = `${one.trimEnd()}\n${other}`
  return joined.length <= max ? joined : undefined
}

/** The people list, in which the entry that stays has everything of the other. A party that is then empty goes too. */
export function mergeInList(parties: readonly Party[], { staysId, mergedId }: MergedPair): MergedSection<Party[]> {
  const [home, former] = [findPartyOf(parties, staysId), findPartyOf(parties, mergedId)]
  const find = (personId: string) => listPersons(parties).find(({ id }) => id === personId)
  const [stays, merged] = [find(staysId), find(mergedId)]
  if (!home || !former || !stays || !merged) return { value: [...parties], applied: [] }
  const into = [home.id, 'persons', staysId]
  const at = [former.id, 'persons', mergedId]
  const isLeft = former.persons.length === 1
  const filled = parties.map((party) => ({
    ...party,
    name: party === home && isLeft && isBlank(home.name) ? former.name : party.name,
    persons: party.persons.map((one) => (one === stays ? mergePersons(stays, merged) : one)),
  }))
  const ofParty = { do: 'remove', at: [former.id] } as const
  const ofPerson = { do: 'remove', at, was: merged, into } as const
  const removals: Mutation[] = !isLeft
    ? [ofPerson]
    : isBlank(former.name)
      ? [{ ...ofParty, was: former, into }]
      : [ofPerson, { ...ofParty, was: { ...former, persons: [] } }]
  return applyAll(forms.people, parties, [...diff(forms.people, parties, filled), ...removals])
}

/**
 * A section in which everything that refers to one person refers to the other. How to pay them goes, for both: another
 * user may be the entry that stays from now on, and nobody's money should go where somebody else said.
 */
export function mergeReferences<Value>(
  form: Form,
  value: Value,
  { staysId, mergedId }: MergedPair,
  onDerived?: (entryId: string, newId: string) => void,
): MergedSection<Value> {
  const person = (personId: string) => (personId === mergedId ? staysId : personId)
  const newIds = new Map([[mergedId, staysId]])
  const kept = form === forms.costs ? withoutPayees(value, [staysId, mergedId]) : { value, applied: [] }
  const merged = mapPersonRefs(form, kept.value, {
    person,
    onDerived: (entryId, newId) => {
      newIds.set(entryId, newId)
      onDerived?.(entryId, newId)
    },
  })
  if (merged === value) return { value, applied: [] }
  const mutations = diff(form, kept.value, merged).map((mutation) => {
    const newId = mutation.do === 'remove' && newIds.get(mutation.at.at(-1) ?? '')
    return newId ? { ...mutation, into: [...mutation.at.slice(0, -1), newId] } : mutation
  })
  return { value: merged, applied: [...kept.applied, ...applyAll(form, kept.value, mutations).applied] }
}

/** The costs without how to pay these people. */
export function withoutPayees<Value>(value: Value, personIds: readonly string[]): MergedSection<Value> {
  const { payees = [] } = value as Partial<Costs>
  const others = payees.filter(({ id }) => !personIds.includes(id))
  if (others.length === payees.length) return { value, applied: [] }
  const kept = { ...value, payees: others }
  return { value: kept, applied: applyAll(forms.costs, value, diff(forms.costs, value, kept)).applied }
}

/** Applies mutations that follow each other. They are returned as the history stores them. */
function applyAll<Value>(form: Form, value: unknown, mutations: readonly Mutation[]): MergedSection<Value> {
  const applied: Mutation[] = []
  let current: Json = value
  for (const mutation of mutations) {
    const done = apply(current, mutation, { form })
    current = done.value
    const one = toAppliedMutation(done)
    if (one)
      applied.push(
        one.do === 'remove' && mutation.do === 'remove' && mutation.into ? { ...one, into: mutation.into } : one,
      )
  }
  return { value: current as Value, applied }
}

interface RecordPlace {
  partyId: string
  personId: string
}

/** The private record of a person, wherever it is; undefined if there is none. */
export function findRecord(
  records: readonly PrivateParty[],
  { partyId, personId }: RecordPlace,
): PrivateRecord | undefined {
  return records.find(({ id }) => id === partyId)?.persons.find(({ id }) => id === personId)
}

/**
 * The private section with one record for both, in the place of the entry that stays.
 * @returns undefined if their details contradict each other, or are too long together
 */
export function mergePrivate(
  records: readonly PrivateParty[],
  stays: RecordPlace,
  merged: RecordPlace,
): PrivateParty[] | undefined {
  const own = findRecord(records, stays) ?? newRecord(stays.personId)
  const other = findRecord(records, merged)
  const record = other ? mergeRecords(own, other) : own
  if (!record) return undefined
  const without = records.map((party) => ({
    ...party,
    persons: party.persons.filter(({ id }) => id !== merged.personId && id !== stays.personId),
  }))
  const parties = without.some(({ id }) => id === stays.partyId)
    ? without
    : [...without, { id: stays.partyId, persons: [] }]
  return parties.map((party) =>
    party.id === stays.partyId ? { ...party, persons: [...party.persons, record] } : party,
  )
}

function mergeRecords(stays: PrivateRecord, merged: PrivateRecord): PrivateRecord | undefined {
  if (!isFilled(merged)) return stays
  if (!isFilled(stays)) return { ...merged, id: stays.id }
  const phone = sameOrOnly([stays.phone], [merged.phone])
  // A name and its number belong together.
  const contact = sameOrOnly([stays.contact_name, stays.contact_phone], [merged.contact_name, merged.contact_phone])
  const medical = joinTexts(stays.medical, merged.medical, MAX_MEDICAL)
  if (!phone || !contact || medical === undefined) return undefined
  const [contact_name = '', contact_phone = ''] = contact
  return {
    id: stays.id,
    phone: phone[0] ?? '',
    contact_name,
    contact_phone,
    medical,
    // Each of them was shown to others in an emergency only if its own party had said so.
    in_emergency: stays.in_emergency && merged.in_emergency,
  }
}

/** The one of two details that is not blank, if they do not differ. */
function sameOrOnly(one: readonly string[], other: readonly string[]): readonly string[] | undefined {
  if (other.every(isBlank)) return one
  if (one.every(isBlank)) return other
  return one.every((text, index) => text.trim() === other[index]?.trim()) ? one : undefined
}
