import { expect, it } from 'vitest'
import { sectionNames } from '#domain/plan/index.ts'
import { knownMutations } from './mutations.ts'

it('each section that a road trip has is changed', () => {
  const changed = new Set(knownMutations.map(({ section }) => section))
  expect([...changed].toSorted()).toEqual(sectionNames.filter((name) => name !== 'tickets').toSorted())
})
