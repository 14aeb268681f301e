import { memoByObject } from '../food/memo-by-object.ts'
import type { Booking, Passenger } from '../plan/booking.ts'
import { listPersons, type Party } from '../plan/people.ts'
import { normalizeName } from '../same-name.ts'

/**
 * The bookings with passengers who have a person's whole name as that person: somebody who was on a ticket may join the
 * trip later. Nobody is guessed: a name that two people or two passengers have stays a name.
 * @returns the same objects where nothing differs
 */
export function linkPassengers<Of extends Booking>(bookings: readonly Of[], people: readonly Party[]): readonly Of[] {
  if (!bookings.some(hasNames)) return bookings
  const ids = idsByName(people, undefined)
  return bookings.map((booking) => {
    if (!hasNames(booking)) return booking
    const passengers = linked(booking.passengers, ids)
    return passengers === booking.passengers ? booking : { ...booking, passengers }
  })
}

const idsByName = memoByObject(
  (people: readonly Party[]) => {
    const ids = new Map<string, string>()
    for (const { id, name } of listPersons(people)) {
      const key = normalizeName(name)
      // Two people of one name.
      ids.set(key, ids.has(key) ? '' : id)
    }
    return ids
  },
  () => true,
)

const hasNames = ({ passengers }: Booking) => passengers.some(({ person_id }) => person_id === '')

function linked(passengers: Passenger[], ids: ReadonlyMap<string, string>): Passenger[] {
  const idOf = ({ person_id, name }: Passenger) =>
    person_id === '' && name !== '' ? (ids.get(normalizeName(name)) ?? '') : person_id
  const found = passengers.map(idOf)
  const isAlone = (id: string) => found.filter((other) => other === id).length === 1
  const next = passengers.map((one, index): Passenger => {
    const id = found[index] ?? ''
    return id !== '' && one.person_id === '' && isAlone(id) ? { ...one, person_id: id, name: '' } : one
  })
  return next.some((one, index) => one !== passengers[index]) ? next : passengers
}
