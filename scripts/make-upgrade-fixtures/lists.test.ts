import { expect, it } from 'vitest'
import { sectionNames } from '#domain/plan/index.ts'
import { editedLists } from './lists.ts'

it('the next fixtures have a list in each section whose entries people change', () => {
  const changed = sectionNames.filter((name) => name !== 'announcements')
  expect(editedLists.map(({ section }) => section).toSorted()).toEqual(changed.toSorted())
})
