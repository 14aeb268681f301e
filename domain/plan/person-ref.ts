import * as z from 'zod/mini'
import * as m from '#messages'
import { id } from '../id.ts'
import { trimmed } from '../text.ts'

/*
 * References to people: the schemas of a section say which fields and ids name a person of the people list.
 * Job: code that walks a section (domain/operations/person-refs.ts) finds every reference, so a new section needs no
 *   code of its own when a person is forgotten or merged, and when a trip is copied or shown to readers.
 */

/** What a field holds: a person's id, or an id that is derived from one. */
export type Reference = { is: 'person' } | { is: 'derived'; idOf: (entry: never) => string }

/** Marked schemas. `id.check()` is a copy of `id`, which is marked without it. */
const references = new WeakMap<object, Reference>()

function mark<Schema extends object>(schema: Schema, reference: Reference): Schema {
  references.set(schema, reference)
  return schema
}

/** A field that names a person of the people list by id; '' for nobody. */
export const personRef = mark(z.union([z.literal(''), id]), { is: 'person' })

/**
 * The id of an entry that each person has at most once, such as their seat: it is the person's own id.
 * `z.strictObject({ id: personId, car: ... })`
 */
export const personId = mark(id.check(), { is: 'person' })

/**
 * The id of an entry that each person has at most once per thing, derived from the thing and the person.
 * `z.strictObject({ id: idFromPerson<Claim>(({ item, person }) => derivedId(...)), item: ..., person: personRef })`
 * @param idOf the id of an entry
 */
export function idFromPerson<Entry>(idOf: (entry: Entry) => string) {
  return mark(id.check(), { is: 'derived', idOf })
}

/** What a schema refers to; undefined if it is no reference. */
export function referenceOf(schema: object): Reference | undefined {
  return references.get(schema)
}

/** Replaces references to somebody whose account is deleted, in operations that arrive later. Nobody has this id. */
export const FORMER_PERSON = '00000000-0000-4000-8000-00000000f0e2'

/** A section's people, as far as names need them. */
type NamedParties = readonly { persons: readonly { id: string; name: string }[] }[]

/**
 * What to show for a reference: the person's name, 'Former member' for somebody who is no longer on the list, and ''
 * for nobody. A person without a name is 'No name'.
 */
export function nameOfPersonRef(parties: NamedParties, personId: string): string {
  if (personId === '') return ''
  for (const { persons } of parties)
    for (const { id, name } of persons) if (id === personId) return trimmed(name) || m.group_person_no_name()
  return m.plan_person_former()
}
