import { describe, expect, it } from 'vitest'
import { type Aisle, aisleOf } from './aisles.ts'

const examples: Record<Aisle, string> = {
  produce:
    'ripe tomatoes,bananas,butternut squash,leaf lettuce,English cucumbers,ears of corn,red onions,baby spinach,Jalapeños',
  bread: 'whole wheat sandwich bread,hamburger buns,large tortillas,pitas,naan,dinner rolls',
  dairy: 'milk,shelf-stable milk,sliced cheddar,hard-boiled eggs,butter,cheese strings,soy beverage',
  meat_fish: 'pork breakfast sausages,beef burger patties,boneless chicken thighs,salmon,deli turkey and ham',
  dry: 'basmati rice,quick oats,brown sugar,raisins,pancake mix,pumpkin seeds,hot chocolate mix',
  cans: 'coconut milk,black beans,crushed tomatoes,flaked tuna,condensed tomato soup,peanut butter,salsa,dill pickles,canned corn',
  spices_oils: 'Salt,cooking oil,Cinnamon,mild chili powder,ketchup,mayonnaise,soy sauce',
  drinks: 'drinking water,ground coffee,tea bags,juice boxes,orange juice,beer',
  snacks: 'nut-free trail mix,granola bars,potato chips,marshmallows,graham squares,oatmeal cookies,pretzels',
  frozen: 'frozen peas,bags of ice,ice cream',
  household: 'paper plates,garbage bags,napkins,charcoal,dish soap,duct tape,matches,coffee filters',
  other: 'xyzzy,שלום,🏕️',
}

describe('the aisle of an item', () => {
  const cases = Object.entries(examples).flatMap(([aisle, names]) => names.split(',').map((name) => [name, aisle]))
  it.each(cases)('%s: %s', (name, aisle) => expect(aisleOf(name as string)).toBe(aisle))
  it('is known for an empty name', () => expect(aisleOf('')).toBe('other'))
})
