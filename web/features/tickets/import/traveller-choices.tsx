import type { Passenger } from '#domain/plan/booking.ts'
import * as m from '#messages'
import type { BookingNames } from '#web/trip-core/bookings/booking-names.ts'
import type { PersonChoice } from '#web/trip-core/people/person-choices.ts'
import { Field, fieldLook } from '#web/ui/field.tsx'
import type { Traveller } from './travellers.ts'

interface TravellerChoicesProps {
  travellers: readonly Traveller[]
  people: readonly PersonChoice[]
  nameOf: BookingNames['nameOf']
  onChoose: (name: string, personId: string) => void
}

/** Who of the trip the passengers are: each is asked about once, whatever files name them. */
export function TravellerChoices({ travellers, people, nameOf, onChoose }: TravellerChoicesProps) {
  if (travellers.length === 0) return null
  const isTaken = (id: string, by: Passenger) =>
    travellers.some(({ passenger }) => passenger !== by && passenger.person_id === id)
  return (
    <section className="grid grid-cols-1 gap-3 rounded-md border border-edge bg-raised p-3">
      <h3 className="text-base">{m.imports_travellers()}</h3>
      {travellers.map(({ name, passenger }) => {
        const { person_id } = passenger
        const free = people.filter(({ id }) => !isTaken(id, passenger))
        // Somebody who is not coming has a ticket all the same.
        const isListed = person_id === '' || free.some(({ id }) => id === person_id)
        const options = isListed ? free : [{ id: person_id, name: nameOf(passenger) }, ...free]
        return (
          <Field
            key={name}
            label={m.imports_traveller({ name })}
            hint={person_id === '' ? m.imports_traveller_unknown() : undefined}
          >
            {(wiring) => (
              <select
                {...wiring}
                value={person_id}
                onChange={({ target }) => onChoose(name, target.value)}
                className={fieldLook}
              >
                <option value="">{m.imports_traveller_keep({ name })}</option>
                {options.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )
      })}
    </section>
  )
}
