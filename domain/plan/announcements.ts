import * as z from 'zod/mini'
import * as m from '#messages'
import { id, itemList } from '../id.ts'
import { refusing } from '../operations/form.ts'
import { freeText, isBlank } from '../text.ts'
import { personId, personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * What organizers tell the group. One message, no answers: groups have a chat of their own. Who has seen it is not in
 * the plan (server/people/announcement-views.ts).
 */

export const MAX_ANNOUNCEMENT = 1000
/** Announcements of one trip within 24 hours. */
export const MAX_ANNOUNCEMENTS_A_DAY = 3
/** Announcements of one trip. */
export const MAX_ANNOUNCEMENTS = 100

export const audiences = ['everyone', 'coming', 'unanswered'] as const
export type Audience = (typeof audiences)[number]

export const announcement = z.strictObject({
  id,
  text: refusing(freeText(MAX_ANNOUNCEMENT), isBlank),
  to: z.enum(audiences),
  /** Whom it is for, unless it is for everyone: those who were coming or had not answered when it was sent. */
  people: itemList(z.strictObject({ id: personId })),
  /** Who has written it. */
  by: personRef,
  /** When it was written, by the clock of the device: '2027-06-12T18:30:00.000Z'. */
  at: z.iso.datetime(),
})
export type Announcement = z.infer<typeof announcement>

export const announcements = defineSection<Announcement[]>({
  schema: itemList(announcement),
  empty: [],
  failures: () => ({ load: m.plan_announcements_load_failed(), save: m.plan_announcements_save_failed() }),
  readers: () => [],
  copied: undefined,
})

export const DAY_MS = 24 * 60 * 60_000

/** The most announcements that were sent within 24 hours of each other, by their times. */
export function mostWithinADay(all: readonly Pick<Announcement, 'at'>[]): number {
  const times = all.map(({ at }) => Date.parse(at)).toSorted((one, other) => one - other)
  let first = 0
  return times.reduce((most, time, index) => {
    while (time - (times[first] as number) >= DAY_MS) first += 1
    return Math.max(most, index - first + 1)
  }, 0)
}
