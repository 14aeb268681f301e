import { type ReactNode, useLayoutEffect } from 'react'
import { setUndoPlace } from './undo-place.ts'

/** The buttons that end the editing of a tab. They stick to its lower edge; base.css keeps focused elements clear. */
export function SaveBar({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dataset['saveBar'] = ''
    return () => {
      delete document.documentElement.dataset['saveBar']
    }
  }, [])
  return (
    <div className="over-tabs sticky z-10 flex flex-wrap justify-end gap-x-3 gap-y-2 rounded-lg border border-line bg-raised p-3 shadow-lifted md:bottom-2">
      <div ref={setUndoPlace} className="pointer-events-none absolute inset-x-0 bottom-full pb-2" />
      {children}
    </div>
  )
}
