import { canRemind } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { RemindSwitch } from '#web/trip-core/remind-switch.tsx'
import { Part } from './part.tsx'

/** For organizers: whether the people of the trip are reminded. */
export function RemindersPart({ trip }: { trip: Trip }) {
  if (!canRemind(trip)) return null
  return (
    <Part title={m.notices_remind_title()}>
      <RemindSwitch trip={trip} />
    </Part>
  )
}
