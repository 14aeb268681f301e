import { convert } from '#domain/costs/convert.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { parseRate } from '#domain/costs/parse-rate.ts'
import { rateProblemWords } from '#domain/costs/problem-words.ts'
import * as m from '#messages'
import { TextField } from '#web/ui/text-field.tsx'

interface RateQuestionProps {
  label: string
  /** What one unit of it costs. */
  currency: string
  tripCurrency: string
  /** An amount to show the rate with. */
  example: number
  rate: string
  hint: string
  onChange: (rate: string) => void
}

/** Asks for one rate for many entries, and shows what it means for an amount. */
export function RateQuestion({ label, currency, tripCurrency, example, rate, hint, onChange }: RateQuestionProps) {
  const read = parseRate(rate)
  const counted = 'rate' in read ? convert(example, { currency, rate: read.rate }, tripCurrency) : undefined
  const amount = formatMoney(example, currency, tripCurrency)
  return (
    <TextField
      label={label}
      hint={
        counted === undefined
          ? hint
          : m.costs_rate_example({ amount, counted: formatMoney(counted, tripCurrency, tripCurrency) })
      }
      error={'problem' in read && read.problem !== 'empty' ? rateProblemWords(read.problem) : undefined}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={rate}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
