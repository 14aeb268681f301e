import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { UndoBar } from '#web/ui/undo-bar.tsx'
import { useFocusAfter } from '../use-focus-after.ts'
import { PlaceCard } from './place-card.tsx'
import { type Done, doneText, type PlaceView } from './place-view.ts'
import { WithoutPlace } from './without-place.tsx'

interface PlacePartProps {
  /** How an address names those who have no place. */
  without: string
  view: PlaceView
  /** A dialog that adds, changes or removes one. The button that opened it may be gone afterwards. */
  isDialogOpen: boolean
  /** Undefined if the current user may not add any. */
  onAdd: (() => void) | undefined
  /** What somebody did last. */
  done: Done | undefined
  /** It can no longer be undone. */
  onGone: () => void
  share: ReactNode
  notice: ReactNode
}

/** The cars or the beds of a trip. Without any: one sentence and one button. */
export function PlacePart({ without, view, isDialogOpen, onAdd, done, onGone, share, notice }: PlacePartProps) {
  const { words, hosts } = view
  const heading = useFocusAfter(isDialogOpen)
  const isEmpty = hosts.length === 0
  const text = done && doneText(done, view)
  const offer = useMemo(() => (done && text !== undefined ? { text, undo: done.undo } : undefined), [done, text])
  const add = onAdd && (
    <Button variant="quiet" onClick={onAdd}>
      <Plus aria-hidden="true" className="size-5 shrink-0" />
      {words.add}
    </Button>
  )
  return (
    <section aria-label={words.title} className="flex flex-col gap-4">
      <header className="flex min-h-11 flex-wrap items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 grow text-xl">
          {words.title}
        </h2>
        {!isEmpty && share}
        {!isEmpty && add}
      </header>
      {isEmpty && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 card p-4">
          <p className="min-w-0 max-w-none grow basis-60 text-muted">{words.empty}</p>
          {add}
        </div>
      )}
      {notice}
      <WithoutPlace id={without} view={view} />
      {!isEmpty && (
        <div className="grid columns-that-fit items-start gap-4">
          {hosts.map((host) => (
            <PlaceCard key={host.id} host={host} view={view} />
          ))}
        </div>
      )}
      <UndoBar offer={offer} onGone={onGone} />
    </section>
  )
}
