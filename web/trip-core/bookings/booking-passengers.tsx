import { Users } from 'lucide-react'
import { listText } from '#domain/list-text.ts'
import type { Passenger } from '#domain/plan/booking.ts'
import * as m from '#messages'
import { type BookingNames, ownFirst } from './booking-names.ts'

interface BookingPassengersProps {
  passengers: readonly Passenger[]
  names: BookingNames
  /** 'Passengers', 'Guests'. */
  label?: string
}

/** Who travels or stays, on one line; nothing if nobody is named. */
export function BookingPassengers({ passengers, names: { me, nameOf }, label }: BookingPassengersProps) {
  const names = ownFirst(passengers, me).map(nameOf).filter(Boolean)
  if (names.length === 0) return null
  return (
    <p className="flex max-w-none items-start gap-2">
      <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{label ?? m.passes_people({ count: names.length })}: </span>
        {listText(names)}
      </span>
    </p>
  )
}
