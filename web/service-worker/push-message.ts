import * as m from '#messages'

/*
 * What a push shows.
 * Invariants: every push shows a notification, whatever it says: browsers take the permission away from a site that was
 *   pushed to and showed nothing. Pushes about one trip replace each other. Nothing is opened but pages of this app.
 */

export interface ShownPush {
  title: string
  options: NotificationOptions & { renotify?: boolean }
}

/** What 'notificationclick' gets. */
export interface PushData {
  path: string
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ICON = '/icon-192.png'

/** Reads what a push says, as JSON (`pushContent`). What cannot be read is told without a trip. */
export function pushMessage(text: string | undefined): ShownPush {
  const { trip, trip_id, count, is_invited } = parse(text)
  const tripId = typeof trip_id === 'string' && UUID.test(trip_id) ? trip_id : undefined
  const isCounted = typeof count === 'number' && Number.isInteger(count) && count > 0
  // Somebody who is only invited cannot open the trip. The list of trips has the invitation.
  const data: PushData = { path: tripId && is_invited !== true ? `/trip/${tripId}/news` : '/' }
  return {
    title: typeof trip === 'string' && trip.trim() !== '' ? trip : m.notices_push_title_unknown(),
    options: {
      body:
        is_invited === true
          ? m.notices_push_invited()
          : isCounted
            ? m.notices_push_body({ count })
            : m.notices_push_body_unknown(),
      tag: tripId ?? 'wayfare',
      // Otherwise the next push about a trip would replace the one before without a sound.
      renotify: true,
      icon: ICON,
      data,
    },
  }
}

function parse(text: string | undefined): Partial<Record<'trip' | 'trip_id' | 'count' | 'is_invited', unknown>> {
  try {
    const content: unknown = JSON.parse(text ?? '')
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}

/** What a pressed notification opens: a path of this app. */
export function pathOfNotification(data: unknown): string {
  const path = (data as Partial<PushData> | null)?.path
  return typeof path === 'string' && /^\/trip\/[0-9a-f-]{36}\/news$/i.test(path) ? path : '/'
}
