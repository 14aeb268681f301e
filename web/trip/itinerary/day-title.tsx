import { MAX_ACTIVITY_TEXT } from '#domain/plan/itinerary.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useOpenInPlace } from './use-open-in-place.ts'

interface DayTitleProps {
  number: number
  title: string
  /** What is said beside its number. */
  note: string | undefined
  isToday: boolean
  onChange: (title: string) => void
}

/** What a day is called: a heading, and a field in place of it once it is pressed. */
export function DayTitle({ number, title, note, isToday, onChange }: DayTitleProps) {
  const { isOpen, close, wiring } = useOpenInPlace()
  const shown = title || `Day ${number}`
  return (
    <div {...wiring} className="min-w-0 grow rounded-md outline-none">
      {isOpen ? (
        <TextField
          label={`Day ${number}`}
          note={note}
          title={note}
          data-part="title"
          value={title}
          maxLength={MAX_ACTIVITY_TEXT}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // The key is used up here: it would go on to press the heading, and open it again.
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
              aria-label={`Edit ${shown}`}
              className="min-h-11 w-full cursor-text rounded-md text-left"
            >
              {shown}
            </button>
          </h3>
          {note && (
            <p className={`text-sm ${isToday ? 'text-accent' : 'text-muted'}`}>
              Day {number} · {note}
            </p>
          )}
        </>
      )}
    </div>
  )
}
