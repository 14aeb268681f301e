import { detailsWithFlight, ticketsToSave } from '#domain/journeys/edit-journey.ts'
import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'

/**
 * The tickets, saved with what follows from their journeys: titles, and in a trip by air its first flight. Also if the
 * draft is saved while somebody leaves the tab.
 */
export function useJourneySaving(trip: Trip, section: ShownSection<'tickets'>): ShownSection<'tickets'> {
  const editDetails = useSection(trip.id, 'details')?.edit
  const { applyDraft } = section
  if (!applyDraft) return section
  return {
    ...section,
    applyDraft: (from, draft) => {
      const tickets = ticketsToSave(from, draft)
      applyDraft(from, tickets)
      if (trip.type === 'air_travel') editDetails?.((now) => detailsWithFlight(now, from, tickets), 'at-once')
    },
  }
}
