import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { type MealType, mealTypes } from '../plan/day-parts.ts'
import { newMark } from '../plan/meals.ts'
import { comingAnswers, mealTimeOf, newSkip, type Person } from '../plan/people.ts'
import type { FoodDay, FoodLine, FoodMeal, FoodPlace, FoodSettings } from './food-plan.ts'
import { itemKey } from './item-key.ts'
import { memoByText } from './memo-by-text.ts'
import { readLine } from './read-line.ts'
import { foodPlaces, type ListInput, linesAt, listItems } from './shopping-list.ts'
import { allForWhom, buildDay, buildLine, buildMeal, buildParty, buildPerson, noDates } from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'
import { listWarnings } from './warnings.ts'

/* What is cached between edits: the results after an edit are those of a plan that nothing has been cached of. */

const departure = '2027-08-12' as LocalDate
const dates: ListInput['dates'][] = [
  noDates,
  { departure_date: departure, return_date: '2027-08-14' as LocalDate },
  { departure_date: departure, return_date: departure },
  { departure_date: '2027-08-13' as LocalDate, return_date: '2027-08-14' as LocalDate },
  { departure_date: '2027-08-13' as LocalDate, return_date: '2027-08-15' as LocalDate },
]
const texts = ['2 kg rice', '12 vegan sausages', 'trail mix with walnuts', '6 eggs each', '1 cheddar', 'tbd!', ' ']
const read = memoByText(readLine)
const otherRead = memoByText((text) => readLine(text.replace(/\d+/, '40')))
const keyOf = memoByText(itemKey)
const otherKeyOf = memoByText((item) => itemKey(item.replace(/.* /, '')))

const persons = [
  // Of the same name, with the same diet.
  buildPerson({ name: 'Ana', diets: ['vegetarian'], skips: [newSkip('1 lunch')] }),
  buildPerson({ name: 'Ana', diets: ['vegetarian'] }),
  buildPerson({ name: 'Ben', kind: 'child', age: '7', coming: 'open' }),
  buildPerson({ name: 'Cleo', allergens: ['nuts'], coming: 'unsure', from: mealTimeOf(2, 'lunch', departure) }),
  buildPerson({ name: 'Dan', diets: ['vegan'], allergens: ['gluten'] }),
]

function buildTrip(): ListInput {
  const lines = () => [
    buildLine({ text: '3 kg rice' }),
    buildLine({ text: '500 g trail mix with walnuts', for_whom: 'except:vegetarian', written_for: 10 }),
    buildLine({ text: '10 eggs', for_whom: 'people', people: persons.slice(0, 2) }),
    buildLine({ text: 'bacon' }),
  ]
  const meals = () => ({
    breakfast: buildMeal(lines()),
    lunch: buildMeal(lines()),
    dinner: buildMeal(lines(), { eaters: 20 }),
  })
  const days = { '1': buildDay(meals(), lines()), '2': buildDay(meals(), lines()) }
  const people = [buildParty(persons.slice(0, 1)), buildParty(persons.slice(1))]
  return { days, people, dates: noDates, settings: followingAll, read, keyOf }
}

/** A change of a trip. Like an operation, it copies only the path to what it changes. */
type Edit = (of: ListInput) => ListInput
const toEdit =
  (change: (of: ListInput) => Partial<ListInput>): Edit =>
  (of) => ({ ...of, ...change(of) })

const anyTime = fc.constantFrom('', mealTimeOf(1, 'lunch', ''), mealTimeOf(2, 'dinner', departure))
const anySkips = fc
  .subarray(['1 lunch', '1 dinner', `2 breakfast ${departure}`, '2 lunch'])
  .map((times) => times.map(newSkip))
