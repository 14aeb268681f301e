import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, type LocalDate } from '../local-date.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { comingAnswers, diets, mealTimeOf, newSkip, type Person } from '../plan/people.ts'
import { countUnanswered, eatersAt, eatersOfLine, listGuests, servingsOfSnacks } from './eaters.ts'
import { type FoodSettings, isFilled } from './food-plan.ts'
import { shareOf, yearsOf } from './portions.ts'
import { buildDay, buildLine, buildMeal, buildParty, buildPerson, noDates } from './testing/build-food.ts'
import { followingAll } from './testing/settings.ts'

const guestsOf = (
  persons: Person[],
  settings: Partial<FoodSettings> = {},
  dates: Parameters<typeof listGuests>[0]['dates'] = noDates,
) => listGuests({ people: [buildParty(persons)], dates, settings: { ...followingAll, ...settings } })

describe('the age of a person', () => {
  it.each([
    ['7', 7],
    ['8 months', 8 / 12],
    ['18mo', 1.5],
    ['10-12 months', 10 / 12],
    ['6 weeks', 6 / 52],
    ['3 years', 3],
    ['2-3 yrs', 2],
    ['1½', 1.5],
    ['3,5', 3.5],
    ['about 9', 9],
    ['5 y 3 m', 5],
  ])('%s', (age, years) => expect(yearsOf(age)).toBeCloseTo(years))

  it.each(['', 'baby', 'teenager', '2019', '🍼'])('is unknown: %s', (age) => expect(yearsOf(age)).toBeUndefined())
})

describe('the share of a portion', () => {
  const shareOfChild = (age: string) => shareOf({ kind: 'child', age }, followingAll)

  it('grows with the age of a child', () =>
    expect(['8 months', '3', '4', '10', '11', '15'].map(shareOfChild)).toEqual([0.4, 0.4, 0.7, 0.7, 1, 1]))
  it('is the child share without a number', () => expect(shareOfChild('small')).toBe(0.5))
  it('is 1 for adults, whatever their age says', () =>
    expect(shareOf({ kind: 'adult', age: '7' }, followingAll)).toBe(1))
})

describe('the eaters of a meal', () => {
  const everyone = comingAnswers.map((coming) => buildPerson({ name: coming, coming }))
  const namesAt = (settings: Partial<FoodSettings>) =>
    eatersAt(guestsOf(everyone, settings), 1, 'lunch', '').guests.map(({ person }) => person.name)

  it('are all who have not declined, until the organizer chooses otherwise', () => {
    expect(namesAt({})).toEqual(['open', 'coming', 'unsure'])
    expect(namesAt({ counts: 'coming' })).toEqual(['coming'])
  })

  it('are not known until somebody lets amounts follow the people list', () => {
    expect(guestsOf(everyone).areKnown).toBe(true)
    expect(guestsOf(everyone, { counts: 'nobody' })).toMatchObject({ counted: [], areKnown: false })
    expect(guestsOf([], {}).areKnown).toBe(false)
  })

  it('attend by their first and last meal and what they skip, for snacks at any meal of the day', () => {
    const ana = buildPerson({
      from: mealTimeOf(1, 'dinner', ''),
      until: mealTimeOf(3, 'breakfast', ''),
      skips: [newSkip('2 lunch')],
    })
    const countAt = (day: number, place: Parameters<typeof eatersAt>[2]) =>
      eatersAt(guestsOf([ana]), day, place, '').count
    expect([countAt(1, 'lunch'), countAt(1, 'dinner'), countAt(2, 'lunch'), countAt(2, 'dinner')]).toEqual([0, 1, 0, 1])
    expect([countAt(1, 'snacks'), countAt(2, 'snacks'), countAt(3, 'snacks'), countAt(4, 'snacks')]).toEqual([
      1, 1, 1, 0,
    ])
  })

  it('attend by the calendar dates of their answer', () => {
    const departure_date = '2027-08-12' as LocalDate
    const ana = buildPerson({ from: mealTimeOf(2, 'breakfast', departure_date) })
    const later = addDays(departure_date, 1)
    const countOn = (day: number) =>
      eatersAt(guestsOf([ana], {}, { departure_date: later, return_date: addDays(later, 3) }), day, 'breakfast', '')
        .count
    expect([countOn(1), countOn(2)]).toEqual([1, 1])
    expect(eatersAt(guestsOf([ana], {}, { departure_date, return_date: later }), 1, 'breakfast', '').count).toBe(0)
  })

  it('include people who have not answered, and say how many they are', () => {
    const late = buildPerson({ name: 'late', coming: 'open', from: mealTimeOf(2, 'lunch', '') })
    const guests = guestsOf([...everyone, late])
    const unansweredAt = (day: number) => countUnanswered(guests, day, 'lunch', '')
    expect([unansweredAt(1), unansweredAt(2)]).toEqual([1, 2])
    // Somebody said how many eat.
    expect(countUnanswered(guests, 2, 'lunch', 10)).toBe(0)
    expect(countUnanswered(guestsOf(everyone, { counts: 'coming' }), 1, 'lunch', '')).toBe(0)
  })

  it('have the given number, with the portions of those who attend', () => {
    const guests = guestsOf([buildPerson(), buildPerson({ kind: 'child' })])
    expect(eatersAt(guests, 1, 'lunch', '')).toMatchObject({ count: 2, portions: 1.5 })
    expect(eatersAt(guests, 1, 'lunch', 10)).toMatchObject({ count: 10, portions: 7.5 })
    expect(eatersAt(guests, 1, 'lunch', 0)).toMatchObject({ count: 0, portions: 0 })
    expect(eatersAt(guestsOf([]), 1, 'lunch', 4)).toMatchObject({ count: 4, portions: 4 })
  })
})

