import { type ComponentProps, lazy, type ReactElement } from 'react'
import type { Trip } from '#domain/trip.ts'
import { importWithRetry } from './import-with-retry.ts'
import { OnPress } from './on-press.tsx'

const load = () => importWithRetry(() => import('./trip-life/trip-menu.tsx'))
const Opened = lazy(async () => ({ default: (await load()).TripMenu }))

interface TripMenuProps {
  trip: Trip
  /** The button from which it hangs. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** Whether the menu has the trip's whole name at its top, and begins where the button does. */
  isOfName?: boolean
}

/** What a person can do about a trip as a whole. Nothing of it is loaded before it is wanted. */
export function TripMenu(props: TripMenuProps) {
  return (
    <OnPress trigger={props.trigger} load={load}>
      <Opened {...props} />
    </OnPress>
  )
}
