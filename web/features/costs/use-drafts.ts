import { useMemo, useReducer } from 'react'
import { drafts as storedDrafts } from '#web/data/root/drafts.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { costsDialogsKey } from '#web/data/storage/drafts.ts'
import { fromStored, hasEdits, keyOf, toStored } from './draft-dialogs.ts'
import type { EditDialog, OpenDialog } from './open-dialog.ts'

export interface Drafts {
  /** The same dialog with what was entered when it was left last, if that was not saved. */
  resume: (dialog: EditDialog) => EditDialog
  /** Keeps what is entered in a dialog. */
  keep: (dialog: EditDialog) => void
  drop: (dialog: OpenDialog) => void
  list: () => EditDialog[]
}

/** What is entered in dialogs and not saved. It survives a reload, and the trip's other tabs. */
export function useDrafts(tripId: string): Drafts {
  const userId = useUser().id
  const [, render] = useReducer((count: number) => count + 1, 0)
  return useMemo(() => {
    const key = costsDialogsKey(userId, tripId)
    const known = fromStored(storedDrafts.read(key))
    if (!known) storedDrafts.quarantine(key, 'a draft of another app version')
    const dialogs = known ?? new Map<string, EditDialog>()
    const store = () => {
      storedDrafts.write(key, toStored(dialogs))
      askBeforeUnload(key, dialogs.size > 0)
    }
    const drop = (dialog: OpenDialog) => {
      if (!dialogs.delete(keyOf(dialog))) return
      store()
      render()
    }
    askBeforeUnload(key, dialogs.size > 0)
    return {
      resume: (dialog) => dialogs.get(keyOf(dialog)) ?? dialog,
      keep: (dialog) => {
        if (!hasEdits(dialog)) return drop(dialog)
        dialogs.set(keyOf(dialog), dialog)
        store()
      },
      drop,
      list: () => [...dialogs.values()],
    }
  }, [userId, tripId])
}

/** The trips with drafts, which the browser deletes together with its tab. */
const unsaved = new Set<string>()
/** The drafts of a trip that somebody has left are gone. */
const ask = (event: BeforeUnloadEvent) => {
  if ([...unsaved].some((key) => storedDrafts.read(key) !== undefined)) event.preventDefault()
}

function askBeforeUnload(key: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(key)
  else unsaved.delete(key)
  // Browsers cache no page that listens without need.
  if (unsaved.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
