import * as z from 'zod/mini'
import { reminders } from '../calendar/reminders.ts'
import { localDate } from '../local-date.ts'
import { timeZoneText } from '../places/time-zone-text.ts'

/*
 * `GET    /api/trips/:tripId/calendar`  the current user's feed of a trip, if there is one
 * `POST   /api/trips/:tripId/calendar`  `newFeed`: creates it, or gives it another address; the previous one ends
 * `PATCH  /api/trips/:tripId/calendar`  `reminders`: when to remind of what
 * `DELETE /api/trips/:tripId/calendar`  ends it
 * The same at `/api/calendar` for the feed of all of the user's trips.
 * `GET    /calendar/:token.ics`         the feed itself, for calendar apps
 */

export const calendarPath = (tripId: string | undefined): string =>
  tripId === undefined ? '/api/calendar' : `/api/trips/${tripId}/calendar`

/** The address of a feed. It is the only secret that travels in one: calendar apps know no other way. */
export const feedAddress = (origin: string, token: string): string => `${origin}/calendar/${token}.ics`

/** The token in the last part of a feed's address: see `newSecret`. */
export const FEED_FILE = /^([\w-]{32})\.ics$/

/** The zone of the device, for times whose zone nobody knows; '' if it does not say. */
export const newFeed = z.object({ zone: timeZoneText })
export type NewFeed = z.infer<typeof newFeed>

const calendarFeed = z.object({
  created_at: z.iso.datetime(),
  /** The day on which a calendar app last asked for it; null if none has. */
  fetched_on: z.nullable(localDate),
  reminders,
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarResponse = z.object({ feed: z.nullable(calendarFeed) })
export type CalendarResponse = z.infer<typeof calendarResponse>

/** The token cannot be read later. */
export const calendarMade = z.object({ feed: calendarFeed, token: z.string() })
export type CalendarMade = z.infer<typeof calendarMade>
