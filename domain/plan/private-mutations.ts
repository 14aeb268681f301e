import type { Mutation } from '../operations/operation.ts'
import type { PrivateParty, PrivateRecord } from './private.ts'

/* Separate from private.ts: every page checks permissions (access.ts), but few need the schemas. */

/**
 * Whether a mutation is one that private records allow: inserting an empty record, which is the same for everybody, and
 * setting its fields. So people who cannot see a record can neither remove nor replace it.
 */
export function isRecordMutation(mutation: Mutation): boolean {
  if (mutation.do === 'set') return mutation.at.length === 4
  if (mutation.do !== 'insert' || typeof mutation.entry !== 'object' || mutation.entry === null) return false
  const { persons, ...own } = mutation.entry as Partial<PrivateParty & PrivateRecord>
  if (mutation.at.length === 1) return persons?.length === 0
  return Object.entries(own).every(([name, value]) => name === 'id' || value === '' || value === false)
}
