import { ChevronDown } from 'lucide-react'
import { memo, useId, useState } from 'react'
import type { Household, TripCosts } from '#domain/costs/balances.ts'
import { isRounded } from '#domain/costs/expense-amounts.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { type CostsGroup, nameHousehold } from './costs-group.ts'
import { heldWords } from './fee-words.ts'

/** Of more than `MAX_WHOLE` only the first few are shown until somebody asks for all. */
const MAX_WHOLE = 6
const MAX_SHOWN = 3

interface BalancesProps {
  households: readonly Household[]
  /** Fees that nobody is asked to pay back yet, by household. */
  held: ReadonlyMap<string, number>
  costs: TripCosts
  group: CostsGroup
  currency: string
}

/** Who is owed and who owes: bars to the right and left of zero, in words too. */
export const Balances = memo(function Balances({ households, held, costs, group, currency }: BalancesProps) {
  const title = useId()
  const [isWhole, setIsWhole] = useState(false)
  const most = Math.max(1, ...households.map(({ balance }) => Math.abs(balance)))
  const isLong = households.length > MAX_WHOLE
  const shown = isLong && !isWhole ? households.slice(0, MAX_SHOWN) : households
  return (
    <section aria-labelledby={title} className="card px-4 py-3">
      <h3 id={title} className="pb-1 text-lg">
        {m.costs_balances_title()}
      </h3>
      <ul>
        {shown.map((household) => (
          <Balance
            key={household.id}
            {...{ household, most, costs, group, currency }}
            held={held.get(household.id) ?? 0}
          />
        ))}
      </ul>
      {costs.expenses.some(({ expense, amounts }) => isRounded(expense, amounts)) && (
        <p className="pt-2 text-sm text-muted">{m.costs_rounded()}</p>
      )}
      {isLong && (
        <Button variant="quiet" className="mt-2 w-full text-sm" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? m.costs_show_fewer() : m.costs_show_all({ count: households.length })}
        </Button>
      )}
    </section>
  )
})

interface BalanceProps extends Omit<BalancesProps, 'households' | 'held'> {
  household: Household
  held: number
  /** The largest balance: the length of the longest bar. */
  most: number
}

function Balance({ household, held, most, costs, group, currency }: BalanceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  const { name } = nameHousehold(household.id, group)
  const { balance } = household
  return (
    <li className="max-w-none border-b border-line/60 last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setIsOpen(!isOpen)}
        className="touch -mx-2 grid w-[calc(100%+1rem)] gap-1 rounded-md px-2 py-2 text-left hover:bg-action-soft"
      >
        <span className="flex items-center gap-2">
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="ml-auto text-sm tabular-nums">
              {balanceWords(household.id, balance, { group, currency })}
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-action transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </span>
        <Bar balance={balance} most={most} />
        {held !== 0 && <span className="text-sm text-muted">{heldWords(held, currency)}</span>}
      </button>
      <ul id={content} hidden={!isOpen} className="grid gap-1 pb-2 text-sm text-muted">
        {household.personIds.map((id) => {
          const { paid = 0, share = 0 } = costs.people.get(id) ?? {}
          const money = (amount: number) => formatMoney(amount, currency, currency)
          return (
            <li key={id} className="max-w-none tabular-nums">
              {m.costs_person_line({ name: group.nameOf(id), paid: money(paid), share: money(share) })}
            </li>
          )
        })}
      </ul>
    </li>
  )
}

/** 'is owed €20.00'. */
function balanceWords(id: string, balance: number, { group, currency }: Pick<BalanceProps, 'group' | 'currency'>) {
  const { who } = nameHousehold(id, group)
  const amount = formatMoney(Math.abs(balance), currency, currency)
  if (balance === 0) return m.costs_balance_settled()
  return balance > 0 ? m.costs_balance_owed({ who, amount }) : m.costs_balance_owing({ who, amount })
}

/** Starts in the middle, at zero. */
function Bar({ balance, most }: { balance: number; most: number }) {
  const half = balance === 0 ? 0 : Math.max(1, (Math.abs(balance) / most) * 50)
  return (
    <span aria-hidden="true" className="relative block h-2.5 rounded-full bg-line/50">
      <span
        style={balance < 0 ? { right: '50%', width: `${half}%` } : { left: '50%', width: `${half}%` }}
        className={`absolute inset-y-0 ${balance < 0 ? 'rounded-l-full bg-accent' : 'rounded-r-full bg-good'}`}
      />
      <span className="absolute inset-y-[-3px] left-1/2 w-0.5 -translate-x-1/2 bg-edge" />
    </span>
  )
}
