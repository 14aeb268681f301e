import { derivedId } from '../../derived-id.ts'
import { mealTypes } from '../../plan/day-parts.ts'
import { allergens, diets, newPerson, type Person } from '../../plan/people.ts'
import type { FoodDay, FoodLine, FoodMeal, ForWhom, ReadLine } from '../food-plan.ts'
import type { LinePart, LineReading } from '../reading.ts'

let ids = 0
const newTestId = () => derivedId(`food/testing/${ids++}`)

/** A part of a reading, with what the test does not say left out. */
export function buildPart(item: string, more: Partial<LinePart> = {}): LinePart {
  return { item, amount: null, isEach: false, pack: null, remark: '', ...more }
}

/** A line whose reading a test says. Its text names the item, and is unique. */
export class TestLines {
  readonly #readings = new Map<string, LineReading>()

  line(parts: LinePart[], more: Partial<FoodLine> & { writtenFor?: number } = {}): FoodLine {
    const { writtenFor = null, ...stored } = more
    const text = `${parts.map(({ item }) => item).join(', ') || 'not understood'} (${this.#readings.size})`
    const line = buildLine({ text, ...stored })
    this.#readings.set(line.text, { parts, writtenFor })
    return line
  }

  readonly read: ReadLine = (text) => {
    const reading = this.#readings.get(text)
    if (!reading) throw new Error(`No reading of ${text}`)
    return reading
  }
}

export function buildLine(more: Partial<FoodLine> = {}): FoodLine {
  return {
    id: newTestId(),
    text: 'milk',
    for_whom: 'everyone',
    people: [],
    written_for: 0,
    read_as: '',
    marks: [],
    ...more,
  }
}

export function buildMeal(ingredients: FoodLine[] = [], more: Partial<FoodMeal> = {}): FoodMeal {
  return { servings: 30, follows_headcount: true, eaters: '', ingredients, ...more }
}

export function buildDay(meals: Partial<FoodDay['meals']> = {}, snacks: FoodLine[] = []): FoodDay {
  const all = Object.fromEntries(mealTypes.map((type) => [type, meals[type] ?? buildMeal()])) as FoodDay['meals']
  return { meals: all, snacks }
}

/** Somebody who is coming, with diets and allergens by name. */
export function buildPerson(
  more: Partial<Omit<Person, 'diets' | 'allergens'>> & {
    diets?: (keyof Person['diets'])[]
    allergens?: (keyof Person['allergens'])[]
  } = {},
): Person {
  const { diets: chosen = [], allergens: allergies = [], ...rest } = more
  const none = newPerson(newTestId(), 'Ana')
  const ticks = <Word extends string>(words: readonly Word[], ticked: readonly Word[]) =>
    Object.fromEntries(words.map((word) => [word, ticked.includes(word)])) as Record<Word, boolean>
  return { ...none, coming: 'coming', diets: ticks(diets, chosen), allergens: ticks(allergens, allergies), ...rest }
}

export const buildParty = (persons: Person[]) => ({ id: newTestId(), name: '', persons })

export const allForWhom: readonly ForWhom[] = [
  'everyone',
  'people',
  'fixed',
  'not_counted',
  ...diets.flatMap((diet) => [`only:${diet}`, `except:${diet}`] as const),
]

export const keyOf = (item: string) => `1:${item.trim().toLowerCase()}`
export const noDates = { departure_date: '', return_date: '' } as const
