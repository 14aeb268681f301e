import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { requestPersistentStorage } from '#web/data/offline/lasting-storage.ts'
import { useOfflineChoice } from '#web/data/offline/use-offline-choice.ts'
import { session } from '#web/data/root/session.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { chooseOffline } from '#web/data/storage/offline-choice.ts'
import { dropFilesOf } from '#web/data/storage/persisted-files.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Switch } from '#web/ui/switch.tsx'

const OfflineStatus = lazy(async () => ({
  default: (await importWithRetry(() => import('./offline-status.tsx'))).OfflineStatus,
}))

interface OfflineSwitchProps {
  tripId: string
  failure: string | undefined
}

export function OfflineSwitch({ tripId, failure }: OfflineSwitchProps) {
  const { id: person } = useUser()
  const isChosen = useOfflineChoice(tripId)
  const [isRemoved, setRemoved] = useState(false)

  async function change(isOffline: boolean) {
    chooseOffline(person, tripId, isOffline)
    void session.refreshNow()
    setRemoved(false)
    if (isOffline) requestPersistentStorage()
    else {
      await dropFilesOf(tripId)
      setRemoved(true)
    }
  }

  return (
    <section aria-label={m.plan_offline_title()} className="inlay px-5 py-3">
      <Switch checked={isChosen} onChange={(isOffline) => void change(isOffline)}>
        <span className="sign block leading-tight">{m.plan_offline_title()}</span>
        <span className="block text-sm text-muted">{m.plan_offline_what()}</span>
      </Switch>
      {isChosen && (
        <Suspense fallback={<div className="min-h-28" />}>
          <OfflineStatus tripId={tripId} failure={failure} />
        </Suspense>
      )}
      <p role="status" className="pb-1 text-sm text-muted empty:p-0">
        {!isChosen && isRemoved && m.plan_offline_removed()}
      </p>
    </section>
  )
}
