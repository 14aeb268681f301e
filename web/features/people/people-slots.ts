import { type ComponentType, createContext, useContext } from 'react'
import type { Person } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'

/** What is shown among the people and belongs to other features. The tab, where features meet, provides it. */
export interface PeopleSlots {
  /** What a person has promised, in any section. */
  PromisesOf: ComponentType<{ trip: Trip; person: Person }> & { load: () => Promise<unknown> }
  /** Everything that is still open in the group. */
  OpenDialog: ComponentType<{ trip: Trip; onClose: () => void }>
  /** The way out of the trip. */
  LeaveTrip: ComponentType<{ trip: Trip }>
}

export const PeopleSlotsContext = createContext<PeopleSlots | undefined>(undefined)

/** @throws Error outside of the people tab */
export function usePeopleSlots(): PeopleSlots {
  const slots = useContext(PeopleSlotsContext)
  if (!slots) throw new Error('People are shown outside of their tab')
  return slots
}
