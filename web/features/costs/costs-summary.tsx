import { CircleCheck, Clock } from 'lucide-react'
import { formatMoney } from '#domain/costs/format-money.ts'
import * as m from '#messages'
import { whoseCosts } from './costs-group.ts'
import { heldWords } from './fee-words.ts'
import { isAllCertain, sumUnconfirmed } from './open-ends.ts'
import type { CostsView } from './use-costs.ts'

/** What the current user and their party are owed or owe, and what the trip cost. */
export function CostsSummary({ view, currency }: { view: CostsView; currency: string }) {
  const { group, costs, households, held, isOneHousehold } = view
  const own = households.find(({ id }) => id === group.mine)
  const ownHeld = held.get(group.mine) ?? 0
  const balance = (own?.balance ?? 0) - ownHeld
  const isAllSettled = households.every((household) => household.balance === 0) && isAllCertain(costs)
  const { received, paid } = sumUnconfirmed(costs.payments, group.own)
  const money = (amount: number) => formatMoney(amount, currency, currency)
  const whose = whoseCosts(group)
  if (households.length < 2) {
    return (
      <div className="card neatline grid gap-3 p-5">
        <p className="grid">
          <span className="text-base">{m.costs_total()}</span>{' '}
          <span className="sign text-4xl wrap-anywhere tabular-nums">{money(costs.total)}</span>
        </p>
        {whose === 'party' && isOneHousehold && <p className="text-sm text-muted">{m.costs_one_family()}</p>}
      </div>
    )
  }
  return (
    <div className="card neatline grid gap-3 p-5">
      {balance === 0 ? (
        <p className={`sign flex items-center gap-3 text-2xl ${isAllSettled ? 'text-good' : ''}`}>
          {isAllSettled && <CircleCheck aria-hidden="true" className="size-8 shrink-0" />}
          {isAllSettled ? m.costs_all_settled() : m.costs_settled({ whose })}
        </p>
      ) : (
        <p className="grid">
          <span className="text-base">{balance > 0 ? m.costs_owed({ whose }) : m.costs_owing({ whose })}</span>{' '}
          <span className={`sign text-4xl wrap-anywhere tabular-nums ${balance > 0 ? 'text-good' : 'text-accent'}`}>
            {money(Math.abs(balance))}
          </span>
        </p>
      )}
      {ownHeld !== 0 && <p className="text-sm text-muted">{heldWords(ownHeld, currency)}</p>}
      {received > 0 && <Unconfirmed>{m.costs_counted_received({ whose, amount: money(received) })}</Unconfirmed>}
      {paid > 0 && <Unconfirmed>{m.costs_counted_paid({ whose, amount: money(paid) })}</Unconfirmed>}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <Fact label={m.costs_own_total({ whose })} value={money(own?.share ?? 0)} />
        <Fact label={m.costs_total()} value={money(costs.total)} />
      </dl>
    </div>
  )
}

function Unconfirmed({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-warn">
      <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{label}</dt>
      <dd className="font-semibold text-text tabular-nums">{value}</dd>
    </div>
  )
}
