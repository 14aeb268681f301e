import { useState } from 'react'
import { eatersAt } from '#domain/food/eaters.ts'
import { basisOf } from '#domain/food/scale.ts'
import { MAX_MEAL_TEXT, MAX_SERVINGS, type Meal, type MealDay, mealPrompts } from '#domain/plan/meals.ts'
import * as m from '#messages'
import type { MealPlace } from '#web/trip-core/days/meal-order.ts'
import { promptField } from '#web/trip-core/editing/prompt.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { LineListEditor } from './line-list-editor.tsx'
import type { LineFood } from './line-reading.tsx'
import { MealFrame } from './meal-frame.tsx'
import { MealGrid } from './meal-grid.tsx'
import { MealSettings } from './meal-settings.tsx'
import type { MealFood } from './use-meal-food.ts'

interface MealDayEditorProps {
  number: number
  day: MealDay
  food: MealFood
  onChange: (change: (day: MealDay) => MealDay) => void
}

export function MealDayEditor({ number, day, food: { parties, guests }, onChange }: MealDayEditorProps) {
  const foodAt = (place: MealPlace): LineFood => ({ parties, ...basisOf(guests, number, place, day) })
  return (
    <MealGrid day={number}>
      {(place) =>
        place === 'snacks' ? (
          <MealFrame place={place}>
            <LineListEditor
              lines={day.snacks}
              of="snack"
              added={mealPrompts.snack}
              food={foodAt(place)}
              onChange={(change) => onChange((current) => ({ ...current, snacks: change(current.snacks) }))}
            />
          </MealFrame>
        ) : (
          <MealEditor
            place={place}
            meal={day.meals[place]}
            food={foodAt(place)}
            attending={guests.areKnown ? eatersAt(guests, number, place, '').count : undefined}
            onChange={(change) =>
              onChange(({ meals, ...rest }) => ({
                ...rest,
                meals: { ...meals, [place]: { ...meals[place], ...change(meals[place]) } },
              }))
            }
          />
        )
      }
    </MealGrid>
  )
}

interface MealEditorProps {
  place: keyof MealDay['meals']
  meal: Meal
  food: LineFood
  /** How many attend; undefined if that is not known. */
  attending: number | undefined
  onChange: (change: (meal: Meal) => Partial<Meal>) => void
}

function MealEditor({ place, meal, food, attending, onChange }: MealEditorProps) {
  return (
    <MealFrame place={place}>
      <div className="grid gap-x-8 gap-y-3 columns-that-fit">
        <div className="grid grid-cols-2 content-start gap-3">
          <TextField
            label={m.days_meal_name_label()}
            className="col-span-2"
            value={meal.name}
            maxLength={MAX_MEAL_TEXT}
            {...promptField('meal', meal.name)}
            onChange={({ target }) => onChange(() => ({ name: target.value }))}
          />
          <TextArea
            label={m.common_description_label()}
            className="col-span-2"
            value={meal.description}
            maxLength={MAX_MEAL_TEXT}
            {...promptField('meal_description', meal.description)}
            onChange={({ target }) => onChange(() => ({ description: target.value }))}
          />
          <TextField
            label={m.days_meal_prep_label()}
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
            added={mealPrompts.ingredient}
            food={food}
            onChange={(change) => onChange(({ ingredients }) => ({ ingredients: change(ingredients) }))}
          />
        </div>
      </div>
    </MealFrame>
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
