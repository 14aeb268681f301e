import { expect, it } from 'vitest'
import { findGrouping, persistGrouping } from './list-grouping.ts'
import { deviceStorage } from './web-storage.ts'

it('a device remembers how shopping lists were grouped, and ignores what it does not know', () => {
  expect(findGrouping()).toBeUndefined()
  persistGrouping('shop')
  expect(findGrouping()).toBe('shop')
  deviceStorage.setItem('wayfare.shopping-grouping', 'colour')
  expect(findGrouping()).toBeUndefined()
})
