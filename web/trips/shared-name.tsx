import { useSharedTrip } from '#web/data/trips/shared-trip.ts'

/** What the trip behind a share link is called. The link itself is asked, so nobody learns more than by opening it. */
export function SharedName({ tripId, token, unknown }: { tripId: string; token: string | undefined; unknown: string }) {
  const { shared } = useSharedTrip(tripId, token)
  return shared?.trip ? <strong>{shared.trip.name}</strong> : unknown
}
