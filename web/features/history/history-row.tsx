import { ChevronDown, RotateCcw, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type HistoryEntry, theApp } from '#domain/api/history.ts'
import { sectionTitle } from '#domain/history/index.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { watchInView } from '#web/browser/watch-in-view.ts'
import { type ShownChange, useChanges } from '#web/data/trips/history.ts'
import { findWayBack, type WayBack } from '#web/data/trips/undo-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Face } from '#web/ui/face.tsx'
import { formatSavedAt } from './format-saved-at.ts'

interface HistoryRowProps {
  trip: Trip
  entry: HistoryEntry
  /** Who has changed the section since; '' if it has not changed, or if the user cannot go back. */
  newerBy: string
  /** Absent if the user cannot undo the change. */
  onUndo: ((entry: HistoryEntry, only?: string) => Promise<void>) | undefined
  onGoBack: (entry: HistoryEntry, way: WayBack) => void
}

export function HistoryRow({ trip, entry, newerBy, onUndo, onGoBack }: HistoryRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  /** The change that is being undone; '' for all of them. */
  const [undoing, setUndoing] = useState<string>()
  const content = useId()
  const row = useRef<HTMLLIElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { changes, failed } = useChanges(trip.id, entry, useWasSeen(row))
  const { id, name: who } = entry.saved_by ?? theApp

  async function undo(only?: string) {
    setUndoing(only ?? '')
    await onUndo?.(entry, only)
    setUndoing(undefined)
  }

  return (
    <li ref={row} className="rounded-md border border-line bg-raised">
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setIsOpen(!isOpen)}
        className="touch flex w-full items-center gap-3 rounded-md px-3 py-2 text-left hover:bg-action-soft"
      >
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
          <Face id={id} name={who} />
          <span className="min-w-0 grow basis-36">
            <span className="sign block">
              {who} · {sectionTitle(entry.section)}
            </span>
            {/* Two lines from the start, so that the rows below do not move. */}
            <span className="line-clamp-2 min-h-[2lh] leading-snug wrap-anywhere">{changes && firstOf(changes)}</span>
            <time dateTime={entry.saved_at} className="text-sm text-muted">
              {formatSavedAt(entry.saved_at)}
            </time>
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 text-action transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={content} hidden={!isOpen} className="border-t border-line px-3 py-3">
        {isOpen && (
          <>
            <Changes
              {...{ changes, failed, who, undoing }}
              onUndo={onUndo && changes && changes.length > 1 ? (only) => void undo(only) : undefined}
            />
            {newerBy && (
              <GoBack
                trip={trip}
                entry={entry}
                newerBy={newerBy}
                onGoBack={(way) => {
                  onGoBack(entry, way)
                  toggle.current?.focus()
                }}
              />
            )}
          </>
        )}
      </div>
      {onUndo && changes?.some(({ isMerge }) => isMerge) && (
        <p className="px-3 pb-3 text-sm text-muted">
          {changes.length > 1 && !isOpen ? m.history_undo_merge_and() : m.history_undo_merge()}
        </p>
      )}
      {onUndo && !changes?.every(({ isForGood }) => isForGood) && !changes?.some(({ isMerge }) => isMerge) && (
        <div className="flex justify-end px-3 pb-2">
          <Button variant="quiet" busy={undoing === ''} className="text-sm" onClick={() => void undo()}>
            <Undo2 aria-hidden="true" className="size-4" />
            {m.history_undo({ count: changes?.filter(({ isForGood }) => !isForGood).length ?? 1 })}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Whether an element has been on the screen. */
function useWasSeen(element: RefObject<Element | null>): boolean {
  const [wasSeen, setWasSeen] = useState(false)
  useEffect(() => {
    if (wasSeen || !element.current) return
    return watchInView([element.current], (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setWasSeen(true)
    })
  }, [element, wasSeen])
  return wasSeen
}

function firstOf([first, ...others]: readonly ShownChange[]): string {
  if (first === undefined) return ''
  return others.length > 0 ? m.history_row_more({ change: first.text, count: others.length }) : first.text
}

interface ChangesProps {
  changes: readonly ShownChange[] | undefined
  failed: boolean
  who: string
  undoing: string | undefined
  /** Undoes one of several changes. */
  onUndo: ((text: string) => void) | undefined
}

function Changes({ changes, failed, who, undoing, onUndo }: ChangesProps) {
  if (failed) return <p className="text-danger">{m.history_changes_failed()}</p>
  if (!changes) return <p className="text-muted">{m.history_changes_loading()}</p>
  if (changes.length === 0) return <p className="text-muted">{m.history_changes_none({ name: who })}</p>
  return (
    <ul className="grid gap-1">
      {changes.map(({ text, isMerge, isForGood }) => (
        <li key={text} className="flex max-w-none flex-wrap items-start justify-between gap-x-3">
          <span className="min-w-0 grow basis-36 wrap-anywhere">
            {m.history_change_by({ name: who, change: text })}
          </span>
          {onUndo && !isMerge && !isForGood && (
            <Button
              variant="quiet"
              busy={undoing === text}
              className="shrink-0 text-sm"
              aria-label={m.history_undo_one({ change: text })}
              onClick={() => onUndo(text)}
            >
              {m.common_undo()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** How many of the changes that going back takes along are listed. */
const SHOWN = 5

interface GoBackProps {
  trip: Trip
  entry: HistoryEntry
  newerBy: string
  onGoBack: (way: WayBack) => void
}

/** Goes back to how the section was, after it has said what else that takes back. */
function GoBack({ trip, entry, newerBy, onGoBack }: GoBackProps) {
  const [way, setWay] = useState<WayBack>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const question = useRef<HTMLElement>(null)
  const section = sectionTitle(entry.section)
  useEffect(() => {
    if (way) question.current?.focus()
  }, [way])

  async function compare() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      setWay(await findWayBack(trip, entry))
    } catch (cause) {
      setFailure((cause as Error).message || m.history_go_back_failed())
    }
    setIsBusy(false)
  }

  return (
    <div className="mt-3 grid gap-3">
      {!way?.takes && (
        <Button variant="quiet" busy={isBusy} className="justify-self-start" onClick={() => void compare()}>
          <RotateCcw aria-hidden="true" className="size-4.5" />
          {isBusy ? m.history_go_back_loading() : m.history_go_back()}
        </Button>
      )}
      {failure && <p className="text-danger">{failure}</p>}
      {way && (
        <section
          ref={question}
          tabIndex={-1}
          aria-label={m.history_go_back()}
          className="grid gap-3 rounded-md bg-inlay p-3"
        >
          {way.takes ? (
            <>
              <p className="font-semibold">
                {m.history_go_back_takes({ count: way.takes.length, section, names: newerBy })}
              </p>
              <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
                {way.takes.slice(0, SHOWN).map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
              {way.takes.length > SHOWN && <p>{m.history_since_more_changes({ count: way.takes.length - SHOWN })}</p>}
              <div className="flex flex-wrap gap-2">
                <Button
                  onClick={() => {
                    setWay(undefined)
                    onGoBack(way)
                  }}
                >
                  {m.history_go_back_confirm()}
                </Button>
                <Button variant="quiet" onClick={() => setWay(undefined)}>
                  {m.common_cancel()}
                </Button>
              </div>
            </>
          ) : (
            <p>{m.history_go_back_nothing({ section })}</p>
          )}
        </section>
      )}
    </div>
  )
}
