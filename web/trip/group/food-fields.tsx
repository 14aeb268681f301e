import { allergenName, dietName } from '#domain/people-words.ts'
import { allergens, diets, MAX_FOOD_NOTE, type Person } from '#domain/plan/people.ts'
import * as m from '#messages'
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

interface ChipsProps<Word extends string> {
  legend: string
  words: readonly Word[]
  nameOf: (word: Word) => string
  ticked: Record<Word, boolean>
  onChange: (changed: Partial<Record<Word, boolean>>) => void
}

/** Chips to select several options. Uses native checkboxes. */
function Chips<Word extends string>({ legend, words, nameOf, ticked, onChange }: ChipsProps<Word>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {words.map((word) => (
          <label
            key={word}
            className="touch relative inline-flex items-center rounded-full border border-edge bg-raised px-3.5 text-sm transition-colors hover:border-action has-checked:border-action has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              checked={ticked[word]}
              onChange={({ target }) => onChange({ [word]: target.checked } as Partial<Record<Word, boolean>>)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {nameOf(word)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
