import { ChevronRight, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { SeenVersions } from '#domain/api/since.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { Absence, LastHere } from '#web/data/trips/last-here.ts'
import { useSince } from '#web/data/trips/since.ts'
import { Face } from '#web/ui/face.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isFocusLost } from '#web/ui/last-press.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { publishNews } from './news.ts'
import { describeSince, sentenceOf } from './since-words.ts'

const loadDialog = () => importWithRetry(() => import('./since-dialog.tsx'))
const SinceDialog = lazy(async () => ({ default: (await loadDialog()).SinceDialog }))

const MAX_FACES = 3
/** How long the line covers a part of the page. Later the trip's menu leads to the same list. */
const OVER_PAGE_MS = 10_000

interface SinceLineProps {
  trip: Trip
  absence: Absence
  lastHere: LastHere
  isOverPage: boolean
}

/** One line that says what changed. It covers the note of the page: nothing moves when it appears or goes. */
export function SinceLine({ trip, absence, lastHere, isOverPage }: SinceLineProps) {
  const answer = useSince(trip.id, absence)
  const since = useMemo(() => answer && describeSince(answer), [answer])
  const [isOpen, setIsOpen] = useState(false)
  const hasNothing = answer !== undefined && since === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every answer
  useEffect(() => {
    if (hasNothing) lastHere.settle(answer.versions)
  }, [answer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every answer
  useEffect(() => {
    if (answer && since) return publishNews(trip.id, { count: since.count, open: () => open(answer.versions) })
  }, [trip.id, since])
  const line = useRef<HTMLDivElement>(null)
  const [isFolded, setIsFolded] = useState(false)
  const folds = isOverPage && since !== undefined && !isFolded
  useEffect(() => {
    if (!folds) return
    // Not while somebody points at it, has the focus in it, or reads the list.
    const fold = () => line.current?.matches(':hover, :focus-within') || setIsFolded(true)
    const timer = setInterval(fold, OVER_PAGE_MS)
    return () => clearInterval(timer)
  }, [folds])
  const isDone = useRef(false)
  useEffect(() => () => void (isDone.current && focusOpenTab()), [])
  function open(versions: SeenVersions) {
    lastHere.see(versions)
    setIsOpen(true)
  }
  if (!answer || !since) return null

  const finish = () => {
    isDone.current = true
    lastHere.settle(answer.versions)
  }
  const dismiss = () => {
    lastHere.see(answer.versions)
    finish()
  }
  const dialog = (
    <Suspense>{isOpen && <SinceDialog trip={trip} since={since} at={absence.at} onClose={finish} />}</Suspense>
  )
  if (isFolded) return dialog
  const sentence = sentenceOf(since, absence.at)
  return (
    <div
      ref={line}
      role="status"
      className="z-1 flex min-w-0 animate-fade items-stretch rounded-md border border-accent bg-surface"
    >
      <button
        type="button"
        onPointerEnter={() => void loadDialog()}
        onClick={() => open(answer.versions)}
        className="touch group flex min-w-0 grow items-center gap-3 rounded-md px-3 py-1 text-left text-sm leading-tight text-text hover:bg-action-soft"
      >
        <span className="flex shrink-0 sm:-space-x-1">
          {since.people.slice(0, MAX_FACES).map(({ id, name }, at) => (
            <span key={id} className={`rounded-full rim-surface ${at > 0 ? 'max-sm:hidden' : ''}`}>
              <Face id={id} name={name} size="small" />
            </span>
          ))}
        </span>
        <span className="line-clamp-2 min-w-0 break-words">{sentence}</span>
        <ChevronRight aria-hidden="true" className="ml-auto size-5 shrink-0 text-action sm:ml-0" />
      </button>
      <IconButton icon={X} label={m.history_since_dismiss_label()} title={m.common_dismiss()} onClick={dismiss} />
      {dialog}
    </div>
  )
}

/** The focus is lost with the line. The next element may be a text field, which would open a phone's keyboard. */
function focusOpenTab(): void {
  if (isFocusLost())
    document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true })
}
