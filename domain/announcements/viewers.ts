import type { AnnouncementView } from '../api/announcements.ts'
import type { Announcement } from '../plan/announcements.ts'
import { listPersons, type Party } from '../plan/people.ts'

/** Whom an announcement is for, by whether they have seen it. */
export interface Viewers {
  /** Who has seen it, and when first; its author first of all. */
  seen: { id: string; at: string }[]
  unseen: string[]
  /** People who have not joined the trip. */
  unreachable: string[]
}

/**
 * Who has seen an announcement, of those whom it is for and who are still in the trip.
 * @param members the ids in the plan of all who have joined
 */
export function listViewers(
  announcement: Announcement,
  people: readonly Party[],
  members: ReadonlySet<string>,
  views: readonly AnnouncementView[],
): Viewers {
  const { id, to, by, at } = announcement
  const known = new Set([...listPersons(people).map((person) => person.id), ...members])
  const audience =
    to === 'everyone' ? [...known] : announcement.people.flatMap((one) => (known.has(one.id) ? one.id : []))
  const seenAt = new Map(views.flatMap((view) => (view.announcement_id === id ? [[view.person_id, view.seen_at]] : [])))
  seenAt.set(by, at)
  const seen = audience.flatMap((personId) => {
    const time = seenAt.get(personId)
    return time === undefined ? [] : [{ id: personId, at: time }]
  })
  const others = audience.filter((personId) => !seenAt.has(personId))
  const rank = (one: { id: string }) => (one.id === by ? 0 : 1)
  return {
    seen: seen.toSorted((one, other) => rank(one) - rank(other) || Date.parse(one.at) - Date.parse(other.at)),
    unseen: others.filter((personId) => members.has(personId)),
    unreachable: others.filter((personId) => !members.has(personId)),
  }
}
