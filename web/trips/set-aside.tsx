import type { RefusedOperation } from '#web/data/sync/waiting.ts'
import { toNotDone } from '#web/data/trips/not-done.ts'
import { NotDoneList } from '#web/ui/not-done-list.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Tells somebody who was taken out of a trip what of theirs had not been sent by then. */
export function SetAside({
  entries,
  onDismiss,
}: {
  entries: readonly RefusedOperation[]
  onDismiss: (ids: readonly string[]) => void
}) {
  return (
    <Panel title="What you wrote in a trip that you are not in any more" className="mb-6">
      <p className="mb-3">It had not been sent. You can copy it and put it somewhere else.</p>
      <NotDoneList entries={entries.map(toNotDone)} onDismiss={onDismiss} />
    </Panel>
  )
}
