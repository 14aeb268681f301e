import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { currencies, currencyName } from '#domain/costs/currency-list.ts'
import * as m from '#messages'
import { fieldLook } from '#web/ui/field.tsx'

interface CurrencySelectProps {
  value: string
  usual: readonly string[]
  onChange: (currency: string) => void
}

/** Shows only the code. The list has the names too. */
export function CurrencySelect({ value, usual, onChange }: CurrencySelectProps) {
  const id = useId()
  const first = [...new Set([value, ...usual])].filter(Boolean)
  const optionsOf = (codes: readonly string[]) =>
    codes.map((code) => (
      <option key={code} value={code}>
        {m.costs_currency_option({ code, name: currencyName(code) })}
      </option>
    ))
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {m.costs_currency_label()}
      </label>
      <span
        className={`${fieldLook} relative flex items-center gap-2 overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
      >
        <span aria-hidden="true" className="whitespace-nowrap">
          {value}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-action" />
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        >
          <optgroup label={m.costs_currencies_usual()}>{optionsOf(first)}</optgroup>
          <optgroup label={m.costs_currencies_all()}>
            {optionsOf(currencies.filter((code) => !first.includes(code)))}
          </optgroup>
        </select>
      </span>
    </div>
  )
}
