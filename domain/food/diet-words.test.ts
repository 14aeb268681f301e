import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diets } from '../plan/people.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import { dietsInWords } from './diet-words.ts'

describe('the words of a line', () => {
  it.each([
    ['12 veggie patties (for the vegetarians)', 'vegetarian'],
    ['12 veggie sausages (for 6 vegetarians)', 'vegetarian'],
    ['6 sausages for the veggies', 'vegetarian'],
    ['Hummus 500 g (for vegetarians)', 'vegetarian'],
    ['1 kg cheese for our vegetarians', 'vegetarian'],
    ['12 veggie burger patties', 'vegetarian'],
    ['10 veg burgers', 'vegetarian'],
    ['chili (veg)', 'vegetarian'],
    ['Lasagne, veg', 'vegetarian'],
    ['Veg option: bean chili', 'vegetarian'],
    ['8 veggie hot dogs', 'vegetarian'],
    ['Curry (V)', 'vegetarian'],
    ['2 meatless meatball packs', 'vegetarian'],
    ['vegan option', 'vegan'],
    ['vegan burgers x 6', 'vegan'],
    ['4 plant-based patties', 'vegan'],
    ['chili (VG)', 'vegan'],
    ['2 kg vegan mince (for 8 vegans)', 'vegan'],
    ['cheese for vegan guests', 'vegan'],
    ['1.5 kg pasta (GF)', 'gluten_free'],
    ['6 GF buns', 'gluten_free'],
    ['2 loaves gluten-free bread', 'gluten_free'],
    ['Bread, gluten free', 'gluten_free'],
    ['1 loaf of bread for the coeliacs', 'gluten_free'],
    ['2 L lactose-free milk', 'lactose_free'],
    ['400 g dairy free margarine', 'lactose_free'],
    ['Non-dairy creamer', 'lactose_free'],
    ['2 kg halal chicken', 'halal'],
    ['12 kosher hot dogs', 'kosher'],
    ['Sausages without pork', 'no_pork'],
    ['12 non-alcoholic beers', 'no_alcohol'],
    ['Vegan/vegetarian sausages', 'vegetarian'],
    ['Veggie/vegan sausages', 'vegetarian'],
    ['12 burgers (suitable for vegans)', 'vegan'],
    ['vegan, gluten-free muffins', 'vegan gluten_free'],
  ])('say for which diet it may be: %s', (text, found) => expect(dietsInWords(text).join(' ')).toBe(found))

  it.each([
    '2 kg veg',
    '3 kg mixed veg, frozen',
    'veg stock',
    '2 veggie platters with dip',
    'veggies and dip',
    'Roasted veggies',
    'bacon for non-vegetarians',
    'sauce (not suitable for vegans)',
    'muffins (may not be suitable for vegetarians)',
    'bread, unsuitable for coeliacs',
    '12 pizzas (4 vegetarian)',
    '10 curries, 3 vegan',
    'bacon (not for the vegetarians)',
    'not vegan brownies',
    'non-vegan cheese',
    'chili with beef (vegan option)',
    'beef or vegan sausages',
    'beef and veggie burgers',
    'chili with beef (veg option)',
    'sausages vegan/regular',
    'Sausages, some vegan',
    '40 sausages (half of them veggie)',
    '12 sausages, 6 vegan',
    'bread, some gluten-free',
    'muffins, gluten-free?',
    '1 box kosher salt',
    'kosher pickles',
    '36 nut-free muffins',
    'ask Ana about the menu',
    'Seeds for the garden',
    '',
  ])('say nothing where they name no diet, or other food beside it: %s', (text) =>
    expect(dietsInWords(text)).toEqual([]),
  )

  it('are read in linear time, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => dietsInWords(text).every((diet) => diets.includes(diet))),
    )
    const passed = measureCpu()
    for (const part of ['for the ', 'veg ', 'not for ', '- ', '1 ']) dietsInWords(part.repeat(2000 / part.length))
    expect(passed()).toBeLessThan(1000)
  })
})
