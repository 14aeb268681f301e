import { otherCurrencyOf, rateIn, rateOf } from '#domain/costs/rate-text.ts'
import * as m from '#messages'
import { CurrencySelect } from '#web/trip-core/currency-select.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface AmountFieldProps {
  label: string
  amount: string
  currency: string
  /** The currencies to offer first. */
  usual: readonly string[]
  error?: string | undefined
  /** Undefined if the amount is the sum of others: then it is a text. */
  onAmount: ((amount: string) => void) | undefined
  onCurrency: (currency: string) => void
}

/** An amount and its currency. */
export function AmountField({ label, amount, currency, usual, error, onAmount, onCurrency }: AmountFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      {onAmount ? (
        <MoneyField label={label} className="min-w-0 grow basis-36" value={amount} error={error} onChange={onAmount} />
      ) : (
        <div className="grid min-w-0 grow basis-36 content-start gap-1.5">
          <span className="text-sm font-semibold">{label}</span>
          <span className="touch flex items-center text-xl font-semibold tabular-nums">{amount}</span>
        </div>
      )}
      <CurrencySelect value={currency} usual={usual} onChange={onCurrency} />
    </div>
  )
}

interface MoneyFieldProps {
  label: string
  hideLabel?: boolean
  value: string
  error?: string | undefined
  hint?: string | undefined
  className?: string
  onChange: (text: string) => void
}

export function MoneyField({ onChange, ...rest }: MoneyFieldProps) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface RateFieldProps {
  /** What the rate is of. */
  is: 'expense' | 'payment'
  /** With the currency in which it was entered: '0.92 EUR'. */
  rate: string
  currency: string
  tripCurrency: string
  error: string | undefined
  /** What the amount is in the trip's currency; '' if that is not known yet. */
  counted: string
  onChange: (rate: string) => void
}

/** What one unit of another currency costs in the trip's. */
export function RateField({ is, rate, currency, tripCurrency, error, counted, onChange }: RateFieldProps) {
  const other = otherCurrencyOf(rate, tripCurrency)
  const hint = other ? m.costs_rate_other({ is, rate, trip: tripCurrency }) : m.costs_rate_hint()
  return (
    <TextField
      label={m.costs_rate_label({ currency, trip: tripCurrency })}
      hint={counted ? m.costs_rate_result({ amount: counted }) : hint}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={rateIn(rate, tripCurrency)}
      error={error}
      onChange={({ target }) => onChange(rateOf(target.value, tripCurrency))}
    />
  )
}

interface PersonSelectProps {
  label: string
  value: string
  people: readonly { id: string; name: string }[]
  error?: string | undefined
  hint?: string | undefined
  onChange: (personId: string) => void
}

export function PersonSelect({ label, value, people, error, hint, onChange }: PersonSelectProps) {
  return (
    <Field {...{ label, error, hint }}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={({ target }) => onChange(target.value)} className={fieldLook}>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
