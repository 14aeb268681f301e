import { useSyncExternalStore } from 'react'
import * as m from '#messages'
import { isPartMissing, onPartMissing } from './import-with-retry.ts'

/** Whether a part of the app could not be loaded, for example the dialog that a button opens. */
export const useIsPartMissing = (): boolean => useSyncExternalStore(onPartMissing, isPartMissing)

/** Says that a part of the app could not be loaded, until a retry succeeds: a press must not go unanswered. */
export function MissingPart() {
  if (!useIsPartMissing()) return null
  return (
    <div className="over-tabs pointer-events-none fixed inset-x-0 z-60 flex justify-center px-4 md:bottom-6">
      <p
        role="alert"
        className="animate-arrive rounded-md border border-edge bg-raised px-4 py-2.5 text-sm text-pretty shadow-lifted"
      >
        {m.common_part_missing()}
      </p>
    </div>
  )
}
