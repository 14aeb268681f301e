import { useState } from 'react'
import { TextField } from './text-field.tsx'

interface NumberFieldProps {
  label: string
  hint?: string | undefined
  value: number
  max: number
  /** Shown in place of this number, which means that nothing is given. */
  emptyAt?: number
  placeholder?: string
  className?: string
  onChange: (value: number) => void
}

/** A whole number from 0 to `max`. While it is empty or wrong, the last right number remains. */
export function NumberField({ value, max, emptyAt, onChange, ...rest }: NumberFieldProps) {
  /** What is typed, as long as it is another text than the number's own. */
  const [typed, setTyped] = useState<string>()
  const own = value === emptyAt ? '' : String(value)
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={1}
      value={typed ?? own}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        const number = target.value === '' ? emptyAt : Number(target.value)
        if (number !== undefined && Number.isInteger(number) && number >= 0 && number <= max) onChange(number)
      }}
    />
  )
}
