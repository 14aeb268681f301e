import { Check, Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatPosition, parsePositionText, positionText } from '#domain/places/position.ts'
import { readPosition } from '#domain/places/read-position.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { positionError } from './place-words.ts'

interface PositionFieldProps {
  /** As it is stored. */
  value: string
  onChange: (position: string) => void
}

/** The first digits of coordinates are coordinates too: only what somebody has finished typing counts. */
const SETTLED_MS = 1000

/** Coordinates in any form that people paste. What cannot be read stays typed, and the stored position as it is. */
export function PositionField({ value, onChange }: PositionFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const { state, copy } = useCopy()
  const stored = parsePositionText(value)

  /** Takes over what was typed. */
  function settle(): void {
    if (typed === undefined) return
    const read = readPosition(typed)
    const position = typed.trim() === '' ? '' : read.is === 'position' ? positionText(read.position) : undefined
    setError(position === undefined ? (positionError(read) ?? m.places_wrong_none()) : undefined)
    if (position !== undefined && position !== value) onChange(position)
  }
  const settleLater = useEffectEvent(settle)
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => settleLater(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // Also if the dialog closes first.
  useEffect(() => () => settleLater(), [])

  return (
    <div className="flex items-end gap-1">
      <TextField
        label={m.places_position()}
        className="grow"
        value={typed ?? (stored ? formatPosition(stored) : '')}
        error={error}
        autoComplete="off"
        placeholder="45.8364, -78.3791"
        onChange={({ target }) => {
          setTyped(target.value)
          // At once: if the line went away under a press of the button below, the press would miss it.
          if (error !== undefined && readPosition(target.value).is === 'position') setError(undefined)
        }}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        onBlur={() => {
          settle()
          if (typed !== undefined && (typed.trim() === '' || readPosition(typed).is === 'position')) setTyped(undefined)
        }}
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
