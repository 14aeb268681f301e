import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsAnswer, operationsAnswer } from '#domain/api/operations.ts'
import { invitationMade, joined, peopleAnswer } from '#domain/api/people.ts'
import { privateAnswer, tripAnswer } from '#domain/api/trips.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { newParty, newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

/*
 * The list of people may be edited by many. So who is in which party there opens no private record: that follows the memberships, and an
 * organizer says who shares with whom.
 */
describe.each(engines)('private records within a party on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const party = (...names: string[]): Party => ({
    id: randomUUID(),
    name: '',
    persons: names.map((name) => newPerson(randomUUID(), name)),
  })

  async function newTrip(...parties: Party[]) {
    const { id } = await insertTrip(server.db, { owner_id: ownerId })
    if (parties.length > 0) await owner.makeSection(id, 'people', parties)
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    return { id, token }
  }

  /** Somebody with an account who has joined as themselves, in a party of their own. */
  async function newMember(id: string) {
    const userId = await insertAccount(server.db)
    await insertMembership(server.db, { trip_id: id, user_id: userId, role: 'member' })
    const client = await server.openSession({ id: userId })
    await operate(id, client, 'people', { do: 'insert', at: [userId], entry: ownParty(userId), after: null })
    return { userId, client }
  }
  const ownParty = (userId: string) =>
    newParty({ person_id: userId, party_id: userId }, { full_name: 'Mallory', username: 'm' })

  async function join(token: string, personId: string, client = server.openClient()) {
    const answer = await client.post('/api/join', { token, device: randomUUID(), name: 'Tom', person_id: personId })
    return { userId: joined.parse(answer.body).user.id, client }
  }
  const confirm = (id: string, userId: string, personId: string, more: object = {}) =>
    owner.put(`/api/trips/${id}/people/${userId}/name`, { is_right: true, person_id: personId, ...more })
  const share = (
    id: string,
    userId: string,
    [party_id, person_id]: [string, string],
    shares_party: boolean,
    by = owner,
  ) => by.put(`/api/trips/${id}/people/${userId}/party`, { person_id, party_id, shares_party })

  async function operate(
    id: string,
    client: TestClient,
    section: 'people' | 'private',
    ...mutations: Mutation[]
  ): Promise<OperationsAnswer> {
    const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section }))
    return operationsAnswer.parse((await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })).body)
  }

  /** Writes a person's phone number under a party. Answers what was refused. */
  async function write(id: string, client: TestClient, partyId: string, personId: string, phone: string) {
    const at = [partyId, 'persons', personId]
    const { refused } = await operate(
      id,
      client,
      'private',
      { do: 'insert', at: [partyId], entry: { id: partyId, persons: [] }, after: null },
      { do: 'insert', at, entry: newRecord(personId), after: null },
      { do: 'set', at: [...at, 'phone'], was: '', to: phone },
    )
    return refused.map(({ code }) => code)
  }
  async function phonesSeen(id: string, client: TestClient): Promise<string[]> {
    const { value } = privateAnswer.parse((await client.get(`/api/trips/${id}/private`)).body)
    return value.flatMap(({ persons }) => persons.map(({ phone }) => phone)).toSorted()
  }
  const idsOf = ({ persons }: Party) => persons.map(({ id }) => id) as [string, string]

  it('a person of another party is not put into one’s own', async () => {
    const family = party('Ana', 'Tom')
    const [anaId, tomId] = idsOf(family)
    const { id, token } = await newTrip(family)
    await owner.put(`/api/trips/${id}/people`, { members_edit: false })
    const mallory = await newMember(id)
    const at = [mallory.userId, 'persons', tomId]
    const inserted = await operate(id, mallory.client, 'people', {
      do: 'insert',
      at,
      entry: newPerson(tomId, 'Tom'),
      after: null,
    })
    expect(inserted.refused).toMatchObject([{ code: 'invalid_operation' }])
    const copy = { id: mallory.userId, name: '', persons: [newPerson(anaId, 'Ana')] }
    await operate(id, mallory.client, 'people', { do: 'insert', at: [randomUUID()], entry: copy, after: null })

    const tom = await join(token, tomId)
    await confirm(id, tom.userId, tomId)
    expect(await write(id, tom.client, family.id, tomId, '0171 1')).toEqual([])
    expect(await phonesSeen(id, mallory.client)).toEqual([])
  })

  it('a person removed from a party and added to another under the same id shows nothing of theirs to it', async () => {
    const family = party('Ana', 'Tom')
    const [, tomId] = idsOf(family)
    const { id, token } = await newTrip(family)
    const mallory = await newMember(id)
    const tom = family.persons[1]
    await operate(id, mallory.client, 'people', {
      do: 'remove',
      at: [family.id, 'persons', tomId],
      was: tom,
      after: idsOf(family)[0],
    })
    const at = [mallory.userId, 'persons', tomId]
    expect(
      (await operate(id, mallory.client, 'people', { do: 'insert', at, entry: tom, after: null })).refused,
    ).toEqual([])
    const joiner = await join(token, tomId)
    await confirm(id, joiner.userId, tomId)
    expect(await write(id, joiner.client, mallory.userId, tomId, '0171 1')).toEqual([])
    expect(await phonesSeen(id, joiner.client)).toEqual(['0171 1'])
    expect(await phonesSeen(id, mallory.client)).toEqual([])
    expect(await write(id, mallory.client, mallory.userId, tomId, '0171 9')).toEqual(['not_allowed', 'not_allowed'])
  })

  it('people with something in their record are renamed, removed and added only by those who see it', async () => {
    const family = party('Ana', 'Emma')
    const [anaId, emmaId] = idsOf(family)
    const emma = family.persons[1] as Person
    const { id, token } = await newTrip(family)
    const ana = await join(token, anaId)
    await confirm(id, ana.userId, anaId, { shares_with: family.id })
    const editor = await newMember(id)
    const rename = (client: TestClient, personId: string, was: string, to: string) =>
      operate(id, client, 'people', { do: 'set', at: [family.id, 'persons', personId, 'name'], was, to })
    expect((await rename(editor.client, emmaId, 'Emma', 'Emma L.')).refused).toEqual([])
    expect((await rename(editor.client, emmaId, 'Emma L.', 'Emma')).refused).toEqual([])

    expect(await write(id, ana.client, family.id, emmaId, '0171 2')).toEqual([])
    const at = [family.id, 'persons', emmaId]
    const kim = { ...emma, name: 'Kim' }
    const { refused } = await operate(
      id,
      editor.client,
      'people',
      { do: 'set', at: [...at, 'name'], was: 'Emma', to: 'Kim' },
      { do: 'remove', at, was: emma, after: anaId },
      { do: 'restore', at, was: kim, after: anaId },
      { do: 'insert', at: [editor.userId, 'persons', emmaId], entry: kim, after: null },
      { do: 'insert', at: [randomUUID()], entry: { id: randomUUID(), name: '', persons: [kim] }, after: null },
      { do: 'remove', at: [family.id], was: { ...family, persons: [] }, after: null },
    )
    expect(refused.map(({ code }) => code)).toEqual(Array(6).fill('has_private_details'))
    expect(refused[0]?.message).toBe(
      'This person has private details. Only they, their party or an organizer can rename or remove them.',
    )
    const say = { do: 'set', at: [...at, 'coming'], was: 'open', to: 'coming' } as const
    expect((await operate(id, editor.client, 'people', say)).refused).toEqual([])
    expect((await rename(ana.client, emmaId, 'Emma', 'Emma B.')).refused).toEqual([])
    expect((await rename(owner, emmaId, 'Emma B.', 'Emma')).refused).toEqual([])
  })

  it('who joins as a person that somebody added to a party sees their own record and no other, until an organizer shares it', async () => {
    const family = party('Ana', 'Kim')
    const [anaId, kimId] = idsOf(family)
    const { id, token } = await newTrip(family)
    const ana = await join(token, anaId)
    await confirm(id, ana.userId, anaId, { shares_with: family.id })
    expect(await write(id, ana.client, family.id, anaId, '0171 1')).toEqual([])
    expect(await write(id, ana.client, family.id, kimId, '0171 2')).toEqual([])

    const editor = await newMember(id)
    const tomId = randomUUID()
    const at = [family.id, 'persons', tomId]
    await operate(id, editor.client, 'people', { do: 'insert', at, entry: newPerson(tomId, 'Tom'), after: null })
    const tom = await join(token, tomId)
    await confirm(id, tom.userId, tomId)
    expect(await write(id, tom.client, family.id, tomId, '0171 3')).toEqual([])
    expect(await write(id, tom.client, family.id, kimId, '0171 9')).toEqual(['not_allowed', 'not_allowed'])
    expect(await phonesSeen(id, tom.client)).toEqual(['0171 3'])
    expect(await phonesSeen(id, ana.client)).toEqual(['0171 1', '0171 2'])
    expect(await phonesSeen(id, owner)).toEqual(['0171 1', '0171 2', '0171 3'])

    expect((await share(id, tom.userId, [family.id, tomId], true, editor.client)).status).toBe(404)
    for (const other of [
      [family.id, randomUUID()],
      [editor.userId, tomId],
    ] as [string, string][])
      expect(await share(id, tom.userId, other, true)).toMatchObject(failed(404, 'person_not_found'))
    expect((await share(id, tom.userId, [family.id, tomId], true)).status).toBe(204)
    for (const { client } of [ana, tom]) expect(await phonesSeen(id, client)).toEqual(['0171 1', '0171 2', '0171 3'])
    expect(tripAnswer.parse((await tom.client.get(`/api/trips/${id}`)).body).trip?.taken).toMatchObject({
      shares_party: true,
    })
    const { people } = peopleAnswer.parse((await owner.get(`/api/trips/${id}/people`)).body)
    expect(people.map(({ id: each, shares_party }) => [each, shares_party])).toContainEqual([tom.userId, true])

    await share(id, tom.userId, [family.id, tomId], false)
    expect(await phonesSeen(id, tom.client)).toEqual(['0171 3'])
    expect(await phonesSeen(id, ana.client)).toEqual(['0171 1', '0171 2'])
    // Somebody who has left is not somebody who never joined.
    await owner.send('DELETE', `/api/trips/${id}/people/${tom.userId}`)
    expect(await phonesSeen(id, ana.client)).toEqual(['0171 1', '0171 2'])
    expect(await phonesSeen(id, owner)).toEqual(['0171 1', '0171 2', '0171 3'])
  })

  it('who stands on the list as themselves and no longer shares sees nothing of the others, nor they of them', async () => {
    const { id, token } = await newTrip()
    const ana = await newMember(id)
    const benId = randomUUID()
    const at = [ana.userId, 'persons', benId]
    await operate(id, ana.client, 'people', { do: 'insert', at, entry: newPerson(benId, 'Ben'), after: null })
    const ben = await join(token, benId)
    await confirm(id, ben.userId, benId, { shares_with: ana.userId })
    await write(id, ana.client, ana.userId, ana.userId, '0171 1')
    await write(id, ben.client, ana.userId, benId, '0171 2')
    for (const { client } of [ana, ben]) expect(await phonesSeen(id, client)).toEqual(['0171 1', '0171 2'])
    expect((await share(id, ana.userId, [ana.userId, ana.userId], false)).status).toBe(204)
    expect(await phonesSeen(id, ana.client)).toEqual(['0171 1'])
    expect(await phonesSeen(id, ben.client)).toEqual(['0171 2'])
  })

  it('whose account’s id somebody has put on the list joins in a party of their own', async () => {
    const { id, token } = await newTrip()
    const mallory = await newMember(id)
    const userId = await insertAccount(server.db)
    const at = [mallory.userId, 'persons', userId]
    await operate(id, mallory.client, 'people', { do: 'insert', at, entry: newPerson(userId, 'Ana'), after: null })
    const client = await server.openSession({ id: userId })
    await client.post('/api/join', { token, device: randomUUID() })
    const { people } = peopleAnswer.parse((await owner.get(`/api/trips/${id}/people`)).body)
    const own = people.find((one) => one.id === userId)
    expect(own).toMatchObject({ shares_party: true, is_unconfirmed: false })
    expect(own?.party_id).toBe(own?.person_id)
    expect(own?.party_id).not.toBe(userId)
    const partyId = own?.party_id ?? ''
    expect(await write(id, client, partyId, partyId, '0171 1')).toEqual([])
    expect(await write(id, owner, mallory.userId, userId, '0171 2')).toEqual([])
    expect(await phonesSeen(id, client)).toEqual(['0171 1'])
  })

  it('a party made under the id of an account shows its person to nobody whom they have not let share it', async () => {
    const { id, token } = await newTrip()
    const editor = await newMember(id)
    const userId = await insertAccount(server.db)
    const tom = newPerson(randomUUID(), 'Tom')
    const made = { id: userId, name: '', persons: [tom] }
    await operate(id, editor.client, 'people', { do: 'insert', at: [userId], entry: made, after: null })
    const accomplice = await join(token, tom.id)
    const client = await server.openSession({ id: userId })
    await client.post('/api/join', { token, device: randomUUID() })
    await confirm(id, accomplice.userId, tom.id)
    expect(await write(id, client, userId, userId, '0171 1')).toEqual([])
    expect(await phonesSeen(id, accomplice.client)).toEqual([])
  })
})
