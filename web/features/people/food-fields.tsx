import { allergenName, dietName } from '#domain/people-words.ts'
import { allergens, diets, MAX_FOOD_NOTE, type Person } from '#domain/plan/people.ts'
import * as m from '#messages'
import { Chips } from '#web/ui/chips.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

interface FoodFieldsProps {
  person: Person
  onChange: (change: Partial<Person>, isTyped?: boolean) => void
}

export function FoodFields({ person, onChange }: FoodFieldsProps) {
  const mayNeedMedicine =
    person.carries_medicine || allergens.some((allergen) => person.allergens[allergen]) || person.food_note !== ''
  return (
    <div className="grid gap-4">
      <Chips
        legend={m.group_food_eats()}
        words={diets}
        nameOf={dietName}
        ticked={person.diets}
        onChange={(changed) => onChange({ diets: { ...person.diets, ...changed } })}
      />
      <Chips
        legend={m.group_food_avoids()}
        words={allergens}
        nameOf={allergenName}
        ticked={person.allergens}
        onChange={(changed) => onChange({ allergens: { ...person.allergens, ...changed } })}
      />
      <TextArea
        label={m.group_food_note_label()}
        hint={m.group_food_note_hint()}
        value={person.food_note}
        maxLength={MAX_FOOD_NOTE}
        onChange={({ target }) => onChange({ food_note: target.value }, true)}
      />
      {mayNeedMedicine && (
        <Switch checked={person.carries_medicine} onChange={(carries_medicine) => onChange({ carries_medicine })}>
          {m.group_food_medicine_switch()}
        </Switch>
      )}
      <p className="text-sm text-muted">{m.group_food_who_sees()}</p>
    </div>
  )
}
