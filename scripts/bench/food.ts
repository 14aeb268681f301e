import { randomUUID } from 'node:crypto'
import { compareLists } from '#domain/food/compare-lists.ts'
import type { FoodDay, FoodTrip, ForWhom } from '#domain/food/food-plan.ts'
import { itemKey } from '#domain/food/item-key.ts'
import { memoByText } from '#domain/food/memo-by-text.ts'
import { readLine } from '#domain/food/read-line.ts'
import { listItems } from '#domain/food/shopping-list.ts'
import { followingAll } from '#domain/food/testing/settings.ts'
import { listWarnings } from '#domain/food/warnings.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import { allergens, type Diet, diets, newPerson, newSkip, type Person } from '#domain/plan/people.ts'
import { CPU_SLOWDOWN } from './browser.ts'
import { median, type Row } from './table.ts'

const PEOPLE = 60
const DAYS = 10
const LINES = 900
const TIMES = 40

/**
 * How long the shopping list, what changed in it, and all warnings of a large trip take after an edit, on a phone whose
 * processor is four times slower.
 */
export function measureFood(): Promise<Row[]> {
  const trip = buildTrip()
  const compute = (of: FoodTrip) => ({
    items: listItems({ ...of, read, keyOf }),
    warnings: listWarnings(of),
  })
  const started = performance.now()
  const first = compute(trip)
  const firstMs = performance.now() - started
  const times = Array.from({ length: TIMES }, (_, index) => {
    const edited = withAnswer(trip, index)
    const start = performance.now()
    compareLists(first.items, compute(edited).items)
    return performance.now() - start
  })
  const details = [
    `${first.items.length} items, ${first.warnings.length} warnings`,
    `the first time, with reading all lines: ${(firstMs * CPU_SLOWDOWN).toFixed(0)} ms`,
  ]
  const what = `Shopping list, what changed, and warnings of ${PEOPLE} people and ${LINES} lines, after an edit`
  return Promise.resolve([{ what, measured: median(times) * CPU_SLOWDOWN, unit: 'ms', budget: 16, details }])
}

const goods =
  'bread,milk,cheddar,rice,beans,salt,tofu,bacon,pasta,walnuts,nut-free muffins,apples,coffee,eggs,tuna'.split(',')
const kinds = ['fresh', 'dried', 'red', 'local']
const forWhom: ForWhom[] = ['everyone', 'everyone', 'everyone', 'only:vegetarian', 'except:vegetarian', 'fixed']
const read = memoByText(readLine)
const keyOf = memoByText(itemKey)

function buildLine(number: number) {
  const item = `${kinds[number % kinds.length]} ${goods[number % goods.length]}`
  const text = `${number} g ${item}${number % 7 === 0 ? ' each' : ''}`
  const for_whom = forWhom[number % forWhom.length] ?? 'everyone'
  return { id: randomUUID(), text, for_whom, people: [], written_for: 0, read_as: '', marks: [] }
}

function buildTrip(): FoodTrip {
  const places = DAYS * (mealTypes.length + 1)
  let number = 0
  const lines = () => Array.from({ length: Math.ceil(LINES / places) }, () => buildLine(++number))
  const meal = () => ({ servings: 30, follows_headcount: true, eaters: '' as const, ingredients: lines() })
  const day = (): FoodDay => ({ meals: { breakfast: meal(), lunch: meal(), dinner: meal() }, snacks: lines() })
  return {
    days: Object.fromEntries(Array.from({ length: DAYS }, (_, index) => [index + 1, day()])),
    people: [{ id: randomUUID(), name: '', persons: Array.from({ length: PEOPLE }, (_, index) => buildPerson(index)) }],
    dates: { departure_date: '', return_date: '' },
    settings: followingAll,
  }
}

/** Every third person has a diet, every fifth an allergy, every sixth is a child. */
function buildPerson(index: number): Person {
  const person = newPerson(randomUUID(), `Person ${index}`)
  const diet: Diet | undefined = index % 3 === 0 ? diets[index % diets.length] : undefined
  const allergen = index % 5 === 0 ? allergens[index % allergens.length] : undefined
  return {
    ...person,
    kind: index % 6 === 0 ? 'child' : 'adult',
    age: index % 6 === 0 ? '7' : '',
    coming: 'coming',
    from: index % 4 === 0 ? '2 lunch' : '',
    diets: { ...person.diets, ...(diet && { [diet]: true }) },
    allergens: { ...person.allergens, ...(allergen && { [allergen]: true }) },
  }
}

/** The trip after somebody skips a meal. */
function withAnswer(trip: FoodTrip, index: number): FoodTrip {
  const skip = newSkip(`${(index % DAYS) + 1} lunch`)
  const people = trip.people.map((party) => ({
    ...party,
    persons: party.persons.map((person, at) => (at === index % PEOPLE ? { ...person, skips: [skip] } : person)),
  }))
  return { ...trip, people }
}