describe('those whom a line is for', () => {
  const ana = buildPerson({ diets: ['vegan'] })
  const ben = buildPerson({ diets: ['halal'] })
  const cleo = buildPerson({ allergens: ['gluten'] })
  const dan = buildPerson()
  const guests = guestsOf([ana, ben, cleo, dan])
  const idsOf = (line: Parameters<typeof eatersOfLine>[0]) =>
    eatersOfLine(line, eatersAt(guests, 1, 'dinner', '')).guests.map(({ person }) => person.id)
  const none = { people: [] }

  it('follow a diet that includes the one of the line', () => {
    expect(idsOf({ ...none, for_whom: 'only:vegetarian' })).toEqual([ana.id])
    expect(idsOf({ ...none, for_whom: 'except:no_pork' })).toEqual([cleo.id, dan.id])
    expect(idsOf({ ...none, for_whom: 'only:gluten_free' })).toEqual([cleo.id])
  })

  it('are named, and there', () => {
    const gone = crypto.randomUUID()
    expect(idsOf({ for_whom: 'people', people: [{ id: dan.id }, { id: gone }] })).toEqual([dan.id])
  })

  const anyPersons = fc.array(
    fc.record({
      kind: fc.constantFrom('adult' as const, 'child' as const),
      age: fc.constantFrom('', '3', '7', '11'),
      diets: fc.subarray([...diets]),
    }),
    { maxLength: 12 },
  )

  it('add up to everyone, for a diet and for everyone but that diet, also if the number is given', () => {
    fc.assert(
      fc.property(
        anyPersons,
        fc.constantFrom(...diets),
        fc.option(fc.integer({ min: 0, max: 99 }), { nil: '' as const }),
        (persons, diet, override) => {
          const eaters = eatersAt(guestsOf(persons.map(buildPerson)), 1, 'dinner', override)
          const only = eatersOfLine({ ...none, for_whom: `only:${diet}` }, eaters)
          const except = eatersOfLine({ ...none, for_whom: `except:${diet}` }, eaters)
          expect(only.portions + except.portions).toBeCloseTo(eaters.portions)
          expect(only.count + except.count).toBeCloseTo(eaters.count)
          expect(Math.min(only.portions, except.portions)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('a day', () => {
  it('has snacks for the largest of its meals', () =>
    expect(
      servingsOfSnacks(
        buildDay({
          breakfast: buildMeal([], { servings: 4 }),
          dinner: buildMeal([], { servings: 6 }),
          lunch: buildMeal([], { servings: 0 }),
        }),
      ),
    ).toBe(6))

  it('has lines that say nothing yet', () => {
    const texts = ['Add ingredients', 'Add snacks', 'New food item', 'New snack', '', '  ', 'milk']
    expect(texts.filter((text) => isFilled(buildLine({ text })))).toEqual(['milk'])
  })
})

describe('a trip of many people, days and lines', () => {
  const people = Array.from({ length: 1000 }, (_, number) => buildPerson({ id: String(number), coming: 'coming' }))

  it('counts who attends once for all meals between which nobody comes or leaves', () => {
    const [ana, ...others] = people as [Person, ...Person[]]
    const guests = guestsOf([{ ...ana, from: '3 lunch', skips: [newSkip('5 dinner')] }, ...others])
    let reads = 0
    const counted = guests.counted.map((guest) => ({
      ...guest,
      get stay() {
        reads += 1
        return guest.stay
      },
    }))
    const all = { ...guests, counted }
    for (let day = 1; day <= 999; day++)
      for (const place of [...mealTypes, 'snacks'] as const)
        expect(eatersAt(all, day, place, '').count).toBe(
          day < 3 || (day === 3 && place === 'breakfast') || (day === 5 && place === 'dinner') ? 999 : 1000,
        )
    // 4,000 meals and snacks, of which a few differ.
    expect(reads).toBeLessThan(20 * 1000)
  })

  it('finds the people that a line names without looking at everybody for each line', () => {
    const guests = guestsOf(people)
    const eaters = eatersAt(guests, 1, 'lunch', '')
    const some = vi.spyOn(Array.prototype, 'some')
    const filter = vi.spyOn(eaters.guests, 'filter')
    const named = Array.from({ length: 100 }, (_, number) =>
      eatersOfLine({ for_whom: 'people', people: [{ id: String(number) }, { id: '999' }, { id: 'nobody' }] }, eaters),
    )
    const calls = some.mock.calls.length + filter.mock.calls.length
    some.mockRestore()
    expect(named.map(({ guests: of }) => of.map(({ person }) => person.id))).toEqual(
      named.map((_, number) => [String(number), '999']),
    )
    expect(calls).toBeLessThan(100)
  })
})
