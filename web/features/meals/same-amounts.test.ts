import { expect, it } from 'vitest'
import { textToRead } from '#domain/food/food-plan.ts'
import { itemKey } from '#domain/food/item-key.ts'
import { scaleIn } from '#domain/food/meal-amounts.ts'
import { readLine } from '#domain/food/read-line.ts'
import { scaleParts } from '#domain/food/scale.ts'
import { formatRounded } from '#domain/food/scaled-text.ts'
import { foodPlaces, linesAt, listItems } from '#domain/food/shopping-list.ts'
import { buildParty, buildPerson } from '#domain/food/testing/build-food.ts'
import { listAmounts } from '#domain/food/testing/list-amounts.ts'
import { followingAll } from '#domain/food/testing/settings.ts'
import { details } from '#domain/plan/details.ts'
import { shopping } from '#domain/plan/shopping.ts'
import { shoppingRows } from '#domain/shopping/rows.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { listAsText } from '#web/features/shopping/list-text.ts'

const adults = Array.from({ length: 25 }, () => buildPerson())
const vegetarians = Array.from({ length: 6 }, () => buildPerson({ diets: ['vegetarian'] }))
const children = Array.from({ length: 15 }, () => buildPerson({ kind: 'child', age: '7' }))

/** The starting plan, whose amounts are for 30, with 46 people. */
const trip = {
  days: planTemplates.meals('car_trip'),
  people: [buildParty([...adults, ...vegetarians, ...children])],
  dates: details.empty,
  settings: followingAll,
}

it('a meal says the same amounts as the shopping list that is sent as a text', () => {
  const rows = shoppingRows(listItems({ ...trip, read: readLine, keyOf: itemKey }), shopping.empty)
  const sent = listAsText('To the lake', [{ id: 'all', title: 'All', rows }], () => '').split('\n')
  const amounts = listAmounts(trip, readLine)
  const said = Object.entries(trip.days).flatMap(([number, day]) =>
    foodPlaces.flatMap((place) =>
      linesAt(day, place).flatMap((line) => {
        const of = amounts?.[number]?.[place]
        return of && line.for_whom !== 'not_counted' ? scaleParts(readLine(textToRead(line)), scaleIn(of, line)) : []
      }),
    ),
  )
  // The list has the sum of items that several lines need.
  const needed = new Set(rows.filter(({ demands }) => demands.length === 1).map(({ name }) => name))
  const compared = said.flatMap(({ part, amount }) =>
    amount && needed.has(part.item) ? [`☐ ${part.item}: ${formatRounded(amount, part)}`] : [],
  )
  expect(compared).toContain('☐ juice boxes: 46')
  expect(compared).toContain('☐ cheese strings: 46')
  expect(compared.length).toBeGreaterThan(25)
  expect(compared.filter((text) => !sent.includes(text))).toEqual([])
})
