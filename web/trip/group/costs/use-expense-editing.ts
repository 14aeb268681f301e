import { useState } from 'react'
import type { Expense } from '#domain/plan/costs.ts'
import * as m from '#messages'
import { type CheckedExpense, checkExpense, isChanged } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import { findConflict, replacing } from './expense-conflicts.ts'
import { type ExpenseForm, formOf } from './expense-form.ts'

/** An expense that somebody is editing. */
export interface Editing {
  /** As it was when they began. */
  before: Expense
  initial: ExpenseForm
  form: ExpenseForm
}

interface EditedExpense {
  isNew: boolean
  /** As it is now; undefined if it is new, or was removed. */
  newest: Expense | undefined
  group: CostsGroup
  /** '' if no entry has set it yet. */
  tripCurrency: string
  onSave: (before: Expense, after: Expense) => void
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
  const { isNew, newest, group, tripCurrency, onSave } = edited
  const [editing, setEditing] = useState(opened)
  const [isDraft, setDraft] = useState(isChanged(opened.form, opened.initial))
  const [told, setTold] = useState<{ newest: Expense | undefined; words: string }>()
  const { before, form, initial } = editing
  const checked = checkExpense(form, before, group, tripCurrency)
  const save = () => {
    const after = checked.expense
    if (isNew) return onSave(before, after)
    if (!newest) {
      if (told && !told.newest) return onSave(before, after)
      return setTold({ newest, words: m.costs_conflict_removed() })
    }
    const conflict = findConflict(newest, before, after, { seen: told?.newest, group })
    if (conflict) setTold({ newest, words: conflict.words })
    else onSave(newest, replacing(newest, before, after))
  }
  const discard = () => {
    const stored = newest && formOf(newest, group)
    setEditing(stored ? { before: newest, initial: stored, form: stored } : { before, initial, form: initial })
    setDraft(false)
    setTold(undefined)
  }
  return {
    editing,
    checked,
    change: (changed) => setEditing((now) => ({ ...now, form: { ...now.form, ...changed } })),
    save,
    conflict: told?.words ?? '',
    discard: isDraft ? discard : undefined,
  }
}
