import { describe, expect, it } from 'vitest'
import { itemKey } from '../food/item-key.ts'
import { newChecklistItem } from '../plan/checklist.ts'
import { defaultEating } from '../plan/details.ts'
import { newClaim } from '../plan/gear.ts'
import { newLine, newMealDay } from '../plan/meals.ts'
import { newItemState, newShoppingItem } from '../plan/shopping.ts'
import { buildComing, buildParties } from '../testing/people.ts'
import { findOwnPromises, type PromiseValues } from './own-promises.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben] = [idOf(1), idOf(2)] as const
const item = (id: number, name: string, more: object = {}) => ({ ...newChecklistItem(idOf(id)), name, ...more })
const [table, stove, axe, cup] = [
  item(10, 'Table', { needed: 3 }),
  item(11, 'Stove'),
  item(12, 'Axe', { checked: true }),
  item(13, 'Cup', { is_each: true }),
]
const day = newMealDay('car_trip', 1)
const dinner = { ...day.meals.dinner, name: 'Potatoes', ingredients: [newLine(idOf(30), '2 kg potatoes')] }

const values: PromiseValues = {
  people: buildParties(buildComing('Ana', { id: ana }), buildComing('Ben', { id: ben })),
  dates: { departure_date: '', return_date: '' },
  eating: defaultEating,
  meals: { 1: { ...day, snacks: [], meals: { ...day.meals, dinner } } },
  checklist: [{ id: idOf(9), category: 'Camp', items: [table, stove, axe, cup] }],
  gear: {
    claims: [newClaim(table, ana, 2), newClaim(axe, ana, 1), { ...newClaim(stove, ana, 1), is_packed: true }],
  },
  shopping: {
    items: [{ ...newShoppingItem(idOf(40), 'Ice'), buyer: ana }, newShoppingItem(idOf(41), 'Wood')],
    states: [{ ...newItemState(itemKey('potatoes')), buyer: ana }],
    purchases: [],
  },
}

describe('one’s own promises', () => {
  it('are what one brings and has not packed, and what one buys of the list', () => {
    expect(findOwnPromises(ana, values)).toEqual({ bring: ['Table'], buy: ['potatoes', 'Ice'] })
  })

  it('are none of somebody who promised nothing, or is not coming', () => {
    expect(findOwnPromises(ben, values)).toEqual({ bring: [], buy: [] })
    const people = buildParties(buildComing('Ana', { id: ana, coming: 'not_coming' }))
    expect(findOwnPromises(ana, { ...values, people })).toEqual({ bring: [], buy: [] })
  })
})
