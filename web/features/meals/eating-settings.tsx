import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { isEditable, useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'

const EatingDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./eating-dialog.tsx'))).EatingDialog,
}))

/** Opens how people count for the amounts of all meals, for those who may change it. */
export function EatingSettings({ tripId }: { tripId: string }) {
  const details = useSection(tripId, 'details')
  const [isOpen, setIsOpen] = useState(false)
  if (!details || !isEditable(details)) return null
  return (
    <>
      <button
        type="button"
        aria-label={m.food_eating_open()}
        aria-haspopup="dialog"
        className="sign touch inline-flex items-center gap-1.5 rounded-md px-2 text-action hover:bg-action-soft"
        onClick={() => setIsOpen(true)}
      >
        <Users aria-hidden="true" className="size-5" />
        {m.food_eating_open_short()}
      </button>
      <Suspense>
        {isOpen && (
          <EatingDialog
            eating={details.value.eating}
            onChange={(change) => details.edit((value) => ({ ...value, eating: { ...value.eating, ...change } }))}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
