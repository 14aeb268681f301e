import { expect, it } from 'vitest'
import { eatersOfLine, listGuests } from '#domain/food/eaters.ts'
import { type FoodLine, type FoodTrip, textToRead } from '#domain/food/food-plan.ts'
import { formatAmount } from '#domain/food/format-amount.ts'
import { readLine } from '#domain/food/read-line.ts'
import type { LineReading } from '#domain/food/reading.ts'
import { basisOf, type MealBasis, scaleOfLine, scaleParts } from '#domain/food/scale.ts'
import { foodPlaces, linesAt } from '#domain/food/shopping-list.ts'
import { buildLine, buildMeal, buildParty, buildPerson, noDates } from '#domain/food/testing/build-food.ts'
import { followingAll } from '#domain/food/testing/settings.ts'
import { listDays } from '#domain/plan/day-number.ts'
import { plan } from '#domain/plan/index.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { readExpected, type StoredResponse, upgradeStates } from '#server/testing/upgrades.ts'

/*
 * Which amounts of plans that exist changed with decision 69, and why. Before, a line for everyone was written for the
 * servings of its meal, whatever its words say, and a line for some for the number beside it or in its words.
 */

/** 8 cars with 4 seats: its words say more than the servings. 64 × 20/32 in place of 64 × 20/30. */
const tortillas = '64 medium tortillas (8 per car, 2 each): 42.7 -> 40 (for 30 -> 32)'

const twenty = [
  ...Array.from({ length: 15 }, () => buildPerson()),
  ...Array.from({ length: 5 }, () => buildPerson({ diets: ['vegetarian'] })),
]
const tripOf = (days: FoodTrip['days'], people: FoodTrip['people'] = [buildParty(twenty)]): FoodTrip => ({
  days,
  people,
  dates: noDates,
  settings: followingAll,
})

/** What a line was written for before; 0 for as it is. */
function writtenBefore(line: FoodLine, { writtenFor }: LineReading, { servings }: MealBasis): number {
  const isPartial = line.for_whom !== 'everyone' && line.for_whom !== 'fixed'
  return isPartial ? line.written_for || writtenFor || 0 : servings
}

/** The lines whose amounts are others: 'TEXT: BEFORE -> AFTER (for WRITTEN BEFORE -> AFTER)'. */
function changesOf(trip: FoodTrip): string[] {
  const guests = listGuests(trip)
  const changes = listDays(trip.days).flatMap((number) =>
    foodPlaces.flatMap((place) => {
      const day = trip.days[number]
      if (!day) return []
      const basis = basisOf(guests, number, place, day)
      return linesAt(day, place).flatMap((line) => {
        const reading = readLine(textToRead(line))
        const now = scaleOfLine(line, reading, basis)
        const written_for = writtenBefore(line, reading, basis)
        const those = eatersOfLine(line, basis.eaters).portions
        const factor = those === 0 ? 0 : written_for > 0 ? those / written_for : 1
        const isScaled = basis.follows && line.for_whom !== 'fixed'
        const before = scaleParts(reading, isScaled ? { ...now, factor, written_for } : now)
        return scaleParts(reading, now).flatMap(({ amount }, index) => {
          const was = before[index]?.amount
          if (!amount || !was || amount.value === was.value) return []
          const written = `for ${written_for || 'nobody knows'} -> ${now.written_for || 'nobody knows'}`
          return [`${line.text}: ${formatAmount(was)} -> ${formatAmount(amount)} (${written})`]
        })
      })
    }),
  )
  return [...new Set(changes)]
}

it.each(upgradeStates)(
  'amounts of the state of %s change only where the words of a line name another number',
  (state) => {
    const { answers, trips } = readExpected(state)
    const answer = answers.find(({ as, path }) => as === 'anna' && path === `/api/trips/${trips['road']}`)
    const { sections } = (answer as StoredResponse).body as {
      sections: Record<'meals' | 'people' | 'details', { value: unknown }>
    }
    const days = plan.meals.schema.parse(sections.meals.value)
    const people = plan.people.schema.parse(sections.people.value)
    const { eating, ...details } = plan.details.schema.parse(sections.details.value)
    // Until somebody lets the amounts follow the list, all are as written.
    expect(changesOf({ days, people, dates: details, settings: eating })).toEqual([])
    expect(changesOf(tripOf(days))).toEqual([tortillas])
  },
)

it('amounts of the starting plan change where its words name another number than the servings', () => {
  expect(changesOf(tripOf(planTemplates.meals('car_trip')))).toEqual([tortillas])
  expect(changesOf(tripOf(planTemplates.meals('air_travel')))).toEqual([])
})

it('amounts of lines for a diet change where nobody said for how many they were written, and their words or meal do', () => {
  const only = { for_whom: 'only:vegetarian' } as const
  const except = { for_whom: 'except:vegetarian' } as const
  const lines = [
    // Set before amounts followed the headcount: no number was stored.
    buildLine({ text: '60 veggie sausages (2 each)', ...only }),
    buildLine({ text: '12 veggie patties (for the vegetarians)', ...only }),
    buildLine({ text: '3 kg bacon', ...except }),
    buildLine({ text: '36 patties (for 24 people)', ...except }),
    // Set after: the eaters of that day were stored, and stay.
    buildLine({ text: '60 tofu sausages (2 each)', ...only, written_for: 5 }),
    buildLine({ text: '4 kg ham', ...except, written_for: 15 }),
    // Chosen for some, then for everyone again: the number stayed, and is not used.
    buildLine({ text: '2 kg rice', written_for: 5 }),
  ]
  const day = newMealDay('car_trip', 1)
  const days = { 1: { ...day, meals: { ...day.meals, lunch: buildMeal(lines) } } }
  expect(changesOf(tripOf(days as FoodTrip['days']))).toEqual([
    // Two each of 60
    '60 veggie sausages (2 each): 60 -> 10 (for nobody knows -> 30)',
    // Everyone but some is of the servings.
    '3 kg bacon: 3 kg -> 1.5 kg (for nobody knows -> 30)',
  ])
})
