import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, type Meals, newLine, newMealDay } from '../plan/meals.ts'
import { newPerson, type Party, type Person } from '../plan/people.ts'
import { foodAmounts } from './amounts.ts'
import { listGuests } from './eaters.ts'
import type { FoodTrip } from './food-plan.ts'
import { amountsAt, isForDietOfNobody, isForItsServings, scaleIn } from './meal-amounts.ts'
import { readLine } from './read-line.ts'
import { roundUpToBuy } from './round-up.ts'
import { listAmounts } from './testing/list-amounts.ts'
import { followingAll } from './testing/settings.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const ofPeople = (...changes: Partial<Person>[]): Party[] => [
  { id: id(0), name: '', persons: changes.map((change, at) => ({ ...newPerson(id(at + 1), 'Ana'), ...change })) },
]
const dates = { departure_date: '', return_date: '' } as const
const pasta = newLine(id(11), '3 kg pasta')
const hummus: Line = { ...newLine(id(12), '1 kg hummus'), for_whom: 'only:vegetarian', written_for: 2 }

function tripOf(people: Party[], change: Partial<Meals[string]['meals']['lunch']> = {}): FoodTrip {
  const day = newMealDay('car_trip', 1)
  const lunch = { ...day.meals.lunch, servings: 30, ingredients: [pasta, hummus], ...change }
  return { days: { 1: { ...day, meals: { ...day.meals, lunch } } }, people, dates, settings: followingAll }
}

describe('the amounts of meals', () => {
  it('are unknown in a trip without people, unless somebody says how many eat', () => {
    expect(listAmounts(tripOf([]), readLine)).toBeUndefined()
    const amounts = listAmounts(tripOf([], { eaters: 15 }), readLine)
    expect(amounts?.['1']?.lunch).toMatchObject({ count: 15, portions: 15, follows: true, everyone: { factor: 0.5 } })
    expect(amounts?.['1']?.dinner).toMatchObject({ follows: false, everyone: { factor: 1 } })
  })

  it('are numbers: how many eat, and by what each line is multiplied', () => {
    const vegetarian = { diets: { ...newPerson('', '').diets, vegetarian: true } }
    const people = ofPeople({}, { kind: 'child', age: '7' }, vegetarian, { coming: 'not_coming' })
    const amounts = listAmounts(tripOf(people), readLine)
    expect(foodAmounts.parse(JSON.parse(JSON.stringify(amounts)))).toEqual(amounts)
    const lunch = amounts?.['1']?.lunch
    if (!lunch) throw new Error('There is no lunch')
    expect(lunch).toMatchObject({ servings: 30, count: 3, portions: 2.7, children: 1, follows: true })
    expect(scaleIn(lunch, pasta)).toEqual({ factor: 0.09, each: 2.7, written_for: 30, eating: 3 })
    expect(scaleIn(lunch, hummus)).toEqual({ factor: 0.5, each: 1, written_for: 2, eating: 1 })
    expect(isForItsServings(lunch)).toBe(false)
  })

  it('say which lines are for a diet that nobody at the meal has', () => {
    const vegetarian = { diets: { ...newPerson('', '').diets, vegetarian: true } }
    const named: Line = { ...newLine(id(13), '2 buns'), for_whom: 'people', people: [{ id: id(99) }] }
    const meat: Line = { ...newLine(id(14), '3 kg bacon'), for_whom: 'except:vegetarian' }
    const lines = [pasta, hummus, named, meat]
    const hiddenOf = (people: Party[], change = {}) => {
      const lunch = listAmounts(tripOf(people, { ingredients: lines, ...change }), readLine)?.['1']?.lunch
      return lunch && lines.filter((line) => isForDietOfNobody(lunch, line)).map(({ text }) => text)
    }
    expect(hiddenOf(ofPeople({}, {}))).toEqual(['1 kg hummus'])
    expect(hiddenOf(ofPeople({}, vegetarian))).toEqual([])
    expect(hiddenOf(ofPeople(vegetarian, vegetarian))).toEqual(['3 kg bacon'])
    // Nobody is there, or the amounts are as written.
    expect(hiddenOf(ofPeople({ coming: 'not_coming' }))).toEqual([])
    expect(hiddenOf(ofPeople({}, {}), { follows_headcount: false })).toEqual([])
    // Whether there are vegetarians is not known.
    expect(hiddenOf([], { eaters: 15 })).toEqual([])
  })

  it('are not more than they are by the error of a fraction, which rounding up would make a piece', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 }), (servings, eaters) => {
        const amounts = listAmounts(tripOf([], { servings, eaters }), readLine)
        const factor = amounts?.['1']?.lunch.everyone.factor ?? 0
        const pieces = { unit: '', pack: null } as const
        expect(roundUpToBuy(servings * factor, pieces)).toBe(eaters)
        expect(roundUpToBuy(servings * 10 * factor, pieces)).toBe(eaters * 10)
      }),
    )
  })

  it('are as written if the meal does not follow the headcount', () => {
    const trip = tripOf(ofPeople({}, {}), { follows_headcount: false })
    const day = trip.days['1'] as Meals[string]
    const lunch = amountsAt(listGuests(trip), { number: 1, place: 'lunch', day, read: readLine })
    expect(lunch).toMatchObject({ count: 2, follows: false, everyone: { factor: 1 } })
  })
})