const anyResponse: fc.Arbitrary<Partial<Person>> = fc.oneof(
  fc.record({ coming: fc.constantFrom(...comingAnswers) }),
  fc.record({ from: anyTime }),
  fc.record({ until: anyTime }),
  fc.record({ skips: anySkips }),
  fc.record({ kind: fc.constantFrom('adult', 'child'), age: fc.constantFrom('', '2', '7') }),
  fc.record({ name: fc.constantFrom('Ana', 'Ben', '') }),
)
const anyTicks = fc
  .record({
    diets: fc.subarray<keyof Person['diets']>(['vegetarian', 'vegan', 'no_pork']),
    allergens: fc.subarray<keyof Person['allergens']>(['nuts', 'eggs', 'milk']),
  })
  .map((ticks) => {
    const { diets, allergens } = buildPerson(ticks)
    return { diets, allergens } satisfies Partial<Person>
  })

const whichPerson = fc.nat(persons.length - 1)

/** Edits the persons by their place in the list. Parties and persons that do not change stay the same objects. */
function changePersons(change: (person: Person, index: number) => Person): Edit {
  return (of) => {
    let index = 0
    const people = of.people.map((party) => {
      const persons = party.persons.map((person) => change(person, index++))
      return persons.every((person, at) => person === party.persons[at]) ? party : { ...party, persons }
    })
    return { ...of, people }
  }
}
const anyPersonEdit = fc.oneof(
  fc
    .tuple(whichPerson, fc.oneof(anyResponse, anyTicks))
    .map(([at, change]) => changePersons((person, index) => (index === at ? { ...person, ...change } : person))),
  // Two people swap everything but their ids and names.
  fc.tuple(whichPerson, whichPerson).map(
    ([one, two]): Edit =>
      (of) => {
        const persons = of.people.flatMap((party) => party.persons)
        const [first, second] = [persons[one], persons[two]]
        if (!first || !second) return of
        const as = (person: Person, { id, name }: Person) => ({ ...person, id, name })
        return changePersons((person) =>
          person === first ? as(second, first) : person === second ? as(first, second) : person,
        )(of)
      },
  ),
  fc.constant(toEdit(({ people }) => ({ people: people.toReversed() }))),
  fc.constant(toEdit(({ people }) => ({ people: people.slice(1) }))),
  fc.constant(changePersons((person) => ({ ...person, coming: 'open' }))),
)

const anyLine: fc.Arbitrary<Partial<FoodLine>> = fc.oneof(
  fc.record({ text: fc.constantFrom(...texts) }),
  fc.record({ read_as: fc.constantFrom('', ...texts) }),
  fc.record({ for_whom: fc.constantFrom(...allForWhom) }),
  fc.record({ written_for: fc.nat(9) }),
  fc.record({ people: fc.subarray(persons) }),
  fc.record({ marks: fc.subarray([{ ...newMark('nuts'), says: 'yes' as const }]) }),
)
const anyMeal: fc.Arbitrary<Partial<FoodMeal>> = fc.oneof(
  fc.record({ servings: fc.constantFrom(0, 4, 30) }),
  fc.record({ follows_headcount: fc.boolean() }),
  fc.record({ eaters: fc.constantFrom('' as const, 0, 2, 20) }),
)
const anyDayNumber = fc.constantFrom('1', '2', '3')
const anyPlace = fc.constantFrom<FoodPlace>(...foodPlaces)
const anyMealType = fc.constantFrom<MealType>(...mealTypes)

function changeDay(number: string, change: (day: FoodDay, of: ListInput) => FoodDay): Edit {
  return (of) => {
    const day = of.days[number]
    return day ? { ...of, days: { ...of.days, [number]: change(day, of) } } : of
  }
}
const changeMeal = (number: string, type: MealType, change: (meal: FoodMeal) => FoodMeal): Edit =>
  changeDay(number, (day) => ({ ...day, meals: { ...day.meals, [type]: change(day.meals[type]) } }))
const setLines = (number: string, place: FoodPlace, linesOf: (of: ListInput) => readonly FoodLine[]): Edit =>
  place === 'snacks'
    ? changeDay(number, (day, of) => ({ ...day, snacks: linesOf(of) }))
    : (of) => changeMeal(number, place, (meal) => ({ ...meal, ingredients: linesOf(of) }))(of)
