import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import * as m from '#messages'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { Button } from '#web/ui/button.tsx'
import { UndoBar } from '#web/ui/undo-bar.tsx'
import { SeatCard } from './seat-card.tsx'
import { type Done, doneText, type Host, isHostOf, isUnused, type SeatView } from './seat-view.ts'
import { WithoutSeat } from './without-seat.tsx'

interface SeatPartProps {
  /** The anchor of the people who have no seat. */
  without: string
  view: SeatView
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
export function SeatPart({ without, view, isDialogOpen, onAdd, done, onGone, share, notice }: SeatPartProps) {
  const { words, hosts } = view
  const heading = useFocusAfter(isDialogOpen)
  const isEmpty = hosts.length === 0
  const text = done && doneText(done, view)
  const offer = useMemo(() => (done && text !== undefined ? { text, undo: done.undo } : undefined), [done, text])
  const { shown, folded, unfold } = useFolded(hosts)
  const isOwn = useOwn(hosts, view.me)
  const own = shown.filter(isOwn)
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
          {view.isOver ? words.titleOver : words.title}
        </h2>
        {!isEmpty && share}
        {!isEmpty && !view.isOver && add}
      </header>
      {isEmpty && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 card p-4">
          <p className="min-w-0 max-w-max grow basis-60 text-muted">{words.empty}</p>
          {add}
        </div>
      )}
      {!view.isOver && notice}
      {/* One grid, so that no card moves to another place in the document, where it would lose the focus. */}
      <div className="@container has-[>:empty]:hidden">
        <div className="grid columns-that-fit items-start gap-4">
          {own.map((host) => (
            <SeatCard key={host.id} host={host} view={view} />
          ))}
          {!view.isOver && view.without.length > 0 && (
            <WithoutSeat key="without" id={without} view={view} isBeside={own.length > 0} />
          )}
          {shown.map((host) => isOwn(host) || <SeatCard key={host.id} host={host} view={view} />)}
        </div>
      </div>
      {folded.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 card px-4 py-1">
          <p className="min-w-0 max-w-none py-1.5">
            {words.unused({ count: folded.length, free: folded.reduce((sum, { free }) => sum + free, 0) })}
          </p>
          <button
            type="button"
            className="touch font-semibold text-action underline underline-offset-4"
            onClick={() => {
              unfold()
              heading.current?.focus({ preventScroll: true })
            }}
          >
            {m.rides_unused_show()}
          </button>
        </div>
      )}
      <UndoBar offer={offer} onGone={onGone} />
    </section>
  )
}

/**
 * Finds the current user's own, which come first. Which ones they are is decided once: a card must not move from under
 * a finger that takes a seat in it.
 */
function useOwn(hosts: readonly Host[], me: string): (host: Host) => boolean {
  const [ids] = useState(() => new Set(hosts.flatMap((host) => (isHostOf(host, me) ? [host.id] : []))))
  return ({ id }) => ids.has(id)
}

/** Fewer unused ones are always shown. */
const MIN_FOLDED = 4
/** How many are always shown if all are unused. */
const FIRST_UNUSED = 3

/**
 * Many unused cars or beds are one row that opens. Which ones are in it is decided once: a card must not disappear when
 * its last person leaves it, or right after it was added.
 */
function useFolded(hosts: readonly Host[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => {
    const unused = hosts.filter((host) => isUnused(host) && location.hash !== `#${host.id}`)
    const more = unused.slice(unused.length === hosts.length ? FIRST_UNUSED : 0)
    return new Set(more.length < MIN_FOLDED ? [] : more.map(({ id }) => id))
  })
  const folded = hosts.filter((host) => ids.has(host.id) && isUnused(host))
  return { shown: hosts.filter((host) => !folded.includes(host)), folded, unfold: () => setIds(new Set()) }
}
