import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { useSaving } from './use-saving.ts'

/** Saves the calendar of a trip that somebody reads by its link. */
export function SaveSharedCalendar({ trip }: { trip: Trip }) {
  const { problem, save } = useSaving(trip)
  return (
    <>
      <TextButton onClick={() => void save({ isOwn: false })}>{m.calendar_shared_save()}</TextButton>
      <span role="status">{problem}</span>
    </>
  )
}
