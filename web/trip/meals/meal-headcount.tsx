import { Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { MealAmounts } from '#domain/food/amounts.ts'
import { isAsWritten } from '#domain/food/meal-amounts.ts'
import * as m from '#messages'
import { isEditable, useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { headcountWords } from './food-words.ts'

const EatingDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./eating-dialog.tsx'))).EatingDialog,
}))

interface MealHeadcountProps {
  tripId: string
  amounts: MealAmounts
  isWritten: boolean
  onWritten: (isWritten: boolean) => void
}

/** For how many a meal is. Absent where it would say nothing, such as for a couple whose meals are for two. */
export function MealHeadcount({ tripId, amounts, isWritten, onWritten }: MealHeadcountProps) {
  const details = useSection(tripId, 'details')
  const [isOpen, setIsOpen] = useState(false)
  if (amounts.count <= 2 && isAsWritten(amounts)) return null
  const canToggle = amounts.follows && !isAsWritten(amounts)
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 text-sm">
      <p className="text-muted">{headcountWords(amounts)}</p>
      {canToggle && (
        <button
          type="button"
          className="touch text-action underline underline-offset-4"
          onClick={() => onWritten(!isWritten)}
        >
          {isWritten ? m.food_meal_show_scaled() : m.food_meal_show_written()}
        </button>
      )}
      {details && isEditable(details) && (
        <IconButton
          icon={Settings}
          label={m.food_eating_open()}
          title={m.food_eating_open()}
          className="ml-auto"
          onClick={() => setIsOpen(true)}
        />
      )}
      <Suspense>
        {isOpen && details && isEditable(details) && (
          <EatingDialog
            eating={details.value.eating}
            onChange={(change) =>
              details.edit((value) => ({ ...value, eating: { ...value.eating, ...change } }), 'after-pause')
            }
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
