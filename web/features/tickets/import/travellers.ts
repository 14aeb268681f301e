import type { BookingEntry } from '#domain/bookings/booking-entry.ts'
import { mayBeSamePassenger } from '#domain/bookings/passenger-match.ts'
import type { Passenger } from '#domain/plan/booking.ts'
import type { Draft, Group } from './drafts.ts'

/** A draft with the names of its passengers, as they were read. */
export interface NamedDraft {
  draft: Draft
  names: readonly string[]
}

/** Who a passenger is, as somebody chose: by the name that was read, the id of a person, or '' for nobody. */
export type TravellerChoices = ReadonlyMap<string, string>

/** Somebody who was read, and is no passenger in the plan yet. */
export interface Traveller {
  /** As it was read. */
  name: string
  passenger: Passenger
}

/** A draft with the passengers that somebody chose. A similar name in another file is the same person. */
export function withChoices({ draft, names }: NamedDraft, choices: TravellerChoices): Draft {
  if (choices.size === 0) return draft
  const { read } = draft
  const passengers = read.entry.passengers.map((passenger, index) => {
    const name = names[index] ?? ''
    const chosen = isShared(name, names) ? undefined : choiceOf(name, choices)
    return chosen === undefined ? passenger : { ...passenger, person_id: chosen, name: chosen === '' ? name : '' }
  })
  return { ...draft, read: { ...read, entry: { ...read.entry, passengers } } as BookingEntry }
}

/** Two passengers of one name are two people, whom nobody can tell apart here. */
const isShared = (name: string, names: readonly string[]) => names.filter((other) => other === name).length > 1

function choiceOf(name: string, choices: TravellerChoices): string | undefined {
  const similar = [...choices.keys()].filter((other) => mayBeSamePassenger(other, name))
  return choices.get(name) ?? (similar.length === 1 ? choices.get(similar[0] as string) : undefined)
}

/** The new passengers of all bookings, each once. */
export function listTravellers(groups: readonly Group[], drafts: readonly NamedDraft[]): Traveller[] {
  const travellers: Traveller[] = []
  for (const { state, newPassengers } of groups) {
    if (state !== 'new' && state !== 'changed') continue
    for (const passenger of newPassengers) {
      const name = readNameOf(passenger, drafts)
      const isListed = travellers.some((one) => one.name === name || mayBeSamePassenger(one.name, name))
      if (name !== '' && !isListed) travellers.push({ name, passenger })
    }
  }
  return travellers
}

/** '' if it is shared. */
function readNameOf({ id }: Passenger, drafts: readonly NamedDraft[]): string {
  for (const { draft, names } of drafts) {
    const name = names[draft.read.entry.passengers.findIndex((one) => one.id === id)] ?? ''
    if (name !== '') return isShared(name, names) ? '' : name
  }
  return ''
}
