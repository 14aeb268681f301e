import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_TICKET_TEXT, type Ticket } from '#domain/plan/tickets.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { moved, ReorderList } from '#web/ui/reorder-list.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { DateField } from '../date-field.tsx'
import type { Draft } from '../use-draft.ts'
import { TicketTypeChoice } from './ticket-type-choice.tsx'

/** Edits a draft of the tickets, stored by 'Save Changes'. */
export function TicketsEditor({ draft, onAdd }: { draft: Draft<Ticket[]>; onAdd: () => void }) {
  const [undo, setUndo] = useState<Undo>()

  function remove(ticket: Ticket) {
    const index = draft.value.indexOf(ticket)
    draft.change((tickets) => tickets.filter(({ id }) => id !== ticket.id))
    setUndo({
      text: ticket.title ? `Removed '${ticket.title}'` : `Removed ticket ${index + 1}`,
      undo: () => draft.change((tickets) => [...tickets.slice(0, index), ticket, ...tickets.slice(index)]),
    })
  }

  return (
    <form
      aria-label="Edit tickets"
      onSubmit={(event) => {
        event.preventDefault()
        draft.save()
      }}
      className="grid gap-4"
    >
      <ReorderList
        items={draft.value}
        nameOf={({ title }, index) => title || `ticket ${index + 1}`}
        onMove={(id, index) => draft.change((tickets) => moved(tickets, id, index))}
        className="grid items-start gap-4"
        itemClassName="max-w-none rounded-lg bg-surface"
      >
        {(ticket, index, handle) => (
          <TicketFields
            ticket={ticket}
            number={index + 1}
            handle={handle}
            onChange={(changed) =>
              draft.change((tickets) =>
                tickets.map((other) => (other.id === ticket.id ? { ...other, ...changed } : other)),
              )
            }
            onRemove={() => remove(ticket)}
          />
        )}
      </ReorderList>
      <Button variant="quiet" onClick={onAdd} className="justify-self-start">
        <Plus aria-hidden="true" className="size-5" />
        Add Ticket/Pass
      </Button>
      <SaveBar>
        <Button variant="quiet" onClick={draft.cancel}>
          Cancel
        </Button>
        <Button type="submit">Save Changes</Button>
      </SaveBar>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </form>
  )
}

interface TicketFieldsProps {
  ticket: Ticket
  number: number
  handle: React.ReactNode
  onChange: (changed: Partial<Ticket>) => void
  onRemove: () => void
}

function TicketFields({ ticket, number, handle, onChange, onRemove }: TicketFieldsProps) {
  const text = (field: 'title' | 'details' | 'time' | 'location' | 'confirmationNumber') => ({
    value: ticket[field],
    maxLength: MAX_TICKET_TEXT,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  return (
    <section
      aria-label={`Ticket ${number}: ${ticket.title}`}
      className="grid gap-3 rounded-lg border border-edge/60 bg-surface p-4"
    >
      <div className="flex items-end gap-1">
        {handle}
        <TextField
          label="Title"
          note={ticket.title ? undefined : 'no title yet'}
          className="min-w-0 grow"
          data-added={ticket.id}
          {...text('title')}
        />
        <IconButton
          icon={Trash2}
          label={`Delete ${ticket.title || `ticket ${number}`}`}
          title="Delete ticket"
          className="-mr-2"
          onClick={onRemove}
        />
      </div>
      <TicketTypeChoice value={ticket.type} onChange={(type) => onChange({ type })} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <DateField label="Date" value={ticket.date} onChange={(date) => onChange({ date })} />
        <TextField label="Time" placeholder="e.g., 10:30 AM" {...text('time')} />
        <TextField
          label="Confirmation Number"
          className="col-span-2"
          autoCapitalize="characters"
          spellCheck={false}
          {...text('confirmationNumber')}
        />
        <TextField label="Location" className="col-span-2" {...text('location')} />
        <TextArea label="Details" className="col-span-2" {...text('details')} />
      </div>
    </section>
  )
}
