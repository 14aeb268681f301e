import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { forgetPersonHere } from './forget-person.ts'
import { listKeptShares, persistKeptShares } from './kept-shares.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = new FakeBrowser()
})
afterEach(() => browser.close())

it('remembers what one person has declined on one trip, until they are forgotten here', () => {
  persistKeptShares('ana', 'lake', ['x1/12', 'x2/7'])
  expect([listKeptShares('ana', 'lake'), listKeptShares('ana', 'sea'), listKeptShares('ben', 'lake')]).toEqual([
    ['x1/12', 'x2/7'],
    [],
    [],
  ])
  forgetPersonHere('ana')
  expect(listKeptShares('ana', 'lake')).toEqual([])
})
