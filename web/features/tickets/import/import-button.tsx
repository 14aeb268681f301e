import { MailPlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry, prefetch } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'

const loadDialog = () => import('./import-dialog.tsx')
const ImportDialog = lazy(async () => ({ default: (await importWithRetry(loadDialog)).ImportDialog }))

interface Import {
  /** Opens the dialog; undefined for people who may not edit the plan. */
  button: ReactNode
  /** The dialog, and what takes back what it did. It stays where it is while the button moves. */
  dialog: ReactNode
}

/** Adds tickets and stays from mails and passes. @param isOffered false while something else is being edited */
export function useImport(trip: Trip, isOffered: boolean): Import {
  const [isOpen, setIsOpen] = useState(false)
  /** Files that were dropped on the tab. */
  const [dropped, setDropped] = useState<readonly File[]>([])
  const [undo, setUndo] = useState<Undo>()
  const mayEdit = canEditPlan(trip)
  const reach = () => prefetch(loadDialog)
  useDrop(mayEdit && isOffered && !isOpen, (files) => {
    setDropped(files)
    setIsOpen(true)
  })
  function close() {
    setIsOpen(false)
    setDropped([])
  }
  return {
    button: mayEdit && isOffered && (
      <Button variant="quiet" onPointerEnter={reach} onFocus={reach} onClick={() => setIsOpen(true)}>
        <MailPlus aria-hidden="true" className="size-5" />
        {m.imports_button()}
      </Button>
    ),
    dialog: (
      <>
        <Suspense>
          {mayEdit && isOpen && <ImportDialog trip={trip} dropped={dropped} onDone={setUndo} onClose={close} />}
        </Suspense>
        <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
      </>
    ),
  }
}

/** Takes files that are dropped anywhere on the tab, except where something else takes them. */
function useDrop(isActive: boolean, onFiles: (files: readonly File[]) => void) {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!isActive) return
    const listeners = new AbortController()
    const { signal } = listeners
    const isOurs = (event: DragEvent) =>
      !event.defaultPrevented &&
      event.dataTransfer?.types.includes('Files') &&
      !document.querySelector('[role=dialog], [role=alertdialog]')
    const allow = (event: DragEvent) => isOurs(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!isOurs(event)) return
      event.preventDefault()
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', allow, { signal })
    addEventListener('drop', drop, { signal })
    return () => listeners.abort()
  }, [isActive])
}
