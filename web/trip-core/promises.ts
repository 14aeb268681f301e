import type { Party } from '#domain/plan/people.ts'
import type { TripDates } from '#domain/trip-days.ts'
import type { PlanView } from './derived/plan-view.ts'
import type { NameOf } from './people/names.ts'

/** What people's promises are found in. */
export interface PromisedPlan {
  view: PlanView
  people: readonly Party[]
  dates: TripDates
  /** The current user's id in the plan. */
  me: string
  nameOf: NameOf
  /** Whether somebody is in the trip, on its list of people or not. */
  isKnown: (personId: string) => boolean
}

export interface Promised {
  text: string
  /** Who waits for it while this person has it. */
  waiting?: readonly string[]
  /** Who has no seat because this person does not drive. */
  stranded?: readonly string[]
}

/** Where people promise something. */
export interface PromiseSource {
  title: () => string
  /**
   * What a person has promised or taken; undefined while its section is not loaded. Of somebody who is not coming, all
   * of it is open again.
   */
  list: (plan: PromisedPlan, personId: string) => Promised[] | undefined
}
