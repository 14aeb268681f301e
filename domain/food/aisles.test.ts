import { describe, expect, it } from 'vitest'
import { type Aisle, aisleOf, aisleOfItem } from './aisles.ts'
import { toListUnit } from './list-unit.ts'

const examples: Record<Aisle, string> = {
  produce:
    'ripe tomatoes,bananas,butternut squash,leaf lettuce,English cucumbers,ears of corn,peppers,bell peppers,red onions,baby spinach,Jalapeños',
  bread: 'whole wheat sandwich bread,hamburger buns,large tortillas,pitas,naan,dinner rolls',
  dairy: 'milk,shelf-stable milk,sliced cheddar,hard-boiled eggs,butter,cheese strings,soy beverage',
  meat_fish: 'pork breakfast sausages,beef burger patties,boneless chicken thighs,salmon,deli turkey and ham',
  dry: 'basmati rice,quick oats,brown sugar,raisins,pancake mix,pumpkin seeds,hot chocolate mix',
  cans: 'coconut milk,black beans,crushed tomatoes,flaked tuna,condensed tomato soup,peanut butter,salsa,dill pickles,canned corn',
  spices_oils: 'Salt,pepper,Salt and pepper,cooking oil,Cinnamon,mild chili powder,ketchup,mayonnaise,soy sauce',
  drinks: 'drinking water,ground coffee,tea bags,juice boxes,orange juice,beer',
  snacks: 'nut-free trail mix,granola bars,potato chips,marshmallows,graham squares,oatmeal cookies,pretzels',
  frozen: 'frozen peas,bags of ice,ice cream',
  household: 'paper plates,garbage bags,napkins,charcoal,dish soap,duct tape,matches,coffee filters',
  other: 'xyzzy,שלום,🏕️',
}

describe('the aisle of an item', () => {
  const cases = Object.entries(examples).flatMap(([aisle, names]) => names.split(',').map((name) => [name, aisle]))
  it.each(cases)('%s: %s', (name, aisle) => expect(aisleOf(name as string)).toBe(aisle))
  it('is with the cans for what is needed in cans only', () => {
    const cans = (value: number) => ({
      ...toListUnit({ value, unit: 'mL' }, { size: 341, name: 'small can' }),
      exact: 1,
      toBuy: 1,
    })
    const ears = { ...toListUnit({ value: 30, unit: 'ear' }, null), exact: 30, toBuy: 30 }
    expect(aisleOfItem({ name: 'corn', needs: [cans(341)] })).toBe('cans')
    expect(aisleOfItem({ name: 'corn', needs: [cans(341), ears] })).toBe('produce')
    expect(aisleOfItem({ name: 'beer', needs: [cans(341)] })).toBe('drinks')
    expect(aisleOfItem({ name: 'corn', needs: [] })).toBe('produce')
  })
  it('is known for an empty name', () => expect(aisleOf('')).toBe('other'))
})
