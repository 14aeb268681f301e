import { Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface Undo {
  /** What was done: "Removed 'Tent'". */
  text: string
  undo: () => void
}

const SHOWN_MS = 10_000

/** Offers to take back what was just done, for ten seconds or until something else is done. */
export function UndoBar({ offer, onGone }: { offer: Undo | undefined; onGone: () => void }) {
  // The ten seconds are those of the offer: they do not begin anew when the page is drawn again meanwhile.
  const end = useRef(onGone)
  useEffect(() => {
    end.current = onGone
  })
  useEffect(() => {
    if (!offer) return
    const timer = setTimeout(() => end.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [offer])

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-20 z-30 flex justify-center px-4 md:bottom-6">
      {offer && (
        <div className="pointer-events-auto flex max-w-full animate-arrive items-center gap-2 rounded-md border border-edge bg-raised py-1 pr-1 pl-4 text-sm shadow-lifted">
          <span className="min-w-0 truncate">{offer.text}</span>
          <Button
            variant="quiet"
            className="text-sm"
            onClick={() => {
              offer.undo()
              onGone()
            }}
          >
            <Undo2 aria-hidden="true" className="size-4" />
            Undo
          </Button>
          <IconButton icon={X} label="Dismiss" onClick={onGone} />
        </div>
      )}
    </div>
  )
}
