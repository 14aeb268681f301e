import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { derivedId } from '#domain/derived-id.ts'
import { id, itemList } from '#domain/id.ts'
import { formOf } from '#domain/operations/form.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { FORMER_PERSON, idFromPerson, personId, personRef } from '#domain/plan/person-ref.ts'
import { CurrentIds, hashedIds, type Renamed } from './renamed.ts'

const tripId = derivedId('trip')
const [omar, haddad, gone, item] = ['omar', 'haddad', 'gone', 'item'].map(derivedId) as [string, string, string, string]

describe('late operations on what refers to people', () => {
  const claimId = ({ of, person }: { of: string; person: string }) => derivedId(`${of}/${person}`)
  const form = formOf(
    z.strictObject({
      riders: itemList(z.strictObject({ id: personId, car: personRef })),
      claims: itemList(z.strictObject({ id: idFromPerson(claimId), of: id, person: personRef })),
    }),
  )
  const renamed: Renamed[] = [
    { kind: 'merged-person', id: omar, currentId: haddad },
    { kind: 'person', id: gone, currentId: null },
  ]
  const resolver = () => new CurrentIds(tripId, hashedIds(tripId, renamed), () => [])
  const nothing = { riders: [], claims: [] }
  const resolve = (mutation: Mutation, ids = resolver(), value: unknown = nothing) =>
    ids.resolveReferences(form, mutation, value)

  it('name the person who stays, in paths and in values', () => {
    expect(resolve({ do: 'set', at: ['riders', omar, 'car'], was: '', to: omar })).toEqual({
      do: 'set',
      at: ['riders', haddad, 'car'],
      was: '',
      to: haddad,
    })
    const entry = { id: omar, car: '' }
    const ids = resolver()
    expect(resolve({ do: 'insert', at: ['riders', omar], entry, after: omar }, ids)).toMatchObject({
      at: ['riders', haddad],
      entry: { id: haddad },
      after: haddad,
    })
    expect(ids.derived).toEqual([])
  })

  it('find an entry by the derived id that it was inserted with', () => {
    const ids = resolver()
    const entry = { id: claimId({ of: item, person: omar }), of: item, person: omar }
    const current = claimId({ of: item, person: haddad })
    expect(resolve({ do: 'insert', at: ['claims', entry.id], entry }, ids)).toMatchObject({ at: ['claims', current] })
    expect(resolve({ do: 'remove', at: ['claims', entry.id], was: entry }, ids)).toMatchObject({
      at: ['claims', current],
    })
    const set: Mutation = { do: 'set', at: ['claims', entry.id, 'person'], was: '', to: '' }
    expect(resolve(set, ids)?.at[1]).toBe(current)
    expect(ids.derived).toEqual([{ kind: 'entry', id: entry.id, currentId: current }])
  })

  it('find an entry that has kept its derived id, under that', () => {
    const claimOf = (person: string) => ({ id: claimId({ of: item, person }), of: item, person })
    const entry = claimOf(omar)
    const at = ['claims', entry.id]
    // Both had one, so both stayed.
    const live = { ...nothing, claims: [claimOf(haddad), { ...entry, person: haddad }] }
    const ids = resolver()
    expect(resolve({ do: 'insert', at, entry }, ids, live)).toMatchObject({ at, entry: { ...entry, person: haddad } })
    expect(resolve({ do: 'set', at: [...at, 'person'], was: '', to: omar }, ids, live)).toMatchObject({
      at: [...at, 'person'],
      to: haddad,
    })
    expect(resolve({ do: 'remove', at, was: entry }, ids, live)).toMatchObject({ at })
    expect(ids.derived).toEqual([])
    const ofGone = claimOf(gone)
    const left = { ...nothing, claims: [{ ...ofGone, person: FORMER_PERSON }] }
    expect(resolve({ do: 'insert', at: ['claims', ofGone.id], entry: ofGone }, ids, left)).toMatchObject({
      at: ['claims', ofGone.id],
    })
    expect(ids.derived).toEqual([])
  })

  it('find an entry whose derived id has changed more than once', () => {
    const [first, second, third] = ['first', 'second', 'third'].map(derivedId) as [string, string, string]
    const chain: Renamed[] = [
      { kind: 'entry', id: first, currentId: second },
      { kind: 'entry', id: second, currentId: third },
    ]
    const ids = new CurrentIds(tripId, hashedIds(tripId, chain), () => [])
    expect(resolve({ do: 'set', at: ['claims', first, 'of'], was: '', to: item }, ids)?.at[1]).toBe(third)
  })

  it('do not store the id of a deleted account', () => {
    expect(resolve({ do: 'set', at: ['riders', omar, 'car'], was: '', to: gone })).toMatchObject({ to: FORMER_PERSON })
  })

  it('do not bring back what was the removed person’s alone, such as their seat', () => {
    const was = { id: gone, car: '' }
    const at = ['riders', gone]
    expect(resolve({ do: 'insert', at, entry: was })).toBeUndefined()
    expect(resolve({ do: 'restore', at, was })).toBeUndefined()
    expect(resolve({ do: 'set', at: [...at, 'car'], was: '', to: omar })).toBeUndefined()
    expect(resolve({ do: 'remove', at, was })).toMatchObject({ at: ['riders', FORMER_PERSON] })
  })

  it('are left alone if they are malformed, and are refused later', () => {
    const malformed: Mutation = { do: 'insert', at: ['claims', omar], entry: { id: omar, of: null } }
    expect(resolve(malformed)).toBe(malformed)
  })
})
