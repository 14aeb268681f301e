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
 * @param onDerived called for each derived id that becomes another one
 */
export function withLowerCaseSection(
  section: SectionName,
  value: unknown,
  onDerived?: (entryId: string, newId: string) => void,
): unknown {
  const options = { merges: true, onDerived }
  if (section === 'people') return withLowerCaseIds(forms.people, withoutDoublePersons(value as Party[]), options)
  if (section === 'private') {
    const merged = (value as PrivateParty[]).map(withoutDoubleRecords)
    return withLowerCaseIds(
      forms.private,
      merged.some((one, index) => one !== (value as PrivateParty[])[index]) ? merged : value,
    )
  }
  return withLowerCaseIds(forms[section], value, options)
}

/** A person may be in two parties. A party that is then empty goes too. */
function withoutDoublePersons(parties: Party[]): Party[] {
  const groups = groupById(parties.flatMap(({ persons }) => persons))
  if (groups.every((group) => group.length === 1)) return parties
  const merged = new Map<Person, Person>()
  for (const group of groups) {
    const [stays, ...others] = lowerCaseFirst(group)
    if (stays) merged.set(stays, others.reduce(mergePersons, stays))
  }
  return parties
    .map((party) => ({ ...party, persons: party.persons.flatMap((one) => merged.get(one) ?? []) }))
    .filter(({ persons }, index) => persons.length > 0 || parties[index]?.persons.length === 0)
}

function withoutDoubleRecords(party: PrivateParty): PrivateParty {
  const groups = groupById(party.persons)
  if (groups.length === party.persons.length) return party
  return { ...party, persons: groups.map(mergeRecords) }
}

/** Each was shown to others in an emergency only if it said so. */
function mergeRecords(records: readonly PrivateRecord[]): PrivateRecord {
  const [stays, ...others] = lowerCaseFirst(records) as [PrivateRecord, ...PrivateRecord[]]
  const merged = others.reduce((one, other) => mergeEntries(recordForm, one, other) as PrivateRecord, stays)
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
