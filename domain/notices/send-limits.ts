/*
 * How often somebody is sent something about one trip. What cannot wait, a lost seat or the departure, does not count.
 */

const HOUR_MS = 60 * 60_000
export const PUSH_PAUSE_MS = HOUR_MS
export const MAILS_A_WEEK = 5
const WEEK_MS = 7 * 24 * HOUR_MS

/** When the next push may be sent; undefined for now. */
export function nextPushAt(pushedAt: string | null, now: Date): Date | undefined {
  if (pushedAt === null) return undefined
  const last = Math.min(Date.parse(pushedAt), now.getTime())
  return last + PUSH_PAUSE_MS > now.getTime() ? new Date(last + PUSH_PAUSE_MS) : undefined
}

/**
 * When the next mail may be sent; undefined for now.
 * @param mailed when mails were sent
 */
export function nextMailAt(mailed: readonly string[], now: Date): Date | undefined {
  const times = mailed.map((time) => Math.min(Date.parse(time), now.getTime())).toSorted((one, other) => other - one)
  const fifth = times[MAILS_A_WEEK - 1]
  return fifth !== undefined && fifth + WEEK_MS > now.getTime() ? new Date(fifth + WEEK_MS) : undefined
}

/** With a mail that is sent now; older ones than count are forgotten. */
export const withMail = (mailed: readonly string[], now: Date): string[] =>
  [now.toISOString(), ...mailed].slice(0, MAILS_A_WEEK)
