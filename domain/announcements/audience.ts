import { type Announcement, type Audience, MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_A_DAY } from '../plan/announcements.ts'
import { listPersons, type Party } from '../plan/people.ts'

/** The people of the list whom an announcement would be for if it were sent now. */
export function listAudience(to: Audience, people: readonly Party[]): string[] {
  const answer = { everyone: undefined, coming: 'coming', unanswered: 'open' }[to]
  return listPersons(people).flatMap(({ id, coming }) => (answer === undefined || coming === answer ? [id] : []))
}

/** Keeps whom it is for as of now: answers change later. People who join later belong to everyone. */
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

/** Of two that were sent at the same time, the later entry counts as newer. */
export function newestFirst(announcements: readonly Announcement[]): Announcement[] {
  return announcements.toReversed().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

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

/** Why nothing more can be announced at a time; undefined if it can. Days are of UTC, as for the server. */
export function whyFull(announcements: readonly Announcement[], at: string): 'day' | 'trip' | undefined {
  const ofDay = announcements.filter((one) => one.at.slice(0, 10) === at.slice(0, 10))
  if (ofDay.length >= MAX_ANNOUNCEMENTS_A_DAY) return 'day'
  return announcements.length >= MAX_ANNOUNCEMENTS ? 'trip' : undefined
}
