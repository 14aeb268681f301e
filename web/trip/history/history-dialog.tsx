import { useState } from 'react'
import { canEditPlan, canEditSection } from '#domain/access.ts'
import type { HistoryEntry } from '#domain/api/history.ts'
import { sectionTitle } from '#domain/history/index.ts'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { restoreVersion, useHistory } from '#web/data/trips/history.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HistoryRow } from './history-row.tsx'

interface HistoryDialogProps {
  trip: Trip
  /** Limits the history to one section. */
  section?: SectionName
  onClose: () => void
}

export function HistoryDialog({ trip, section, onClose }: HistoryDialogProps) {
  const tripId = trip.id
  const mayEdit = section ? canEditSection(trip, section) : canEditPlan(trip)
  const { entries: all, failure } = useHistory(tripId)
  const entries = section ? all?.filter((entry) => entry.section === section) : all
  const [outcome, setOutcome] = useState<{ good: boolean; text: string }>()

  async function restore({ section, version }: HistoryEntry, title: string) {
    try {
      await restoreVersion(tripId, section, version)
      setOutcome({ good: true, text: m.history_restored({ section: title }) })
    } catch (cause) {
      setOutcome({ good: false, text: (cause as Error).message || m.history_restore_failed() })
    }
  }

  const footer = (
    <div className="flex justify-end">
      <Button variant="quiet" onClick={onClose}>
        {m.common_close()}
      </Button>
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
        {outcome && (outcome.good ? <Notice tone="good">{outcome.text}</Notice> : <ErrorBox message={outcome.text} />)}
        {failure && <ErrorBox message={failure} />}
        {!entries && !failure && <Loading text={m.history_loading()} />}
        {entries?.length === 0 && <p className="text-muted">{m.history_empty()}</p>}
        <ol className="grid gap-2">
          {entries?.map((entry) => (
            <HistoryRow
              key={`${entry.section} ${entry.version}`}
              tripId={tripId}
              entry={entry}
              onRestore={canEditSection(trip, entry.section) ? restore : undefined}
            />
          ))}
        </ol>
      </div>
    </Modal>
  )
}
