import { useState } from 'react'
import { eatersAt } from '#domain/food/eaters.ts'
import { basisOf } from '#domain/food/scale.ts'
import type { MealType } from '#domain/plan/day-parts.ts'
import { MAX_MEAL_TEXT, MAX_SERVINGS, type Meal, type MealDay, mealPlaceholders } from '#domain/plan/meals.ts'
import * as m from '#messages'
import type { MealPlace } from '#web/trip-core/days/meal-order.ts'
import { placeholderField } from '#web/trip-core/editing/placeholder.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { LineListEditor } from './line-list-editor.tsx'
import type { LineFood } from './line-reading.tsx'
import { MealSettings } from './meal-settings.tsx'
import type { MealFood } from './use-meal-food.ts'

/** `removed` names the ingredient or snack that the change removes. */
export type OnDayChange = (change: (day: MealDay) => MealDay, removed?: string) => void

interface PlaceFieldsProps {
  number: number
  place: MealPlace
  day: MealDay
  food: MealFood
  onChange: OnDayChange
}

/** The fields of a meal or of the day's snacks: in the edit mode, and where it is opened in place. */
export function PlaceFields({ number, place, day, food: { parties, guests }, onChange }: PlaceFieldsProps) {
  const food: LineFood = { parties, ...basisOf(guests, number, place, day) }
  if (place === 'snacks')
    return (
      <LineListEditor
        lines={day.snacks}
        of="snack"
        added={mealPlaceholders.snack}
        food={food}
        onChange={(change, removed) => onChange((current) => ({ ...current, snacks: change(current.snacks) }), removed)}
      />
    )
  return (
    <MealFields
      meal={day.meals[place]}
      food={food}
      attending={guests.areKnown ? eatersAt(guests, number, place, '').count : undefined}
      onChange={(change, removed) => onChange((current) => withMeal(current, place, change), removed)}
    />
  )
}

const withMeal = ({ meals, ...rest }: MealDay, place: MealType, change: (meal: Meal) => Partial<Meal>): MealDay => ({
  ...rest,
  meals: { ...meals, [place]: { ...meals[place], ...change(meals[place]) } },
})

interface MealFieldsProps {
  meal: Meal
  food: LineFood
  /** How many attend; undefined if that is not known. */
  attending: number | undefined
  onChange: (change: (meal: Meal) => Partial<Meal>, removed?: string) => void
}

function MealFields({ meal, food, attending, onChange }: MealFieldsProps) {
  return (
    <div className="grid gap-x-8 gap-y-3 columns-that-fit">
      <div className="grid grid-cols-2 content-start gap-3">
        <TextField
          label={m.days_meal_name_label()}
          data-part="name"
          className="col-span-2"
          value={meal.name}
          maxLength={MAX_MEAL_TEXT}
          {...placeholderField('meal', meal.name)}
          onChange={({ target }) => onChange(() => ({ name: target.value }))}
        />
        <TextArea
          label={m.common_description_label()}
          data-part="description"
          className="col-span-2"
          value={meal.description}
          maxLength={MAX_MEAL_TEXT}
          {...placeholderField('meal_description', meal.description)}
          onChange={({ target }) => onChange(() => ({ description: target.value }))}
        />
        <TextField
          label={m.days_meal_prep_label()}
          data-part="prep"
          value={meal.prep}
          maxLength={MAX_MEAL_TEXT}
          onChange={({ target }) => onChange(() => ({ prep: target.value }))}
        />
        <ServingsField servings={meal.servings} onChange={(servings) => onChange(() => ({ servings }))} />
        <MealSettings {...{ meal, attending }} onChange={(change) => onChange(() => change)} />
      </div>
      <div>
        <p className="text-sm font-semibold">{m.days_meal_ingredients()}</p>
        <p className="mb-1.5 text-sm text-muted">
          {meal.servings > 2 && m.food_lines_servings({ servings: meal.servings })}
        </p>
        <LineListEditor
          lines={meal.ingredients}
          of="ingredient"
          added={mealPlaceholders.ingredient}
          food={food}
          onChange={(change, removed) => onChange(({ ingredients }) => ({ ingredients: change(ingredients) }), removed)}
        />
      </div>
    </div>
  )
}

/** The number of servings. A negative number stays in the field with an error and is not passed on. */
function ServingsField({ servings, onChange }: { servings: number; onChange: (servings: number) => void }) {
  const [wrong, setWrong] = useState<string>()
  return (
    <TextField
      label={m.days_meal_servings_label()}
      type="number"
      inputMode="numeric"
      min={0}
      max={MAX_SERVINGS}
      step={1}
      placeholder="0"
      value={wrong ?? (servings || '')}
      error={wrong && m.days_meal_servings_negative()}
      onChange={({ target }) => {
        const isWrong = Number(target.value) < 0
        setWrong(isWrong ? target.value : undefined)
        if (!isWrong) onChange(parseServings(target.value))
      }}
    />
  )
}

/** Parses any text to a whole number of servings. */
function parseServings(text: string): number {
  return Math.min(MAX_SERVINGS, Math.max(0, Number.parseInt(text, 10) || 0))
}
