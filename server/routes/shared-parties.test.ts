import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { invitationMade, joined, peopleResponse } from '#domain/api/people.ts'
import { privateResponse, tripResponse } from '#domain/api/trips.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { newParty, newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

/*
 * Many people can edit the list of people, so being in a party there grants no access to private records. Access
 * follows from memberships, and an organizer decides who shares with whom.
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

  const party = (...names: string[]): Party => buildParty(...names.map((name) => buildPerson(name)))

  async function newTrip(...parties: Party[]) {
    const { id } = await insertTrip(server.db, { owner_id: ownerId })
    if (parties.length > 0) await owner.makeSection(id, 'people', parties)
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    return { id, token }
  }

  /** Somebody with an account who has joined as themselves, in their own party. */
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
  const confirmClaim = (id: string, userId: string, personId: string, more: object = {}) =>
    owner.put(`/api/trips/${id}/people/${userId}/name`, { is_right: true, person_id: personId, ...more })
  const setSharing = (
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
  ): Promise<OperationsResponse> {
    const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section }))
    return operationsResponse.parse((await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })).body)
  }

  /** Writes a person's phone number in a party. Returns the codes of what was refused. */
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
  async function listPhones(id: string, client: TestClient): Promise<string[]> {
    const { value } = privateResponse.parse((await client.get(`/api/trips/${id}/private`)).body)
    return value.flatMap(({ persons }) => persons.map(({ phone }) => phone)).toSorted()
  }
  const idsOf = ({ persons }: Party) => persons.map(({ id }) => id) as [string, string]

  it('a person of another party cannot be added to one’s own', async () => {
    const lakes = party('Ana', 'Tom')
    const [anaId, tomId] = idsOf(lakes)
    const { id, token } = await newTrip(lakes)
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
    await confirmClaim(id, tom.userId, tomId)
    expect(await write(id, tom.client, lakes.id, tomId, '0171 1')).toEqual([])
    expect(await listPhones(id, mallory.client)).toEqual([])
  })

  it('re-adding a removed person to another party under the same id does not reveal their record', async () => {
    const lakes = party('Ana', 'Tom')
    const [, tomId] = idsOf(lakes)
    const { id, token } = await newTrip(lakes)
    const mallory = await newMember(id)
    const tom = lakes.persons[1]
    await operate(id, mallory.client, 'people', {
      do: 'remove',
      at: [lakes.id, 'persons', tomId],
      was: tom,
      after: idsOf(lakes)[0],
    })
    const at = [mallory.userId, 'persons', tomId]
    expect(
      (await operate(id, mallory.client, 'people', { do: 'insert', at, entry: tom, after: null })).refused,
    ).toEqual([])
    const member = await join(token, tomId)
    await confirmClaim(id, member.userId, tomId)
    expect(await write(id, member.client, mallory.userId, tomId, '0171 1')).toEqual([])
    expect(await listPhones(id, member.client)).toEqual(['0171 1'])
    expect(await listPhones(id, mallory.client)).toEqual([])
    expect(await write(id, mallory.client, mallory.userId, tomId, '0171 9')).toEqual(['not_allowed', 'not_allowed'])
  })

  it('people with private details are renamed, removed and added only by those who see the details', async () => {
    const lakes = party('Ana', 'Emma')
    const [anaId, emmaId] = idsOf(lakes)
    const emma = lakes.persons[1] as Person
    const { id, token } = await newTrip(lakes)
    const ana = await join(token, anaId)
    await confirmClaim(id, ana.userId, anaId, { shares_with: lakes.id })
    const editor = await newMember(id)
    const rename = (client: TestClient, personId: string, was: string, to: string) =>
      operate(id, client, 'people', { do: 'set', at: [lakes.id, 'persons', personId, 'name'], was, to })
    expect((await rename(editor.client, emmaId, 'Emma', 'Emma L.')).refused).toEqual([])
    expect((await rename(editor.client, emmaId, 'Emma L.', 'Emma')).refused).toEqual([])

    expect(await write(id, ana.client, lakes.id, emmaId, '0171 2')).toEqual([])
    const at = [lakes.id, 'persons', emmaId]
    const kim = { ...emma, name: 'Kim' }
    const { refused } = await operate(
      id,
      editor.client,
      'people',
      { do: 'set', at: [...at, 'name'], was: 'Emma', to: 'Kim' },
      { do: 'remove', at, was: emma, after: anaId },
      { do: 'restore', at, was: kim, after: anaId },
      { do: 'insert', at: [editor.userId, 'persons', emmaId], entry: kim, after: null },
      { do: 'insert', at: [randomUUID()], entry: buildParty(kim), after: null },
      { do: 'remove', at: [lakes.id], was: { ...lakes, persons: [] }, after: null },
    )
    expect(refused.map(({ code }) => code)).toEqual(Array(6).fill('has_private_details'))
    expect(refused[0]?.message).toBe(
      'This person has private details. Only they, their party or an organizer can rename or remove them.',
    )
    const answering = { do: 'set', at: [...at, 'coming'], was: 'open', to: 'coming' } as const
    expect((await operate(id, editor.client, 'people', answering)).refused).toEqual([])
    expect((await rename(ana.client, emmaId, 'Emma', 'Emma B.')).refused).toEqual([])
    expect((await rename(owner, emmaId, 'Emma B.', 'Emma')).refused).toEqual([])
  })

  it('a person added to a party by others sees only their own record until an organizer shares it', async () => {
    const lakes = party('Ana', 'Kim')
    const [anaId, kimId] = idsOf(lakes)
    const { id, token } = await newTrip(lakes)
    const ana = await join(token, anaId)
    await confirmClaim(id, ana.userId, anaId, { shares_with: lakes.id })
    expect(await write(id, ana.client, lakes.id, anaId, '0171 1')).toEqual([])
    expect(await write(id, ana.client, lakes.id, kimId, '0171 2')).toEqual([])

    const editor = await newMember(id)
    const tomId = randomUUID()
    const at = [lakes.id, 'persons', tomId]
    await operate(id, editor.client, 'people', { do: 'insert', at, entry: newPerson(tomId, 'Tom'), after: null })
    const tom = await join(token, tomId)
    await confirmClaim(id, tom.userId, tomId)
    expect(await write(id, tom.client, lakes.id, tomId, '0171 3')).toEqual([])
    expect(await write(id, tom.client, lakes.id, kimId, '0171 9')).toEqual(['not_allowed', 'not_allowed'])
    expect(await listPhones(id, tom.client)).toEqual(['0171 3'])
    expect(await listPhones(id, ana.client)).toEqual(['0171 1', '0171 2'])
    expect(await listPhones(id, owner)).toEqual(['0171 1', '0171 2', '0171 3'])

    expect((await setSharing(id, tom.userId, [lakes.id, tomId], true, editor.client)).status).toBe(404)
    for (const other of [
      [lakes.id, randomUUID()],
      [editor.userId, tomId],
    ] as [string, string][])
      expect(await setSharing(id, tom.userId, other, true)).toMatchObject(failed(404, 'person_not_found'))
    expect((await setSharing(id, tom.userId, [lakes.id, tomId], true)).status).toBe(204)
    for (const { client } of [ana, tom]) expect(await listPhones(id, client)).toEqual(['0171 1', '0171 2', '0171 3'])
    expect(tripResponse.parse((await tom.client.get(`/api/trips/${id}`)).body).trip?.taken).toMatchObject({
      shares_party: true,
    })
    const { people } = peopleResponse.parse((await owner.get(`/api/trips/${id}/people`)).body)
    expect(people.map(({ id: each, shares_party }) => [each, shares_party])).toContainEqual([tom.userId, true])

    await setSharing(id, tom.userId, [lakes.id, tomId], false)
    expect(await listPhones(id, tom.client)).toEqual(['0171 3'])
    expect(await listPhones(id, ana.client)).toEqual(['0171 1', '0171 2'])
    // A person who has left still counts as having joined.
    await owner.send('DELETE', `/api/trips/${id}/people/${tom.userId}`)
    expect(await listPhones(id, ana.client)).toEqual(['0171 1', '0171 2'])
    expect(await listPhones(id, owner)).toEqual(['0171 1', '0171 2', '0171 3'])
  })

  it('after sharing ends, a person does not see the others’ records, nor they theirs', async () => {
    const { id, token } = await newTrip()
    const ana = await newMember(id)
    const benId = randomUUID()
    const at = [ana.userId, 'persons', benId]
    await operate(id, ana.client, 'people', { do: 'insert', at, entry: newPerson(benId, 'Ben'), after: null })
    const ben = await join(token, benId)
    await confirmClaim(id, ben.userId, benId, { shares_with: ana.userId })
    await write(id, ana.client, ana.userId, ana.userId, '0171 1')
    await write(id, ben.client, ana.userId, benId, '0171 2')
    for (const { client } of [ana, ben]) expect(await listPhones(id, client)).toEqual(['0171 1', '0171 2'])
    expect((await setSharing(id, ana.userId, [ana.userId, ana.userId], false)).status).toBe(204)
    expect(await listPhones(id, ana.client)).toEqual(['0171 1'])
    expect(await listPhones(id, ben.client)).toEqual(['0171 2'])
  })

  it('an account whose id somebody has listed joins in a party of its own', async () => {
    const { id, token } = await newTrip()
    const mallory = await newMember(id)
    const userId = await insertAccount(server.db)
    const at = [mallory.userId, 'persons', userId]
    await operate(id, mallory.client, 'people', { do: 'insert', at, entry: newPerson(userId, 'Ana'), after: null })
    const client = await server.openSession({ id: userId })
    await client.post('/api/join', { token, device: randomUUID() })
    const { people } = peopleResponse.parse((await owner.get(`/api/trips/${id}/people`)).body)
    const planner = people.find((one) => one.id === userId)
    expect(planner).toMatchObject({ shares_party: true, is_unconfirmed: false })
    expect(planner?.party_id).toBe(planner?.person_id)
    expect(planner?.party_id).not.toBe(userId)
    const partyId = planner?.party_id ?? ''
    expect(await write(id, client, partyId, partyId, '0171 1')).toEqual([])
    expect(await write(id, owner, mallory.userId, userId, '0171 2')).toEqual([])
    expect(await listPhones(id, client)).toEqual(['0171 1'])
  })

  it('a party created under an account’s id reveals that person’s record to nobody without sharing', async () => {
    const { id, token } = await newTrip()
    const editor = await newMember(id)
    const userId = await insertAccount(server.db)
    const tom = buildPerson('Tom')
    const forgedParty = { id: userId, name: '', persons: [tom] }
    await operate(id, editor.client, 'people', { do: 'insert', at: [userId], entry: forgedParty, after: null })
    const accomplice = await join(token, tom.id)
    const client = await server.openSession({ id: userId })
    await client.post('/api/join', { token, device: randomUUID() })
    await confirmClaim(id, accomplice.userId, tom.id)
    expect(await write(id, client, userId, userId, '0171 1')).toEqual([])
    expect(await listPhones(id, accomplice.client)).toEqual([])
  })
})
