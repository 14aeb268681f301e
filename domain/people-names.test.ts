import { describe, expect, it } from 'vitest'
import { knownIn } from './people-names.ts'
import { newPerson } from './plan/people.ts'

const people = [{ id: 'party', name: '', persons: [newPerson('ana', 'Ana')] }]
const members = new Map([['ben', 'Ben']])
const knownOf = (...[role, all]: [Parameters<typeof knownIn>[0]['role'], ReadonlyMap<string, string> | undefined]) =>
  ['me', 'ana', 'ben', 'gone'].filter(knownIn({ role }, people, 'me', all))

describe('who is in a trip', () => {
  it('is on its list of people, a member, or the current user', () => {
    expect(knownOf('member', members)).toEqual(['me', 'ana', 'ben'])
    expect(knownOf('member', new Map())).toEqual(['me', 'ana'])
  })

  it('is everybody until the members are known, and in a trip without an owner, where nobody may see them', () => {
    expect(knownOf('member', undefined)).toEqual(['me', 'ana', 'ben', 'gone'])
    expect(knownOf('everybody', new Map())).toEqual(['me', 'ana', 'ben', 'gone'])
  })
})
