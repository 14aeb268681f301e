import { useId } from 'react'
import { type TicketType, ticketTypes } from '#domain/plan/tickets.ts'
import * as m from '#messages'
import { ticketKinds } from './ticket-kinds.ts'

interface TicketTypeChoiceProps {
  value: TicketType
  onChange: (value: TicketType) => void
}

/** The ticket types, each with its icon, its word and, when selected, its colour. Uses native radio buttons. */
export function TicketTypeChoice({ value, onChange }: TicketTypeChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{m.documents_ticket_kind_label()}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,25%-0.5rem)),1fr))] gap-2">
        {ticketTypes.map((type) => {
          const { word, icon: Icon, chosen } = ticketKinds[type]
          return (
            <label
              key={type}
              className={`sign touch relative flex items-center justify-center gap-2 rounded-md border border-edge bg-raised px-2 text-sm transition-colors hover:border-action has-checked:border-transparent has-checked:text-on-ticket has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${chosen}`}
            >
              <input
                type="radio"
                name={name}
                value={type}
                checked={type === value}
                onChange={() => onChange(type)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {word}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
