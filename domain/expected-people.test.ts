import { describe, expect, it } from 'vitest'
import { areMoreExpected, countExpected } from './expected-people.ts'
import { details } from './plan/details.ts'
import { buildComing, buildParty } from './testing/people.ts'

const expecting = (adults: number, children: number) => ({ ...details.empty, expected: { adults, children } })

describe('how many people a trip is planned for', () => {
  it('is unknown while somebody alone has said nothing', () => {
    expect(countExpected(details.empty, [])).toBe(0)
    expect(countExpected(details.empty, [buildParty(buildComing('Ana'))])).toBe(0)
  })

  it('is the expected number, or that of those on the list who have not declined if they are more', () => {
    const three = [buildParty(buildComing('Ana'), buildComing('Ben'), buildComing('Cleo', { coming: 'not_coming' }))]
    expect(countExpected(expecting(2, 1), [])).toBe(3)
    expect(countExpected(expecting(2, 1), three)).toBe(3)
    expect(countExpected(details.empty, three)).toBe(2)
  })
})

describe('whether more people are expected than are on the list', () => {
  it('counts people who have declined: somebody has listed them', () => {
    const two = [buildParty(buildComing('Ana'), buildComing('Ben', { coming: 'not_coming' }))]
    expect(areMoreExpected(expecting(2, 1), two)).toBe(true)
    expect(areMoreExpected(expecting(2, 0), two)).toBe(false)
    expect(areMoreExpected(details.empty, [])).toBe(false)
  })
})
