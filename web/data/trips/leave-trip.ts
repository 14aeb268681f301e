import type { PlanOperation } from '#domain/api/operations.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { sectionNames } from '#domain/plan/index.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import { newId } from '../new-id.ts'
import { drafts } from '../root/drafts.ts'
import { logs, plan } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { announcementDraftKey, costsDialogsKey, draftKey, stayDraftKey } from '../storage/drafts.ts'
import { forgetNoticesOf } from '../storage/persisted-notices.ts'
import { forgetWeatherOf } from '../storage/persisted-weather.ts'
import { setAsideClosedTrip } from '../sync/set-aside.ts'
import { SET_ASIDE } from './set-aside.ts'

/**
 * For a person who is no longer on the trip: closes it, and sets its pending operations and drafts aside.
 * @param trip what this device still knows of it
 * @param isBack whether a later answer has the trip: it was restored, and opened again, before this code had loaded
 */
export async function leaveTrip(
  person: string,
  tripId: string,
  trip: Pick<Trip, 'name' | 'type'> | undefined,
  isBack: () => boolean,
): Promise<void> {
  if (isBack()) return
  forgetWeatherOf(person, tripId)
  forgetNoticesOf(person, tripId)
  const unsaved = takeDrafts(person, tripId, trip?.type ?? 'car_trip')
  // What was typed there is no operation yet.
  for (const keyOf of [costsDialogsKey, announcementDraftKey, stayDraftKey])
    drafts.quarantine(keyOf(person, tripId), 'a draft for a trip that its author has left')
  await plan.setAsideAndClose(tripId)
  await setAsideClosedTrip(logs, person, tripId, { name: trip?.name, unsaved })
  // It was restored and opened meanwhile, so that this page does not know what was just set aside.
  const reopened = plan.findPlan(tripId)
  await reopened?.reloadLog()
  reopened?.takeUp()
  queryCache.invalidate(SET_ASIDE)
}

/** Removes the drafts of a trip, and returns their unsaved changes as operations. */
function takeDrafts(person: string, tripId: string, type: TripType): PlanOperation[] {
  return sectionNames.flatMap((section) => {
    const key = draftKey(person, tripId, section)
    const draft = drafts.find(key, section)
    if (!draft) return []
    drafts.write(key, undefined)
    return diffSection(section, type, draft.from, draft.value).map((mutation) => ({
      ...mutation,
      id: newId(),
      section,
      when: Date.now(),
    }))
  })
}
