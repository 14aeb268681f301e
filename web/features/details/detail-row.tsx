import { Plus } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type OpenInPlace, useOpenInPlace } from '#web/trip-core/editing/use-open-in-place.ts'

interface DetailRowProps {
  label: string
  /** What the row says while it is empty: 'Add destination'. */
  add: string
  text: string
  /** What is wrong with the value. */
  error?: string | undefined
  /** Whether all rows of the trip show their fields. */
  isForm: boolean
  /** Whether a long text is cut. */
  isOneLine?: boolean
  /** For other places of the page that open it: see open-detail.ts. */
  id?: string | undefined
  className?: string
  /** The field; undefined for people who cannot edit it. */
  children: ReactNode
}

/** Text that can be pressed to edit it. */
export const pressLook = '-ml-2 min-w-0 cursor-text rounded-md px-2 py-1 text-left hover:bg-action-soft'
export const addLook = 'sign touch flex w-full items-center gap-2 rounded-md text-left text-action hover:bg-action-soft'

/** A detail of the trip, as text that its field replaces when it is pressed. */
export function DetailRow({
  label,
  add,
  text,
  error,
  isForm,
  isOneLine = false,
  id,
  className = '',
  children,
}: DetailRowProps) {
  const { isOpen, wiring } = useDetailInPlace()
  if (!children)
    return (
      text && (
        <div className={className}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      )
    )
  return (
    <div
      {...wiring}
      id={id}
      className={`outline-none ${isForm ? '' : text ? 'max-sm:has-[input]:col-span-full' : 'max-sm:col-span-full'} ${className}`}
    >
      {isForm || isOpen ? (
        children
      ) : text ? (
        <button type="button" data-opens className={`touch w-full ${pressLook}`}>
          <span className="block text-sm text-muted">{label}</span>
          <span className={isOneLine ? 'block truncate' : 'block wrap-anywhere'}>{text}</span>
          {error && <span className="block text-sm text-danger">{error}</span>}
        </button>
      ) : (
        <button type="button" data-opens className={addLook}>
          <Plus aria-hidden="true" className="size-5 shrink-0" />
          {add}
        </button>
      )}
    </div>
  )
}

/** As `useOpenInPlace`; Enter closes it. If all rows show their fields, Enter moves on to the next one. */
export function useDetailInPlace(startsOpen = false): OpenInPlace {
  const { isOpen, close, wiring } = useOpenInPlace(startsOpen)
  function onKeyDown(event: KeyboardEvent) {
    wiring.onKeyDown(event)
    const { target, currentTarget, key, nativeEvent } = event
    if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
    // Without this, the same key would press the row that gets the focus, and open it again.
    event.preventDefault()
    const fields = [...((isOpen ? currentTarget : target.closest('[data-rows]'))?.querySelectorAll('input') ?? [])]
    const next = fields[fields.indexOf(target) + 1]
    if (next) next.focus()
    else close()
  }
  return { isOpen, close, wiring: { ...wiring, onKeyDown } }
}
