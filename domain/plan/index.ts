import * as z from 'zod/mini'
import { checklist } from './checklist.ts'
import { details } from './details.ts'
import { itinerary } from './itinerary.ts'
import { meals } from './meals.ts'
import { notes } from './notes.ts'
import { people } from './people.ts'
import { privateRecords } from './private.ts'
import { tickets } from './tickets.ts'

/** The plan's sections. Saving, history, merge, sync and export go through this list. */
export const plan = { details, notes, meals, itinerary, checklist, tickets, people, private: privateRecords }

export type SectionName = keyof typeof plan
export type SectionValue<Name extends SectionName> = z.infer<(typeof plan)[Name]['schema']>

export const sectionNames = Object.keys(plan) as SectionName[]
export const sectionName = z.enum(sectionNames as [SectionName, ...SectionName[]])

/**
 * What all have in common who plan a trip: opened in one answer, told by effects, and kept in the history. `private` is none of
 * that: of it each sees their own part, on a route of its own.
 */
export type CommonName = Exclude<SectionName, 'private'>
export const commonNames = sectionNames.filter((name) => name !== 'private')
export const commonName = z.enum(commonNames as [CommonName, ...CommonName[]])

/** Whether a text names a section that all have in common who plan a trip. */
export function isCommonName(name: string): name is CommonName {
  return isSectionName(name) && name !== 'private'
}

/** Whether a text names a section of the plan. */
export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(plan, name)
}
