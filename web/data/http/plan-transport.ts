import type { OperationsRequest, OperationsResponse } from '#domain/api/operations.ts'
import type { SectionResponse, TripResponse } from '#domain/api/trips.ts'

/** Bytes of a `keepalive` request. Browsers allow 64 KiB for all together: the rest is for other trips. */
export const MAX_KEEPALIVE = 60_000

/** What the engine in sync/ needs of the server. http-transport.ts implements it, and so do tests. */
export interface PlanTransport {
  /**
   * Sends operations on a trip.
   * @param options `keepalive`: the request should outlive the page
   * @throws AppError
   */
  send(tripId: string, request: OperationsRequest, options: { keepalive: boolean }): Promise<OperationsResponse>
  /** Fetches a trip with all common sections. @throws AppError */
  fetchTrip(tripId: string): Promise<TripResponse>
  /** Fetches the private section, as far as the user may see it. @throws AppError */
  fetchPrivate(tripId: string): Promise<SectionResponse<'private'>>
  /** The id of the user for whom the server answers. @throws AppError */
  fetchUserId(): Promise<string>
  /** Opens the live events of a trip. They call the listener later, never during this call. */
  openEvents(tripId: string, listener: EventsListener): EventStream
}

export interface EventsListener {
  /** @param data the JSON of the event */
  onEvent(name: string, data: string): void
  /** The stream broke. @param isRefused whether the server, or something on the way to it, has refused it */
  onBroken(isRefused: boolean): void
}

export interface EventStream {
  close(): void
}
