import { listPersons, type Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import * as m from '#messages'

export interface PersonChoice {
  id: string
  name: string
}

/** The people to choose from for a promise: the current user first, and nobody who is not coming. */
export function listChoices(people: readonly Party[], me: string): PersonChoice[] {
  const nameOf = namesToChoose(people, (id) => nameOfPersonRef(people, id))
  const others = listPersons(people)
    .filter(({ id, coming }) => id !== me && coming !== 'not_coming')
    .map(({ id }) => ({ id, name: nameOf(id) }))
  return [{ id: me, name: m.shopping_you() }, ...others.toSorted((one, other) => one.name.localeCompare(other.name))]
}

/** The people who may be asked to buy something: children are not. */
export function listBuyers(people: readonly Party[], me: string): PersonChoice[] {
  const children = new Set(listPersons(people).flatMap(({ id, kind }) => (kind === 'child' ? [id] : [])))
  return listChoices(people, me).filter(({ id }) => id === me || !children.has(id))
}
