import { useState } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

interface NumberFieldProps {
  label: string
  hint?: string | undefined
  /** Shown while what is typed is wrong. */
  wrong?: string
  value: number
  max: number
  /** Shown in place of this number, which means that nothing is given. */
  emptyAt?: number
  placeholder?: string
  className?: string
  onChange: (value: number) => void
}

/** A whole number from 0 to `max`. While it is empty or wrong, the last right number remains. */
export function NumberField({ value, max, emptyAt, wrong, onChange, ...rest }: NumberFieldProps) {
  /** What is typed, as long as it is another text than the number's own. */
  const [typed, setTyped] = useState<string>()
  const own = value === emptyAt ? '' : String(value)
  const parse = (text: string) => (text === '' ? emptyAt : Number(text))
  const isRight = (number: number | undefined): number is number =>
    number !== undefined && Number.isInteger(number) && number >= 0 && number <= max
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={1}
      value={typed ?? own}
      error={typed !== undefined && !isRight(parse(typed)) ? wrong : undefined}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        const number = parse(target.value)
        if (isRight(number)) onChange(number)
      }}
    />
  )
}
