import { Clock, Copy, ExternalLink, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MealAmounts } from '#domain/food/amounts.ts'
import { isFilled } from '#domain/food/food-plan.ts'
import { isForDietOfNobody, isForItsServings } from '#domain/food/meal-amounts.ts'
import type { Warning } from '#domain/food/warnings.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import type { Line, Meal, MealDay } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { pathOf } from '#domain/templates/own-parts.ts'
import {
  dishOf,
  isPlaceholder,
  isPlannedMeal,
  linesWithoutPlaceholders,
  mealWithoutPlaceholders,
} from '#domain/templates/placeholders.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { type MealPlace, mealTitles } from '#web/trip-core/days/meal-order.ts'
import { PlaceholderText } from '#web/trip-core/editing/placeholder.tsx'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'
import { AdoptButton, useIsSamplePart } from '#web/trip-core/sample/sample.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { rich } from '#web/ui/rich.ts'
import { childrenWords, startText } from './food-words.ts'
import { LineQuestion } from './line-question.tsx'
import { ForWhom, LineText, MarkedContents, WrittenNote } from './line-text.tsx'
import { MealCooks } from './meal-cooks.tsx'
import { OpenableMeal } from './meal-frame.tsx'
import { MealGrid } from './meal-grid.tsx'
import { MealHeadcount } from './meal-headcount.tsx'
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
  /** Absent if the person may not edit, as is `onLine`. */
  onCopy?: ((place: MealType) => void) | undefined
  /** Changes a line of a place. */
  onLine?: ((place: MealPlace, line: Line, change: Partial<Line>) => void) | undefined
  /** What replaces a place's text when it is pressed. Absent if the person may not edit. */
  fieldsOf?: ((place: MealPlace) => ReactNode) | undefined
}

type OnLine = (line: Line, change: Partial<Line>) => void

export function MealDayView(props: MealDayViewProps) {
  const { number, day, amountsAt, unansweredAt, warnings, parties, cooks, onCopy, onLine, fieldsOf } = props
  const onLineAt = (place: MealPlace) => onLine && ((line: Line, change: Partial<Line>) => onLine(place, line, change))
  const warningsAt = (place: MealPlace) => warnings.filter((one) => one.day === number && one.place === place)
  const areSnacksSample = useIsSamplePart(pathOf.meal(number, 'snacks'), day.snacks) && day.snacks.length > 0
  return (
    <MealGrid day={number}>
      {(place) =>
        place === 'snacks' ? (
          <OpenableMeal
            place={place}
            isSample={areSnacksSample}
            name={mealTitles[place]}
            fields={fieldsOf && (() => fieldsOf(place))}
            aside={areSnacksSample && <SampleAside number={number} place={place} />}
          >
            <MealWarnings warnings={warningsAt(place)} lines={day.snacks} />
            <LineList
              lines={onLine ? day.snacks : linesWithoutPlaceholders(day.snacks)}
              amounts={areSnacksSample ? undefined : amountsAt(place)}
              parties={parties}
              none={m.days_meal_snacks_none()}
              onLine={areSnacksSample ? undefined : onLineAt(place)}
            />
          </OpenableMeal>
        ) : (
          <MealView
            number={number}
            place={place}
            meal={day.meals[place]}
            amounts={amountsAt(place)}
            unanswered={unansweredAt(place)}
            warnings={warningsAt(place)}
            parties={parties}
            crew={cooks && <MealCooks cooks={cooks} day={number} meal={place} />}
            onCopy={onCopy && (() => onCopy(place))}
            onLine={onLineAt(place)}
            fields={fieldsOf && (() => fieldsOf(place))}
          />
        )
      }
    </MealGrid>
  )
}

interface MealViewProps {
  number: number
  place: MealType
  meal: Meal
  amounts: MealAmounts | undefined
  unanswered: number
  warnings: readonly Warning[]
  parties: readonly Party[]
  /** Who cooks. */
  crew: ReactNode
  onCopy: (() => void) | undefined
  onLine: OnLine | undefined
  fields: (() => ReactNode) | undefined
}

