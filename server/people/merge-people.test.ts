import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesResponse } from '#domain/api/history.ts'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { invitationMade, joined, peopleResponse } from '#domain/api/people.ts'
import { privateResponse, tripResponse } from '#domain/api/trips.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Beds, newBed } from '#domain/plan/beds.ts'
import { type Duties, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { type Gear, newClaim } from '#domain/plan/gear.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { listPersons, newParty, type Party, type Person } from '#domain/plan/people.ts'
import { newRecord, type PrivateRecord } from '#domain/plan/private.ts'
import { newCar, type Rides } from '#domain/plan/rides.ts'
import { newItemState, newPurchase, type Shopping } from '#domain/plan/shopping.ts'
import { buildPerson } from '#domain/testing/people.ts'
import { PlanStore } from '#server/plan/plan-store.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { ensureFormerMember, forgetPerson } from './forget-person.ts'

describe.each(engines)('merging two people on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const party = (name: string, ...persons: Person[]): Party => ({ id: randomUUID(), name, persons })
  async function newTrip(...parties: Party[]) {
    const { id } = await insertTrip(server.db, { owner_id: ownerId })
    await owner.makeSection(id, 'people', parties)
    return id
  }

  const merge = (id: string, stays: string, merged: string, client = owner) =>
    client.post(`/api/trips/${id}/people/merges`, { stays, merged })
  async function operate(
    id: string,
    client: TestClient,
    section: SectionName,
    ...mutations: Mutation[]
  ): Promise<OperationsResponse> {
    const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section }))
    return operationsResponse.parse((await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })).body)
  }
  async function open(id: string, client = owner) {
    const { sections, trip } = tripResponse.parse((await client.get(`/api/trips/${id}`)).body)
    return {
      trip,
      parties: 'value' in sections.people ? sections.people.value : [],
      version: 'version' in sections.people ? sections.people.version : 0,
    }
  }
  const planners = async (id: string) => peopleResponse.parse((await owner.get(`/api/trips/${id}/people`)).body).people
  async function findRecords(id: string, client: TestClient): Promise<PrivateRecord[]> {
    const { value } = privateResponse.parse((await client.get(`/api/trips/${id}/private`)).body)
    return value.flatMap(({ persons }) => persons)
  }
  /** Writes a private record. */
  const write = (
    id: string,
    client: TestClient,
    [{ id: partyId }, personId]: [Party, string],
    record: Partial<PrivateRecord>,
  ) => {
    const at = [partyId, 'persons', personId]
    return operate(
      id,
      client,
      'private',
      { do: 'insert', at: [partyId], entry: { id: partyId, persons: [] } },
      { do: 'insert', at, entry: newRecord(personId) },
      ...Object.entries(record).map(([field, to]): Mutation => ({ do: 'set', at: [...at, field], was: '', to })),
    )
  }
  /** A guest who joins as a person of the list, or as themselves. */
  async function join(id: string, name: string, personId?: string) {
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    const client = server.openClient()
    const body = { token, device: randomUUID(), name, ...(personId && { person_id: personId }) }
    const { user } = joined.parse((await client.post('/api/join', body)).body)
    if (personId) await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: true, person_id: personId })
    return { userId: user.id, client }
  }

  it('gives the entry that stays what it lacks, and removes the other with its party', async () => {
    const ben = buildPerson('Ben')
    const omar = buildPerson('Omar', { coming: 'unsure', age: '40', food_note: 'No onions' })
    omar.allergens.peanuts = true
    omar.diets.vegan = true
    const haddad = buildPerson('Omar Haddad', { coming: 'coming', from: '2 lunch' })
    haddad.diets.vegetarian = true
    const [lakes, omars, haddads] = [party('Lakes', ben), party('Haddads', omar), party('', haddad)]
    const id = await newTrip(lakes, omars, haddads)
    const before = await open(id)
    expect((await merge(id, haddad.id, omar.id)).status).toBe(204)

    const { parties, version } = await open(id)
    const one = { ...haddad, age: '40', food_note: 'No onions', allergens: { ...haddad.allergens, peanuts: true } }
    expect(parties).toEqual([lakes, { ...haddads, name: 'Haddads', persons: [one] }])
    const query = `from=${before.version}&to=${version}`
    const { changes } = changesResponse.parse(
      (await owner.get(`/api/trips/${id}/history/people/changes?${query}`)).body,
    )
    expect(describeChanges('people', changes)).toContain('merged “Omar” into “Omar Haddad”')
    // A retry changes nothing.
    expect((await merge(id, haddad.id, omar.id)).status).toBe(204)
    expect((await open(id)).version).toBe(version)
    expect(await merge(id, omar.id, ben.id)).toMatchObject(failed(404, 'person_not_found'))
    expect(await merge(id, ben.id, ben.id)).toMatchObject(failed(404, 'person_not_found'))
  })

  it('takes the answer of the other entry if the one that stays has none', async () => {
    const omar = buildPerson('Omar', { coming: 'coming', from: '1 dinner', until: '3 lunch' })
    const haddad = buildPerson('Omar Haddad')
    const together = party('Lakes', omar, haddad)
    const id = await newTrip(together)
    await merge(id, haddad.id, omar.id)
    expect((await open(id)).parties).toEqual([
      { ...together, persons: [{ ...omar, id: haddad.id, name: 'Omar Haddad' }] },
    ])
  })

  it('moves the membership to the entry that stays, and shares nothing with the new party', async () => {
    const [ana, omar] = [buildPerson('Ana'), buildPerson('Omar')]
    const lakes = party('Lakes', ana, omar)
    const id = await newTrip(lakes)
    const { userId, client } = await join(id, 'Omar Haddad')
    expect((await merge(id, omar.id, userId)).status).toBe(204)
    expect((await open(id, client)).trip?.taken).toEqual({
      person_id: omar.id,
      party_id: lakes.id,
      is_confirmed: true,
      shares_party: false,
    })
    expect((await open(id)).parties).toEqual([lakes])
    // Somebody who comes back as themselves after leaving is a new person.
    await client.send('DELETE', `/api/trips/${id}/people/${userId}`)
    const again = await join(id, 'Omar Haddad')
    expect((await planners(id)).find((one) => one.id === again.userId)?.person_id).not.toBe(omar.id)
  })

  it('moves the owner', async () => {
    const robin = buildPerson('Rob')
    const own = newParty({ person_id: ownerId, party_id: ownerId }, { full_name: 'Robin', username: 'robin' })
    const home = party('', robin)
    const id = await newTrip(own, home)
    expect((await merge(id, robin.id, ownerId)).status).toBe(204)
    expect((await open(id)).trip).toMatchObject({ role: 'owner', taken: { person_id: robin.id, party_id: home.id } })
    expect(await planners(id)).toMatchObject([{ id: ownerId, role: 'owner', person_id: robin.id }])
  })

  it('is for organizers, and refused if both have joined', async () => {
    const [ana, ben] = [buildPerson('Ana'), buildPerson('Ben')]
    const id = await newTrip(party('', ana), party('', ben))
    const member = await join(id, 'Ana', ana.id)
    const organizerId = await insertAccount(server.db)
    await insertMembership(server.db, { trip_id: id, user_id: organizerId, role: 'organizer' })
    expect(await merge(id, ana.id, ben.id, member.client)).toMatchObject(failed(404, 'trip_not_found'))
    const other = await join(id, 'Ben', ben.id)
    const organizer = await server.openSession({ id: organizerId })
    expect(await merge(id, ana.id, ben.id, organizer)).toMatchObject(failed(409, 'people_both_joined'))
    expect(listPersons((await open(id)).parties)).toHaveLength(2)
    await owner.send('DELETE', `/api/trips/${id}/people/${other.userId}`)
    expect((await merge(id, ana.id, ben.id, organizer)).status).toBe(204)
  })

  it('keeps claims on the merged entry', async () => {
    const [ana, anna] = [buildPerson('Ana'), buildPerson('Anna')]
    const home = party('', anna)
    const id = await newTrip(party('', ana), home)
    await join(id, 'Ana', ana.id)
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    const claimant = server.openClient()
    await claimant.post('/api/join', { token, device: randomUUID(), name: 'Ana', person_id: ana.id, is_claim: true })
    expect((await merge(id, anna.id, ana.id)).status).toBe(204)
    expect((await planners(id)).find(({ is_unconfirmed }) => is_unconfirmed)?.claim?.name).toBe('Anna')
  })

  describe('private records', () => {
    async function newPair() {
      const [omar, haddad] = [buildPerson('Omar'), buildPerson('Omar Haddad')]
      const [omars, haddads] = [party('', omar), party('', haddad)]
      const id = await newTrip(omars, haddads)
      return { id, omar: [omars, omar.id] as [Party, string], haddad: [haddads, haddad.id] as [Party, string] }
    }

    it('join what both hold', async () => {
      const { id, omar, haddad } = await newPair()
      await write(id, owner, omar, { phone: '1', contact_name: 'Mia', medical: 'Asthma' })
      await write(id, owner, haddad, { phone: '1', medical: 'Insulin' })
      expect((await merge(id, haddad[1], omar[1])).status).toBe(204)
      const one = { ...newRecord(haddad[1]), phone: '1', contact_name: 'Mia', medical: 'Insulin\nAsthma' }
      expect(await findRecords(id, owner)).toEqual([one])
    })

    it('refuse what contradicts itself, and change nothing', async () => {
      const { id, omar, haddad } = await newPair()
      await write(id, owner, omar, { phone: '1' })
      await write(id, owner, haddad, { phone: '2' })
      expect(await merge(id, haddad[1], omar[1])).toMatchObject(failed(409, 'private_details_differ'))
      expect((await findRecords(id, owner)).map(({ phone }) => phone).toSorted()).toEqual(['1', '2'])
      expect(listPersons((await open(id)).parties)).toHaveLength(2)
    })

    it('are shown to the buildPerson, and not to others who did not see them', async () => {
      const [ana, omar, haddad] = [buildPerson('Ana'), buildPerson('Omar'), buildPerson('Omar Haddad')]
      const [lakes, haddads] = [party('Lakes', ana, omar), party('', haddad)]
      const id = await newTrip(lakes, haddads)
      const member = await join(id, 'Ana', ana.id)
      await owner.put(`/api/trips/${id}/people/${member.userId}/party`, {
        person_id: ana.id,
        party_id: lakes.id,
        shares_party: true,
      })
      await write(id, owner, [haddads, haddad.id], { medical: 'Insulin' })
      expect(await merge(id, omar.id, haddad.id)).toMatchObject(failed(409, 'private_details_shared'))
      await owner.put(`/api/trips/${id}/people/${member.userId}/party`, {
        person_id: ana.id,
        party_id: lakes.id,
        shares_party: false,
      })
      expect((await merge(id, omar.id, haddad.id)).status).toBe(204)
      expect((await findRecords(id, member.client)).filter(({ medical }) => medical !== '')).toEqual([])
      const self = await join(id, 'Omar', omar.id)
      expect((await findRecords(id, self.client)).map(({ medical }) => medical)).toEqual(['Insulin'])
    })

    it('that somebody hid from their party before they left stay hidden', async () => {
      const [ana, omar, haddad] = [buildPerson('Ana'), buildPerson('Omar'), buildPerson('Omar Haddad')]
      const lakes = party('Lakes', ana, omar, haddad)
      const id = await newTrip(lakes)
      const member = await join(id, 'Ana', ana.id)
      const gone = await join(id, 'Omar', omar.id)
      await write(id, gone.client, [lakes, omar.id], { medical: 'Insulin' })
      await gone.client.send('DELETE', `/api/trips/${id}/people/${gone.userId}`)
      expect((await merge(id, haddad.id, omar.id)).status).toBe(204)
      await owner.put(`/api/trips/${id}/people/${member.userId}/party`, {
        person_id: ana.id,
        party_id: lakes.id,
        shares_party: true,
      })
      expect((await findRecords(id, member.client)).map(({ medical }) => medical).filter(Boolean)).toEqual([])
    })
  })

  describe('operations that arrive later', () => {
    async function newMerged() {
      const [omar, haddad] = [buildPerson('Omar'), buildPerson('Omar Haddad')]
      const [omars, haddads] = [party('', omar), party('', haddad)]
      const id = await newTrip(omars, haddads)
      const { userId, client } = await join(id, 'Omar', omar.id)
      await merge(id, haddad.id, omar.id)
      return { id, omar, haddad, omars, haddads, userId, client }
    }

    it('set the answer and the private details of the entry that stays', async () => {
      const { id, omar, haddad, omars, client } = await newMerged()
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })
      const at = [omars.id, 'persons', omar.id]
      const answers = await operate(
        id,
        client,
        'people',
        { do: 'set', at: [...at, 'coming'], was: 'open', to: 'coming' },
        { do: 'set', at: [...at, 'food_note'], was: '', to: 'No onions' },
      )
      expect(answers.refused).toEqual([])
      expect(listPersons((await open(id)).parties)).toMatchObject([
        { id: haddad.id, coming: 'coming', food_note: 'No onions' },
      ])
      expect((await write(id, client, [omars, omar.id], { phone: '1' })).refused).toEqual([])
      expect(await findRecords(id, client)).toEqual([{ ...newRecord(haddad.id), phone: '1' }])
    })

    it('neither remove the entry that stays nor bring back the other', async () => {
      const { id, omar, omars, haddads } = await newMerged()
      const { parties } = await open(id)
      const at = [omars.id, 'persons', omar.id]
      const { refused } = await operate(
        id,
        owner,
        'people',
        { do: 'remove', at, was: omar },
        { do: 'restore', at, was: omar },
        { do: 'remove', at: [omars.id], was: omars },
        { do: 'restore', at: [omars.id], was: omars },
        { do: 'insert', at: [omars.id], entry: omars },
      )
      expect(refused).toEqual([])
      expect((await open(id)).parties).toEqual(parties)
      const child = buildPerson('Lina')
      await operate(id, owner, 'people', {
        do: 'insert',
        at: [omars.id, 'persons', child.id],
        entry: child,
        after: omar.id,
      })
      expect((await open(id)).parties).toEqual([{ ...haddads, persons: [...(parties[0]?.persons ?? []), child] }])
    })

    it('follow a person through several merges and into another party', async () => {
      const { id, omar, haddad, omars, userId, client } = await newMerged()
      const third = buildPerson('O. Haddad')
      const lakes = party('Lakes', third)
      await operate(id, owner, 'people', { do: 'insert', at: [lakes.id], entry: lakes })
      await merge(id, third.id, haddad.id)
      await operate(id, client, 'people', { do: 'set', at: [omars.id, 'persons', omar.id, 'age'], was: '', to: '40' })
      expect((await open(id)).parties).toEqual([{ ...lakes, persons: [{ ...third, age: '40' }] }])
      expect((await planners(id)).find((one) => one.id === userId)?.person_id).toBe(third.id)
    })
  })

  describe('what they buy and how they travel', () => {
    const [milk, ice] = [newItemState('1:milk'), newItemState('1:ice')]
    const bought = (personId: string, amount: string) => ({
      ...newPurchase(randomUUID(), { key: '1:milk', name: 'milk' }, personId),
      amount,
    })
    const take = (personId: string, car: string): Mutation => ({
      do: 'insert',
      at: ['riders', personId],
      entry: { id: personId, car },
    })
    async function newGroup() {
      const [omar, haddad, ana, ben] = [
        buildPerson('Omar'),
        buildPerson('Omar Haddad'),
        buildPerson('Ana'),
        buildPerson('Ben'),
      ]
      const id = await newTrip(party('', omar), party('', haddad), party('', ana, ben))
      const [red, blue] = [newCar(randomUUID(), ana.id), newCar(randomUUID(), omar.id)]
      await owner.makeSection(id, 'rides', { cars: [red, blue], riders: [] })
      return { id, omar, haddad, ana, ben, red, blue }
    }
    /** A section as a process with an empty cache reads it, and its version. */
    async function load<Value>(
      id: string,
      section: 'shopping' | 'rides' | 'beds' | 'gear' | 'duties',
    ): Promise<{ value: Value; version: number }> {
      const another = server.openAnother().openClient()
      for (const [name, cookie] of owner.cookies) another.cookies.set(name, cookie)
      const { body } = await another.get(`/api/trips/${id}`)
      return (body as { sections: Record<string, { value: Value; version: number }> }).sections[section] as never
    }
    const shopping = async (id: string) => (await load<Shopping>(id, 'shopping')).value
    const rides = async (id: string) => (await load<Rides>(id, 'rides')).value
    async function describeVersion(
      id: string,
      section: 'shopping' | 'rides' | 'beds' | 'duties',
      version: number,
    ): Promise<string[]> {
      const query = `from=${version - 1}&to=${version}`
      const { body } = await owner.get(`/api/trips/${id}/history/${section}/changes?${query}`)
      return describeChanges(section, changesResponse.parse(body).changes)
    }

    it('becomes that of the entry that stays, with its seat, and other clients follow', async () => {
      const { id, omar, haddad, ana, ben, red, blue } = await newGroup()
      await operate(id, owner, 'rides', take(omar.id, red.id), take(haddad.id, blue.id), take(ben.id, blue.id))
      const purchases = [bought(omar.id, '1'), bought(haddad.id, '2'), bought(ana.id, '3')]
      const states = [
        { ...milk, buyer: omar.id },
        { ...ice, buyer: ana.id },
      ]
      await owner.makeSection(id, 'shopping', { items: [], states, purchases })
      const tent = newBed(randomUUID())
      const sleepers = [omar.id, ben.id].map((personId) => ({ id: personId, bed: tent.id }))
      await owner.makeSection(id, 'beds', { beds: [tent], sleepers })
      const before = { rides: (await load(id, 'rides')).version, shopping: (await load(id, 'shopping')).version }
      expect((await merge(id, haddad.id, omar.id)).status).toBe(204)

      const after = { rides: await load<Rides>(id, 'rides'), shopping: await load<Shopping>(id, 'shopping') }
      expect(after.rides.value).toEqual({
        cars: [red, { ...blue, driver: haddad.id }],
        riders: [
          { id: haddad.id, car: blue.id },
          { id: ben.id, car: blue.id },
        ],
      })
      const beds = await load<Beds>(id, 'beds')
      expect(new Set(beds.value.sleepers)).toEqual(
        new Set([haddad.id, ben.id].map((one) => ({ id: one, bed: tent.id }))),
      )
      expect(await describeVersion(id, 'beds', beds.version)).toEqual(['merged the beds of two people'])
      expect(after.shopping.value).toEqual({
        items: [],
        states: [{ ...milk, buyer: haddad.id }, states[1]],
        purchases: purchases.map((one) => (one.person_id === omar.id ? { ...one, person_id: haddad.id } : one)),
      })
      expect([after.rides.version, after.shopping.version]).toEqual([before.rides + 1, before.shopping + 1])
      expect(await describeVersion(id, 'rides', after.rides.version)).toEqual([
        'changed the driver of a car',
        'merged the rides of two people',
      ])
      expect(await describeVersion(id, 'shopping', after.shopping.version)).toEqual([
        'changed who buys “milk”',
        'changed who bought “milk”',
      ])
      // A phone that knows the versions before gets the values, and then effects that lead on from them.
      const follow = async (seen: object) => {
        const operations = [
          { ...take(ana.id, red.id), id: randomUUID(), section: 'rides' },
          { do: 'set', at: ['states', ice.id, 'buyer'], to: '', was: ana.id, id: randomUUID(), section: 'shopping' },
        ]
        return operationsResponse.parse((await owner.post(`/api/trips/${id}/operations`, { operations, seen })).body)
      }
      const { values, effects } = await follow(before)
      expect({ values, effects }).toEqual({
        values: { rides: await rides(id), shopping: await shopping(id) },
        effects: [],
      })
    })

    it('leaves everybody their place in the queue', async () => {
      const { id, omar, haddad, ana, ben, red } = await newGroup()
      await operate(id, owner, 'rides', take(haddad.id, ''), take(ana.id, red.id))
      await operate(id, owner, 'rides', take(omar.id, red.id), take(ben.id, red.id))
      await merge(id, haddad.id, omar.id)
      const inRed = (personId: string) => ({ id: personId, car: red.id })
      expect((await rides(id)).riders).toEqual([inRed(ana.id), inRed(haddad.id), inRed(ben.id)])
      expect(await describeVersion(id, 'rides', (await load(id, 'rides')).version)).toContain(
        'merged the rides of two people',
      )
    })

    it('tells the history that a seat was merged, not that one was taken', async () => {
      const { id, omar, haddad, red } = await newGroup()
      await operate(id, owner, 'rides', take(omar.id, red.id))
      const cook = newDuty(randomUUID(), 'cook')
      await owner.makeSection(id, 'duties', { duties: [cook], volunteers: [newVolunteer(cook.id, omar.id)] })
      await merge(id, haddad.id, omar.id)
      expect((await rides(id)).riders).toEqual([{ id: haddad.id, car: red.id }])
      const duties = await load<Duties>(id, 'duties')
      expect(duties.value.volunteers).toEqual([newVolunteer(cook.id, haddad.id)])
      expect(await describeVersion(id, 'duties', duties.version)).toEqual(['merged the duties of two people'])
      expect(await describeVersion(id, 'rides', (await load(id, 'rides')).version)).toEqual([
        'changed the driver of a car',
        'merged the rides of two people',
      ])
    })

    it('of an offline phone that names the merged entry becomes that of the other, also without the right to edit', async () => {
      const { id, omar, haddad, red, blue } = await newGroup()
      const { client } = await join(id, 'Omar', omar.id)
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })
      const early = bought(omar.id, '5')
      const insert = (entry: typeof early): Mutation => ({ do: 'insert', at: ['purchases', entry.id], entry })
      await operate(id, client, 'shopping', insert(early))
      await operate(id, client, 'rides', take(omar.id, red.id))
      await merge(id, haddad.id, omar.id)

      const late = bought(omar.id, '6')
      const buyer = (to: string, was: string, of = milk): Mutation => ({
        do: 'set',
        at: ['states', of.id, 'buyer'],
        to,
        was,
      })
      const { refused } = await operate(
        id,
        client,
        'shopping',
        insert(late),
        { do: 'set', at: ['purchases', late.id, 'amount'], to: '7', was: '6' },
        { do: 'insert', at: ['states', milk.id], entry: milk },
        buyer(omar.id, ''),
        { do: 'insert', at: ['states', ice.id], entry: ice },
        buyer(omar.id, '', ice),
        // Undone again.
        buyer('', omar.id, ice),
        { do: 'remove', at: ['purchases', early.id], was: early },
      )
      expect(refused).toEqual([])
      expect(await shopping(id)).toEqual({
        items: [],
        states: [{ ...milk, buyer: haddad.id }, ice],
        purchases: [{ ...late, amount: '7', person_id: haddad.id }],
      })

      const seat: Mutation = { do: 'set', at: ['riders', omar.id, 'car'], to: blue.id, was: red.id }
      expect((await operate(id, client, 'rides', seat)).refused).toEqual([])
      expect((await rides(id)).riders).toEqual([{ id: haddad.id, car: blue.id }])
      const leave: Mutation = { do: 'remove', at: ['riders', omar.id], was: { id: omar.id, car: blue.id } }
      expect((await operate(id, client, 'rides', leave)).refused).toEqual([])
      expect((await rides(id)).riders).toEqual([])
      const back: Mutation = { do: 'restore', at: ['riders', omar.id], was: { id: omar.id, car: blue.id } }
      expect((await operate(id, client, 'rides', back, take(omar.id, red.id))).refused).toEqual([])
      expect((await rides(id)).riders).toEqual([{ id: haddad.id, car: red.id }])
    })

    it('of which both promised some is found under the id that it had', async () => {
      const { id, omar, haddad } = await newGroup()
      const { client } = await join(id, 'Omar', omar.id)
      const table = { id: randomUUID(), name: 'Table' }
      const [his, other] = [newClaim(table, omar.id, 2), newClaim(table, haddad.id, 3)]
      const insert = (entry: typeof his): Mutation => ({ do: 'insert', at: ['claims', entry.id], entry })
      await operate(id, owner, 'gear', insert(his), insert(other))
      await merge(id, haddad.id, omar.id)
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })
      const gear = async () => (await load<Gear>(id, 'gear')).value
      const both = [{ ...his, person_id: haddad.id }, other]
      expect(await gear()).toEqual({ claims: both })
      // The answer to the first request was lost. Then he withdraws what he promised.
      expect((await operate(id, client, 'gear', insert(his))).refused).toEqual([])
      expect(await gear()).toEqual({ claims: both })
      const withdraw: Mutation = { do: 'set', at: ['claims', his.id, 'count'], was: 2, to: 0 }
      expect((await operate(id, client, 'gear', withdraw)).refused).toEqual([])
      expect(await gear()).toEqual({ claims: [{ ...his, person_id: haddad.id, count: 0 }, other] })
    })

    it('is found under the id that it had before several merges', async () => {
      const { id, omar, haddad, ana } = await newGroup()
      const his = newClaim({ id: randomUUID(), name: 'Table' }, omar.id, 2)
      await operate(id, owner, 'gear', { do: 'insert', at: ['claims', his.id], entry: his })
      await merge(id, haddad.id, omar.id)
      await merge(id, ana.id, haddad.id)
      const late: Mutation = { do: 'set', at: ['claims', his.id, 'count'], was: 2, to: 4 }
      expect((await operate(id, owner, 'gear', late)).refused).toEqual([])
      expect((await load<Gear>(id, 'gear')).value.claims).toMatchObject([{ person_id: ana.id, count: 4 }])
    })

    it('can still be asked for if it was removed before', async () => {
      const { id, omar, haddad, red, blue } = await newGroup()
      await operate(id, owner, 'rides', take(omar.id, red.id))
      await operate(id, owner, 'rides', { do: 'remove', at: ['riders', omar.id], was: { id: omar.id, car: red.id } })
      await merge(id, haddad.id, omar.id)
      const late: Mutation = { do: 'set', at: ['riders', omar.id, 'car'], to: blue.id, was: red.id }
      expect((await operate(id, owner, 'rides', late)).refused).toEqual([])
      expect((await rides(id)).riders).toEqual([{ id: haddad.id, car: blue.id }])
    })
  })

  it.each([
    ['was merged into', true],
    ['was merged', false],
  ])('leaves no id of somebody whose entry %s, and whose seat others can then remove', async (_, isStaying) => {
    const [omar, haddad] = [buildPerson('Omar'), buildPerson('Omar Haddad')]
    const id = await newTrip(party('', omar), party('', haddad))
    const { userId, client } = await join(id, 'Omar', omar.id)
    const car = newCar(randomUUID(), omar.id)
    await operate(
      id,
      client,
      'rides',
      { do: 'insert', at: ['cars', car.id], entry: car },
      { do: 'insert', at: ['riders', omar.id], entry: { id: omar.id, car: car.id } },
      { do: 'insert', at: ['riders', haddad.id], entry: { id: haddad.id, car: '' } },
    )
    await (isStaying ? merge(id, omar.id, haddad.id) : merge(id, haddad.id, omar.id))
    await ensureFormerMember(server.db, new Date())
    await forgetPerson({ plan: new PlanStore(server.db, () => new Date()) }, { id, type: 'car_trip' }, [userId])
    const ridesNow = async () => (await owner.get(`/api/trips/${id}`)).body as { sections: { rides: { value: Rides } } }
    const { value } = (await ridesNow()).sections.rides
    const [rider] = value.riders
    expect(value.cars[0]?.driver).toBe(rider?.id)
    const ofRides = server.db.selectFrom('plan_history').selectAll().where('trip_id', '=', id)
    const stored = JSON.stringify([value, await ofRides.where('section', '=', 'rides').execute()])
    for (const former of [userId, omar.id, haddad.id]) expect(stored).not.toContain(former)
    const at = ['riders', rider?.id ?? '']
    expect((await operate(id, owner, 'rides', { do: 'remove', at, was: rider })).refused).toEqual([])
    expect((await ridesNow()).sections.rides.value.riders).toEqual([])
  })

  it('leaves nothing of somebody who then deletes their account', async () => {
    const omar = buildPerson('Omar', { food_note: 'No onions' })
    const haddad = buildPerson('Omar Haddad')
    const id = await newTrip(party('', omar), party('Lakes', haddad, buildPerson('Ana')))
    const { userId } = await join(id, 'Omar', omar.id)
    await merge(id, haddad.id, omar.id)
    await ensureFormerMember(server.db, new Date())
    await forgetPerson({ plan: new PlanStore(server.db, () => new Date()) }, { id, type: 'car_trip' }, [userId])
    const rows = await server.db
      .selectFrom('plan_history')
      .select(['operations', 'value'])
      .where('trip_id', '=', id)
      .execute()
    expect(JSON.stringify(rows)).not.toMatch(/Omar|onions/)
    expect(listPersons((await open(id)).parties).map(({ name }) => name)).toEqual(['Ana'])
  })
})
