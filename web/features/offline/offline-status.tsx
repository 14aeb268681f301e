import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react'
import { SESSION_DAYS } from '#domain/api/auth.ts'
import * as m from '#messages'
import {
  canStartOffline,
  isInstalled,
  useIsServiceWorkerReady,
  useIsStoragePersistent,
} from '#web/data/offline/lasting-storage.ts'
import type { OfflineCopyState } from '#web/data/offline/offline-copy.ts'
import { useOfflineCopyState } from '#web/data/offline/use-offline-copy.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'
import { describeOfflineCopy, listProblems, type OfflineBrowser } from './offline-words.ts'

/** How much of the trip is on this device, what is missing, and how long it stays. */
export function OfflineStatus({ tripId, failure }: { tripId: string; failure: string | undefined }) {
  const { state, check } = useOfflineCopyState(tripId)
  const isListMissing = failure !== undefined && state.documentCount === undefined
  const copy: OfflineCopyState = isListMissing ? { ...state, stage: 'settled' } : state
  const problems = copy.stage === 'settled' ? listProblems(copy, thisBrowser()) : []
  if (isListMissing) problems.push(m.plan_offline_failed({ failure }))
  return (
    <div className="mt-1 grid gap-2 border-t border-line pt-3">
      <Progress copy={copy} isComplete={problems.length === 0} />
      {problems.length > 0 && (
        <Notice
          tone="warn"
          icon={TriangleAlert}
          action={
            <Button variant="quiet" className="text-sm" onClick={check}>
              {m.common_retry()}
            </Button>
          }
        >
          <div role="alert" className="grid gap-1">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        </Notice>
      )}
      <OfflineTerms />
    </div>
  )
}

function thisBrowser(): OfflineBrowser {
  return { isSecure: isSecureContext, canStartApp: canStartOffline(), remembers: deviceStorage.isPersistent }
}

function Progress({ copy, isComplete }: { copy: OfflineCopyState; isComplete: boolean }) {
  const isAppHere = useIsServiceWorkerReady()
  const { stage, fileCount, documentCount = 0, share } = copy
  const isAppPending = isComplete && copy.canPersistFiles && !isAppHere
  return (
    <>
      <p role="status" className="flex max-w-none items-start gap-2">
        {stage === 'looking' && m.plan_offline_looking()}
        {stage === 'fetching' &&
          (documentCount > fileCount
            ? m.plan_offline_fetching({ here: fileCount, count: documentCount })
            : m.plan_offline_fetching_tracks())}
        {stage === 'settled' && isAppPending && m.plan_offline_downloading_app()}
        {stage === 'settled' && !isAppPending && (
          <>
            {isComplete && <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />}
            {describeOfflineCopy(copy)}
          </>
        )}
      </p>
      {stage === 'fetching' && (
        <TrailProgress percent={Math.round(share * 100)} label={m.plan_offline_progress_label()} />
      )}
    </>
  )
}

/** What is stored, and when it is removed: collapsed, since it is read once. */
function OfflineTerms() {
  const isLasting = useIsStoragePersistent()
  return (
    <details className="group text-sm text-muted">
      <summary className="touch flex w-fit list-none items-center gap-2 font-semibold text-action">
        {m.plan_offline_terms_title()}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="grid list-disc gap-1 pb-2 pl-5">
        <li>{m.plan_offline_terms_later()}</li>
        <li>{m.plan_offline_terms_turning_off()}</li>
        <li>{m.plan_offline_terms_signing_out({ days: SESSION_DAYS })}</li>
        {isLasting === false && (
          <li>{isInstalled() ? m.plan_offline_terms_space() : m.plan_offline_terms_space_install()}</li>
        )}
      </ul>
    </details>
  )
}
