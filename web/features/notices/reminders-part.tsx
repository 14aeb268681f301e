import { useId } from 'react'
import { canRemind } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { RemindSwitch } from '#web/trip-core/remind-switch.tsx'

/** For organizers: whether the people of the trip are reminded. */
export function RemindersPart({ trip }: { trip: Trip }) {
  const title = useId()
  if (!canRemind(trip)) return null
  return (
    <section aria-labelledby={title} className="grid min-w-0 grid-cols-1 content-start gap-2">
      <h2 id={title} className="text-xl">
        {m.notices_remind_title()}
      </h2>
      <RemindSwitch trip={trip} />
    </section>
  )
}
