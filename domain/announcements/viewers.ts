import type { AnnouncementView } from '../api/announcements.ts'
import type { Announcement } from '../plan/announcements.ts'
import { listPersons, type Party } from '../plan/people.ts'

/** Whom an announcement is for, apart from its author, by whether it reaches them in the app. */
export interface Reached {
  joined: string[]
  /** People who have not joined the trip. */
  unreachable: string[]
}

/**
 * Whom an announcement reaches, of those who are still in the trip.
 * @param members the ids in the plan of all who have joined
 */
export function listReached(
  { to, people: addressed, by }: Pick<Announcement, 'to' | 'people' | 'by'>,
  people: readonly Party[],
  members: ReadonlySet<string>,
): Reached {
  const known = new Set([...listPersons(people).map((person) => person.id), ...members])
  const all = to === 'everyone' ? [...known] : addressed.flatMap((one) => (known.has(one.id) ? one.id : []))
  const others = all.filter((id) => id !== by)
  return { joined: others.filter((id) => members.has(id)), unreachable: others.filter((id) => !members.has(id)) }
}

export interface Viewers extends Pick<Reached, 'unreachable'> {
  /** Who has seen it, and when first. */
  seen: { id: string; at: string }[]
  unseen: string[]
}

/** Who has seen an announcement, of those whom it is for. */
export function listViewers(
  announcement: Announcement,
  people: readonly Party[],
  members: ReadonlySet<string>,
  views: readonly AnnouncementView[],
): Viewers {
  const { joined, unreachable } = listReached(announcement, people, members)
  const ofThis = views.filter((view) => view.announcement_id === announcement.id)
  const seenAt = new Map(ofThis.map((view) => [view.person_id, view.seen_at]))
  const seen = joined.flatMap((id) => {
    const at = seenAt.get(id)
    return at === undefined ? [] : [{ id, at }]
  })
  return {
    seen: seen.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    unseen: joined.filter((id) => !seenAt.has(id)),
    unreachable,
  }
}
