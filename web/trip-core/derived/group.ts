import { canEditPlan } from '#domain/access.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { type Rider, ridersOf } from '#domain/seats/assign-seats.ts'
import { isWholeTrip, stayIn } from '#domain/stay.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import type { TripDates } from '#domain/trip-days.ts'
import type { NameOf } from '../people/names.ts'
import { stayWords } from '../people/person-words.ts'
import { deriveLoaded } from './derive.ts'
import { isKnown, namesInPlan, namesInText, notComing, ownId, ownParty, tripDates } from './people.ts'
import { section } from './plan-view.ts'

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

/** Undefined until the people are loaded. */
export const groupOf = deriveLoaded(
  [
    section('people'),
    tripDates,
    ownId,
    ownParty,
    notComing,
    ({ trip }) => canEditPlan(trip),
    namesInPlan,
    namesInText,
    isKnown,
  ],
  ([people, dates, own, party, declined, canEdit, names, inText, known]): Group => {
    const others = listPersons(people).flatMap(({ id }) => (id === own ? [] : [id]))
    return {
      people,
      dates,
      me: own,
      party,
      notComing: declined,
      everybody: [own, ...others.toSorted((one, other) => names(one).localeCompare(names(other)))],
      canSeat: (id) => canEdit || party.has(id),
      canEdit,
      nameOf: names,
      nameToChoose: namesToChoose(people, names, own),
      nameInText: inText,
      isKnown: known,
      noteOn: notesOn(people, dates),
      riderOf: ridersOf(people, dates),
    }
  },
)

function notesOn(people: readonly Party[], dates: TripDates): (personId: string) => string {
  const notes = new Map<string, string>()
  for (const person of listPersons(people)) {
    const stay = stayIn(person, dates)
    if (!isWholeTrip(stay)) notes.set(person.id, stayWords(stay, dates))
  }
  return (personId) => notes.get(personId) ?? ''
}
