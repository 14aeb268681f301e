import type { MealAmounts } from '#domain/food/amounts.ts'
import { isForItsServings } from '#domain/food/meal-amounts.ts'
import * as m from '#messages'
import { headcountWords, writtenWords } from './food-words.ts'

interface MealHeadcountProps {
  amounts: MealAmounts
  /** Whether the header above shows how many eat, if the amounts follow them. */
  isBelowSize: boolean
  isWritten: boolean
  onWritten: (isWritten: boolean) => void
}

/** For how many a meal is. Absent where it would say nothing, such as for a couple whose meals are for two. */
export function MealHeadcount({ amounts, isBelowSize, isWritten, onWritten }: MealHeadcountProps) {
  if (amounts.count <= 2 && isForItsServings(amounts)) return null
  const { count, servings, follows } = amounts
  const words = isBelowSize && follows ? '' : headcountWords(amounts)
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 text-sm">
      {(isWritten || words) && <p className="text-muted">{isWritten ? writtenWords(amounts) : words}</p>}
      {follows && !isForItsServings(amounts) && (
        <button
          type="button"
          className="touch text-action underline underline-offset-4"
          onClick={() => onWritten(!isWritten)}
        >
          {isWritten ? m.food_meal_show_scaled({ count }) : m.food_meal_show_written({ servings })}
        </button>
      )}
    </div>
  )
}
