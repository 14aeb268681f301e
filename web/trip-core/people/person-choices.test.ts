import { describe, expect, it } from 'vitest'
import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { listBuyers, listChoices } from './person-choices.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const [ana, bibi, cleo, dan] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const person = (id: string, name: string, more: Partial<Person> = {}): Person => ({ ...newPerson(id, name), ...more })
const people: Party[] = [
  {
    id: idOf(9),
    name: '',
    persons: [person(dan, 'Dan'), person(bibi, 'Bibi', { kind: 'child' }), person(ana, 'Ana', { kind: 'child' })],
  },
  { id: idOf(8), name: '', persons: [person(cleo, ' '), person(idOf(5), 'Eve', { coming: 'not_coming' })] },
]

describe('the people to choose from', () => {
  it('are the current user, and by name all who may come', () => {
    expect(listChoices(people, ana).map(({ name }) => name)).toEqual(['You', 'Bibi', 'Dan', 'No name'])
  })

  it('say what tells those of the same name apart', () => {
    const others = [{ id: idOf(7), name: 'Silva family', persons: [person(idOf(6), 'Dan')] }]
    expect(listChoices([...people, ...others], ana).map(({ name }) => name)).toEqual([
      'You',
      'Bibi',
      'Dan (Silva family)',
      'Dan (with Bibi and Ana)',
      'No name',
    ])
  })

  it('are no children for what somebody has to buy, apart from the current user', () => {
    expect(listBuyers(people, ana).map(({ id }) => id)).toEqual([ana, dan, cleo])
  })
})
