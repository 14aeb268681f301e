import { X } from 'lucide-react'
import { useRef } from 'react'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

interface TripSearchProps {
  value: string
  found: number
  onChange: (value: string) => void
}

/** Searches trips by name or destination while somebody types. Escape clears it. */
export function TripSearch({ value, found, onChange }: TripSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  function clear() {
    onChange('')
    field.current?.focus()
  }
  const isSearching = value.trim() !== ''
  return (
    <search className="mb-5 block">
      <Field label={m.trips_search_label()} hideLabel className="max-w-md">
        {(wiring) => (
          <div className="relative">
            {/* biome-ignore lint/a11y/useSemanticElements: browsers add a blue cross of their own to type 'search' */}
            <input
              {...wiring}
              ref={field}
              type="text"
              role="searchbox"
              inputMode="search"
              placeholder={m.trips_search_placeholder()}
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
              <IconButton
                icon={X}
                label={m.trips_search_clear()}
                onClick={clear}
                className="absolute inset-y-0 right-0"
              />
            )}
          </div>
        )}
      </Field>
      <p role="status" className={isSearching && found === 0 ? 'mt-3' : 'sr-only'}>
        {isSearching &&
          (found === 0 ? m.trips_search_none({ words: value.trim() }) : m.trips_search_found({ count: found }))}
      </p>
    </search>
  )
}
