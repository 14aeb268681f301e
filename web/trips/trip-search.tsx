import { TextField } from '#web/ui/text-field.tsx'

interface TripSearchProps {
  value: string
  /** How many trips are found. */
  found: number
  onChange: (value: string) => void
}

/** Looks for a trip while its name or destination is typed. Escape clears it. */
export function TripSearch({ value, found, onChange }: TripSearchProps) {
  const isAsked = value.trim() !== ''
  return (
    <search className="mb-5 block">
      <TextField
        label="Find a trip"
        hideLabel
        type="search"
        placeholder="Find a trip by name or destination"
        autoComplete="off"
        enterKeyHint="search"
        className="max-w-md"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing) onChange('')
        }}
      />
      <p role="status" className={isAsked && found === 0 ? 'mt-3' : 'sr-only'}>
        {isAsked && (found === 0 ? `No trip is called “${value.trim()}”.` : found === 1 ? '1 trip found' : `${found} trips found`)}
      </p>
    </search>
  )
}
