import type { SectionName } from './index.ts'

/** What is said, or written into a log, when a section cannot be loaded or saved. */
export const sectionFailures: Record<SectionName, { load: string; save: string }> = {
  details: { load: 'Failed to load data', save: 'Failed to save trip details' },
  notes: { load: 'Failed to load notes', save: 'Failed to save notes' },
  meals: { load: 'Failed to load meal plans', save: 'Failed to save meal plans' },
  itinerary: { load: 'Failed to load itinerary activities', save: 'Failed to save itinerary activities' },
  checklist: { load: 'Failed to load checklist', save: 'Failed to save checklist' },
  tickets: { load: 'Failed to load tickets', save: 'Failed to save tickets' },
}
