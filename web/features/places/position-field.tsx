import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { formatPosition, parsePositionText, positionText } from '#domain/places/position.ts'
import { readPosition } from '#domain/places/read-position.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { wrongCoordinates } from './place-words.ts'

interface PositionFieldProps {
  /** As it is stored. */
  value: string
  onChange: (position: string) => void
}

/** Coordinates in any form that people paste. What cannot be read stays typed, and the stored position as it is. */
export function PositionField({ value, onChange }: PositionFieldProps) {
  const [typed, setTyped] = useState<string>()
  const { state, copy } = useCopy()
  const stored = parsePositionText(value)
  const error = typed === undefined ? undefined : errorIn(typed)
  function change(text: string): void {
    setTyped(text)
    const read = readPosition(text)
    if (text.trim() === '') onChange('')
    else if (read.is === 'position') onChange(positionText(read.position))
  }
  return (
    <div className="flex items-end gap-1">
      <TextField
        label={m.places_position()}
        className="grow"
        value={typed ?? (stored ? formatPosition(stored) : '')}
        error={error}
        autoComplete="off"
        placeholder="45.8364, -78.3791"
        onChange={({ target }) => change(target.value)}
        onBlur={() => error === undefined && setTyped(undefined)}
      />
      {stored && (
        <IconButton
          icon={state === 'copied' ? Check : Copy}
          label={state === 'copied' ? m.places_position_copied() : m.places_position_copy()}
          title={m.places_position_copy()}
          onClick={() => void copy(`${stored.lat.toFixed(5)}, ${stored.lon.toFixed(5)}`)}
        />
      )}
    </div>
  )
}

function errorIn(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const read = readPosition(text)
  if (read.is === 'wrong') return wrongCoordinates(read.why)
  if (read.is === 'short link') return m.places_wrong_short_link()
  return read.is === 'none' ? m.places_wrong_none() : undefined
}
