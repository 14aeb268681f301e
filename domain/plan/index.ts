import * as z from 'zod/mini'
import { announcements } from './announcements.ts'
import { beds } from './beds.ts'
import { checklist } from './checklist.ts'
import { costs } from './costs.ts'
import { details } from './details.ts'
import { duties } from './duties.ts'
import { gear } from './gear.ts'
import { itinerary } from './itinerary.ts'
import { meals } from './meals.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { polls } from './polls.ts'
import { privateRecords } from './private.ts'
import { rides } from './rides.ts'
import { shopping } from './shopping.ts'
import { stays } from './stays.ts'
import { tickets } from './tickets.ts'
import { todos } from './todos.ts'
import { tracks } from './tracks.ts'

/** The sections of the plan. Saving, history, merge, sync and export all use this list. */
export const plan = {
  details,
  notes,
  meals,
  itinerary,
  checklist,
  tickets,
  stays,
  people,
  shopping,
  gear,
  rides,
  duties,
  beds,
  places,
  tracks,
  costs,
  polls,
  todos,
  announcements,
  private: privateRecords,
}

export type SectionName = keyof typeof plan
export type SectionValue<Name extends SectionName> = z.infer<(typeof plan)[Name]['schema']>

export const sectionNames = Object.keys(plan) as SectionName[]
export const sectionName = z.enum(sectionNames as [SectionName, ...SectionName[]])

/**
 * The sections that everybody who plans a trip has in common: loaded in one response, sent as effects, stored in the
 * history. None of this is true of `private`: each user sees only their own part of it, on a separate route.
 */
export type CommonSectionName = Exclude<SectionName, 'private'>
export const commonSectionNames = sectionNames.filter((name) => name !== 'private')
export const commonSectionName = z.enum(commonSectionNames as [CommonSectionName, ...CommonSectionName[]])

export function isCommonSectionName(name: string): name is CommonSectionName {
  return isSectionName(name) && name !== 'private'
}

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(plan, name)
}
