import { useEffect, useRef, useState } from 'react'
import type { Expense } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import { type CheckedExpense, checkExpense, isChanged } from './check-expense.ts'
import { expenseRules } from './conflict-rules.ts'
import type { CostsGroup } from './costs-group.ts'
import { type ExpenseForm, formOf } from './expense-form.ts'
import { type Save, useSaving } from './use-saving.ts'

/** An expense that somebody is editing. */
export interface Editing {
  /** As it was when they began. */
  before: Expense
  initial: ExpenseForm
  form: ExpenseForm
}

interface EditedExpense {
  trip: Trip
  isNew: boolean
  /** As it is now; undefined if it is new, or was removed. */
  newest: Expense | undefined
  group: CostsGroup
  /** '' if no entry has set it yet. */
  tripCurrency: string
  onSave: Save<Expense>
  /** Called with each edit. */
  onEdit: (editing: Editing) => void
}

interface ExpenseEditing {
  editing: Editing
  checked: CheckedExpense
  change: (changed: Partial<ExpenseForm>) => void
  save: () => void
  /** What others did to the expense meanwhile; '' if nothing was found when it was to be saved. */
  conflict: string
  /** Undefined unless the dialog opened with edits that are not saved. */
  discard: (() => void) | undefined
}

/** Edits a copy of an expense, and saves it unless others have changed the same. Then it says so first. */
export function useExpenseEditing(opened: Editing, edited: EditedExpense): ExpenseEditing {
  const { newest, group, tripCurrency } = edited
  const [editing, setEditing] = useState(opened)
  const [isDraft, setDraft] = useState(isChanged(opened.form, opened.initial))
  const { before, form, initial } = editing
  useEach(editing, edited.onEdit)
  const checked = checkExpense(form, before, group, tripCurrency)
  const { save, conflict, reset } = useSaving({ ...edited, rules: expenseRules })
  const discard = () => {
    const stored = newest && formOf(newest, group)
    setEditing(stored ? { before: newest, initial: stored, form: stored } : { before, initial, form: initial })
    setDraft(false)
    reset()
  }
  return {
    editing,
    checked,
    change: (changed) => setEditing((now) => ({ ...now, form: { ...now.form, ...changed } })),
    save: () => save(before, checked.expense),
    conflict,
    discard: isDraft ? discard : undefined,
  }
}

/** Calls the newest function with each new value. */
export function useEach<Value>(value: Value, call: (value: Value) => void): void {
  const latest = useRef(call)
  latest.current = call
  useEffect(() => latest.current(value), [value])
}
