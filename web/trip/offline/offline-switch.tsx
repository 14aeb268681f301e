import { lazy, Suspense, useState } from 'react'
import { askToLast } from '#web/data/device/lasting-storage.ts'
import { chooseOffline, useOfflineChoice } from '#web/data/device/offline-choice.ts'
import { dropFilesOf } from '#web/data/device/persisted-files.ts'
import { session } from '#web/data/session/current-session.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { importWithRetry } from '#web/import-with-retry.ts'
import { Switch } from '#web/ui/switch.tsx'

const OfflineStatus = lazy(async () => ({
  default: (await importWithRetry(() => import('./offline-status.tsx'))).OfflineStatus,
}))

interface OfflineSwitchProps {
  tripId: string
  /** Why the list of documents could not be loaded. */
  failure: string | undefined
}

/** Whether the trip is kept whole on this device, documents included. */
export function OfflineSwitch({ tripId, failure }: OfflineSwitchProps) {
  const { id: person } = useUser()
  const isWanted = useOfflineChoice(tripId)
  const [isRemoved, setRemoved] = useState(false)

  async function change(wanted: boolean) {
    chooseOffline(person, tripId, wanted)
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
          <OfflineStatus tripId={tripId} failure={failure} />
        </Suspense>
      )}
      <p role="status" className="pb-1 text-sm text-muted empty:p-0">
        {!isWanted &&
          isRemoved &&
          'The documents are no longer on this device. The plan stays available as you last opened it.'}
      </p>
    </section>
  )
}
