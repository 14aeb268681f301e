import { Cookie, type LucideIcon, Moon, Sun, Sunrise } from 'lucide-react'
import type { ReactNode } from 'react'
import * as m from '#messages'
import { type MealPlace, mealTitles } from '#web/trip-core/days/meal-order.ts'
import { type OpenInPlace, useOpenInPlace } from '#web/trip-core/editing/use-open-in-place.ts'
import { Button } from '#web/ui/button.tsx'
import { showPressedField } from '#web/ui/edit-form.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'

const icons: Record<MealPlace, LucideIcon> = { breakfast: Sunrise, lunch: Sun, dinner: Moon, snacks: Cookie }

interface MealFrameProps {
  place: MealPlace
  aside?: ReactNode
  /** Whether it is still a part of the sample. */
  isSample?: boolean
  /** If it can be opened: what its button is called, absent while it is open. */
  opens?: string | undefined
  wiring?: OpenInPlace['wiring'] | undefined
  children: ReactNode
}

export function MealFrame({ place, aside, isSample = false, opens, wiring, children }: MealFrameProps) {
  const Icon = icons[place]
  return (
    <section
      {...wiring}
      aria-label={mealTitles[place]}
      data-place={place}
      className={`card min-w-0 p-4 ${wiring ? 'outline-none' : ''} ${opens ? 'cursor-text' : ''} ${isSample ? 'offered' : ''}`}
    >
      <header className="mb-3 flex flex-wrap items-center gap-x-2 border-b border-dashed border-line pb-2">
        <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
        <div className="relative grow">
          <p className="sign max-w-none text-action">{mealTitles[place]}</p>
          {/* For keyboards and screen readers. Pointers press the text, which can also be selected. */}
          {opens && (
            <button
              type="button"
              data-opens
              aria-label={opens}
              className="pointer-events-none absolute inset-x-0 -inset-y-3 rounded-md"
            />
          )}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}

interface OpenableMealProps {
  place: MealPlace
  /** What its button and its fields are called. */
  name: string
  isSample: boolean
  /** Absent for people who may not edit it. */
  fields: (() => ReactNode) | undefined
  aside: ReactNode
  children: ReactNode
}

/** A meal or the day's snacks: text that its fields replace when it is pressed. The others stay text. */
export function OpenableMeal({ place, name, isSample, fields, aside, children }: OpenableMealProps) {
  const { isOpen, close, wiring } = useOpenInPlace()
  const label = m.days_edit_named({ name })
  if (!fields || !isOpen)
    return (
      <MealFrame {...{ place, aside, isSample }} opens={fields && label} wiring={fields && wiring}>
        {children}
      </MealFrame>
    )
  return (
    <MealFrame {...{ place, wiring }}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a field that gets the focus by keyboard is in sight anyway. */}
      <form
        aria-label={label}
        // Fields say themselves what they leave out.
        noValidate
        onClick={showPressedField}
        onSubmit={(event) => {
          event.preventDefault()
          // A dialog's own form also reports here, through its portal.
          if (event.target === event.currentTarget) close()
        }}
        className="grid gap-4"
      >
        {fields()}
        <SaveBar isBare>
          <Button type="submit">{m.common_done()}</Button>
        </SaveBar>
      </form>
    </MealFrame>
  )
}
