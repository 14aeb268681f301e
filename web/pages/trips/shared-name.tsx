import { useSharedTrip } from '#web/data/trips/shared-trip.ts'

/** The name of the trip behind a share link. Fetched through the link itself, so it reveals no more than that. */
export function SharedName({ tripId, token, unknown }: { tripId: string; token: string | undefined; unknown: string }) {
  const { shared } = useSharedTrip(tripId, token)
  return shared?.trip ? <strong>{shared.trip.name}</strong> : unknown
}
