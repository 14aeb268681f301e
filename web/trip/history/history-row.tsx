import { ChevronDown, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { type HistoryEntry, theApp } from '#domain/api/history.ts'
import { sectionTitle } from '#domain/history/index.ts'
import * as m from '#messages'
import { useChanges } from '#web/data/trips/history.ts'
import { Button } from '#web/ui/button.tsx'
import { Face } from '#web/ui/face.tsx'

interface HistoryRowProps {
  tripId: string
  entry: HistoryEntry
  /** Restores the section as this entry left it; `title` names the section. Absent if the plan is read-only. */
  onRestore: ((entry: HistoryEntry, title: string) => void) | undefined
}

export function HistoryRow({ tripId, entry, onRestore }: HistoryRowProps) {
  const [open, setOpen] = useState(false)
  const content = useId()
  const title = sectionTitle(entry.section)
  const { id, name: who } = entry.saved_by ?? theApp
  return (
    <li className="rounded-md border border-line bg-raised">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
        className="touch flex w-full items-center gap-3 rounded-md px-3 py-2 text-left hover:bg-action-soft"
      >
        <Face id={id} name={who} />
        <span className="min-w-0 grow">
          <span className="sign block">
            {who} · {title}
          </span>
          <time dateTime={entry.saved_at} className="text-sm text-muted">
            {new Date(entry.saved_at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 text-action transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={content} hidden={!open} className="border-t border-line px-3 py-3">
        {open && <Changes tripId={tripId} entry={entry} who={who} />}
        {onRestore && (
          <Button variant="quiet" className="mt-3" onClick={() => onRestore(entry, title)}>
            <RotateCcw aria-hidden="true" className="size-4.5" />
            {m.history_restore()}
          </Button>
        )}
      </div>
    </li>
  )
}

function Changes({ tripId, entry, who }: { tripId: string; entry: HistoryEntry; who: string }) {
  const { changes, failed } = useChanges(tripId, entry)
  if (failed) return <p className="text-danger">{m.history_changes_failed()}</p>
  if (!changes) return <p className="text-muted">{m.history_changes_loading()}</p>
  if (changes.length === 0) return <p className="text-muted">{m.history_changes_none({ name: who })}</p>
  return (
    <ul className="grid gap-1">
      {changes.map((change) => (
        <li key={change}>{m.history_change_by({ name: who, change })}</li>
      ))}
    </ul>
  )
}
