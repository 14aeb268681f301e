import { MailPlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useDocuments } from '#web/data/trips/use-documents.ts'
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
  /** Until it is added or cancelled. What was read outlives a dialog that was closed by mistake. */
  const [isBegun, setIsBegun] = useState(false)
  /** All files that were dropped on the tab meanwhile. */
  const [dropped, setDropped] = useState<readonly File[]>([])
  const [undo, setUndo] = useState<Undo>()
  const mayEdit = canEditPlan(trip)
  const reach = () => prefetch(loadDialog)
  const documents = useDocuments(trip.id)
  const latestDocuments = useRef(documents)
  useEffect(() => {
    latestDocuments.current = documents
  })
  function open() {
    setIsBegun(true)
    setIsOpen(true)
  }
  // Also while the dialog loads: the browser would leave the page to open them.
  useDrop(mayEdit && isOffered, (files) => {
    setDropped((others) => [...others, ...files])
    open()
  })
  function end() {
    setIsOpen(false)
    setIsBegun(false)
    setDropped([])
  }
  return {
    button: mayEdit && isOffered && (
      <Button variant="quiet" onPointerEnter={reach} onFocus={reach} onClick={open}>
        <MailPlus aria-hidden="true" className="size-5" />
        {m.imports_button()}
      </Button>
    ),
    dialog: (
      <>
        <Suspense>
          {mayEdit && isBegun && (
            <ImportDialog
              trip={trip}
              isOpen={isOpen}
              dropped={dropped}
              findDocuments={() => latestDocuments.current}
              onDone={setUndo}
              onClose={() => setIsOpen(false)}
              onEnd={end}
            />
          )}
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
