import * as z from 'zod/mini'
import { checklist } from './checklist.ts'
import { details } from './details.ts'
import { itinerary } from './itinerary.ts'
import { meals } from './meals.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { tickets } from './tickets.ts'

/** The plan's sections. Saving, history, merge, sync and export go through this list. */
export const plan = { details, notes, meals, itinerary, checklist, tickets, people }

export type SectionName = keyof typeof plan
export type SectionValue<Name extends SectionName> = z.infer<(typeof plan)[Name]['schema']>

export const sectionNames = Object.keys(plan) as SectionName[]
export const sectionName = z.enum(sectionNames as [SectionName, ...SectionName[]])

/** Whether a text names a section of the plan. */
export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(plan, name)
}
