import type { PeopleResponse } from '#domain/api/people.ts'
import type { User } from '#domain/person.ts'
import type { CommonSectionName, SectionValue } from '#domain/plan/index.ts'
import { sectionWithoutPlaceholders } from '#domain/templates/placeholders.ts'
import type { Trip } from '#domain/trip.ts'

export type PlanValues = { readonly [Name in CommonSectionName]?: SectionValue<Name> | undefined }

/** What the screens of a trip are computed from. */
export interface PlanView {
  trip: Trip
  /** The current user; undefined for readers by share link. */
  user: User | undefined
  /** The sections, as far as they are loaded, without what is still the sample: see own.ts. Read them by `section`. */
  values: PlanValues
  /** The members of the trip; undefined if they are not needed, or not known yet. */
  planners: PeopleResponse | undefined
}

/** A value that is computed from the plan on the screen: see derive.ts. */
export type Derived<Value> = (view: PlanView) => Value

/** The value of a section, without its placeholders; undefined until it is loaded. */
export const section =
  <Name extends CommonSectionName>(name: Name): Derived<SectionValue<Name> | undefined> =>
  ({ values }) => {
    const value = values[name] as SectionValue<Name> | undefined
    return value && sectionWithoutPlaceholders(name, value)
  }

/** The same with its placeholders: what an edit is made from. */
export const ownSection =
  <Name extends CommonSectionName>(name: Name): Derived<SectionValue<Name> | undefined> =>
  ({ values }) =>
    values[name] as SectionValue<Name> | undefined
