import type { Position } from '../places/position.ts'

/** An event as a calendar contains it. */
export interface CalendarEvent {
  /** The same for the same thing, in every calendar of the trip. */
  uid: string
  /** Higher with each change. */
  sequence: number
  /** When it last changed, in milliseconds since 1970. */
  changedAt: number
  /** '20260628' for a whole day, '20260628T093000' wherever the phone is, '20260628T133000Z'. */
  start: string
  /** In the same form. Of a whole day, the day after it; '' if nobody said it. */
  end: string
  title: string
  description: string
  /** '' for none. */
  location: string
  position: Position | undefined
  /** Where the app shows it; '' for people who cannot open the trip. */
  url: string
  /** What kind of thing it is; '' for several things. */
  category: string
  /** How many minutes before its start to remind; undefined for no reminder. */
  alarm: number | undefined
  isCancelled: boolean
}
