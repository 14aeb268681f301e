import { derivedId } from '../derived-id.ts'
import { newChecklistItem } from '../plan/checklist.ts'
import type { MealType } from '../plan/day-parts.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '../plan/index.ts'
import { withDerivedIds } from '../plan/itinerary.ts'
import { type Line, linesAt, mealDefaults } from '../plan/meals.ts'
import type { TripType } from '../trip.ts'
import { templates } from './index.ts'
import { TEMPLATE_REVISION, type TemplateRevision } from './revision.ts'
import type { LineTemplate, MealTemplate } from './template.ts'

type Template<Name extends SectionName> = (type: TripType, revision: TemplateRevision) => SectionValue<Name>

/** For the sections that do not start empty. */
const fromTemplates: { [Name in SectionName]?: Template<Name> } = {
  notes: (type) =>
    templates[type].notes.map((note, index) => ({ id: derivedId(`notes/${index}`), text: textOf(note) })),

  meals: (type, revision) =>
    Object.fromEntries(
      templates[type].meals.map(({ snacks, ...meals }, index) => {
        const day = index + 1
        const mealAt = (place: MealType) => ({
          ...withoutVariants(meals[place]),
          ...mealDefaults,
          ingredients: templateLines(day, place, meals[place].ingredients, revision),
        })
        const ofDay = { breakfast: mealAt('breakfast'), lunch: mealAt('lunch'), dinner: mealAt('dinner') }
        return [String(day), { meals: ofDay, snacks: templateLines(day, 'snacks', snacks, revision) }]
      }),
    ),

  itinerary: (type) =>
    Object.fromEntries(
      templates[type].itinerary.map(({ title, light, hard }, index) => {
        const day = index + 1
        return [
          String(day),
          { title, light: withDerivedIds(light, day, 'light'), hard: withDerivedIds(hard, day, 'hard') },
        ]
      }),
    ),

  checklist: (type) =>
    templates[type].checklist.map(({ category, items }, group) => ({
      id: derivedId(`checklist/${group}`),
      category,
      items: items.map((one, item) => ({
        ...newChecklistItem(derivedId(`checklist/${group}/${item}`)),
        name: textOf(one),
      })),
    })),
}

/** The first revision has the same lines, all of them for everyone. */
function templateLines(
  day: number,
  place: MealType | 'snacks',
  lines: readonly LineTemplate[],
  revision: TemplateRevision,
): Line[] {
  const complete = lines.map((line) => (typeof line === 'string' ? { text: line } : line))
  const plain = linesAt(
    day,
    place,
    complete.map(({ text }) => text),
  )
  if (revision === 1) return plain
  return plain.map((line, index) => {
    const { scaled: _, ...marked } = complete[index] as Exclude<LineTemplate, string>
    return { ...line, ...marked }
  })
}

const textOf = (template: string | { text: string }) => (typeof template === 'string' ? template : template.text)

function withoutVariants({ elsewhere: _, ...meal }: MealTemplate): Omit<MealTemplate, 'elsewhere'> {
  return meal
}

/** The value of each section at version 0. Separate from the schemas, since few pages need it. */
export const planTemplates = Object.fromEntries(
  sectionNames.map((name) => {
    const make = fromTemplates[name] as Template<typeof name> | undefined
    return [
      name,
      (type: TripType, revision: TemplateRevision = TEMPLATE_REVISION) => make?.(type, revision) ?? plan[name].empty,
    ]
  }),
) as { [Name in SectionName]: (type: TripType, revision?: TemplateRevision) => SectionValue<Name> }
