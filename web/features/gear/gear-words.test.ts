import { describe, expect, it } from 'vitest'
import { gearItem } from '#domain/gear/gear-items.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { gearLines } from './gear-words.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [me, ben] = [1, 2].map(idOf) as [string, string]
const nameOf = (personId: string) => (personId === me ? 'You' : 'Ben')
const tables = { ...newChecklistItem(idOf(3)), name: 'Tables', needed: 3 }
const textsOf = (claims: readonly (readonly [string, number])[], notComing: readonly string[] = []) => {
  const row = gearItem(
    tables,
    claims.map(([personId, count]) => newClaim(tables, personId, count)),
    new Set(notComing),
  )
  return gearLines(row, nameOf, me).map(({ text }) => text)
}

describe('what a row of the gear says', () => {
  it('speaks to the current user about what is theirs', () => {
    expect(textsOf([[me, 2]], [me])).toEqual(['You promised 2, but you’re not coming'])
    expect(textsOf([[ben, 2]], [ben])).toEqual(['Ben promised 2 but isn’t coming'])
  })

  it('asks those who promised last about what is too many', () => {
    const surplusOf = (claims: Parameters<typeof textsOf>[0]) => textsOf(claims).at(-1)
    expect(
      surplusOf([
        [ben, 3],
        [me, 2],
      ]),
    ).toBe('2 more than needed. Are you still bringing yours?')
    expect(
      surplusOf([
        [me, 3],
        [ben, 1],
      ]),
    ).toBe('1 more than needed. Ask Ben if they can leave theirs at home.')
  })
})
