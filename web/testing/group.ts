import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { newId } from '#web/data/new-id.ts'

/** Somebody on the list who comes, unless they differ from that. */
export const personNamed = (name: string, changes: Partial<Person> = {}): Person => ({
  ...newPerson(newId(), name),
  coming: 'coming',
  ...changes,
})

export const partyOf = (...persons: Person[]): Party => ({ id: newId(), name: '', persons })
