import { useEffect, useState } from 'react'
import { type OptionalLocalDate, optionalLocalDate } from '#domain/local-date.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface DateFieldProps {
  label: string
  value: OptionalLocalDate
  onChange: (value: OptionalLocalDate) => void
  /** What is wrong with it; it is stored all the same. */
  error?: string | undefined
}

/**
 * A day. While somebody types, the browser reports half-typed dates as empty or as far-off years; only a whole date, or
 * a field that was emptied, is passed on.
 */
export function DateField({ label, value, onChange, error }: DateFieldProps) {
  const [shown, setShown] = useState<string>(value)
  useEffect(() => setShown(value), [value])
  return (
    <TextField
      type="date"
      label={label}
      value={shown}
      error={error}
      min="0001-01-01"
      max="9999-12-31"
      onChange={({ target }) => {
        setShown(target.value)
        const date = optionalLocalDate.safeParse(target.value)
        if (date.success && !target.validity.badInput && !isHalfTyped(date.data)) onChange(date.data)
      }}
    />
  )
}

/** A year whose four digits are not all typed yet is reported as one of the first thousand. */
function isHalfTyped(date: OptionalLocalDate): boolean {
  return date !== '' && date < '1000'
}
