import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { freeText, longText } from '../text.ts'
import type { Details } from './details.ts'
import { personId } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * Private details of the people of a trip, by party and person, under the same ids as in people.ts. Users get only the
 * part that they may see, and its changes are not in the history.
 */

export const MAX_PHONE = 50
export const MAX_CONTACT_NAME = 100
export const MAX_MEDICAL = 2000

export const privateRecord = z.strictObject({
  id: personId,
  phone: freeText(MAX_PHONE),
  /** The emergency contact. */
  contact_name: freeText(MAX_CONTACT_NAME),
  contact_phone: freeText(MAX_PHONE),
  medical: longText(MAX_MEDICAL),
  /** Whether everybody who plans the trip can see the record in an emergency. See `canSetEmergencyAccess`. */
  in_emergency: z.boolean(),
})
export type PrivateRecord = z.infer<typeof privateRecord>

export const privateParty = z.strictObject({ id, persons: itemList(privateRecord) })
export type PrivateParty = z.infer<typeof privateParty>

export const privateRecords = defineSection<PrivateParty[]>({
  schema: itemList(privateParty),
  empty: [],
  failures: () => ({ load: m.plan_private_load_failed(), save: m.plan_private_save_failed() }),
  readers: () => [],
  copied: undefined,
})

export function newRecord(personId: string): PrivateRecord {
  return { id: personId, phone: '', contact_name: '', contact_phone: '', medical: '', in_emergency: false }
}

/** How many days after the end of a trip its private records are stored. */
export const PRIVATE_RETENTION_DAYS = 30

/** The last day on which a trip's private records are stored; undefined while the trip has no dates. */
export function privateUntil({
  departure_date,
  return_date,
}: Pick<Details, 'departure_date' | 'return_date'>): LocalDate | undefined {
  const end = return_date || departure_date
  return end === '' ? undefined : addDays(end, PRIVATE_RETENTION_DAYS)
}

/** Whether the trip ended so long ago that nobody sees its private records any more. */
export function isPrivateExpired(dates: Parameters<typeof privateUntil>[0], today: LocalDate): boolean {
  const until = privateUntil(dates)
  return until !== undefined && until < today
}

export function isFilled({ phone, contact_name, contact_phone, medical }: PrivateRecord): boolean {
  return [phone, contact_name, contact_phone, medical].some((text) => text.trim() !== '')
}
