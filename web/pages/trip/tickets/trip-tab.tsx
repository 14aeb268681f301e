import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { TravelDocuments } from '#web/features/documents/travel-documents.tsx'
import { StaysPart } from '#web/features/stays/stays-part.tsx'
import { TicketsPart } from '#web/features/tickets/tickets-part.tsx'
import { TravelReminders } from '#web/features/tickets/travel-reminders.tsx'
import { BookingList } from '#web/trip-core/bookings/booking-list.tsx'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'

/** Tickets with the stays among them, and the documents that belong to them. */
export function TicketsTab({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'tickets')
  const stays = useSection(trip.id, 'stays')
  if (!section && !failures) return <SectionState loading={m.documents_loading()} failure={undefined} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <TravelDocuments trip={trip} failure={failures?.documents} />
      {!stays && failures?.stays !== undefined && (section || failures.stays !== failures.tickets) && (
        <SectionState loading={m.documents_loading()} failure={failures.stays} />
      )}
      <StaysPart trip={trip}>
        {({ listed, addButton, heading }) =>
          section ? (
            <TicketsPart trip={trip} section={section} others={listed} action={addButton} heading={heading} />
          ) : (
            <div className="grid grid-cols-1 gap-4">
              <SectionState loading={m.documents_loading()} failure={failures?.tickets} />
              <BookingList tripId={trip.id} bookings={listed} />
              <div>{addButton}</div>
            </div>
          )
        }
      </StaysPart>
      <TravelReminders />
    </div>
  )
}
