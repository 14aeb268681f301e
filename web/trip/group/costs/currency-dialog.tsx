import { useState } from 'react'
import type { Costs } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { EditDialog } from './edit-dialog.tsx'
import { CurrencySelect } from './money-fields.tsx'

interface CurrencyDialogProps {
  costs: Costs
  /** What is chosen at first. */
  currency: string
  usual: readonly string[]
  onSave: (currency: string) => void
  onClose: () => void
}

/** Chooses the currency in which balances are computed. */
export function CurrencyDialog({ costs, currency, usual, onSave, onClose }: CurrencyDialogProps) {
  const [chosen, setChosen] = useState(currency)
  const others = [...costs.expenses, ...costs.payments].filter((entry) => entry.currency !== chosen).length
  return (
    <EditDialog
      title={m.costs_currency_title()}
      isNew={false}
      isValid
      onSave={() => onSave(chosen)}
      onRemove={undefined}
      onCancel={onClose}
      onDismiss={onClose}
    >
      {() => (
        <>
          <p>{m.costs_currency_hint()}</p>
          <CurrencySelect value={chosen} usual={usual} onChange={setChosen} />
          {chosen !== costs.currency && others > 0 && (
            <p className="text-sm text-warn">{m.costs_currency_others({ count: others, currency: chosen })}</p>
          )}
        </>
      )}
    </EditDialog>
  )
}
