import { Pencil } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { newTicket } from '#domain/plan/tickets.ts'
import { timeOfTicket } from '#domain/today/sort-tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { BookingList } from '#web/trip-core/bookings/booking-list.tsx'
import type { ListedBooking } from '#web/trip-core/bookings/listed-booking.ts'
import { useDraft } from '#web/trip-core/editing/use-draft.ts'
import { useEditFocus } from '#web/trip-core/editing/use-edit-focus.ts'
import { useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { Button } from '#web/ui/button.tsx'
import { pass } from '#web/ui/drawings/pass.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { later, useLoaded } from '#web/ui/loading/use-loaded.ts'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { useIsPainted } from '#web/ui/use-is-painted.ts'
import { useTicketParts } from './card/use-ticket-parts.ts'
import { useImport } from './import/import-button.tsx'
import { TicketCard } from './ticket-card.tsx'
import { useJourneySaving } from './use-journey-saving.ts'

export const laterEditor = later(() => import('./tickets-editor.tsx'))

interface TicketsPartProps {
  trip: Trip
  section: ShownSection<'tickets'>
  /** What is listed among the tickets, in the order of time. */
  others?: readonly ListedBooking[]
  /** Beside the list, while the tickets are not edited. */
  action?: ReactNode
  heading?: RefObject<HTMLHeadingElement | null> | undefined
}

export function TicketsPart({ trip, section, others = [], action, heading }: TicketsPartProps) {
  const draft = useDraft(trip.id, 'tickets', useJourneySaving(trip, section))
  const root = useRef<HTMLDivElement>(null)
  const focusOn = useFocusOnAdded(root)
  // Readers do not need it. Where it is needed, it is there before the network is gone.
  const isPainted = useIsPainted()
  const editor = useLoaded(laterEditor, draft.isEditing || (draft.canEdit && isPainted))
  // A restored draft takes no focus when its fields have loaded.
  const [isRestored] = useState(draft.isEditing)
  useEditFocus(root, draft.isEditing && (isRestored || editor !== undefined))
  const parts = useTicketParts(trip, section)
  const [undo, setUndo] = useState<Undo>()
  const imports = useImport(trip, !draft.isEditing)

  /** Adds a ticket to the draft, which starts with it if nothing was being edited. */
  function add() {
    const ticket = newTicket(newId())
    draft.change((tickets) => [...tickets, ticket])
    focusOn(ticket.id)
  }

  const { canEdit, isEditing, value } = draft
  const tickets = value.map((ticket) => ({
    id: ticket.id,
    time: timeOfTicket(ticket),
    card: <TicketCard {...{ trip, ticket, canEdit, parts }} offerUndo={setUndo} />,
  }))
  return (
    <div ref={root} className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 grow text-xl">
          {m.documents_tickets()}
        </h2>
        {canEdit && (
          <IconButton
            icon={Pencil}
            label={m.documents_tickets_edit()}
            title={m.documents_tickets_edit()}
            data-pencil
            disabled={isEditing}
            onClick={draft.start}
          />
        )}
        {value.length > 0 && imports.button}
        {!isEditing && action}
      </header>
      {isEditing &&
        (editor ? (
          <editor.TicketsEditor trip={trip} draft={draft} onAdd={add} />
        ) : (
          <LoadingPlace text={m.common_loading()} />
        ))}
      {!isEditing && value.length === 0 && (
        <NoTickets isAlone={others.length === 0} onAdd={canEdit ? add : undefined} other={imports.button} />
      )}
      <BookingList tripId={trip.id} bookings={isEditing ? others : [...tickets, ...others]} />
      {imports.dialog}
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

interface NoTicketsProps {
  /** Nothing else is listed. Otherwise it takes less room. */
  isAlone: boolean
  onAdd: (() => void) | undefined
  /** Another way to add tickets. */
  other: ReactNode
}

function NoTickets({ isAlone, onAdd, other }: NoTicketsProps) {
  const sentence = m.documents_tickets_none()
  const label = m.documents_ticket_add_first()
  if (isAlone)
    return (
      <EmptyState
        drawing={pass}
        sentence={sentence}
        action={
          onAdd && (
            <div className="flex flex-wrap justify-center gap-3">
              <Button onClick={onAdd}>{label}</Button>
              {other}
            </div>
          )
        }
      />
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 card p-4">
      <p className="min-w-0 max-w-max grow basis-60 text-muted">{sentence}</p>
      {onAdd && (
        <Button variant="quiet" onClick={onAdd}>
          {label}
        </Button>
      )}
      {onAdd && other}
    </div>
  )
}
