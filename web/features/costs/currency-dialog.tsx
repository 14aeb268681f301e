import { useState } from 'react'
import { countWithoutRate, withCurrency } from '#domain/costs/change-currency.ts'
import { decimalsOf } from '#domain/costs/currencies.ts'
import { parseRate } from '#domain/costs/parse-rate.ts'
import type { Costs } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { CurrencySelect } from '#web/trip-core/currency-select.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RateQuestion } from './rate-question.tsx'

interface CurrencyDialogProps {
  costs: Costs
  /** What is chosen at first. */
  currency: string
  usual: readonly string[]
  /** @param rate how much of it one unit of the currency before is; '' if that is not known */
  onSave: (currency: string, rate: string) => void
  onClose: () => void
}

/** Chooses the currency in which balances are computed. */
export function CurrencyDialog({ costs, currency, usual, onSave, onClose }: CurrencyDialogProps) {
  const [chosen, setChosen] = useState(currency)
  // By the two currencies: another organizer may change the trip's while the dialog is open.
  const [rates, setRates] = useState<Readonly<Record<string, string>>>({})
  const pair = `${costs.currency} ${chosen}`
  const typed = rates[pair] ?? ''
  const read = parseRate(typed)
  const rate = 'rate' in read ? read.rate : ''
  const isChanged = chosen !== costs.currency
  const isAsked = isChanged && costs.currency !== '' && hasUse(costs, chosen)
  const missing = isChanged ? countWithoutRate(withCurrency(costs, chosen, rate)) : 0
  return (
    <EditDialog
      title={m.costs_currency_title()}
      isNew={false}
      isValid={!isAsked || 'rate' in read || read.problem === 'empty'}
      onSave={() => onSave(chosen, isAsked ? rate : '')}
      onRemove={undefined}
      onCancel={onClose}
      onDismiss={onClose}
    >
      {() => (
        <>
          <p>{m.costs_currency_hint()}</p>
          <CurrencySelect value={chosen} usual={usual} onChange={setChosen} />
          {isAsked && (
            <RateQuestion
              label={m.costs_currency_rate_label({ before: costs.currency, currency: chosen })}
              currency={costs.currency}
              tripCurrency={chosen}
              example={100 * 10 ** decimalsOf(costs.currency)}
              rate={typed}
              hint={m.costs_currency_rate_hint()}
              onChange={(text) => setRates({ ...rates, [pair]: text })}
            />
          )}
          {missing > 0 && (
            <p role="status" className="text-sm text-warn">
              {m.costs_currency_others({ count: missing, currency: chosen })}
            </p>
          )}
        </>
      )}
    </EditDialog>
  )
}

/** Whether what one unit of the currency before costs gives any entry a rate. */
function hasUse(costs: Costs, currency: string): boolean {
  return countWithoutRate(withCurrency(costs, currency, '1')) < countWithoutRate(withCurrency(costs, currency))
}
