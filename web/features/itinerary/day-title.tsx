import { MAX_ACTIVITY_TEXT } from '#domain/plan/itinerary.ts'
import * as m from '#messages'
import { PlaceholderText, placeholderField } from '#web/trip-core/editing/placeholder.tsx'
import { useOpenInPlace } from '#web/trip-core/editing/use-open-in-place.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface DayTitleProps {
  number: number
  title: string
  note: string | undefined
  isToday: boolean
  onChange: (title: string) => void
}

/** A day's title: a heading that a field replaces when it is pressed. */
export function DayTitle({ number, title, note, isToday, onChange }: DayTitleProps) {
  const { isOpen, close, wiring } = useOpenInPlace()
  const shown = title || m.days_number({ number })
  return (
    <div {...wiring} className="min-w-0 grow rounded-md outline-none">
      {isOpen ? (
        <TextField
          label={m.days_number({ number })}
          note={note}
          title={note}
          data-part="title"
          value={title}
          maxLength={MAX_ACTIVITY_TEXT}
          autoComplete="off"
          {...placeholderField('day_title', title)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Otherwise the key would go on to press the heading and open the field again.
            event.preventDefault()
            close()
          }}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <>
          <h3 className="text-lg wrap-anywhere">
            <button
              type="button"
              data-opens
              data-part="title"
              aria-label={m.days_edit_named({ name: shown })}
              className="min-h-11 w-full cursor-text rounded-md text-left"
            >
              <PlaceholderText of="day_title" text={shown} />
            </button>
          </h3>
          {note && (
            <p className={`text-sm ${isToday ? 'text-accent' : 'text-muted'}`}>
              {shown.startsWith(m.days_number({ number })) ? note : m.days_number_with_note({ number, note })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
