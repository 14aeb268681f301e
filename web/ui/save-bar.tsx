import { type ReactNode, useLayoutEffect } from 'react'
import { setUndoPlace } from './undo-place.ts'

const bar = 'flex-wrap gap-x-3 gap-y-2 rounded-lg border border-line bg-raised p-3 shadow-lifted'
const bare = 'pointer-events-none *:[button]:pointer-events-auto *:[button]:shadow-lifted'

/**
 * The buttons that end the editing of a tab. They stick to its lower edge; base.css keeps focused elements clear.
 * `isBare`: a single button without a bar, within a card.
 */
export function SaveBar({ isBare = false, children }: { isBare?: boolean; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dataset['saveBar'] = ''
    return () => {
      delete document.documentElement.dataset['saveBar']
    }
  }, [])
  return (
    <div className={`over-tabs sticky z-10 flex justify-end md:bottom-2 ${isBare ? bare : bar}`}>
      <div ref={setUndoPlace} className="pointer-events-none absolute inset-x-0 bottom-full pb-2" />
      {children}
    </div>
  )
}
