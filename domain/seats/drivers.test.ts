import { expect, it } from 'vitest'
import { buildPerson } from '../testing/people.ts'
import { mayDrive } from './drivers.ts'

it.each([
  [true, { kind: 'adult', age: '' }],
  [true, { kind: 'adult', age: '7' }],
  [true, { kind: 'child', age: '16' }],
  [true, { kind: 'child', age: '17 years' }],
  [false, { kind: 'child', age: '15' }],
  [false, { kind: 'child', age: '18 months' }],
  [false, { kind: 'child', age: '' }],
  [false, { kind: 'child', age: 'toddler' }],
] as const)('says that it is %s that %j may drive', (may, one) => {
  expect(mayDrive(buildPerson('Kim', one))).toBe(may)
})
