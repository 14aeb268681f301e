import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { checklistRows } from './checklist.ts'
import { detailsRows } from './details.ts'
import { entryRows } from './entry-rows.ts'
import { itineraryRows } from './itinerary.ts'
import { mealsRows } from './meals.ts'
import { notesRows } from './notes.ts'
import type { SectionRows } from './section-rows.ts'
import { ticketsRows } from './tickets.ts'

const rows = {
  details: detailsRows,
  notes: notesRows,
  meals: mealsRows,
  itinerary: itineraryRows,
  checklist: checklistRows,
  tickets: ticketsRows,
} satisfies { [Name in SectionName]?: SectionRows<SectionValue<Name>> }

/** The rows of a section whose name is known only at run time. */
export function rowsOf(section: SectionName): SectionRows<unknown> {
  const own: Partial<Record<SectionName, unknown>> = rows
  return (own[section] as SectionRows<unknown> | undefined) ?? entryRows(section)
}
