import * as z from 'zod/mini'
import { id, itemList } from '../id.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { freeText, longText } from '../text.ts'
import type { Details } from './details.ts'
import { defineSection } from './section.ts'

/*
 * What is known of the people of a trip, and is not for all who plan it: by party and person, under the ids that they have among
 * the people (people.ts). Each is shown only the part that is for them, and its changes are not told in the history.
 */

export const MAX_PHONE = 50
export const MAX_CONTACT_NAME = 100
export const MAX_MEDICAL = 2000

export const privateRecord = z.strictObject({
  id,
  phone: freeText(MAX_PHONE),
  /** Whom to call when something has happened. */
  contact_name: freeText(MAX_CONTACT_NAME),
  contact_phone: freeText(MAX_PHONE),
  medical: longText(MAX_MEDICAL),
  /** Whether all who plan the trip see it in an emergency: the choice of the person's own party. */
  in_emergency: z.boolean(),
})
export type PrivateRecord = z.infer<typeof privateRecord>

export const privateParty = z.strictObject({ id, persons: itemList(privateRecord) })
export type PrivateParty = z.infer<typeof privateParty>

export const privateRecords = defineSection<PrivateParty[]>({
  schema: itemList(privateParty),
  empty: [],
  failures: { load: 'Failed to load private details', save: 'Failed to save private details' },
  readers: 'nothing',
})

/** What a record starts with. */
export function newRecord(personId: string): PrivateRecord {
  return { id: personId, phone: '', contact_name: '', contact_phone: '', medical: '', in_emergency: false }
}

/** For so many days after a trip its private records are kept. */
export const PRIVATE_DAYS = 30

/** Until when a trip's private records are kept; undefined while nobody has said when it is. */
export function privateUntil({
  departure_date,
  return_date,
}: Pick<Details, 'departure_date' | 'return_date'>): LocalDate | undefined {
  const end = return_date || departure_date
  return end === '' ? undefined : addDays(end, PRIVATE_DAYS)
}

/** Whether it has been over for so long that nobody is shown them any more. */
export function isPrivateOver(dates: Parameters<typeof privateUntil>[0], today: LocalDate): boolean {
  const until = privateUntil(dates)
  return until !== undefined && until < today
}

/** Whether there is something in a record. */
export function isFilled({ phone, contact_name, contact_phone, medical }: PrivateRecord): boolean {
  return [phone, contact_name, contact_phone, medical].some((text) => text.trim() !== '')
}
