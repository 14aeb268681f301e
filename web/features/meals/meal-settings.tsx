import { MAX_MEAL_LINK, MAX_SERVINGS, type Meal } from '#domain/plan/meals.ts'
import { completeAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { PlaceField } from '#web/trip-core/places/place-field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { startText } from './food-words.ts'

interface MealSettingsProps {
  meal: Meal
  /** How many attend; undefined if that is not known. */
  attending: number | undefined
  onChange: (change: Partial<Meal>) => void
}

/** Stands for no number: people type only numbers from 0 on. */
const BY_ATTENDANCE = -1

/** When it is served, the recipe, and for how many the amounts are. */
export function MealSettings({ meal, attending, onChange }: MealSettingsProps) {
  // A couple whose meals are for two needs no headcount.
  const isAsWritten = attending === undefined || (attending <= 2 && attending === meal.servings)
  const isPlain = isAsWritten && meal.follows_headcount && meal.eaters === ''
  return (
    <>
      <TextField
        label={m.food_meal_served_label()}
        type="time"
        className="col-span-2"
        hint={startText(meal) || m.food_meal_served_hint()}
        value={meal.served_at}
        onChange={({ target }) => onChange({ served_at: target.value })}
      />
      <TextField
        label={m.food_meal_link_label()}
        type="url"
        inputMode="url"
        className="col-span-2"
        value={meal.link}
        maxLength={MAX_MEAL_LINK}
        autoComplete="off"
        onChange={({ target }) => onChange({ link: target.value })}
        onBlur={({ target }) => {
          const link = completeAddress(target.value, MAX_MEAL_LINK)
          if (link !== target.value) onChange({ link })
        }}
      />
      <PlaceField className="col-span-2" value={meal.place_id} onChange={(place_id) => onChange({ place_id })} />
      {!isPlain && (
        <div className="col-span-2">
          <Switch checked={meal.follows_headcount} onChange={(follows_headcount) => onChange({ follows_headcount })}>
            {m.food_meal_follows_label()}
          </Switch>
        </div>
      )}
      {meal.follows_headcount && (
        <NumberField
          label={m.food_meal_eaters_label()}
          hint={attending === undefined ? m.food_meal_eaters_unknown() : m.food_meal_eaters_hint({ count: attending })}
          className="col-span-2"
          value={meal.eaters === '' ? BY_ATTENDANCE : meal.eaters}
          emptyAt={BY_ATTENDANCE}
          max={MAX_SERVINGS}
          onChange={(eaters) => onChange({ eaters: eaters === BY_ATTENDANCE ? '' : eaters })}
        />
      )}
    </>
  )
}
