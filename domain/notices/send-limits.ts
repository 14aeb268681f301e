/*
 * How often pushes and mails about one trip go to one user. Urgent notices (a lost seat, the departure) don't count and
 * go at once. They have their own limits, so that repeated seat changes cannot flood anyone.
 */

const HOUR_MS = 60 * 60_000
export const PUSH_PAUSE_MS = HOUR_MS
export const MAILS_A_WEEK = 5
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
export const URGENT_PAUSE_MS = 10 * 60_000
export const URGENT_MAILS_A_DAY = 10

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

/**
 * When something urgent may be sent: now, or with one already scheduled, or ten minutes after the last.
 * @param last when something urgent was sent, or will be
 */
export function nextUrgentAt(last: string | null, now: Date): Date {
  if (last === null) return now
  // The clock may have been ahead when it was stored.
  const at = Math.min(Date.parse(last), now.getTime() + URGENT_PAUSE_MS)
  return new Date(at >= now.getTime() ? at : Math.max(now.getTime(), at + URGENT_PAUSE_MS))
}

/** Time to read or undo it before it is mailed. */
export const URGENT_MAIL_DELAY_MS = 60_000

/**
 * The same for mails, of which there are ten a day.
 * @param mailed when urgent mails were sent, or will be, the newest first
 */
export function nextUrgentMailAt(mailed: readonly string[], now: Date): Date {
  const [last, tenth] = [mailed[0], mailed[URGENT_MAILS_A_DAY - 1]]
  if (last !== undefined && Date.parse(last) >= now.getTime())
    return new Date(Math.min(Date.parse(last), now.getTime() + DAY_MS))
  const at = nextUrgentAt(last ?? null, now)
  return tenth === undefined ? at : new Date(Math.max(at.getTime(), Date.parse(tenth) + DAY_MS))
}

/** With an urgent mail that is sent at a time; older ones than count are forgotten. */
export const withUrgentMail = (mailed: readonly string[], at: string): string[] =>
  mailed[0] === at ? [...mailed] : [at, ...mailed].slice(0, URGENT_MAILS_A_DAY)
