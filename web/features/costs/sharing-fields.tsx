import { canEditSection } from '#domain/access.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import { type Expense, type Split, splits } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { CheckedExpense, Problems } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import { splitNames } from './costs-words.ts'
import { type ExpenseForm, listSharing } from './expense-form.ts'
import { MoneyField } from './money-fields.tsx'
import { equalWords, type ShareLine, shareLines } from './share-words.ts'

interface SharingFieldsProps {
  trip: Trip
  form: ExpenseForm
  checked: CheckedExpense
  group: CostsGroup
  /** Undefined until somebody has tried to save. */
  problems: Problems | undefined
  onChange: (change: Partial<ExpenseForm>) => void
}

/** How an expense is shared, and what that means for each person. */
export function HowShared({ trip, form, checked, group, problems, onChange }: SharingFieldsProps) {
  const { split } = form
  return (
    <div className="grid gap-2">
      <Field label={m.costs_split_label()} error={problems?.sharing}>
        {(wiring) => (
          <select
            {...wiring}
            value={split}
            onChange={({ target }) => onChange({ split: target.value as Split })}
            className={fieldLook}
          >
            {splits.map((one) => (
              <option key={one} value={one}>
                {splitNames[one]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(split === 'weights' || split === 'amounts') && <Entered {...{ form, checked, group, problems, onChange }} />}
      {split === 'equally' && <EqualShares expense={checked.expense} group={group} />}
      {(split === 'nights' || split === 'meals') && <Attended {...{ trip, group }} expense={checked.expense} />}
    </div>
  )
}

function EqualShares({ expense, group }: { expense: Expense; group: CostsGroup }) {
  const lines = shareLines(expense, group)
  return (
    <p className="text-sm text-muted tabular-nums empty:hidden">
      {equalWords(lines, expense.currency, group.currency)}
    </p>
  )
}

/** The shares by attendance. If a child counts less, it says by which setting. */
function Attended({ trip, group, expense }: { trip: Trip; group: CostsGroup; expense: Expense }) {
  const lines = shareLines(expense, group)
  return (
    <div className="grid gap-1">
      <ShareList lines={lines} />
      {lines.some(({ isReduced }) => isReduced) && (
        <p className="text-sm text-muted">
          {m.costs_children_count()}{' '}
          {canEditSection(trip, 'details') &&
            m.costs_children_where({ tab: m.plan_tab_meals(), settings: m.food_eating_title() })}
        </p>
      )}
    </div>
  )
}

/** 'Ben: 2 of 3 nights · €12.00'. */
export function ShareList({ lines }: { lines: readonly ShareLine[] }) {
  return (
    <ul aria-label={m.costs_shares_title()} className="grid text-sm">
      {lines.map(({ personId, name, why, amount }) => (
        <li
          key={personId}
          className="flex max-w-none flex-wrap items-baseline gap-x-3 border-b border-line/60 py-1.5 last:border-b-0"
        >
          <span className="min-w-0 grow basis-24 wrap-anywhere">
            {name}
            {why && <span className="text-muted">{m.costs_share_why({ why })}</span>}
          </span>
          <span className="ml-auto shrink-0 tabular-nums">{amount}</span>
        </li>
      ))}
    </ul>
  )
}

/** A field for each person: their weight or exact amount. What is wrong with one is wider than it, within the list. */
function Entered({ form, checked, group, problems, onChange }: Omit<SharingFieldsProps, 'trip'>) {
  const { split, weights, exact } = form
  // With a wrong weight, nobody's amount is known.
  const isUnknown = split === 'weights' && Object.keys(checked.problems.weights).length > 0
  const lines = isUnknown ? [] : shareLines(checked.expense, group)
  const owed = new Map(lines.map((line) => [line.personId, line.amount]))
  return (
    <div className="grid gap-2">
      {split === 'weights' && <p className="text-sm text-muted">{m.costs_weights_hint()}</p>}
      <ul className="@container grid gap-2">
        {listSharing(form, group).map((id) => (
          <li key={id} className="flex max-w-none flex-wrap items-start gap-x-3">
            <span className="touch flex min-w-0 grow basis-24 items-center wrap-anywhere">{group.nameOf(id)}</span>
            {split === 'weights' ? (
              <>
                <span className="touch flex shrink-0 items-center text-sm text-muted tabular-nums">{owed.get(id)}</span>
                <TextField
                  label={m.costs_weight_label({ name: group.nameOf(id) })}
                  hideLabel
                  className="ml-auto w-20 shrink-0 [&>p]:ml-[min(0px,max(5rem-100cqi,-7rem))]"
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={8}
                  value={weights[id] ?? '1'}
                  error={problems?.weights[id]}
                  onChange={({ target }) => onChange({ weights: { ...weights, [id]: target.value } })}
                />
              </>
            ) : (
              <MoneyField
                label={m.costs_exact_label({ name: group.nameOf(id) })}
                hideLabel
                className="ml-auto w-36 max-w-full shrink-0 [&>p]:ml-[min(0px,max(9rem-100cqi,-7rem))]"
                value={exact[id] ?? ''}
                error={problems?.exact[id]}
                onChange={(text) => onChange({ exact: { ...exact, [id]: text } })}
              />
            )}
          </li>
        ))}
      </ul>
      {split === 'amounts' && <Difference {...{ checked, group }} currency={form.currency} />}
    </div>
  )
}

interface DifferenceProps {
  checked: CheckedExpense
  group: CostsGroup
  currency: string
}

/** What exact amounts leave of the total, or by how much they exceed it. */
function Difference({ checked: { left, excess }, group, currency }: DifferenceProps) {
  const words =
    excess > 0
      ? m.costs_too_much({ amount: formatMoney(excess, currency, group.currency) })
      : left > 0
        ? m.costs_left({ amount: formatMoney(left, currency, group.currency) })
        : ''
  return (
    <p
      role="status"
      className={`text-sm font-semibold tabular-nums empty:hidden ${excess > 0 ? 'text-danger' : 'text-warn'}`}
    >
      {words}
    </p>
  )
}
