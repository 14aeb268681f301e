import type { Mutation } from '../operations/operation.ts'
import type { PrivateParty, PrivateRecord } from './private.ts'

/* Apart from private.ts, since every page asks who may do what (access.ts), and few need the forms. */

/**
 * Whether a mutation is one of those by which records are kept: an empty record is put in place, the same by everybody, and its fields
 * are set. So whoever does not see a record can neither take it away nor replace it.
 */
export function isOfRecord(mutation: Mutation): boolean {
  if (mutation.do === 'set') return mutation.at.length === 4
  if (mutation.do !== 'insert' || typeof mutation.entry !== 'object' || mutation.entry === null) return false
  const { persons, ...own } = mutation.entry as Partial<PrivateParty & PrivateRecord>
  if (mutation.at.length === 1) return persons?.length === 0
  return Object.entries(own).every(([name, value]) => name === 'id' || value === '' || value === false)
}
