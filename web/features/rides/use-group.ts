import { useMemo } from 'react'
import { canEditPlan } from '#domain/access.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { type Rider, ridersOf } from '#domain/seats/assign-seats.ts'
import { isWholeTrip, stayIn } from '#domain/stay.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { stayWords } from '#web/trip-core/people/person-words.ts'
import { useIsKnown, useNameInText, usePersonNames } from '#web/trip-core/people/use-person-names.ts'
import { usePlace } from '#web/trip-core/people/use-place.ts'

/** The people of a trip as its rides and beds need them. */
export interface Group {
  people: readonly Party[]
  dates: TripDates
  /** The current user's id in the plan. */
  me: string
  notComing: ReadonlySet<string>
  /** Everybody on the list, and the current user, by name. */
  everybody: readonly string[]
  /** The current user and those who travel with them. */
  party: ReadonlySet<string>
  /** Whether the current user may give somebody a seat. */
  canSeat: (personId: string) => boolean
  canEdit: boolean
  nameOf: NameOf
  /** The same where somebody chooses between people: see `namesToChoose`. */
  nameToChoose: NameOf
  /** The same for a text that is sent to others: the current user has a name too. */
  nameInText: NameOf
  /** Whether somebody is in the trip, on its list of people or not. True as long as nobody knows. */
  isKnown: (personId: string) => boolean
  /** When somebody is there; '' for the whole trip. */
  noteOn: (personId: string) => string
  /** With whom somebody travels, and when they are there. */
  riderOf: (personId: string) => Rider
}

const nobody: readonly Party[] = []

/**
 * Returns undefined until the people are loaded.
 * @param named everybody whom the section names
 */
export function useGroup(trip: Trip, named: readonly string[]): Group | undefined {
  const listed = useSection(trip.id, 'people')?.value
  const details = useSection(trip.id, 'details')?.value
  const people = listed ?? nobody
  const { me, party } = usePlace(trip, people)
  const nameOf = usePersonNames(trip, people, me, named)
  const nameInText = useNameInText(people, me, nameOf)
  const isKnown = useIsKnown(trip, people, me, named)
  const canEdit = canEditPlan(trip)
  const { departure_date = '', return_date = '' } = details ?? {}
  return useMemo(() => {
    if (!listed) return undefined
    const persons = listPersons(listed)
    const dates = { departure_date, return_date }
    const others = persons.map(({ id }) => id).filter((id) => id !== me)
    return {
      people: listed,
      dates,
      me,
      party,
      notComing: listNotComing(listed),
      everybody: [me, ...others.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))],
      canSeat: (id) => canEdit || party.has(id),
      canEdit,
      nameOf,
      nameToChoose: namesToChoose(listed, nameOf, me),
      nameInText,
      isKnown,
      noteOn: notesOn(listed, dates),
      riderOf: ridersOf(listed, dates),
    }
  }, [listed, me, party, canEdit, nameOf, nameInText, isKnown, departure_date, return_date])
}

function notesOn(people: readonly Party[], dates: TripDates): (personId: string) => string {
  const notes = new Map<string, string>()
  for (const person of listPersons(people)) {
    const stay = stayIn(person, dates)
    if (!isWholeTrip(stay)) notes.set(person.id, stayWords(stay, dates))
  }
  return (personId) => notes.get(personId) ?? ''
}
