import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { withPassengerAgain, withPassengers } from '#domain/journeys/edit-journey.ts'
import type { Passenger } from '#domain/plan/booking.ts'
import { MAX_TICKET_TEXT, type Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { PassengerFields } from '#web/trip-core/bookings/passenger-fields.tsx'
import { PriceField } from '#web/trip-core/bookings/price-field.tsx'
import { DateField } from '#web/trip-core/days/date-field.tsx'
import { placeholderField } from '#web/trip-core/editing/placeholder.tsx'
import type { Draft } from '#web/trip-core/editing/use-draft.ts'
import { PlaceField } from '#web/trip-core/places/place-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditForm } from '#web/ui/edit-form.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { moveItem, ReorderList } from '#web/ui/reorder-list.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { JourneyFields } from './journey-fields.tsx'
import { SeatFields } from './journey-fields-seats.tsx'
import { TicketTypeChoice } from './ticket-type-choice.tsx'

interface TicketsEditorProps {
  trip: Trip
  draft: Draft<Ticket[]>
  onAdd: () => void
}

/** Edits a draft of the tickets, stored by 'Save Changes'. */
export function TicketsEditor({ trip, draft, onAdd }: TicketsEditorProps) {
  const [undo, setUndo] = useState<Undo>()

  function remove(ticket: Ticket) {
    const index = draft.value.indexOf(ticket)
    draft.change((tickets) => tickets.filter(({ id }) => id !== ticket.id))
    setUndo({
      text: ticket.title ? m.common_removed({ name: ticket.title }) : m.documents_ticket_removed({ number: index + 1 }),
      undo: () => draft.change((tickets) => [...tickets.slice(0, index), ticket, ...tickets.slice(index)]),
    })
  }

  return (
    <EditForm
      label={m.documents_tickets_edit()}
      save={m.common_save_changes()}
      isChanged={draft.isChanged}
      onSave={draft.save}
      onCancel={draft.cancel}
    >
      <ReorderList
        items={draft.value}
        nameOf={({ title }, index) => title || m.documents_ticket_in_sentence({ number: index + 1 })}
        onMove={(id, index) => draft.change((tickets) => moveItem(tickets, id, index))}
        className="grid items-start gap-4"
        itemClassName="max-w-none rounded-lg"
      >
        {(ticket, index, handle) => (
          <TicketFields
            trip={trip}
            ticket={ticket}
            number={index + 1}
            handle={handle}
            onChange={(change) =>
              draft.change((tickets) => tickets.map((other) => (other.id === ticket.id ? change(other) : other)))
            }
            onRemove={() => remove(ticket)}
            offerUndo={setUndo}
          />
        )}
      </ReorderList>
      <Button variant="quiet" onClick={onAdd} className="justify-self-start">
        <Plus aria-hidden="true" className="size-5" />
        {m.documents_ticket_add()}
      </Button>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </EditForm>
  )
}

interface TicketFieldsProps {
  trip: Trip
  ticket: Ticket
  number: number
  handle: React.ReactNode
  onChange: (change: (ticket: Ticket) => Ticket) => void
  onRemove: () => void
  offerUndo: (undo: Undo) => void
}

function TicketFields({ trip, ticket, number, handle, onChange: change, onRemove, offerUndo }: TicketFieldsProps) {
  const onChange = (changed: Partial<Ticket>) => change((now) => ({ ...now, ...changed }))
  const text = (field: 'title' | 'details' | 'time' | 'location' | 'confirmationNumber') => ({
    value: ticket[field],
    maxLength: MAX_TICKET_TEXT,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  return (
    <section
      aria-label={
        ticket.title
          ? m.documents_ticket_number_label({ number, title: ticket.title })
          : m.documents_ticket_number({ number })
      }
      className="card grid gap-3 p-4"
    >
      <div className="flex flex-wrap items-end gap-1">
        {handle}
        <TextField
          label={m.documents_ticket_title_label()}
          note={ticket.title ? undefined : m.documents_ticket_untitled()}
          className="min-w-0 grow basis-28"
          data-added={ticket.id}
          {...text('title')}
          {...placeholderField('ticket', ticket.title)}
        />
        <IconButton
          icon={Trash2}
          label={
            ticket.title ? m.common_delete_named({ name: ticket.title }) : m.documents_ticket_delete_label({ number })
          }
          title={m.documents_ticket_delete()}
          className="-mr-2"
          onClick={onRemove}
        />
      </div>
      <TicketTypeChoice value={ticket.type} onChange={(type) => onChange({ type })} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] gap-3">
        <DateField label={m.documents_ticket_date()} value={ticket.date} onChange={(date) => onChange({ date })} />
        <TextField label={m.common_time_label()} placeholder={m.documents_ticket_time_example()} {...text('time')} />
      </div>
      <div className="grid columns-that-fit gap-3">
        <TextField
          label={m.documents_ticket_confirmation_label()}
          autoCapitalize="characters"
          spellCheck={false}
          {...text('confirmationNumber')}
        />
        <TextField label={m.documents_ticket_location()} {...text('location')} />
      </div>
      <PlaceField
        value={ticket.place_id}
        onChange={(place_id, rename) => onChange({ place_id, location: rename(ticket.location) })}
      />
      <TextArea
        label={m.documents_ticket_details_label()}
        {...text('details')}
        {...placeholderField('ticket_details', ticket.details)}
      />
      {(ticket.type !== 'attraction' || ticket.segments.length > 0) && (
        <JourneyFields {...{ trip, ticket, offerUndo }} onChange={change} />
      )}
      <TravellerFields {...{ trip, ticket, offerUndo }} onChange={change} />
    </section>
  )
}

type TravellerFieldsProps = Pick<TicketFieldsProps, 'trip' | 'ticket' | 'onChange' | 'offerUndo'>

/** Who travels, where they sit, and what it costs. */
function TravellerFields({ trip, ticket, onChange, offerUndo }: TravellerFieldsProps) {
  const tripCurrency = useSection(trip.id, 'costs')?.value.currency ?? ''
  const { nameOf } = useBookingNames(trip)

  function setPassengers(passengers: Passenger[]) {
    onChange((now) => withPassengers(now, passengers))
    const gone = ticket.passengers.find(({ id }) => passengers.every((one) => one.id !== id))
    // Their seats and codes are worth more than one press.
    if (gone && hasMore(ticket, gone))
      offerUndo({
        text: m.common_removed({ name: nameOf(gone) || m.tickets_passenger_unnamed() }),
        undo: () => onChange((now) => withPassengerAgain(now, ticket, gone.id)),
      })
  }

  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-3">
      <PassengerFields trip={trip} passengers={ticket.passengers} onChange={setPassengers} />
      <SeatFields {...{ trip, ticket, onChange }} />
      <PriceField
        price={ticket.price}
        currency={ticket.currency}
        tripCurrency={tripCurrency}
        onChange={(price) => onChange((now) => ({ ...now, ...price }))}
      />
    </div>
  )
}

/** Whether something of a passenger goes with them. */
function hasMore({ segments, codes, files }: Ticket, { id, name }: Passenger): boolean {
  const isTheirs = ({ passenger_id }: { passenger_id: string }) => passenger_id === id
  return (
    name.trim() !== '' ||
    segments.some(({ seats }) => seats.some((one) => one.id === id)) ||
    codes.some(isTheirs) ||
    files.some(isTheirs)
  )
}
