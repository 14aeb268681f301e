import { sessionResponse } from '#domain/api/auth.ts'
import { ENDED, HEARTBEAT, NOTICES } from '#domain/api/events.ts'
import { operationsResponse } from '#domain/api/operations.ts'
import { privateResponse, tripResponse } from '#domain/api/trips.ts'
import { request } from './http.ts'
import type { PlanTransport } from './plan-transport.ts'

/** A request without an answer after this long is sent again: its connection may be dead. */
const REQUEST_WITHIN_MS = 60_000
const EVENTS = ['versions', 'change', 'people', NOTICES, HEARTBEAT, ENDED]

const pathOf = (tripId: string) => `/api/trips/${tripId}`

/** The server, by HTTP. */
export const httpTransport: PlanTransport = {
  send: (tripId, body, { keepalive }) =>
    request(`${pathOf(tripId)}/operations`, {
      method: 'POST',
      body,
      schema: operationsResponse,
      keepalive,
      withinMs: REQUEST_WITHIN_MS,
    }),
  fetchTrip: (tripId) => request(pathOf(tripId), { schema: tripResponse }),
  fetchPrivate: (tripId) => request(`${pathOf(tripId)}/private`, { schema: privateResponse }),
  fetchUserId: async () => (await request('/auth/v1/user', { schema: sessionResponse })).user.id,
  openEvents(tripId, listener) {
    const source = new EventSource(`${pathOf(tripId)}/events`)
    for (const name of EVENTS) source.addEventListener(name, ({ data }) => listener.onEvent(name, data))
    source.onerror = () => listener.onBroken(source.readyState === EventSource.CLOSED)
    return source
  },
}
