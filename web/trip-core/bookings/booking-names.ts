import type { Passenger } from '#domain/plan/booking.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import { trimmed } from '#domain/text.ts'
import type { Trip } from '#domain/trip.ts'
import { derive } from '../derived/derive.ts'
import { listedPeople, namesInPlan, namesInText, needsMembersIn, ownId } from '../derived/people.ts'
import { useDerived } from '../derived/use-derived.ts'

/** How the passengers of tickets and the guests of stays are called. */
export interface BookingNames {
  /** The current user's id in the plan; '' for readers. */
  me: string
  /** On the screen: 'You'; people of the same name with what tells them apart. */
  nameOf: (passenger: Passenger) => string
  /** In what others read: the current user has a name too. */
  nameInText: (passenger: Passenger) => string
}

const bookingNames = derive(
  [listedPeople, ownId, namesInPlan, namesInText],
  ([people, me, names, inText]): BookingNames => {
    const apart = namesToChoose(people, names, me)
    const ofPassenger = (nameOfPerson: (personId: string) => string) => (passenger: Passenger) =>
      passenger.person_id === '' ? trimmed(passenger.name) : nameOfPerson(passenger.person_id)
    return { me, nameOf: ofPassenger(apart), nameInText: ofPassenger(inText) }
  },
)

const needsMembers = needsMembersIn('tickets', 'stays')

export const useBookingNames = (trip: Trip): BookingNames => useDerived(trip, bookingNames, needsMembers)

/** The current user's own passengers first, the others in their order. */
export const ownFirst = (passengers: readonly Passenger[], me: string): Passenger[] =>
  passengers.toSorted((one, other) => Number(isOwn(other, me)) - Number(isOwn(one, me)))

export const isOwn = ({ person_id }: Passenger, me: string): boolean => me !== '' && person_id === me
