import type { Full } from '#domain/announcements/audience.ts'
import { type Announcement, DAY_MS, MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_A_DAY } from '#domain/plan/announcements.ts'
import * as m from '#messages'
import { momentOf } from '#web/ui/moment-of.ts'

/** When it was sent. The clock of that device may be ahead of this one's. */
export const sentText = ({ at }: Pick<Announcement, 'at'>): string =>
  Date.parse(at) > Date.now() ? m.announcements_just_now() : momentOf(at)

export const audienceText = ({ to }: Pick<Announcement, 'to'>): string => m.announcements_audience({ to })

/** '6:30 PM' on the device's clock. */
export const timeOf = (time: number): string =>
  new Date(time).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

const MINUTE_MS = 60_000

/** Why nothing can be announced now, and what to do. */
export function fullText(full: Full, now: number): string {
  if (full.is === 'trip') return m.announcements_full({ count: MAX_ANNOUNCEMENTS })
  // At the next full minute it is certainly over.
  const until = Math.ceil(Date.parse(full.until) / MINUTE_MS) * MINUTE_MS
  const isSoon = until - now < DAY_MS
  return m.announcements_day_full({
    count: MAX_ANNOUNCEMENTS_A_DAY,
    is: isSoon ? 'soon' : 'later',
    when: isSoon ? timeOf(until) : momentOf(new Date(until).toISOString()),
  })
}
