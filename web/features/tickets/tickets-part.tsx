import { Pencil } from 'lucide-react'
import { useRef } from 'react'
import { localDateOf } from '#domain/local-date.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { sortTickets } from '#domain/today/sort-tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import type { ShownSection } from '#web/data/trips/use-section.ts'
import { useDraft } from '#web/trip-core/editing/use-draft.ts'
import { useEditFocus } from '#web/trip-core/editing/use-edit-focus.ts'
import { useFocusOnAdded } from '#web/trip-core/editing/use-focus-on-added.ts'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import { Button } from '#web/ui/button.tsx'
import { pass } from '#web/ui/drawings/pass.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TicketCard } from './ticket-card.tsx'
import { TicketsEditor } from './tickets-editor.tsx'

export function TicketsPart({ trip, section }: { trip: Trip; section: ShownSection<'tickets'> }) {
  const draft = useDraft(trip.id, 'tickets', section)
  const root = useRef<HTMLDivElement>(null)
  const focusOn = useFocusOnAdded(root)
  useEditFocus(root, draft.isEditing)

  /** Adds a ticket to the draft, which starts with it if nothing was being edited. */
  function add() {
    const ticket = newTicket(newId())
    draft.change((tickets) => [...tickets, ticket])
    focusOn(ticket.id)
  }

  return (
    <div ref={root} className="grid gap-4">
      <header className="flex items-center gap-3">
        <h2 className="grow text-xl">{m.documents_tickets()}</h2>
        {draft.canEdit && (
          <IconButton
            icon={Pencil}
            label={m.documents_tickets_edit()}
            title={m.documents_tickets_edit()}
            data-pencil
            disabled={draft.isEditing}
            onClick={draft.start}
          />
        )}
      </header>
      {draft.isEditing && <TicketsEditor draft={draft} onAdd={add} />}
      {!draft.isEditing && draft.value.length === 0 && (
        <EmptyState
          drawing={pass}
          sentence={m.documents_tickets_none()}
          action={draft.canEdit && <Button onClick={add}>{m.documents_ticket_add_first()}</Button>}
        />
      )}
      {!draft.isEditing && draft.value.length > 0 && (
        <ul className="grid columns-of-cards gap-4 lg:gap-5">
          {sortTickets(draft.value, localDateOf(new Date())).map((ticket) => (
            <li
              key={ticket.id}
              ref={showIfLinked}
              id={ticket.id}
              tabIndex={-1}
              className="max-w-none min-w-0 rounded-lg"
            >
              <TicketCard ticket={ticket} canEdit={draft.canEdit} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
