import type { ComponentProps } from 'react'
import type { Stay } from '#domain/plan/stays.ts'
import type { BookingCodes } from '#web/trip-core/bookings/booking-codes.tsx'
import { type BookingNames, ownFirst } from '#web/trip-core/bookings/booking-names.ts'
import { dateText, stayName } from './stay-words.ts'

type ShownCodes = Pick<ComponentProps<typeof BookingCodes>, 'codes' | 'first'>

/** The codes of a stay as they are shown: the current user's own first. `first`: the id of the one to begin with. */
export function stayCodes(stay: Stay, { me, nameInText }: BookingNames): ShownCodes {
  const passengers = ownFirst(stay.passengers, me)
  const placeOf = (passengerId: string) => passengers.findIndex(({ id }) => id === passengerId)
  const name = stayName(stay)
  const codes = stay.codes
    .toSorted((one, other) => placeOf(one.passenger_id) - placeOf(other.passenger_id))
    .map(({ id, passenger_id, format, text }) => {
      const passenger = passengers.find((one) => one.id === passenger_id)
      const whose = passenger ? nameInText(passenger) : ''
      const line = [whose && name, dateText(stay.starts_on)].filter(Boolean).join(' · ')
      return { id, title: whose || name, line, format, text }
    })
  return { codes, first: codes[0]?.id ?? '' }
}
