import { formatMoney } from '#domain/costs/format-money.ts'
import { type Expense, type Split, splits } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { Chips } from '#web/ui/chips.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { CheckedExpense, Problems } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import { splitNames } from './costs-words.ts'
import { type ExpenseForm, listEveryone, listParty, listSharing, type Sharing } from './expense-form.ts'
import { MoneyField } from './money-fields.tsx'
import { equalWords, type ShareLine, shareLines } from './share-words.ts'

interface SharingFieldsProps {
  form: ExpenseForm
  checked: CheckedExpense
  group: CostsGroup
  /** Undefined until somebody has tried to save. */
  problems: Problems | undefined
  onChange: (change: Partial<ExpenseForm>) => void
}

/** Who shares an expense. */
export function ForWhom({ form, group, onChange }: Omit<SharingFieldsProps, 'checked' | 'problems'>) {
  const { sharing, chosen } = form
  const everyone = listEveryone(group)
  const hasOwnParty = listParty(group).length > 1 && listParty(group).length < everyone.length
  const options: { value: Sharing; label: string }[] = [
    { value: 'all', label: m.costs_everyone() },
    ...(hasOwnParty || sharing === 'party' ? [{ value: 'party' as const, label: m.costs_my_party() }] : []),
    { value: 'some', label: m.costs_choose_people() },
  ]
  const people = [...new Set([...group.everybody, ...chosen])]
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-sm font-semibold">
          {m.costs_for_whom()}
        </span>
        <Segments
          legend={m.costs_for_whom()}
          options={options}
          value={sharing}
          onChange={(to) => onChange({ sharing: to, ...(to === 'some' && { chosen: listSharing(form, group) }) })}
        />
      </div>
      {sharing === 'some' && (
        <Chips
          legend={m.costs_chosen_people()}
          words={people}
          nameOf={(id) => group.nameOf(id)}
          ticked={Object.fromEntries(chosen.map((id) => [id, true]))}
          onChange={(changed) => onChange({ chosen: people.filter((id) => changed[id] ?? chosen.includes(id)) })}
        />
      )}
    </div>
  )
}

/** How an expense is shared, and what that means for each person. */
export function HowShared({ form, checked, group, problems, onChange }: SharingFieldsProps) {
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
      {(split === 'nights' || split === 'meals') && <ShareList lines={shareLines(checked.expense, group)} />}
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

/** 'Ben: 2 of 3 nights · €12.00'. */
export function ShareList({ lines }: { lines: readonly ShareLine[] }) {
  return (
    <ul aria-label={m.costs_shares_title()} className="grid text-sm">
      {lines.map(({ personId, name, why, amount }) => (
        <li
          key={personId}
          className="flex max-w-none items-baseline gap-x-3 border-b border-line/60 py-1.5 last:border-b-0"
        >
          <span className="min-w-0 grow wrap-anywhere">
            {name}
            {why && <span className="text-muted">{m.costs_share_why({ why })}</span>}
          </span>
          <span className="shrink-0 tabular-nums">{amount}</span>
        </li>
      ))}
    </ul>
  )
}

/** A field for each person: their weight or exact amount. */
function Entered({ form, checked, group, problems, onChange }: SharingFieldsProps) {
  const { split, weights, exact, currency } = form
  const owed = new Map(shareLines(checked.expense, group).map((line) => [line.personId, line.amount]))
  return (
    <div className="grid gap-2">
      {split === 'weights' && <p className="text-sm text-muted">{m.costs_weights_hint()}</p>}
      <ul className="grid gap-2">
        {listSharing(form, group).map((id) => (
          <li key={id} className="flex max-w-none items-start gap-3">
            <span className="touch flex min-w-0 grow items-center wrap-anywhere">{group.nameOf(id)}</span>
            {split === 'weights' ? (
              <>
                <span className="touch flex shrink-0 items-center text-sm text-muted tabular-nums">{owed.get(id)}</span>
                <TextField
                  label={m.costs_weight_label({ name: group.nameOf(id) })}
                  hideLabel
                  className="w-20 shrink-0"
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
                className="w-36 shrink-0"
                value={exact[id] ?? ''}
                error={problems?.exact[id]}
                onChange={(text) => onChange({ exact: { ...exact, [id]: text } })}
              />
            )}
          </li>
        ))}
      </ul>
      {split === 'amounts' && checked.left > 0 && (
        <p role="status" className="text-sm font-semibold text-warn tabular-nums">
          {m.costs_left({ amount: formatMoney(checked.left, currency, group.currency) })}
        </p>
      )}
    </div>
  )
}
