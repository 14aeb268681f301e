import { X } from 'lucide-react'
import { formatMoney } from '#domain/costs/format-money.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Problems } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import type { ExpenseForm } from './expense-form.ts'
import { MoneyField, PersonSelect } from './money-fields.tsx'
import { startSeveral, withoutPaid, withPaid } from './payers-form.ts'

interface PayerFieldsProps {
  form: ExpenseForm
  group: CostsGroup
  /** In minor units. */
  total: number
  problems: Problems | undefined
  onChange: (change: Partial<ExpenseForm>) => void
}

/** Who paid: one person, or several with what each of them paid. */
export function PayerFields({ form, group, total, problems, onChange }: PayerFieldsProps) {
  const { payer, isByMany, isRefund } = form
  const label = isRefund ? m.costs_got_label() : m.costs_payer_label()
  if (isByMany) return <SeveralPayers {...{ form, group, total, problems, onChange }} />
  return (
    <div className="grid gap-1">
      <PersonSelect
        label={label}
        value={payer}
        people={listPayers(group, [payer])}
        hint={
          group.notComing.has(payer)
            ? m.costs_payer_not_coming({ who: whoIs(payer, group), name: group.nameOf(payer) })
            : undefined
        }
        onChange={(id) => onChange({ payer: id })}
      />
      <button
        type="button"
        onClick={() => onChange(startSeveral(form))}
        className="touch justify-self-start rounded-md px-1 text-sm font-semibold text-action hover:bg-action-soft"
      >
        {isRefund ? m.costs_several_got() : m.costs_several_paid()}
      </button>
    </div>
  )
}

function SeveralPayers({ form, group, total, problems, onChange }: PayerFieldsProps) {
  const { paid, currency, isRefund } = form
  const ids = Object.keys(paid)
  const others = listPayers(group, []).filter(({ id }) => !ids.includes(id))
  const set = (id: string, text: string) => onChange(withPaid(form, id, text))
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-sm font-semibold">{isRefund ? m.costs_got_label() : m.costs_payer_label()}</legend>
      {ids.map((id, index) => (
        <div key={id} className="flex items-start gap-1">
          <MoneyField
            label={group.nameOf(id)}
            className="min-w-0 grow"
            value={paid[id] ?? ''}
            error={problems?.paid[id] ?? (index === 0 ? problems?.payers : undefined)}
            onChange={(text) => set(id, text)}
          />
          <IconButton
            icon={X}
            label={m.common_remove_named({ name: group.nameOf(id) })}
            title={m.common_remove()}
            className="mt-7"
            onClick={() => onChange(withoutPaid(form, id))}
          />
        </div>
      ))}
      {others.length > 0 && <AddPerson people={others} onAdd={(id) => set(id, '')} />}
      <p role="status" className="text-sm font-semibold tabular-nums">
        {m.costs_payers_total({ amount: formatMoney(total, currency, group.currency) })}
      </p>
    </fieldset>
  )
}

/** Adds a person as soon as one is chosen. */
export function AddPerson({
  people,
  onAdd,
}: {
  people: readonly { id: string; name: string }[]
  onAdd: (personId: string) => void
}) {
  return (
    <PersonSelect
      label={m.costs_add_person()}
      value=""
      people={[{ id: '', name: m.costs_choose_person() }, ...people]}
      onChange={(id) => id && onAdd(id)}
    />
  )
}

/** Children only if they are chosen already. */
export function listPayers(group: CostsGroup, chosen: readonly string[]): { id: string; name: string }[] {
  const adults = group.everybody.filter((id) => id === group.me || !group.children.has(id))
  const ids = [...adults, ...chosen.filter((id) => id !== '' && !adults.includes(id))]
  return ids.map((id) => ({ id, name: group.nameOf(id) }))
}

const whoIs = (personId: string, { me }: CostsGroup) => (personId === me ? 'me' : 'other')
