import { canAnnounce, canSeePeople } from '#domain/access.ts'
import { listPersons } from '#domain/plan/people.ts'
import { derive } from '#web/trip-core/derived/derive.ts'
import { listedPeople, ownId } from '#web/trip-core/derived/people.ts'
import { type Derived, section } from '#web/trip-core/derived/plan-view.ts'

const hasUnlistedAuthor = derive([listedPeople, ownId, section('announcements')], ([people, own, announcements]) => {
  const listed = new Set(['', own, ...listPersons(people).map(({ id }) => id)])
  return (announcements ?? []).some(({ by }) => !listed.has(by))
})

/** Whether members have to be fetched to name the authors. Nobody else is named. */
export const namesAuthors: Derived<boolean> = (view) => canSeePeople(view.trip) && hasUnlistedAuthor(view)

/** Organizers also read who has seen an announcement, and so who has joined. */
export const namesViewers: Derived<boolean> = (view) => canAnnounce(view.trip) || namesAuthors(view)

/**
 * The ids of the list under which people have joined; undefined until they are known. Who claims to be a person of the
 * list is counted as that person once it is confirmed, and not as somebody else before.
 */
export const joinedIds: Derived<ReadonlySet<string> | undefined> = derive(
  [listedPeople, ({ planners }) => planners],
  ([people, planners]) => {
    if (!planners) return undefined
    const listed = new Set(listPersons(people).map(({ id }) => id))
    const counted = planners.people.filter(({ is_unconfirmed, person_id }) => !is_unconfirmed || listed.has(person_id))
    return new Set(counted.map(({ person_id }) => person_id))
  },
)
