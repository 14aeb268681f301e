import { type Announcement, MAX_ANNOUNCEMENTS } from '#domain/plan/announcements.ts'
import * as m from '#messages'

/** 'Jun 12, 6:30 PM' in the device's time zone, with the year if it is not the current one. */
export function momentText(at: string): string {
  const moment = new Date(at)
  const isThisYear = moment.getFullYear() === new Date().getFullYear()
  return moment.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

const MAX_EXCERPT = 60

/** The beginning of a text, on one line: enough to tell it from others. */
export function excerptOf({ text }: Pick<Announcement, 'text'>): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT)}...` : line
}

export const audienceText = ({ to }: Pick<Announcement, 'to'>): string => m.announcements_audience({ to })

/** Why nothing can be announced now, and what to do. */
export const fullText = (reason: 'day' | 'trip'): string =>
  reason === 'day' ? m.announcements_day_full() : m.announcements_full({ count: MAX_ANNOUNCEMENTS })
