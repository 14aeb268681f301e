import { expect, it } from 'vitest'
import { sectionNames } from '#domain/plan/index.ts'
import { editedLists } from './lists.ts'

it('the next fixtures have a list in each section', () => {
  expect(editedLists.map(({ section }) => section).toSorted()).toEqual(sectionNames.toSorted())
})
