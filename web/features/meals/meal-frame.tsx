import { Cookie, type LucideIcon, Moon, Sun, Sunrise } from 'lucide-react'
import type { ReactNode } from 'react'
import { type MealPlace, mealTitles } from '#web/trip-core/days/meal-order.ts'

const icons: Record<MealPlace, LucideIcon> = { breakfast: Sunrise, lunch: Sun, dinner: Moon, snacks: Cookie }

interface MealFrameProps {
  place: MealPlace
  aside?: ReactNode
  /** Whether it is still a part of the sample. */
  isSample?: boolean
  children: ReactNode
}

export function MealFrame({ place, aside, isSample = false, children }: MealFrameProps) {
  const Icon = icons[place]
  return (
    <section
      aria-label={mealTitles[place]}
      data-place={place}
      className={`card min-w-0 p-4 ${isSample ? 'offered' : ''}`}
    >
      <header className="mb-3 flex flex-wrap items-center gap-x-2 border-b border-dashed border-line pb-2">
        <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
        <p className="sign max-w-none grow text-action">{mealTitles[place]}</p>
        {aside}
      </header>
      {children}
    </section>
  )
}
