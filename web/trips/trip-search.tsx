import { X } from 'lucide-react'
import { useRef } from 'react'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

interface TripSearchProps {
  value: string
  /** How many trips are found. */
  found: number
  onChange: (value: string) => void
}

/** Looks for a trip while its name or destination is typed. Escape clears it, and so does its cross. */
export function TripSearch({ value, found, onChange }: TripSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  function clear() {
    onChange('')
    field.current?.focus()
  }
  const isAsked = value.trim() !== ''
  return (
    <search className="mb-5 block">
      <Field label="Find a trip" hideLabel className="max-w-md">
        {(wiring) => (
          <div className="relative">
            {/* biome-ignore lint/a11y/useSemanticElements: of the type 'search' browsers draw a cross of their own, in their own blue */}
            <input
              {...wiring}
              ref={field}
              type="text"
              role="searchbox"
              inputMode="search"
              placeholder="Find a trip by name or destination"
              autoComplete="off"
              enterKeyHint="search"
              className={`${fieldLook} pr-12`}
              value={value}
              onChange={({ target }) => onChange(target.value)}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === 'Escape' && !nativeEvent.isComposing) onChange('')
              }}
            />
            {value && (
              <IconButton icon={X} label="Clear the search" onClick={clear} className="absolute inset-y-0 right-0" />
            )}
          </div>
        )}
      </Field>
      <p role="status" className={isAsked && found === 0 ? 'mt-3' : 'sr-only'}>
        {isAsked && (found === 0 ? `No trip matches “${value.trim()}”.` : m.trips_search_found({ count: found }))}
      </p>
    </search>
  )
}
