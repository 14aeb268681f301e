import type { CommonSectionName } from '#domain/plan/index.ts'
import { checklist } from '#web/features/checklist/feature.ts'
import { costs } from '#web/features/costs/feature.ts'
import { details } from '#web/features/details/feature.ts'
import { duties } from '#web/features/duties/feature.ts'
import { gear } from '#web/features/gear/feature.ts'
import { itinerary } from '#web/features/itinerary/feature.ts'
import { meals } from '#web/features/meals/feature.ts'
import { notes } from '#web/features/notes/feature.ts'
import { people } from '#web/features/people/feature.ts'
import { beds, rides } from '#web/features/rides/feature.ts'
import { shopping } from '#web/features/shopping/feature.ts'
import { tickets } from '#web/features/tickets/feature.ts'
import type { Feature } from '#web/trip-core/feature.ts'

/** The feature of each section. Today's card lists them in this order. */
export const featureOf: Record<CommonSectionName, Feature> = {
  details,
  notes,
  checklist,
  itinerary,
  meals,
  tickets,
  people,
  gear,
  shopping,
  beds,
  duties,
  rides,
  costs,
}

export const features: readonly Feature[] = Object.values(featureOf)
