import { Clock, Copy, ExternalLink, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MealAmounts } from '#domain/food/amounts.ts'
import { isFilled } from '#domain/food/food-plan.ts'
import type { Warning } from '#domain/food/warnings.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import type { Line, Meal, MealDay } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { rich } from '#web/ui/rich.ts'
import { childrenWords, startText } from './food-words.ts'
import { ForWhom, LineText, MarkedContents } from './line-text.tsx'
import { MealCooks } from './meal-cooks.tsx'
import { MealFrame } from './meal-frame.tsx'
import { MealGrid } from './meal-grid.tsx'
import { MealHeadcount } from './meal-headcount.tsx'
import { type MealPlace, mealTitles } from './meal-order.ts'
import { MealWarnings } from './meal-warnings.tsx'
import type { Cooks } from './use-cooks.ts'

interface MealDayViewProps {
  number: number
  day: MealDay
  amountsAt: (place: MealPlace) => MealAmounts | undefined
  /** How many of those who count have not answered. */
  unansweredAt: (place: MealType) => number
  warnings: readonly Warning[]
  /** Nobody for readers by share link. */
  parties: readonly Party[]
  /** Undefined for readers. */
  cooks: Cooks | undefined
  /** Absent if the person may not edit. */
  onCopy?: ((place: MealType) => void) | undefined
}

export function MealDayView(props: MealDayViewProps) {
  const { number, day, amountsAt, unansweredAt, warnings, parties, cooks, onCopy } = props
  const warningsAt = (place: MealPlace) => warnings.filter((one) => one.day === number && one.place === place)
  return (
    <MealGrid day={number}>
      {(place) =>
        place === 'snacks' ? (
          <MealFrame place={place}>
            <MealWarnings warnings={warningsAt(place)} lines={day.snacks} />
            <LineList
              lines={day.snacks}
              amounts={amountsAt(place)}
              parties={parties}
              none={m.days_meal_snacks_none()}
            />
          </MealFrame>
        ) : (
          <MealView
            place={place}
            meal={day.meals[place]}
            amounts={amountsAt(place)}
            unanswered={unansweredAt(place)}
            warnings={warningsAt(place)}
            parties={parties}
            crew={cooks && <MealCooks cooks={cooks} day={number} meal={place} />}
            onCopy={onCopy && (() => onCopy(place))}
          />
        )
      }
    </MealGrid>
  )
}

interface MealViewProps {
  place: MealType
  meal: Meal
  amounts: MealAmounts | undefined
  unanswered: number
  warnings: readonly Warning[]
  parties: readonly Party[]
  /** Who cooks. */
  crew: ReactNode
  onCopy: (() => void) | undefined
}

function MealView({ place, meal, amounts, unanswered, warnings, parties, crew, onCopy }: MealViewProps) {
  const recipe = findWebAddress(meal.link)
  const aside = (
    <>
      <MealSize {...{ meal, amounts, unanswered }} />
      {onCopy && (
        <IconButton
          icon={Copy}
          label={m.food_copy_meal_label({ meal: mealTitles[place] })}
          title={m.food_copy_meal()}
          className="-my-2 -mr-2"
          onClick={onCopy}
        />
      )}
    </>
  )
  return (
    <MealFrame place={place} aside={aside}>
      <div className="grid gap-x-8 gap-y-3 columns-that-fit">
        <div>
          <h3 className="text-lg">{meal.name}</h3>
          <p className="mt-1 whitespace-pre-line">{meal.description}</p>
          {meal.prep && (
            <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
              <Clock aria-hidden="true" className="size-4" />
              {meal.prep}
            </p>
          )}
          <MealTimes meal={meal} />
          {recipe ? (
            <a
              href={recipe}
              target="_blank"
              rel="noopener noreferrer"
              className="touch inline-flex items-center gap-1.5 text-sm text-action underline underline-offset-4"
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              {m.food_meal_recipe()}
            </a>
          ) : (
            meal.link && <p className="mt-2 text-sm text-muted wrap-anywhere">{meal.link}</p>
          )}
          {crew}
          <MealWarnings warnings={warnings} lines={meal.ingredients} />
        </div>
        <LineList {...{ amounts, parties }} isOfMeal lines={meal.ingredients} none={m.days_meal_ingredients_none()} />
      </div>
    </MealFrame>
  )
}

/** A couple knows who of them has not answered. */
const MIN_FOR_ANSWERS = 3

/**
 * How many eat, if that is known and differs from the servings; otherwise the servings. Below it in small type: how
 * many are children or, if the amounts are not adjusted, the servings; then how many have not answered.
 */
function MealSize({ meal, amounts, unanswered }: Pick<MealViewProps, 'meal' | 'amounts' | 'unanswered'>) {
  const { servings, ingredients } = meal
  const eating = amounts && amounts.count > 0 && amounts.count !== servings ? amounts.count : undefined
  const isAdjusted = amounts?.follows && ingredients.some(isFilled)
  const word = (text: ReactNode) => <span className="text-sm text-muted">{text}</span>
  const large = (text: ReactNode) => <span className="sign text-2xl leading-none tabular-nums">{text}</span>
  const written = m.days_meal_servings({
    servings,
    figure: eating ? (text: ReactNode) => <span className="tabular-nums">{text}</span> : large,
    word: eating ? (text: ReactNode) => <span>{text}</span> : word,
  })
  return (
    <div className="grid justify-items-end gap-0.5 whitespace-nowrap">
      <span className="flex items-baseline gap-1.5">
        <Users aria-hidden="true" className="size-4.5 self-center text-muted" />
        {rich(eating ? m.food_meal_eating({ count: eating, figure: large, word }) : written)}
      </span>
      {eating && (
        <span className="flex gap-1 text-xs text-muted">{isAdjusted ? childrenWords(amounts) : rich(written)}</span>
      )}
      {unanswered > 0 && amounts && amounts.count >= MIN_FOR_ANSWERS && (
        <span className="text-xs text-muted">{m.food_meal_unanswered({ count: unanswered })}</span>
      )}
    </div>
  )
}

/** When the meal is served and when to start, if somebody said so. */
function MealTimes({ meal }: { meal: Meal }) {
  const start = startText(meal)
  if (start === '' && meal.served_at === '') return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3">
      {start && <b>{start}</b>}
      {meal.served_at && (
        <span className="text-muted">{m.food_meal_served({ time: clockTimeText(meal.served_at) })}</span>
      )}
    </p>
  )
}

interface LineListProps {
  lines: readonly Line[]
  amounts: MealAmounts | undefined
  parties: readonly Party[]
  /** Of a meal, whose header has the headcount. */
  isOfMeal?: boolean
  none: string
}

/** Multi-column text balances columns of any length. */
function LineList({ lines, amounts, parties, isOfMeal = false, none }: LineListProps) {
  const [isWritten, setIsWritten] = useState(false)
  if (lines.length === 0) return <p className="text-muted">{none}</p>
  return (
    <div>
      {amounts && lines.some(isFilled) && (
        <MealHeadcount {...{ amounts, isWritten }} isBelowSize={isOfMeal} onWritten={setIsWritten} />
      )}
      <ul className="columns-[16rem] gap-x-8">
        {lines.map((line) => (
          <li key={line.id} className="mb-1 ml-5 list-disc break-inside-avoid marker:text-accent">
            <LineText line={line} amounts={isWritten ? undefined : amounts} />
            <ForWhom {...{ line, amounts, parties }} />
            <MarkedContents line={line} />
          </li>
        ))}
      </ul>
    </div>
  )
}