function MealView({ number, place, meal: stored, unanswered, warnings, parties, fields, ...props }: MealViewProps) {
  const isSample = useIsSamplePart(pathOf.meal(number, place), stored)
  // Nothing is computed from a sample, and nobody has a part in it.
  const { amounts, crew, onCopy, onLine } = isSample ? noParts : props
  // Placeholders are only for people who can overwrite them.
  const planned = mealWithoutPlaceholders(stored)
  const meal = props.onLine ? { ...stored, prep: planned.prep } : planned
  // Nobody eats or copies a meal that nobody has planned.
  const isUnplanned = !isPlannedMeal(planned)
  const recipe = findWebAddress(meal.link)
  const aside = isSample ? (
    <>
      <MealSize {...{ meal, amounts, unanswered }} />
      <SampleAside {...{ number, place }} />
    </>
  ) : (
    <>
      {!isUnplanned && <MealSize {...{ meal, amounts, unanswered }} />}
      {onCopy && !isUnplanned && (
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
    <OpenableMeal {...{ place, fields, aside, isSample }} name={dishOf(meal.name) || mealTitles[place]}>
      <div className="grid gap-x-8 gap-y-3 columns-that-fit">
        <div>
          {isUnplanned && !props.onLine && <p className="text-muted">{m.days_meal_none()}</p>}
          {meal.name && (
            <h3 className="text-lg">
              <PlaceholderText of="meal" text={meal.name} />
            </h3>
          )}
          {meal.description && (
            <p data-part="description" className="mt-1 whitespace-pre-line">
              <PlaceholderText of="meal_description" text={meal.description} />
            </p>
          )}
          {meal.prep && (
            <p data-part="prep" className="mt-2 flex items-center gap-1.5 text-sm text-muted">
              <Clock aria-hidden="true" className="size-4" />
              {meal.prep}
            </p>
          )}
          <MealTimes meal={meal} />
          <PlaceLink placeId={meal.place_id} />
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
        {(!isUnplanned || props.onLine) && (
          <LineList
            {...{ amounts, parties, onLine }}
            isOfMeal
            lines={meal.ingredients}
            none={m.days_meal_ingredients_none()}
          />
        )}
      </div>
    </OpenableMeal>
  )
}

const noParts: Pick<MealViewProps, 'amounts' | 'crew' | 'onCopy' | 'onLine'> = {
  amounts: undefined,
  crew: null,
  onCopy: undefined,
  onLine: undefined,
}

/** Offers a part of the sample. */
function SampleAside({ number, place }: { number: number; place: MealPlace }) {
  return (
    <AdoptButton
      part={pathOf.meal(number, place)}
      text={m.plan_sample_use_part()}
      label={m.plan_sample_use_named({ name: mealTitles[place] })}
    />
  )
}

/** A couple knows who of them has not answered. */
const MIN_FOR_ANSWERS = 3

/**
 * How many eat, and below it in small type how many of them are children and how many have not answered. If the amounts
 * do not follow them, and for a couple whose meals are for two, the servings.
 */
function MealSize({ meal: { servings }, amounts, unanswered }: Pick<MealViewProps, 'meal' | 'amounts' | 'unanswered'>) {
  const eating = amounts?.follows && !(amounts.count <= 2 && isForItsServings(amounts)) ? amounts : undefined
  const word = (text: ReactNode) => <span className="text-sm text-muted">{text}</span>
  const figure = (text: ReactNode) => <span className="sign text-2xl leading-none tabular-nums">{text}</span>
  const children = eating && childrenWords(eating)
  return (
    <div className="grid justify-items-end gap-0.5 whitespace-nowrap">
      <span className="flex items-baseline gap-1.5">
        <Users aria-hidden="true" className="size-4.5 self-center text-muted" />
        {rich(
          eating
            ? m.food_meal_eating({ count: eating.count, figure, word })
            : m.days_meal_servings({ servings, figure, word }),
        )}
      </span>
      {children && <span className="text-xs text-muted">{children}</span>}
      {eating && unanswered > 0 && eating.count >= MIN_FOR_ANSWERS && (
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
  onLine: OnLine | undefined
}

/** Multi-column text balances columns of any length. Lines that nobody needs are seen only in edit mode. */
function LineList({ lines, amounts, parties, isOfMeal = false, none, onLine }: LineListProps) {
  const [isWritten, setIsWritten] = useState(false)
  // A line does not go from under the finger that answers its question.
  const [answered, setAnswered] = useState<readonly string[]>([])
  if (lines.length === 0) return <p className="text-muted">{none}</p>
  const isNeeded = (line: Line) =>
    isWritten || !amounts || !isForDietOfNobody(amounts, line) || answered.includes(line.id)
  // All of them say more than an empty list.
  const shown = lines.some(isNeeded) ? lines.filter(isNeeded) : lines
  function answer(line: Line, change: Partial<Line>) {
    setAnswered([...answered, line.id])
    onLine?.(line, change)
  }
  return (
    <div>
      {amounts && lines.some(isFilled) && (
        <MealHeadcount {...{ amounts, isWritten }} isBelowSize={isOfMeal} onWritten={setIsWritten} />
      )}
      <ul className="columns-[16rem] gap-x-8">
        {shown.map((line) => (
          <li
            key={line.id}
            data-part={line.id}
            className={`${isPlaceholder('line', line.text) ? 'text-muted print:hidden ' : ''}mb-1 ml-5 list-disc break-inside-avoid marker:text-accent`}
          >
            <LineText line={line} amounts={isWritten ? undefined : amounts} />
            <ForWhom {...{ line, amounts, parties }} />
            <WrittenNote line={line} amounts={isWritten ? undefined : amounts} />
            <MarkedContents line={line} />
            {amounts?.follows && onLine && (
              <LineQuestion line={line} servings={amounts.servings} onChange={(change) => answer(line, change)} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
