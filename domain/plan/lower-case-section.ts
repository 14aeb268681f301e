import { type Form, formAt } from '../operations/form.ts'
import { lowerId, mergeEntries, withLowerCaseIds } from '../operations/lower-case-ids.ts'
import { forms } from './forms.ts'
import type { SectionName } from './index.ts'
import { mergePersons } from './merge-people.ts'
import type { Party, Person } from './people.ts'
import { isFilled, type PrivateParty, type PrivateRecord } from './private.ts'

/**
 * A stored section with its ids in lower case. Earlier versions stored them as they were sent, so one person or entry
 * may be there twice: they are merged.
 * @param on.derived called for each derived id that becomes another one
 * @param on.lost called if something that one of them says has no room
 */
export function withLowerCaseSection(
  section: SectionName,
  value: unknown,
  on: { derived?: (entryId: string, newId: string) => void; lost?: () => void } = {},
): unknown {
  const options = { merges: true, onDerived: on.derived, onLost: on.lost }
  if (section === 'people')
    return withLowerCaseIds(forms.people, withoutDoublePersons(value as Party[], on.lost), options)
  if (section === 'private') {
    const merged = (value as PrivateParty[]).map((party) => withoutDoubleRecords(party, on.lost))
    return withLowerCaseIds(
      forms.private,
      merged.some((one, index) => one !== (value as PrivateParty[])[index]) ? merged : value,
    )
  }
  return withLowerCaseIds(forms[section], value, options)
}

/**
 * Whether somebody is in two parties because their id was stored in upper case: in the list, or with private details.
 * Nobody knows in which they belong, and who sees their details depends on it.
 */
export function isAnyoneInTwoParties(parties: readonly Party[], records: readonly PrivateParty[]): boolean {
  const homes = new Map<string, Set<string>>()
  const inUpperCase = new Set<string>()
  for (const { id: partyId, persons } of [...parties, ...records])
    for (const { id } of persons) {
      const personId = lowerId(id)
      homes.set(personId, (homes.get(personId) ?? new Set()).add(lowerId(partyId)))
      if (personId !== id) inUpperCase.add(personId)
    }
  return [...inUpperCase].some((personId) => (homes.get(personId)?.size ?? 0) > 1)
}

/** A party that is then empty stays: memberships name it. */
function withoutDoublePersons(parties: Party[], onLost?: () => void): Party[] {
  const groups = groupById(parties.flatMap(({ persons }) => persons))
  if (groups.every((group) => group.length === 1)) return parties
  const merged = new Map<Person, Person>()
  for (const group of groups) {
    const [stays, ...others] = lowerCaseFirst(group)
    if (!stays) continue
    const one = others.reduce(mergePersons, stays)
    if (group.some(({ food_note }) => !one.food_note.includes(food_note.trim()))) onLost?.()
    merged.set(stays, one)
  }
  return parties.map((party) => ({ ...party, persons: party.persons.flatMap((one) => merged.get(one) ?? []) }))
}

function withoutDoubleRecords(party: PrivateParty, onLost?: () => void): PrivateParty {
  const groups = groupById(party.persons)
  if (groups.length === party.persons.length) return party
  return { ...party, persons: groups.map((records) => mergeRecords(records, onLost)) }
}

/** Each was shown to others in an emergency only if it said so. */
function mergeRecords(records: readonly PrivateRecord[], onLost?: () => void): PrivateRecord {
  const [stays, ...others] = lowerCaseFirst(records) as [PrivateRecord, ...PrivateRecord[]]
  const merged = others.reduce((one, other) => mergeEntries(recordForm, one, other, onLost) as PrivateRecord, stays)
  return {
    ...merged,
    in_emergency: records.filter(isFilled).every((record) => record.in_emergency) && stays.in_emergency,
  }
}

const recordForm = formAt(forms.private, ['', 'persons', '']) as Form

function groupById<One extends { id: string }>(entries: readonly One[]): One[][] {
  const groups = new Map<string, One[]>()
  for (const entry of entries) groups.set(lowerId(entry.id), [...(groups.get(lowerId(entry.id)) ?? []), entry])
  return [...groups.values()]
}

const lowerCaseFirst = <One extends { id: string }>(entries: readonly One[]): One[] =>
  entries.toSorted((one, other) => Number(one.id !== lowerId(one.id)) - Number(other.id !== lowerId(other.id)))