const linesIn = (of: ListInput, number: string, place: FoodPlace) => {
  const day = of.days[number]
  return day ? linesAt(day, place) : []
}
const anyMealEdit = fc.oneof(
  fc
    .tuple(anyDayNumber, anyMealType, anyMeal)
    .map(([number, type, change]) => changeMeal(number, type, (meal) => ({ ...meal, ...change }))),
  fc
    .tuple(anyDayNumber, anyPlace, fc.nat(3), anyLine)
    .map(([number, place, at, change]) =>
      setLines(number, place, (of) =>
        linesIn(of, number, place).map((line, index) => (index === at ? { ...line, ...change } : line)),
      ),
    ),
  // The same list of lines at another place, and the same day with another number.
  fc
    .tuple(anyDayNumber, anyPlace, anyDayNumber, anyPlace)
    .map(([number, place, from, fromPlace]) => setLines(number, place, (of) => linesIn(of, from, fromPlace))),
  fc.tuple(anyDayNumber, anyDayNumber).map(
    ([number, from]): Edit =>
      (of) => {
        const day = of.days[from]
        return day ? { ...of, days: { ...of.days, [number]: day } } : of
      },
  ),
)

const anySettings: fc.Arbitrary<Partial<FoodSettings>> = fc.oneof(
  fc.record({ counts: fc.constantFrom('nobody', 'all', 'coming') }),
  fc.record({ child_share: fc.constantFrom(0.5, 1), older_child_share: fc.constantFrom(0.7, 0) }),
)
const anyInput: fc.Arbitrary<Partial<ListInput>> = fc.oneof(
  fc.record({ dates: fc.constantFrom(...dates) }),
  fc.record({ read: fc.constantFrom(read, otherRead) }),
  fc.record({ keyOf: fc.constantFrom(keyOf, otherKeyOf) }),
)
const anyTripEdit = fc.oneof(
  anySettings.map((change) => toEdit(({ settings }) => ({ settings: { ...settings, ...change } }))),
  anyInput.map((change) => toEdit(() => change)),
)

/** An edit, or how many edits to undo. */
const anyEdits = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: anyPersonEdit },
    { weight: 8, arbitrary: anyMealEdit },
    { weight: 4, arbitrary: anyTripEdit },
    { weight: 2, arbitrary: fc.nat(4) },
  ),
  { minLength: 1, maxLength: 12 },
)

const compute = (of: ListInput) => ({ items: listItems(of), warnings: listWarnings(of) })

/** The same of copies, of which nothing is cached. No two places share a list. */
function computeNew(of: ListInput) {
  return compute({ ...of, ...JSON.parse(JSON.stringify(of)) })
}

describe('after any edits', () => {
  it('the list and the warnings are as if nothing had been cached, and earlier ones stay as they are', () => {
    fc.assert(
      fc.property(anyEdits, (edits) => {
        const versions = [buildTrip()]
        const results = versions.map((of) => ({ cached: compute(of), fresh: computeNew(of) }))
        for (const edit of edits) {
          const of = typeof edit === 'number' ? versions.at(-1 - edit) : edit(versions.at(-1) as ListInput)
          if (!of) continue
          versions.push(of)
          results.push({ cached: compute(of), fresh: computeNew(of) })
        }
        for (const { cached, fresh } of results) expect(cached).toStrictEqual(fresh)
      }),
    )
  })

  it('only the lines of the meal are read again that somebody skips', () => {
    const readTexts: string[] = []
    const counting = (text: string) => {
      readTexts.push(text)
      return read(text)
    }
    const of = { ...buildTrip(), read: counting }
    listItems(of)
    expect(readTexts).toHaveLength(32)
    readTexts.length = 0
    const skips = [newSkip('1 lunch')]
    listItems(changePersons((person, index) => (index === 1 ? { ...person, skips } : person))(of))
    expect(readTexts).toEqual(of.days['1']?.meals.lunch.ingredients.map(({ text }) => text))
  })
})
