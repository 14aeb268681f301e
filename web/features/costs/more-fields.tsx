import { lazy, Suspense } from 'react'
import { type ExpenseCategory, expenseCategories, MAX_COST_NOTE } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { DayField, MealField } from '#web/trip-core/days/day-and-meal.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { CostsGroup } from './costs-group.ts'
import { categoryNames } from './costs-words.ts'
import type { ExpenseForm } from './expense-form.ts'
import { guessCategory } from './guess-category.ts'
import type { UnfinishedUploads } from './receipts-part.tsx'

const ReceiptsPart = lazy(async () => ({
  default: (await importWithRetry(() => import('./receipts-part.tsx'))).ReceiptsPart,
}))

interface MoreFieldsProps {
  trip: Trip
  form: ExpenseForm
  group: CostsGroup
  onChange: (change: Partial<ExpenseForm>) => void
  /** Called when uploads of receipts begin, end and fail. */
  onUploads: (unfinished: UnfinishedUploads) => void
}

/** What few expenses need. */
export function MoreFields({ trip, form, group, onChange, onUploads }: MoreFieldsProps) {
  const isByAttendance = form.split === 'nights' || form.split === 'meals'
  return (
    <div className="grid gap-4">
      <Field label={m.costs_category_label()}>
        {(wiring) => (
          <select
            {...wiring}
            value={form.category || guessCategory(form.name)}
            onChange={({ target }) => onChange({ category: target.value as ExpenseCategory })}
            className={fieldLook}
          >
            {expenseCategories.map((category) => (
              <option key={category} value={category}>
                {categoryNames[category]()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!isByAttendance && <DayFields {...{ form, group, onChange }} />}
      <div>
        <Switch checked={form.isRefund} onChange={(isRefund) => onChange({ isRefund })}>
          {m.costs_refund_label()}
        </Switch>
        <p className="text-sm text-muted">{m.costs_refund_hint()}</p>
      </div>
      <TextArea
        label={m.costs_note_label()}
        value={form.note}
        maxLength={MAX_COST_NOTE}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      <Suspense>
        <ReceiptsPart
          trip={trip}
          expenseName={form.name}
          receipts={form.receipts}
          onChange={(receipts) => onChange({ receipts })}
          onUploads={onUploads}
        />
      </Suspense>
    </div>
  )
}

/** The day and the meal that an expense is for. */
export function DayFields({ form, group, onChange }: Omit<MoreFieldsProps, 'trip' | 'onUploads'>) {
  const { day, meal, split } = form
  if (day === 0 && group.days.length === 0) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DayField
        label={m.costs_day_label()}
        none={m.costs_whole_trip()}
        value={day}
        days={group.days}
        dates={group.dates}
        onChange={(to) => onChange({ day: to })}
      />
      {day !== 0 && split !== 'nights' && (
        <MealField
          label={m.costs_meal_label()}
          none={m.costs_no_meal()}
          value={meal}
          onChange={(to) => onChange({ meal: to })}
        />
      )}
    </div>
  )
}
