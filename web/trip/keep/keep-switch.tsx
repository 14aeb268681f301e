import { lazy, Suspense, useState } from 'react'
import { chooseToKeep, useKeepChoice } from '#web/data/device/keep-choice.ts'
import { dropFilesOf } from '#web/data/device/kept-files.ts'
import { askToLast } from '#web/data/device/lasting-storage.ts'
import { session } from '#web/data/session/current-session.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { importWithRetry } from '#web/import-with-retry.ts'
import { Switch } from '#web/ui/switch.tsx'

const KeepState = lazy(async () => ({ default: (await importWithRetry(() => import('./keep-state.tsx'))).KeepState }))

interface KeepSwitchProps {
  tripId: string
  /** Why the list of documents could not be loaded. */
  failure: string | undefined
}

/** Whether the trip is kept whole on this device, documents included. */
export function KeepSwitch({ tripId, failure }: KeepSwitchProps) {
  const { id: person } = useUser()
  const isWanted = useKeepChoice(tripId)
  const [isRemoved, setRemoved] = useState(false)

  async function change(wanted: boolean) {
    chooseToKeep(person, tripId, wanted)
    void session.refreshNow()
    setRemoved(false)
    if (wanted) askToLast()
    else {
      await dropFilesOf(tripId)
      setRemoved(true)
    }
  }

  return (
    <section aria-label="Available offline" className="neatline rounded-lg border border-edge/60 bg-surface px-5 py-3">
      <Switch checked={isWanted} onChange={(wanted) => void change(wanted)}>
        <span className="sign block text-lg leading-tight">Available offline</span>
        <span className="block text-sm text-muted">Saves the plan and its documents on this device.</span>
      </Switch>
      {isWanted && (
        <Suspense fallback={<div className="min-h-28" />}>
          <KeepState tripId={tripId} failure={failure} />
        </Suspense>
      )}
      <p role="status" className="pb-1 text-sm text-muted empty:p-0">
        {!isWanted && isRemoved && 'The documents are no longer on this device. The plan stays available as you last opened it.'}
      </p>
    </section>
  )
}
