import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { matchesSearch } from '#domain/matches-search.ts'
import { MAX_BOOKING_NAME, type Passenger } from '#domain/plan/booking.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { listedPeople, ownParty } from '../derived/people.ts'
import { useDerived } from '../derived/use-derived.ts'
import { useFocusOnAdded } from '../editing/use-focus-on-added.ts'
import { useBookingNames } from './booking-names.ts'

interface PassengerFieldsProps {
  trip: Trip
  /** 'Passengers', 'Guests'. */
  legend?: string
  passengers: readonly Passenger[]
  /** Those who are gone keep nothing: see `withPassengers` in edit-journey.ts. */
  onChange: (passengers: Passenger[]) => void
}

/** With more people, those who are not in the user's party are searched by name. */
const MAX_CHIPS = 12
const MAX_FOUND = 8

/** Who travels or stays: people of the trip, the current user's party first, and others by name. */
export function PassengerFields({ trip, legend, passengers, onChange }: PassengerFieldsProps) {
  const root = useRef<HTMLDivElement>(null)
  const focusOn = useFocusOnAdded(root)
  const { ids, nameOf, isNear } = useChoices(trip, passengers)
  const [search, setSearch] = useState('')
  /** People chosen here stay listed, so that a chip doesn't vanish when it is unticked. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const ticked = new Set(passengers.map(({ person_id }) => person_id))
  const isLong = ids.length > MAX_CHIPS
  const isAtHand = (id: string) => isNear(id) || ticked.has(id) || seen.has(id)
  const found = isLong && search.trim() !== '' ? ids.filter((id) => matchesSearch(nameOf(id), search)) : []
  const offered = new Set(found.filter((id) => !isAtHand(id)).slice(0, MAX_FOUND))
  const shown = isLong ? ids.filter((id) => isAtHand(id) || offered.has(id)) : ids
  const others = passengers.filter(({ person_id }) => person_id === '')

  function tick(changes: Partial<Record<string, boolean>>) {
    const changed = Object.entries(changes)
    const off = new Set(changed.flatMap(([id, isOn]) => (isOn ? [] : [id])))
    const on = changed.flatMap(([id, isOn]) => (isOn && !ticked.has(id) ? [id] : []))
    setSeen(new Set([...seen, ...on]))
    onChange([
      ...passengers.filter(({ person_id }) => !off.has(person_id)),
      ...on.map((person_id) => ({ id: newId(), person_id, name: '' })),
    ])
  }

  function add() {
    const passenger = { id: newId(), person_id: '', name: '' }
    onChange([...passengers, passenger])
    focusOn(passenger.id)
  }

  return (
    <div ref={root} className="grid grid-cols-1 gap-2 wrap-anywhere">
      <Chips
        legend={legend ?? m.tickets_passengers()}
        words={shown}
        nameOf={nameOf}
        ticked={Object.fromEntries(shown.map((id) => [id, ticked.has(id)]))}
        onChange={tick}
      />
      {isLong && (
        <div className="flex">
          <SearchField
            label={m.group_people_find()}
            placeholder={m.group_people_find()}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      {isLong && (
        <p role="status" className="text-sm text-muted empty:hidden">
          {search.trim() !== '' && found.length === 0 && m.tickets_passengers_find_none()}
        </p>
      )}
      <ul className="grid grid-cols-1 gap-2 empty:hidden">
        {others.map((one) => (
          <li key={one.id} className="flex max-w-none items-end gap-1">
            <TextField
              label={m.tickets_passenger_name()}
              className="min-w-0 grow"
              data-added={one.id}
              value={one.name}
              maxLength={MAX_BOOKING_NAME}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              onChange={({ target }) =>
                onChange(passengers.map((other) => (other.id === one.id ? { ...other, name: target.value } : other)))
              }
            />
            <IconButton
              icon={Trash2}
              label={m.common_remove_named({ name: one.name.trim() || m.tickets_passenger_unnamed() })}
              title={m.common_remove()}
              className="-mr-2"
              onClick={() => onChange(passengers.filter(({ id }) => id !== one.id))}
            />
          </li>
        ))}
      </ul>
      <Button variant="quiet" className="justify-self-start" onClick={add}>
        <Plus aria-hidden="true" className="size-5" />
        {m.tickets_passengers_add()}
      </Button>
    </div>
  )
}

/** The people to choose from, by id: the own party first, then all who may come, and who has been chosen before. */
function useChoices(trip: Trip, passengers: readonly Passenger[]) {
  const people = useDerived(trip, listedPeople)
  const own = useDerived(trip, ownParty)
  const names = useBookingNames(trip)
  const nameOf = (person_id: string) => names.nameOf({ id: '', person_id, name: '' })
  const [before] = useState(() => passengers.map(({ person_id }) => person_id))
  const listed = listPersons(people).flatMap(({ id, coming }) => (coming === 'not_coming' ? [] : [id]))
  const chosen = [...before, ...passengers.map(({ person_id }) => person_id)]
  const others = new Set([...listed, ...chosen].filter((id) => id !== '' && !own.has(id)))
  const byName = [...others].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
  return { ids: [...own, ...byName].filter(Boolean), nameOf, isNear: (id: string) => own.has(id) }
}
