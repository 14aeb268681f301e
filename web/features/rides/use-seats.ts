import { useState } from 'react'
import { type Done, type Host, type SeatView, seatActions } from './seat-view.ts'

interface SeatsInput<Entry> extends Pick<SeatView, 'words'> {
  /** The cars or the beds. */
  entries: readonly Entry[]
  /** Changes them, and returns what undoes it. Undefined if the current user may not. */
  edit: ((change: (entries: Entry[]) => Entry[], when: 'at-once' | 'after-pause') => () => void) | undefined
  /** Sends somebody to another one. Returns what undoes it; undefined if the current user may not. */
  put: (personId: string, to: string) => (() => void) | undefined
  /** Where somebody is who needs no seat. */
  none: string
  group: Pick<SeatView, 'me' | 'nameOf'>
  /** What is said about one that was removed. `count`: how many people were in it. */
  removedText: (entry: Entry, count: number) => string
}

/** Which dialog is open: for a new entry, as entered so far, or for one of the entries. */
type Open<Entry> = { added: Entry } | { changed: string } | undefined

/** What people do with cars or beds: add, change and remove them, and take seats in them. */
export function useSeats<Entry extends { id: string }>({ entries, edit, removedText, ...places }: SeatsInput<Entry>) {
  const [open, setOpen] = useState<Open<Entry>>()
  const [done, setDone] = useState<Done>()
  const opened = open && 'changed' in open ? entries.find(({ id }) => id === open.changed) : open?.added
  // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
  if (open && !opened) setOpen(undefined)
  const close = () => setOpen(undefined)
  return {
    done,
    forget: () => setDone(undefined),
    /** What the dialog shows. */
    opened,
    isOpen: open !== undefined,
    isNew: open !== undefined && 'added' in open,
    startAdding: (entry: Entry) => setOpen({ added: entry }),
    startChanging: (id: string) => setOpen({ changed: id }),
    close,
    change(changed: Partial<Entry>, isTyped = false) {
      if (open && 'added' in open) return setOpen({ added: { ...open.added, ...changed } })
      edit?.(
        (all) => all.map((one) => (one.id === opened?.id ? { ...one, ...changed } : one)),
        isTyped ? 'after-pause' : 'at-once',
      )
    },
    add(entry: Entry) {
      edit?.((all) => [...all, entry], 'at-once')
      close()
    },
    remove(removed: Entry, hosts: readonly Host[]) {
      const { inside = [], waiting = [] } = hosts.find(({ id }) => id === removed.id) ?? {}
      const undo = edit?.((all) => all.filter(({ id }) => id !== removed.id), 'at-once')
      if (undo) setDone({ text: removedText(removed, inside.length + waiting.length), undo })
      close()
    },
    actions: seatActions({ ...places, onDone: setDone }),
  }
}
