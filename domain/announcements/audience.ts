import {
  type Announcement,
  type Audience,
  DAY_MS,
  MAX_ANNOUNCEMENTS,
  MAX_ANNOUNCEMENTS_A_DAY,
  mostWithinADay,
} from '../plan/announcements.ts'
import { listPersons, type Party } from '../plan/people.ts'

/** The people of the list whom an announcement would be for if it were sent now. */
export function listAudience(to: Audience, people: readonly Party[]): string[] {
  const answer = { everyone: undefined, coming: 'coming', unanswered: 'open' }[to]
  return listPersons(people).flatMap(({ id, coming }) => (answer === undefined || coming === answer ? [id] : []))
}

/** Stores whom it is for now, as answers change later. "Everyone" includes people who join later. */
export function newAnnouncement(
  { text, ...rest }: Pick<Announcement, 'id' | 'text' | 'to' | 'by' | 'at'>,
  people: readonly Party[],
): Announcement {
  const addressed = rest.to === 'everyone' ? [] : listAudience(rest.to, people)
  return { ...rest, text: text.trim(), people: addressed.map((id) => ({ id })) }
}

export function isAddressed({ to, people }: Pick<Announcement, 'to' | 'people'>, personId: string): boolean {
  return to === 'everyone' || people.some(({ id }) => id === personId)
}

/** By their positions in the plan: the clocks of devices may be wrong. */
export const newestFirst = (announcements: readonly Announcement[]): Announcement[] => announcements.toReversed()

/** What is new to a person, newest first. They know what they have written. */
export function listUnseen(
  announcements: readonly Announcement[],
  personId: string,
  seen: ReadonlySet<string>,
): Announcement[] {
  return newestFirst(announcements).filter(
    (one) => one.by !== personId && !seen.has(one.id) && isAddressed(one, personId),
  )
}

/** Why nothing more can be announced at a time, and from when it can; undefined if it can. */
export type Full = { is: 'day'; until: string } | { is: 'trip' }

export function whyFull(announcements: readonly Announcement[], at: string): Full | undefined {
  if (announcements.length >= MAX_ANNOUNCEMENTS) return { is: 'trip' }
  const limit = Math.max(MAX_ANNOUNCEMENTS_A_DAY, mostWithinADay(announcements))
  const fits = (time: number) => mostWithinADay([...announcements, { at: toText(time) }]) <= limit
  const now = Date.parse(at)
  if (fits(now)) return undefined
  const ends = announcements.map((one) => Date.parse(one.at) + DAY_MS).toSorted((one, other) => one - other)
  const until = ends.find((time) => time > now && fits(time))
  return until === undefined ? undefined : { is: 'day', until: toText(until) }
}

const toText = (time: number) => new Date(time).toISOString()
