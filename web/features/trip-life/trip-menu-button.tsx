import { type ComponentProps, lazy, type ReactElement } from 'react'
import type { Trip } from '#domain/trip.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { OnPress } from '#web/ui/loading/on-press.tsx'

const load = () => import('./trip-menu.tsx')
const Opened = lazy(async () => ({ default: (await importWithRetry(load)).TripMenu }))

interface TripMenuProps {
  trip: Trip
  trigger: ReactElement<ComponentProps<'button'>>
  /**
   * Opens the history. Only the menu of an open trip has it: that opens from the trip's name, shows the whole name and
   * aligns with the button's start.
   */
  onHistory?: () => void
  /** Opens the calendar; also only in the menu of an open trip. */
  onCalendar?: () => void
}

/** The actions for a trip as a whole. Its code loads when somebody reaches for the button. */
export function TripMenu(props: TripMenuProps) {
  return (
    <OnPress trigger={props.trigger} load={load}>
      <Opened {...props} />
    </OnPress>
  )
}
