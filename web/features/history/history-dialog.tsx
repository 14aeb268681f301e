import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { canEditPlan, canEditSection, canGoBack, canUndo } from '#domain/access.ts'
import { type HistoryEntry, theApp } from '#domain/api/history.ts'
import { sectionTitle } from '#domain/history/index.ts'
import { listText } from '#domain/list-text.ts'
import type { CommonSectionName, SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useHistory } from '#web/data/trips/history.ts'
import { goBack, type UndoResult, undoEntry, type WayBack, whenSaved } from '#web/data/trips/undo-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIsMounted } from '#web/ui/use-is-mounted.ts'
import { formatSavedAt } from './format-saved-at.ts'
import { HistoryRow } from './history-row.tsx'

interface HistoryDialogProps {
  trip: Trip
  /** Limits the history to one section. */
  section?: SectionName
  onClose: () => void
}

interface Outcome {
  tone: 'good' | 'plain' | 'bad'
  text: string
  /** Takes it back. */
  again?: { label: string; run: () => void }
}

export function HistoryDialog({ trip, section, onClose }: HistoryDialogProps) {
  const { user } = useSession()
  const mayEdit = section ? canEditSection(trip, section) : canEditPlan(trip)
  const { entries: all, failure, refresh } = useHistory(trip.id)
  const entries = section ? all?.filter((entry) => entry.section === section) : all
  const [outcome, setOutcome] = useState<Outcome>()
  const isMounted = useIsMounted()

  async function undo(entry: HistoryEntry, only?: string) {
    try {
      const result = await undoEntry(trip, user, entry, only)
      if (result.is !== 'undone') return setOutcome({ tone: 'plain', text: whyNot[result.is]() })
      const again = { label: m.history_redo(), run: () => redo(entry, result.redo) }
      setOutcome({ tone: 'good', text: undoneText(result, entry, only), again })
      const refused = await result.refused
      // If the dialog is closed, the header shows it.
      if (!isMounted.current) return
      refused?.dismiss()
      if (refused) setOutcome({ tone: 'bad', text: m.history_undo_refused(refused) })
      refresh()
    } catch (cause) {
      setOutcome({ tone: 'bad', text: (cause as Error).message || m.history_undo_failed() })
    }
  }

  function redo({ section }: HistoryEntry, run: () => void) {
    run()
    setOutcome({ tone: 'good', text: m.history_redone() })
    void refreshOnceSaved(section)
  }

  async function refreshOnceSaved(section: CommonSectionName) {
    await whenSaved(trip, section)
    if (isMounted.current) refresh()
  }

  function goBackTo(entry: HistoryEntry, way: WayBack) {
    const { section, saved_at } = entry
    const run = goBack(trip, section, way)
    if (!run) return
    const text = m.history_went_back({ section: sectionTitle(section), when: formatSavedAt(saved_at) })
    setOutcome({ tone: 'good', text, again: { label: m.common_undo(), run: () => redo(entry, run) } })
    void refreshOnceSaved(section)
  }

  const footer = (
    <div className="grid gap-3">
      {/* Here it is always in view, wherever the list is scrolled. */}
      <div role="status">
        {outcome && outcome.tone !== 'bad' && (
          <Notice tone={outcome.tone} action={outcome.again && <Again {...outcome.again} />}>
            <p className="line-clamp-4 wrap-anywhere">{outcome.text}</p>
          </Notice>
        )}
      </div>
      {outcome?.tone === 'bad' && <ErrorBox message={outcome.text} />}
      <div className="flex justify-end">
        <Button variant="quiet" onClick={onClose}>
          {m.common_close()}
        </Button>
      </div>
    </div>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={section ? m.history_of({ section: sectionTitle(section) }) : m.common_history()}
      description={mayEdit ? m.history_what() : m.history_what_read_only()}
      footer={footer}
    >
      <div className="grid gap-3">
        {failure && <ErrorBox message={failure} />}
        {!entries && !failure && <Loading text={m.history_loading()} />}
        {entries?.length === 0 && <p className="text-muted">{m.history_empty()}</p>}
        <ol className="grid gap-2">
          {entries?.map((entry, index) => {
            const newer = entries.slice(0, index).filter((other) => other.section === entry.section)
            // The version before it stays the same when the next edits of a minute join the entry.
            return (
              <HistoryRow
                key={`${entry.section} ${entry.from}`}
                trip={trip}
                entry={entry}
                newerBy={canGoBack(trip, entry.section) ? namesOf(newer, user?.id) : ''}
                onUndo={canUndo(user, trip, entry.section, entry.saved_by?.id) ? undo : undefined}
                onGoBack={goBackTo}
              />
            )
          })}
        </ol>
      </div>
    </Modal>
  )
}

function Again({ label, run }: { label: string; run: () => void }) {
  return (
    <Button variant="quiet" className="text-sm" onClick={run}>
      <Undo2 aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}

/** Who made these entries; '' if there are none. */
function namesOf(entries: readonly HistoryEntry[], selfId: string | undefined): string {
  const names = entries.map(({ saved_by }) =>
    saved_by && saved_by.id === selfId ? m.history_go_back_you() : (saved_by ?? theApp).name,
  )
  return listText([...new Set(names)])
}

const whyNot: Record<Exclude<UndoResult['is'], 'undone'>, () => string> = {
  'done already': () => m.history_undo_done_already(),
  'changed since': () => m.history_undo_changed_since(),
  merge: () => m.history_undo_merge(),
  'not allowed': () => m.history_undo_not_allowed(),
}

function undoneText(
  { undone, stays }: UndoResult & { is: 'undone' },
  { saved_by }: HistoryEntry,
  only: string | undefined,
): string {
  const { name } = saved_by ?? theApp
  if (stays.length > 0) return m.history_undone_partly({ changes: listText(stays) })
  // Somebody who undid one change reads which others went with it.
  if (undone.length > 1 && only === undefined) return m.history_undone_many({ count: undone.length, name })
  return m.history_undone({ name, change: listText(undone) })
}
