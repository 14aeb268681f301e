import { PeoplePart } from '#web/features/people/people-part.tsx'
import { type PeopleSlots, PeopleSlotsContext } from '#web/features/people/people-slots.ts'
import { LeaveTrip } from '#web/features/trip-life/leave-trip.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { page } from '#web/ui/loading/page.tsx'
import { loadPromises } from '../promises/promise-parts.ts'

const slots: PeopleSlots = {
  PromisesOf: page(async () => {
    const [{ PromisesOf }] = await Promise.all([import('../promises/promises-of.tsx'), loadPromises()])
    return PromisesOf
  }),
  OpenDialog: page(() => import('#web/pages/trip/open/open-dialog.tsx').then((module) => module.OpenDialog)),
  LeaveTrip,
}

/** Everybody in the trip, with what they promised and what is still open. */
export function PeopleTab(props: TabProps) {
  return (
    <PeopleSlotsContext value={slots}>
      <PeoplePart {...props} />
    </PeopleSlotsContext>
  )
}
