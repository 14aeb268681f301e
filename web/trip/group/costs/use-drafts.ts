import { useMemo, useRef } from 'react'
import type { OpenDialog } from './costs-dialogs.tsx'

export interface Drafts {
  /** The same dialog with what was entered when it was closed last, if that was not saved. */
  resume: (dialog: OpenDialog) => OpenDialog
  keep: (dialog: OpenDialog) => void
  drop: (dialog: OpenDialog) => void
}

/** What was entered in dialogs that were closed by Escape or a press outside of them, until the tab is left. */
export function useDrafts(): Drafts {
  const drafts = useRef(new Map<string, OpenDialog>())
  return useMemo(
    () => ({
      resume: (dialog) => drafts.current.get(keyOf(dialog)) ?? dialog,
      keep: (dialog) => void drafts.current.set(keyOf(dialog), dialog),
      drop: (dialog) => void drafts.current.delete(keyOf(dialog)),
    }),
    [],
  )
}

/** A new payment is another one if it is between other people. */
export function keyOf(dialog: OpenDialog): string {
  if (dialog.is !== 'expense' && dialog.is !== 'payment') return dialog.is
  if (!dialog.isNew) return dialog.editing.before.id
  if (dialog.is === 'expense') return 'new'
  const { from, to } = dialog.editing.before
  return `new ${from} ${to}`
}
