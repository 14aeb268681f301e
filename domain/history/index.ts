import type { SectionName, SectionValue } from '../plan/index.ts'
import { describeChecklist } from './describe-checklist.ts'
import { describeDetails } from './describe-details.ts'
import { describeItinerary } from './describe-itinerary.ts'
import { describeMeals } from './describe-meals.ts'
import { describeNotes } from './describe-notes.ts'
import { describeTickets } from './describe-tickets.ts'

type Describe<Value> = (before: Value, after: Value) => string[]

const describers: { [Name in SectionName]: Describe<SectionValue<Name>> } = {
  details: describeDetails,
  notes: describeNotes,
  meals: describeMeals,
  itinerary: describeItinerary,
  checklist: describeChecklist,
  tickets: describeTickets,
}

/** What a section is called where its history is told. */
export const sectionTitles: Record<SectionName, string> = {
  details: 'Trip details',
  notes: 'Notes',
  meals: 'Meals',
  itinerary: 'Itinerary',
  checklist: 'Checklist',
  tickets: 'Tickets & Passes',
}

/** What changed from one value of a section to another, in sentences without their subject. None is no change. */
export function describeChanges(section: SectionName, before: unknown, after: unknown): string[] {
  return (describers[section] as Describe<unknown>)(before, after)
}
