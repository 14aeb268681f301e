import { QrCode } from 'lucide-react'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'

interface CodeCardProps {
  /** What it says, for people who recognize it. */
  text: string
  /** The bookings that it can be shown with. */
  bookings: readonly { id: string; name: string }[]
  /** The id of a booking, NEW_TICKET, or '' for none. */
  value: string
  onChange: (value: string) => void
}

/** Instead of a booking's id. */
export const NEW_TICKET = 'new'

const SHOWN = 60

/** A code that is no boarding pass, such as that of a museum, and which ticket shows it. */
export function CodeCard({ text, bookings, value, onChange }: CodeCardProps) {
  const readable = text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
  return (
    <div className="grid grid-cols-1 gap-3 rounded-md border border-edge bg-raised p-3">
      <p className="flex max-w-none items-start gap-2.5">
        <QrCode aria-hidden="true" className="mt-0.5 size-5.5 shrink-0 text-accent" />
        <span className="min-w-0">
          <span className="sign block leading-snug">{m.imports_code()}</span>
          <span className="block text-sm wrap-anywhere text-muted">
            {readable.length > SHOWN ? `${readable.slice(0, SHOWN)}…` : readable}
          </span>
        </span>
      </p>
      <Field label={m.imports_code_for()}>
        {(wiring) => (
          <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)} className={fieldLook}>
            <option value="">{m.imports_code_nowhere()}</option>
            <option value={NEW_TICKET}>{m.imports_code_new()}</option>
            {bookings.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
