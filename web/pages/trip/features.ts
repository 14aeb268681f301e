import type { CommonSectionName, SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import { announcements } from '#web/features/announcements/feature.ts'
import { checklist } from '#web/features/checklist/feature.ts'
import { costs } from '#web/features/costs/feature.ts'
import { details } from '#web/features/details/feature.ts'
import { duties } from '#web/features/duties/feature.ts'
import { gear } from '#web/features/gear/feature.ts'
import { itinerary } from '#web/features/itinerary/feature.ts'
import { meals } from '#web/features/meals/feature.ts'
import { notes } from '#web/features/notes/feature.ts'
import { people } from '#web/features/people/feature.ts'
import { places } from '#web/features/places/feature.ts'
import { polls } from '#web/features/polls/feature.ts'
import { beds, rides } from '#web/features/rides/feature.ts'
import { shopping } from '#web/features/shopping/feature.ts'
import { stays } from '#web/features/stays/feature.ts'
import { tickets } from '#web/features/tickets/feature.ts'
import { todos } from '#web/features/todos/feature.ts'
import { tracks } from '#web/features/tracks/feature.ts'
import type { Feature } from '#web/trip-core/feature.ts'

/** The feature of each section. Today's card lists them in this order. */
export const featureOf: Record<CommonSectionName, Feature> = {
  details,
  notes,
  checklist,
  itinerary,
  meals,
  tickets,
  stays,
  polls,
  people,
  todos,
  announcements,
  gear,
  shopping,
  beds,
  duties,
  rides,
  costs,
  places,
  tracks,
}

export const features: readonly Feature[] = Object.values(featureOf)

/** All features with their sections: first those of these sections, in this order. */
export function inOrder(first: readonly CommonSectionName[]): [CommonSectionName, Feature][] {
  const names = Object.keys(featureOf) as CommonSectionName[]
  return [...new Set([...first, ...names])].map((name) => [name, featureOf[name]])
}

/** The address of the tab, and of its view, where a section is shown. */
export function addressOf({ id }: Pick<Trip, 'id'>, section: SectionName): string {
  // Private details are shown with the people.
  const { page, tab } = featureOf[section === 'private' ? 'people' : section]
  if (page === 'map') return `/trip/${id}/map`
  if (page === 'before') return `/trip/${id}/before#${section}`
  const where = typeof tab === 'string' ? tab : 'of' in tab ? `${tab.of}&view=${tab.view}` : tab.id
  return `/trip/${id}${page === 'group' ? '/group' : ''}?tab=${where}`
}
