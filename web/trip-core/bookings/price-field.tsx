import { useState } from 'react'
import { moneyText, parseMoney } from '#domain/costs/parse-money.ts'
import { problemWords } from '#domain/costs/problem-words.ts'
import type { Booking } from '#domain/plan/booking.ts'
import * as m from '#messages'
import { TextField } from '#web/ui/text-field.tsx'
import { CurrencySelect } from '../currency-select.tsx'
import { deviceCurrency } from '../device-currency.ts'

type Price = Pick<Booking, 'price' | 'currency'>

interface PriceFieldProps extends Price {
  label?: string
  /** The trip's currency; '' if it has none. */
  tripCurrency: string
  onChange: (price: Price) => void
}

/** What somebody is typing. `before` is the price then: it stays until the text is an amount. */
interface Typed {
  text: string
  currency: string
  before: Price
}

/** What a booking costs, as people type money. An empty field is no price. */
export function PriceField({ label = m.tickets_price(), price, currency, tripCurrency, onChange }: PriceFieldProps) {
  const [typed, setTyped] = useState<Typed>()
  const usual = tripCurrency || deviceCurrency()
  const shown = typed ?? {
    text: price > 0 ? moneyText(price, currency || usual) : '',
    currency: currency || usual,
    before: { price, currency },
  }
  const problem = typed && problemOf(typed)

  function change(to: Pick<Typed, 'text' | 'currency'>) {
    const next = { ...shown, ...to }
    setTyped(next)
    const read = parseMoney(next.text, next.currency)
    if ('amount' in read) onChange({ price: read.amount, currency: next.currency })
    else onChange(problemOf(next) ? next.before : { price: 0, currency: '' })
  }

  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextField
        label={label}
        className="min-w-0 grow basis-36"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        value={shown.text}
        error={problem && errorOf(problem, shown.before)}
        onChange={({ target }) => change({ text: target.value, currency: shown.currency })}
        // The chosen currency of an empty field stays.
        onBlur={() => !problem && shown.text.trim() !== '' && setTyped(undefined)}
      />
      <CurrencySelect
        value={shown.currency}
        usual={[usual]}
        onChange={(chosen) => change({ text: shown.text, currency: chosen })}
      />
    </div>
  )
}

/** What is wrong with what was typed, as a sentence. A free ticket has no price. */
function problemOf({ text, currency }: Typed): string | undefined {
  const read = parseMoney(text, currency)
  if ('amount' in read || read.problem === 'empty' || read.problem === 'zero') return undefined
  // The sentence about a negative expense offers what only expenses have.
  return problemWords(read.problem === 'negative' ? 'zero' : read.problem, currency, text)
}

const errorOf = (problem: string, { price }: Price): string =>
  price > 0 ? m.tickets_price_stays({ problem }) : m.tickets_price_none_yet({ problem })
