import { useRef } from 'react'
import {
  type CalendarFeed,
  type CalendarMade,
  calendarMade,
  calendarPath,
  calendarResponse,
  type NewFeed,
} from '#domain/api/calendar.ts'
import type { Reminders } from '#domain/calendar/reminders.ts'
import * as m from '#messages'
import { deviceZone } from '#web/browser/device-zone.ts'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'

const feedOf = (tripId: string | undefined): Query<{ feed: CalendarFeed | null }> => ({
  key: ['calendar', tripId ?? 'all'],
  queryFn: () => request(calendarPath(tripId), { schema: calendarResponse }),
  staleTimeMs: 0,
})

/**
 * The current user's feed of a trip, or of all of their trips.
 * @param onToken gets the token of a new address, which cannot be read later; undefined when the address has ended
 */
export function useCalendarFeed(tripId: string | undefined, onToken: (token: string | undefined) => void) {
  const query = feedOf(tripId)
  const path = calendarPath(tripId)
  const { data, error, isFetching, retry } = useQuery(query)
  const show = (feed: CalendarFeed | null) => queryCache.set(query.key, { feed })
  const making = useAsyncAction(
    (reminders: Reminders) => makeFeed(path, reminders),
    ({ feed, token }) => {
      show(feed)
      onToken(token)
    },
  )
  const ending = useAsyncAction(
    () => request(path, { method: 'DELETE' }),
    () => {
      show(null)
      onToken(undefined)
    },
  )
  const known = data?.feed?.reminders
  // One after the other: the last choice counts.
  const lastSave = useRef(Promise.resolve())
  const reminding = useAsyncAction(
    (reminders: Reminders) => {
      const save = async () => {
        await request(path, { method: 'PATCH', body: reminders })
      }
      lastSave.current = lastSave.current.then(save, save)
      // Shows what the server has.
      lastSave.current.catch(retry)
      return lastSave.current
    },
    () => {},
  )
  /** Shown at once, so that the next choice is made from this one. */
  function setReminders(reminders: Reminders): void {
    if (!data?.feed || known === undefined) return
    show({ ...data.feed, reminders })
    reminding.send(reminders)
  }
  return {
    /** Null if there is none; undefined until that is known. */
    feed: data?.feed,
    loadError: data ? undefined : errorText(error, m.calendar_load_failed()),
    error:
      errorText(making.error, m.calendar_make_failed()) ??
      errorText(ending.error, m.calendar_end_failed()) ??
      errorText(reminding.error, m.calendar_reminders_failed()),
    isBusy: isFetching || making.isPending || ending.isPending,
    retry,
    make: making.send,
    end: () => ending.send(undefined),
    setReminders,
  }
}

/** A new address has no reminders; one that replaces another has those that were chosen. */
async function makeFeed(path: string, reminders: Reminders): Promise<CalendarMade> {
  const body: NewFeed = { zone: deviceZone() }
  const made = await request(path, { method: 'POST', body, schema: calendarMade })
  const { departure, duties } = made.feed.reminders
  if (departure === reminders.departure && duties === reminders.duties) return made
  // The address works without them, and would be lost with a failure.
  const isSet = await request(path, { method: 'PATCH', body: reminders }).then(
    () => true,
    () => false,
  )
  return isSet ? { ...made, feed: { ...made.feed, reminders } } : made
}
