import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { isEditable, useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

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
      <IconButton
        icon={Users}
        label={m.food_eating_open()}
        title={m.food_eating_open()}
        onClick={() => setIsOpen(true)}
      />
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
