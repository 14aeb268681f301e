/** A request's clock: when it was sent, in milliseconds since 1970 by the device's clock. */
interface Sent {
  sent_at?: number | undefined
}

/**
 * When an operation was typed, by the server's clock, in milliseconds since 1970. The device's clock may be wrong by
 * hours; `sent_at` shows by how much. Never later than the arrival.
 * @param now when the request arrived, by the server's clock
 * @returns undefined if the device did not say: then the last to arrive wins
 */
export function typingTime(
  { when }: { when?: number | undefined },
  { sent_at }: Sent,
  now: number,
): number | undefined {
  if (when === undefined) return undefined
  return Math.min(now, when + (sent_at === undefined ? 0 : now - sent_at))
}
