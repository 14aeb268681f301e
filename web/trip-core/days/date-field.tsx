import { useEffect, useState } from 'react'
import { type OptionalLocalDate, optionalLocalDate } from '#domain/local-date.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface DateFieldProps {
  label: string
  value: OptionalLocalDate
  onChange: (value: OptionalLocalDate) => void
  /** What is wrong with it; the date is stored all the same. */
  error?: string | undefined
  /** Where a picker opens. The field takes earlier dates too. */
  min?: string
}

/**
 * A date. While somebody types, browsers report half-typed dates as empty or as far-off years. Only a complete date or
 * an empty field is passed on.
 */
export function DateField({ label, value, onChange, error, min }: DateFieldProps) {
  const [shown, setShown] = useState<string>(value)
  useEffect(() => setShown(value), [value])
  return (
    <TextField
      type="date"
      // Two of them are side by side on a phone.
      className="[&_input]:px-2"
      label={label}
      value={shown}
      error={error}
      // Only while it is empty: it must be possible to choose an earlier date, and to change the other one afterwards.
      min={(!value && min) || '0001-01-01'}
      max="9999-12-31"
      onChange={({ target }) => {
        setShown(target.value)
        const date = optionalLocalDate.safeParse(target.value)
        if (date.success && !target.validity.badInput && !isHalfTyped(date.data)) onChange(date.data)
      }}
    />
  )
}

/** A year with fewer than four typed digits is reported as a year before 1000. */
function isHalfTyped(date: OptionalLocalDate): boolean {
  return date !== '' && date < '1000'
}
