import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withSharedObjects } from './shared-objects.ts'

const tent = { id: 'tent', name: 'Tent', checked: false }
const stove = { id: 'stove', name: 'Stove', checked: true }
const groups = [
  { id: 'a', category: 'Camp', items: [tent, stove] },
  { id: 'b', category: 'Axes', items: [] },
]

test('equal parts stay the same objects, even at another position', () => {
  expect(withSharedObjects(groups, structuredClone(groups))).toBe(groups)

  const [camp, axes] = structuredClone(groups)
  const ticked = { ...tent, checked: true }
  const answer = [
    axes,
    { ...camp, items: [{ id: 'new', name: 'Tarp', checked: false }, structuredClone(stove), ticked] },
  ]
  const shared = withSharedObjects(groups, answer)
  expect(shared).toEqual(answer)
  expect(shared[0]).toBe(groups[1])
  expect(shared[1]?.items?.[1]).toBe(stove)
  expect(shared[1]?.items?.[2]).not.toBe(tent)
})

test('the result always equals the given value', () => {
  const json = fc.jsonValue()
  const items = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), text: fc.string() }))
  const values = fc.oneof(json, items)
  fc.assert(
    fc.property(values, values, (known, value) => {
      const before = structuredClone([known, value])
      expect(withSharedObjects(known, value)).toEqual(value)
      expect([known, value]).toEqual(before)
      expect(withSharedObjects(value, structuredClone(value))).toEqual(value)
    }),
  )
})
