import type { MealDay } from '#domain/plan/meals.ts'
import { type OnDayChange, PlaceFields } from './meal-fields.tsx'
import { MealFrame } from './meal-frame.tsx'
import { MealGrid } from './meal-grid.tsx'
import type { MealFood } from './use-meal-food.ts'

interface MealDayEditorProps {
  number: number
  day: MealDay
  food: MealFood
  onChange: OnDayChange
}

export function MealDayEditor(props: MealDayEditorProps) {
  return (
    <MealGrid day={props.number}>
      {(place) => (
        <MealFrame place={place}>
          <PlaceFields {...props} place={place} />
        </MealFrame>
      )}
    </MealGrid>
  )
}
