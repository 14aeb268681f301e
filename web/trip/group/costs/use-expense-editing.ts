import { useEffect, useRef, useState } from 'react'
import type { Expense } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findLastAuthor } from '#web/data/trips/history.ts'
import { type CheckedExpense, checkExpense, isChanged } from './check-expense.ts'
import type { CostsGroup } from './costs-group.ts'
import { type ConflictWords, findConflict, removedWords, replacing } from './expense-conflicts.ts'
import { type ExpenseForm, formOf } from './expense-form.ts'

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
  onSave: (before: Expense, after: Expense) => void
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

/** What somebody was told before they saved. */
interface Told {
  newest: Expense | undefined
  words: ConflictWords
  by: string | undefined
}

/** Edits a copy of an expense, and saves it unless others have changed the same. Then it says so first. */
export function useExpenseEditing(opened: Editing, edited: EditedExpense): ExpenseEditing {
  const { trip, isNew, newest, group, tripCurrency, onSave } = edited
  const { id: userId } = useUser()
  const [editing, setEditing] = useState(opened)
  const [isDraft, setDraft] = useState(isChanged(opened.form, opened.initial))
  const [told, setTold] = useState<Told>()
  const { before, form, initial } = editing
  useEach(editing, edited.onEdit)
  const checked = checkExpense(form, before, group, tripCurrency)
  const tell = (words: ConflictWords) => {
    const now: Told = { newest, words, by: undefined }
    setTold(now)
    void findLastAuthor(trip.id, 'costs', { entryId: before.id, userId }).then((by) =>
      setTold((latest) => (latest === now ? { ...now, by } : latest)),
    )
  }
  const save = () => {
    const after = checked.expense
    if (isNew) return onSave(before, after)
    if (!newest) {
      if (told && !told.newest) return onSave(before, after)
      return tell(removedWords)
    }
    const words = findConflict(newest, before, after, { seen: told?.newest, group })
    if (words) tell(words)
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
    conflict: told ? told.words(told.by) : '',
    discard: isDraft ? discard : undefined,
  }
}

/** Calls the newest function with each new value. */
export function useEach<Value>(value: Value, call: (value: Value) => void): void {
  const latest = useRef(call)
  latest.current = call
  useEffect(() => latest.current(value), [value])
}
