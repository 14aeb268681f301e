import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { sectionTitle } from '#domain/history/index.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Face } from '#web/ui/face.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Modal } from '#web/ui/modal.tsx'
import { rich } from '#web/ui/rich.ts'
import { type AuthorChanges, type SinceSummary, sentenceOf } from './since-words.ts'

const HistoryDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/history/history-dialog.tsx'))).HistoryDialog,
}))

/** How many changes of one person in a section are shown at first: fewer if many people changed it. */
const SHOWN = { few: 4, many: 2 }
const MANY = 6

interface SinceDialogProps {
  trip: Trip
  since: SinceSummary
  at: number
  onClose: () => void
}

export function SinceDialog({ trip, since, at, onClose }: SinceDialogProps) {
  const [openHistory, setOpenHistory] = useState<SectionName | 'all'>()
  const footer = (
    <div className="flex justify-end">
      <Button onClick={onClose}>{m.common_close()}</Button>
    </div>
  )
  const sentence = `${sentenceOf(since, at)}.`
  return (
    <Modal open onClose={onClose} title={m.history_since_title()} description={sentence} footer={footer}>
      <div className="grid gap-6">
        {since.sections.map(({ section, done }) => (
          <section key={section} aria-label={sectionTitle(section)}>
            <div className="flex items-center justify-between gap-3 border-b border-line">
              <h3 className="min-w-0 text-lg">{sectionTitle(section)}</h3>
              <HistoryButton
                label={m.history_of({ section: sectionTitle(section) })}
                onClick={() => setOpenHistory(section)}
              />
            </div>
            <ul className="mt-3 grid gap-4">
              {done.map((one) => (
                <ChangesBy key={one.by.id} done={one} limit={done.length < MANY ? SHOWN.few : SHOWN.many} />
              ))}
            </ul>
          </section>
        ))}
        {since.more > 0 && (
          <div className="flex items-center justify-between gap-3 border-t border-line pt-2">
            <p className="min-w-0 text-muted">
              {since.sections.length > 0
                ? m.history_since_more_changes({ count: since.more })
                : m.history_since_changes({ count: since.more })}
            </p>
            <HistoryButton label={m.history_whole()} onClick={() => setOpenHistory('all')} />
          </div>
        )}
      </div>
      <Suspense>
        {openHistory && (
          <HistoryDialog
            trip={trip}
            {...(openHistory !== 'all' && { section: openHistory })}
            onClose={() => setOpenHistory(undefined)}
          />
        )}
      </Suspense>
    </Modal>
  )
}

function HistoryButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="sign touch -mr-2 inline-flex shrink-0 items-center gap-1.5 rounded-md px-2 text-sm text-action hover:bg-action-soft"
    >
      <History aria-hidden="true" className="size-4.5" />
      {m.common_history()}
    </button>
  )
}

/** One person's changes in a section, with a button to show all of them. */
function ChangesBy({ done: { by, at, sentences }, limit }: { done: AuthorChanges; limit: number }) {
  const [isWhole, setIsWhole] = useState(false)
  // The button would take as much space as one more change.
  const shown = isWhole || sentences.length <= limit + 1 ? sentences : sentences.slice(0, limit)
  const rest = sentences.length - shown.length
  return (
    <li className="flex gap-3">
      <Face id={by.id} name={by.name} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 leading-snug">
          <span className="min-w-0 font-semibold break-words">{by.name}</span>
          <time dateTime={at} className="text-sm text-muted">
            {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </p>
        <ul className="mt-0.5 grid gap-0.5">
          {shown.map((sentence) => (
            <li key={sentence} className="break-words">
              {sentence}
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <button
            type="button"
            onClick={() => setIsWhole(true)}
            className="touch -ml-2 rounded-md px-2 text-sm font-semibold text-action underline underline-offset-4 hover:bg-action-soft"
          >
            {rich(
              m.history_since_show_more({
                count: rest,
                name: by.name,
                hidden: (text) => <span className="sr-only">{text}</span>,
              }),
            )}
          </button>
        )}
      </div>
    </li>
  )
}
