import { useState } from 'react'
import { formatMoney } from '#domain/costs/format-money.ts'
import * as m from '#messages'
import { Notice } from '#web/ui/notice.tsx'
import { listUnassigned, listUncounted, type OpenEntry } from './open-ends.ts'
import type { CostsView } from './use-costs.ts'

/** More are shown on request. */
const MAX_SHOWN = 3

interface OpenNoticesProps {
  view: CostsView
  currency: string
  onOpen: (id: string) => void
}

/** Says what counts nowhere and what nobody pays, with the entries. */
export function OpenNotices({ view: { costs, group, isOneHousehold }, currency, onOpen }: OpenNoticesProps) {
  const uncounted = listUncounted(costs, group)
  // What nobody shares matters once somebody may owe something.
  const unassigned = isOneHousehold ? [] : listUnassigned(costs)
  const amount = unassigned.reduce((sum, one) => sum + one.amount, 0)
  return (
    <>
      {uncounted.length > 0 && (
        <Notice tone="warn">
          <p>{m.costs_uncounted({ count: uncounted.length })}</p>
          <Entries entries={uncounted} onOpen={onOpen} />
        </Notice>
      )}
      {unassigned.length > 0 && (
        <Notice tone="warn">
          <p>{m.costs_unassigned_notice({ amount: formatMoney(amount, currency, currency) })}</p>
          <Entries entries={unassigned} onOpen={onOpen} />
        </Notice>
      )}
    </>
  )
}

function Entries({ entries, onOpen }: { entries: readonly OpenEntry[]; onOpen: (id: string) => void }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = entries.length > MAX_SHOWN + 1
  const shown = isLong && !isWhole ? entries.slice(0, MAX_SHOWN) : entries
  return (
    <ul className="-mb-2.5 flex flex-wrap gap-x-4">
      {shown.map(({ id, title }) => (
        <li key={id} className="min-w-0">
          <Link text={title} onPress={() => onOpen(id)} />
        </li>
      ))}
      {isLong && (
        <li>
          <Link
            text={isWhole ? m.costs_show_fewer() : m.costs_show_all({ count: entries.length })}
            onPress={() => setIsWhole(!isWhole)}
          />
        </li>
      )}
    </ul>
  )
}

function Link({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="touch text-left font-semibold text-action underline wrap-anywhere"
    >
      {text}
    </button>
  )
}
