import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { TravelDocuments } from '#web/features/documents/travel-documents.tsx'
import { TicketsPart } from '#web/features/tickets/tickets-part.tsx'
import { TravelReminders } from '#web/features/tickets/travel-reminders.tsx'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'

/** Tickets, and the documents that belong to them. */
export function TicketsTab({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'tickets')
  if (!section && !failures) return <SectionState loading={m.documents_loading()} failure={undefined} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <TravelDocuments trip={trip} failure={failures?.documents} />
      {section ? (
        <TicketsPart trip={trip} section={section} />
      ) : (
        <SectionState loading={m.documents_loading()} failure={failures?.tickets} />
      )}
      <TravelReminders />
    </div>
  )
}
