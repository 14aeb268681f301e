import { describe, expect, it } from 'vitest'
import type { Demand, ListItem } from '#domain/food/shopping-list.ts'
import type { Reason, Warning } from '#domain/food/warnings.ts'
import { warningsByDemand } from './row-warnings.ts'

const demand = (line: string, item: string, remark = ''): Demand => {
  return { day: 1, place: 'dinner', line, amount: null, item, remark, asWritten: '' }
}
const itemOf = (name: string, ...lines: string[]): ListItem => {
  return { key: `1:${name}`, name, needs: [], demands: lines.map((line) => demand(line, name)) }
}
const warning = (line: string, ...reasons: Reason[]): Warning => {
  return { day: 1, place: 'dinner', line, person: { id: 'ana', name: 'Ana' }, reasons }
}
const gluten = (...words: string[]): Reason => ({ allergen: 'gluten', words })
const milk = (...words: string[]): Reason => ({ allergen: 'milk', words })

describe('the warnings of an item', () => {
  it('are those of the lines that need it', () => {
    const [buns, bread] = [itemOf('buns', 'a', 'c'), itemOf('bread', 'b')]
    const warnings = ['a', 'b', 'c'].map((line) => warning(line, gluten('wheat')))
    const warningsOf = warningsByDemand(warnings, [buns, bread])
    expect(warningsOf(buns)).toEqual([warnings[0], warnings[2]])
    expect(warningsOf(buns)).toBe(warningsOf(buns))
  })

  it('are about the item that the words are in, if a line has several', () => {
    const [buns, cheese] = [itemOf('Burger buns', 'a'), itemOf('cheddar', 'a')]
    const warningsOf = warningsByDemand([warning('a', gluten('buns'), milk('cheddar'))], [buns, cheese])
    expect(warningsOf(buns)).toEqual([warning('a', gluten('buns'))])
    expect(warningsOf(cheese)).toEqual([warning('a', milk('cheddar'))])
  })

  it('are about what a line typed, not about the name that its item has on the list', () => {
    const eggs = { ...itemOf('eggs', 'b'), demands: [demand('a', 'egg'), demand('b', 'eggs')] }
    const warnings = [warning('a', { allergen: 'eggs', words: ['egg'] })]
    const warningsOf = warningsByDemand(warnings, [eggs, itemOf('egg noodles', 'a')])
    expect(warningsOf(eggs)).toEqual(warnings)
    expect(warningsOf(itemOf('egg noodles', 'a'))).toEqual(warnings)
  })

  it('are also about the remark of an item', () => {
    const cake = { ...itemOf('carrot cake'), demands: [demand('a', 'carrot cake', 'with walnuts')] }
    const warnings = [warning('a', { allergen: 'nuts', words: ['walnuts'] })]
    expect(warningsByDemand(warnings, [cake, itemOf('walnuts', 'a')])(cake)).toEqual(warnings)
  })

  it('are about all items of a line if nobody knows which, so that none is left out', () => {
    const [bun, cheese] = [itemOf('bun', 'a'), itemOf('cheddar', 'a')]
    const warningsOf = warningsByDemand([warning('a', gluten('buns', 'cheddar'), milk())], [bun, cheese])
    expect(warningsOf(bun)).toHaveLength(1)
    expect(warningsOf(cheese)).toEqual([warning('a', gluten('buns', 'cheddar'), milk())])
  })
})
