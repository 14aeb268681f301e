import { useSyncExternalStore } from 'react'
import * as m from '#messages'
import { appUpdate } from '#web/data/root/app-update.ts'

/**
 * Shown above every page once the server says that this app is too old. The page updates by itself as soon as nobody is
 * using it.
 */
export function UpdateNotice() {
  const state = useSyncExternalStore(appUpdate.subscribe, appUpdate.getState)
  const hasFailed = state === 'failed'
  return (
    <div role="status" className="animate-fade border-b border-line bg-raised">
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-4 py-1 text-sm">
        <p className="min-w-0 max-w-none">{hasFailed ? m.account_update_failed() : m.account_update_available()}</p>
        <button
          type="button"
          onClick={() => void appUpdate.ask()}
          aria-disabled={state === 'updating'}
          className="touch -mr-2 shrink-0 rounded-md px-2 font-semibold text-action underline underline-offset-4 aria-disabled:animate-breathe aria-disabled:cursor-progress"
        >
          {hasFailed ? m.common_retry() : m.account_update_now()}
        </button>
      </div>
    </div>
  )
}
