import { expect, it } from 'vitest'
import { sectionNames } from '#domain/plan/index.ts'
import { knownMutations, mutationsOf } from './mutations.ts'

it('each section that a road trip has is changed', () => {
  const changed = new Set(knownMutations.map(({ section }) => section))
  expect([...changed].toSorted()).toEqual(
    sectionNames.filter((name) => name !== 'tickets' && name !== 'stays').toSorted(),
  )
})

it('the mutations of every section are its own, and a section without any is an error', () => {
  for (const name of sectionNames)
    expect(new Set(mutationsOf(name).map(({ section }) => section))).toEqual(new Set([name]))
  expect(() => mutationsOf('weather' as 'notes')).toThrow('No mutation changes weather')
})
