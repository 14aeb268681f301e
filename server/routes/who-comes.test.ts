import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeEvent } from '#domain/api/events.ts'
import { invitationMade, invitedTo, joined, nameOnList, peopleResponse } from '#domain/api/people.ts'
import { tripResponse } from '#domain/api/trips.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { defaultEating, details } from '#domain/plan/details.ts'
import { type Line, newLine, newMealDay } from '#domain/plan/meals.ts'
import { newPerson, newSkip, type Party, type Person } from '#domain/plan/people.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip, withoutTable } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('joining and leaving the list of people on %s', (engine) => {
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

  /** A trip with these people on its list, and an invitation to it. */
  async function newTrip(...parties: Party[]) {
    const trip = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    if (parties.length > 0) await owner.makeSection(trip.id, 'people', parties)
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${trip.id}/invitations`, {})).body)
    return { id: trip.id, token }
  }
  const preview = async (token: string, client = server.openClient()) =>
    invitedTo.parse((await client.post('/api/join/look', { token })).body)
  const join = (token: string, body: object, client = server.openClient()) =>
    client.post('/api/join', { token, device: randomUUID(), ...body })
  const planners = async (id: string) => peopleResponse.parse((await owner.get(`/api/trips/${id}/people`)).body).people
  const open = async (id: string, client = owner) => tripResponse.parse((await client.get(`/api/trips/${id}`)).body)
  async function listParties(id: string): Promise<Party[]> {
    const { people } = (await open(id)).sections
    return 'value' in people ? people.value : []
  }

  describe('somebody who joins', () => {
    it('is listed under their own id with open attendance, and only once', async () => {
      const { id, token } = await newTrip()
      const device = randomUUID()
      const first = joined.parse((await join(token, { device, name: 'Ana' })).body)
      const again = joined.parse((await join(token, { device, name: 'Ana' })).body)
      expect(again.user.id).toBe(first.user.id)
      const self = newPerson(first.user.id, 'Ana')
      expect(await listParties(id)).toEqual([{ id: first.user.id, name: '', persons: [self] }])
      expect(self.coming).toBe('open')
    })

    it('is offered names that are not taken, without the owner and those who do not come', async () => {
      const [ana, ben, cleo] = [
        buildPerson('Ana'),
        buildPerson('Ben', { coming: 'not_coming' }),
        buildPerson('Cleo', { coming: 'coming' }),
      ]
      const { id, token } = await newTrip(party('The Lakes', ana, ben), party('', cleo), {
        id: ownerId,
        name: '',
        persons: [newPerson(ownerId, 'Robin')],
      })
      expect((await preview(token)).names).toEqual([
        { id: ana.id, name: 'Ana', party: 'The Lakes', children: [] },
        { id: cleo.id, name: 'Cleo', party: '', children: [] },
      ])
      expect((await join(token, { name: 'Ana', person_id: ana.id })).status).toBe(200)
      expect((await preview(token)).names.map(({ name }) => name)).toEqual(['Cleo'])
      expect((await preview(token, owner)).names).toEqual([])
      expect((await listParties(id)).flatMap(({ persons }) => persons)).toHaveLength(4)
    })

    it('lists adults with the children of their party, and children without a named adult on their own', async () => {
      const child = (name: string, more: Partial<Person> = {}) =>
        buildPerson(name, { kind: 'child', age: '7', ...more })
      const [ana, ben, ada, ife] = [buildPerson('Ana'), buildPerson('Ben'), child('Ada'), child('Ife')]
      const [zoe, max] = [child('Zoe'), child('Max')]
      const { id, token } = await newTrip(
        party('', ana, ben, ada, ife, child(''), child('Noa', { coming: 'not_coming' })),
        party('', zoe),
        party('', buildPerson('Kim', { coming: 'not_coming' }), max),
        party('', buildPerson(''), child('Lia')),
        { id: ownerId, name: '', persons: [newPerson(ownerId, 'Robin'), child('Eva')] },
      )
      const offered = async () =>
        (await preview(token)).names.map(({ name, children }) => [name, ...children].join(' + '))
      expect(await offered()).toEqual(['Ana + Ada + Ife', 'Ben + Ada + Ife', 'Zoe', 'Max', 'Lia'])
      expect((await preview(token)).names[0]).toEqual({ id: ana.id, name: 'Ana', party: '', children: ['Ada', 'Ife'] })
      // A child with a phone types their name.
      const asked = await join(token, { name: 'Ada', is_someone_else: false })
      expect(nameOnList.parse(asked.body).name_on_list).toMatchObject([{ id: ada.id, name: 'Ada', joined_as: null }])
      expect((await join(token, { name: 'Ada', person_id: ada.id, is_claim: true })).status).toBe(200)
      expect(await offered()).toEqual(['Ana + Ife', 'Ben + Ife', 'Zoe', 'Max', 'Lia'])
      expect((await planners(id)).map(({ person_id }) => person_id)).toContain(ada.id)
    })

    it('tells people of one name apart by whom they travel with, and never by what they eat', async () => {
      const allergic = { allergens: { ...newPerson(ownerId, '').allergens, peanuts: true } }
      const [one, two, three] = [buildPerson('Ben'), buildPerson('ben', allergic), buildPerson('Ben')]
      const { token } = await newTrip(party('The Lakes', one), party('', two), party('', three, buildPerson('Ada')))
      const parties = ['The Lakes', '', 'with Ada']
      const { names } = await preview(token)
      expect(names.filter(({ name }) => name !== 'Ada').map((listed) => listed.party)).toEqual(parties)
      const asked = await join(token, { name: 'Ben', is_someone_else: false })
      expect(nameOnList.parse(asked.body).name_on_list.map((listed) => listed.party)).toEqual(parties)
      expect(asked.text).not.toContain('peanuts')
    })

    it('is told of companions only whose names are free', async () => {
      const [zoe, max, mia] = [
        buildPerson('Zoe', { coming: 'not_coming' }),
        buildPerson('Max'),
        buildPerson('Mia', { kind: 'child' }),
      ]
      const { token } = await newTrip(
        party('', buildPerson('Ben'), zoe, max, buildPerson('Ada')),
        party('', buildPerson('Ben')),
        party('', buildPerson('Ben', { coming: 'not_coming' }), mia),
      )
      expect((await join(token, { name: 'Max', person_id: max.id })).status).toBe(200)
      const { names } = await preview(token)
      expect(names.filter(({ name }) => name === 'Ben').map((listed) => listed.party)).toEqual(['with Ada', ''])
      const asked = nameOnList.parse((await join(token, { name: 'Ben', is_someone_else: false })).body)
      expect(asked.name_on_list.map((listed) => listed.party)).toEqual(['with Ada', '', 'with Mia'])
    })

    it('takes a name with its party, and is confirmed as that person only by an organizer', async () => {
      const [ana, ben] = [buildPerson('Ana'), buildPerson('Ben')]
      const lakes = party('The Lakes', ana, ben)
      const { id, token } = await newTrip(lakes)
      const client = server.openClient()
      const { user } = joined.parse((await join(token, { name: 'Ana', person_id: ana.id }, client)).body)
      const claimed = { person_id: ana.id, party_id: lakes.id }
      expect((await open(id, client)).trip?.taken).toEqual({ ...claimed, is_confirmed: false, shares_party: false })
      expect((await open(id)).trip?.taken).toBeNull()
      expect(await planners(id)).toContainEqual(
        expect.objectContaining({ id: user.id, ...claimed, is_unconfirmed: true }),
      )
      expect(
        (await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: true, person_id: ana.id })).status,
      ).toBe(204)
      expect(await planners(id)).toContainEqual(
        expect.objectContaining({ id: user.id, ...claimed, is_unconfirmed: false }),
      )
      expect((await open(id, client)).trip?.taken).toEqual({ ...claimed, is_confirmed: true, shares_party: false })
    })

    it('is listed as themselves if the claim is rejected, and the name is available again', async () => {
      const ana = buildPerson('Ana')
      const { id, token } = await newTrip(party('', ana))
      const { user } = joined.parse((await join(token, { name: 'Ana', person_id: ana.id })).body)
      await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: false, person_id: ana.id })
      expect((await listParties(id)).map((one) => one.persons.map((each) => each.id))).toEqual([[ana.id], [user.id]])
      expect((await preview(token)).names.map((name) => name.id)).toEqual([ana.id])
      expect(await planners(id)).toContainEqual(
        expect.objectContaining({ id: user.id, person_id: user.id, is_unconfirmed: false }),
      )
    })

    it('gets a name only if first, and the others are asked again', async () => {
      const ana = buildPerson('Ana')
      const { id, token } = await newTrip(party('', ana))
      const accounts = await Promise.all([1, 2].map(() => server.signUp()))
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => join(token, { name: 'Ana', person_id: ana.id })),
        ...accounts.map(({ client }) => join(token, { person_id: ana.id }, client)),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(failed(409, 'name_taken'))
      expect(await planners(id)).toHaveLength(2)
      const guests = await server.db.selectFrom('memberships').select('user_id').where('trip_id', '=', id).execute()
      expect(guests).toHaveLength(1)
      expect((await join(token, { name: 'Another Ana' })).status).toBe(200)
    })

    it('rejoins as themselves after leaving, even if somebody has taken their entry', async () => {
      const { id, token } = await newTrip()
      const { client, user } = await server.signUp()
      await join(token, {}, client)
      await client.send('DELETE', `/api/trips/${id}/people/${user.id}`)
      expect((await join(token, { name: 'Ben', person_id: user.id })).status).toBe(200)
      expect((await join(token, {}, client)).status).toBe(200)
      const entries = (await planners(id)).map(({ person_id }) => person_id)
      expect(new Set(entries).size).toBe(3)
      // Ben waits until an organizer says whether it is them.
      expect((await listParties(id)).flatMap(({ persons }) => persons.map((each) => each.id))).toEqual([user.id])
    })

    it('keeps their place in the list when becoming the owner, and when transferring the trip on', async () => {
      const [ana, ben] = [buildPerson('Ana', { coming: 'coming' }), buildPerson('Ben')]
      const lakes = party('The Lakes', ana, ben)
      const { id, token } = await newTrip(lakes)
      const { client, user } = await server.signUp()
      await join(token, { person_id: ana.id }, client)
      await owner.makeSection(id, 'people', [
        ...(await listParties(id)),
        buildParty(buildPerson('Robin', { id: ownerId })),
      ])
      const before = await listParties(id)
      const place = { person_id: ana.id, party_id: lakes.id }
      const transferTo = (from: TestClient, user_id: string) => from.put(`/api/trips/${id}/owner`, { user_id })
      const places = async () =>
        (await planners(id)).map(({ role, person_id, party_id }) => ({ role, person_id, party_id }))
      const robin = { person_id: ownerId, party_id: ownerId }

      expect((await transferTo(owner, user.id)).status).toBe(204)
      expect((await open(id, client)).trip).toMatchObject({ role: 'owner', taken: { ...place, is_confirmed: true } })
      expect(await places()).toEqual([
        { role: 'owner', ...place },
        { role: 'organizer', ...robin },
      ])
      expect(await listParties(id)).toEqual(before)
      expect((await preview(token)).names.map(({ name }) => name)).toEqual(['Ben'])
      expect(await join(token, { name: 'Ana', person_id: ana.id })).toMatchObject(failed(409, 'name_taken'))

      // Roles and claims of the owner cannot be changed, nor can they transfer the trip to themselves.
      await owner.send('DELETE', `/api/trips/${id}/people/${user.id}`)
      for (const [path, body] of [
        ['', { role: 'member' }],
        ['/name', { is_right: false, person_id: ana.id }],
      ] as const)
        expect(await owner.put(`/api/trips/${id}/people/${user.id}${path}`, body)).toMatchObject(
          failed(404, 'person_not_found'),
        )
      expect(await transferTo(client, user.id)).toMatchObject(failed(404, 'person_not_found'))
      expect((await open(id, client)).trip?.taken).toMatchObject(place)

      expect((await transferTo(client, ownerId)).status).toBe(204)
      expect((await open(id, client)).trip).toMatchObject({ role: 'organizer', taken: place })
      expect(await places()).toEqual([
        { role: 'owner', ...robin },
        { role: 'organizer', ...place },
      ])
      expect(await listParties(id)).toEqual(before)
    })

    describe('whose request failed after they got access', () => {
      /** Makes all operations fail meanwhile. */
      const failOperations = (ask: () => ReturnType<typeof join>) => withoutTable(server.db, 'plan_operations', ask)

      it('is listed once when their device retries, and others are notified', async () => {
        const { id, token } = await newTrip()
        const guest = { device: randomUUID(), name: 'Ana' }
        const { client, user } = await server.signUp()
        expect((await failOperations(() => join(token, guest))).status).toBe(500)
        expect((await failOperations(() => join(token, {}, client))).status).toBe(500)
        expect(await planners(id)).toHaveLength(3)
        expect(await listParties(id)).toEqual([])
        const reader = await owner.listen(`/api/trips/${id}/events`)
        await reader.next('versions')
        const answers = await Promise.all([join(token, guest), join(token, guest)])
        const ana = joined.parse(answers[0]?.body).user
        await reader.until<ChangeEvent>('change', ({ part, by }) => part === 'trip' && by?.id === ana.id)
        await reader.leave()
        expect((await join(token, {}, client)).status).toBe(200)
        expect((await join(token, guest)).status).toBe(200)
        expect((await listParties(id)).map((each) => each.id)).toEqual([ana.id, user.id])
        expect(await listParties(id)).toContainEqual(buildParty(buildPerson('Ana', { id: ana.id })))
      })

      it('is listed when they open the people, and nobody else’s request changes that', async () => {
        const { id, token } = await newTrip()
        const { client, user } = await server.signUp()
        await failOperations(() => join(token, {}, client))
        await planners(id)
        expect(await listParties(id)).toEqual([])
        for (let times = 0; times < 2; times++) expect((await client.get(`/api/trips/${id}/people`)).status).toBe(200)
        expect((await listParties(id)).map((each) => each.id)).toEqual([user.id])
      })
    })

    it('cannot claim to be the owner', async () => {
      const { token } = await newTrip(buildParty(buildPerson('Robin', { id: ownerId })))
      expect(await join(token, { name: 'Ana', person_id: ownerId })).toMatchObject(failed(409, 'name_taken'))
    })

    it('cannot claim to be somebody who is not listed', async () => {
      const { token } = await newTrip()
      expect(await join(token, { name: 'Ana', person_id: randomUUID() })).toMatchObject(failed(409, 'name_taken'))
    })
  })

  describe('somebody who is removed', () => {
    const operate = async (client: TestClient, id: string, mutation: object) => {
      const operation = { id: randomUUID(), section: 'people', ...mutation }
      const answer = await client.post(`/api/trips/${id}/operations`, { operations: [operation], seen: {} })
      return answer.body as { refused: unknown[]; superseded: unknown[] }
    }
    const removeAccess = (id: string, userId: string, client = owner) =>
      client.send('DELETE', `/api/trips/${id}/people/${userId}`)
    /** Removes a person as the app does: with their party, if nobody else is in it. */
    async function removePerson(id: string, personId: string, client = owner, parties?: Party[]) {
      for (const { id: partyId, ...rest } of parties ?? (await listParties(id))) {
        const entry = rest.persons.find((each) => each.id === personId)
        if (entry && rest.persons.length === 1)
          return operate(client, id, { do: 'remove', at: [partyId], was: { id: partyId, ...rest } })
        if (entry) return operate(client, id, { do: 'remove', at: [partyId, 'persons', personId], was: entry })
      }
      return undefined
    }
    const personIds = async (id: string) => (await listParties(id)).map(({ persons }) => persons.map((each) => each.id))

    it('from the trip is not listed and has no access, and is listed again after rejoining', async () => {
      const { id, token } = await newTrip()
      const { client, user } = await server.signUp()
      await join(token, {}, client)
      expect((await removeAccess(id, user.id)).status).toBe(204)
      expect(await removePerson(id, user.id)).toMatchObject({ refused: [], superseded: [] })
      // Opening the people lists members who are missing; they are no longer a member.
      expect(await client.get(`/api/trips/${id}/people`)).toMatchObject(failed(404, 'trip_not_found'))
      expect((await planners(id)).map((each) => each.id)).toEqual([ownerId])
      expect(await listParties(id)).toEqual([])
      await join(token, {}, client)
      expect(await personIds(id)).toEqual([[user.id]])
    })

    it('from the trip leaves the others of their party in place, and rejoins that party', async () => {
      const { id, token } = await newTrip()
      const { client, user } = await server.signUp()
      await join(token, {}, client)
      const child = buildPerson('Cleo', { kind: 'child' })
      await operate(client, id, { do: 'insert', at: [user.id, 'persons', child.id], entry: child })
      await removeAccess(id, user.id)
      await removePerson(id, user.id)
      expect(await personIds(id)).toEqual([[child.id]])
      await join(token, {}, client)
      expect(await personIds(id)).toEqual([[child.id, user.id]])
    })

    it('only as a member stays on the list unchanged', async () => {
      const { id, token } = await newTrip()
      const { client, user } = await server.signUp()
      await join(token, {}, client)
      await operate(client, id, { do: 'set', at: [user.id, 'persons', user.id, 'coming'], to: 'coming', was: 'open' })
      const before = await listParties(id)
      await removeAccess(id, user.id)
      expect(await listParties(id)).toEqual(before)
      expect((await preview(token)).names.map((each) => each.id)).toEqual([user.id])
    })

    it('by two organizers at once is removed once, without a refusal', async () => {
      const { id, token } = await newTrip()
      const { client: other, user: organizer } = await server.signUp()
      await join(token, {}, other)
      await owner.put(`/api/trips/${id}/people/${organizer.id}`, { role: 'organizer' })
      const { client, user } = await server.signUp()
      await join(token, {}, client)
      const before = await listParties(id)
      const statuses = await Promise.all([owner, other].map(async (by) => (await removeAccess(id, user.id, by)).status))
      expect(statuses).toEqual([204, 204])
      const answers = await Promise.all([owner, other].map((by) => removePerson(id, user.id, by, before)))
      for (const answer of answers) expect(answer).toMatchObject({ refused: [], superseded: [] })
      expect(await personIds(id)).toEqual([[organizer.id]])
    })

    it('stays on the list if somebody has just written about them', async () => {
      const { id, token } = await newTrip()
      const { client, user } = await server.signUp()
      await join(token, {}, client)
      const before = await listParties(id)
      await removeAccess(id, user.id)
      await operate(owner, id, {
        do: 'set',
        at: [user.id, 'persons', user.id, 'food_note'],
        to: 'Carries an EpiPen',
        was: '',
      })
      expect((await removePerson(id, user.id, owner, before))?.superseded).toHaveLength(1)
      expect((await listParties(id))[0]?.persons[0]?.food_note).toBe('Carries an EpiPen')
    })

    it('cannot be removed by a member', async () => {
      const { id, token } = await newTrip()
      const [{ client: member }, { client, user }] = [await server.signUp(), await server.signUp()]
      await join(token, {}, member)
      await join(token, {}, client)
      expect(await removeAccess(id, user.id, member)).toMatchObject(failed(404, 'trip_not_found'))
      expect((await client.get(`/api/trips/${id}`)).status).toBe(200)
    })
  })

  it('members who may not edit the plan answer for their own party and for no other', async () => {
    const ana = buildPerson('Ana')
    const lakes = party('The Lakes', ana)
    const { id, token } = await newTrip(lakes)
    const guest = server.openClient()
    const { user } = joined.parse((await join(token, { name: 'Ben' }, guest)).body)
    await owner.put(`/api/trips/${id}/people`, { members_edit: false })
    const setComing = async (at: string[]) => {
      const operation = { id: randomUUID(), section: 'people', do: 'set', at, to: 'coming', was: 'open' }
      const { body } = await guest.post(`/api/trips/${id}/operations`, { operations: [operation], seen: {} })
      return (body as { refused: { code: string }[] }).refused.map(({ code }) => code)
    }
    expect(await setComing([user.id, 'persons', user.id, 'coming'])).toEqual([])
    expect(await setComing([lakes.id, 'persons', ana.id, 'coming'])).toEqual(['not_allowed'])
    expect((await listParties(id)).map(({ persons }) => persons[0]?.coming)).toEqual(['open', 'coming'])
  })

  it('readers of a share link see how many come to which meal, but not who', async () => {
    const ana = buildPerson('Ana Secret', { coming: 'coming', food_note: 'carries EpiPen', from: '1 dinner' })
    ana.allergens.peanuts = true
    const child = buildPerson('Kim', { coming: 'coming', kind: 'child', skips: [newSkip('2 lunch')] })
    const { id } = await newTrip(
      party('The Zaleskis', ana, child, buildPerson('Lou', { coming: 'unsure' }), buildPerson('Mo')),
    )
    await owner.makeSection(id, 'details', {
      ...details.empty,
      departure_date: '2027-07-03',
      return_date: '2027-07-04',
    })
    await owner.put(`/api/trips/${id}/sharing`, { is_public: true })
    const reader = await server.openSession({ id: await insertAccount(server.db) })
    const answer = await reader.get(`/api/shared/${id}`)
    const { sections, headcount } = tripResponse.parse(answer.body)
    expect(sections.people).toMatchObject({ value: [] })
    expect(headcount).toEqual({
      coming: 2,
      unsure: 1,
      children: 1,
      days: { 1: { breakfast: 1, lunch: 1, dinner: 2 }, 2: { breakfast: 2, lunch: 1, dinner: 2 } },
    })
    for (const secret of ['Secret', 'Kim', 'Zaleskis', 'EpiPen', ana.id]) expect(answer.text).not.toContain(secret)
    expect((await open(id)).headcount).toBeUndefined()
  })

  it('readers of a share link see for how many the meals are, but no ages, diets of people and names in lines', async () => {
    const ana = buildPerson('Ana Secret', { coming: 'coming', kind: 'child', age: '7 and a half' })
    ana.diets.vegan = true
    const { id } = await newTrip(party('', ana, buildPerson('Lou'), buildPerson('Mo', { coming: 'not_coming' })))
    await owner.put(`/api/trips/${id}/sharing`, { is_public: true })
    const day = newMealDay('car_trip', 1)
    const rice = newLine(randomUUID(), '3 kg rice')
    const tofu: Line = { ...newLine(randomUUID(), '1 kg tofu'), for_whom: 'only:vegan', written_for: 2 }
    const milk: Line = {
      ...newLine(randomUUID(), '1 L soy milk'),
      for_whom: 'people',
      people: [{ id: ana.id }],
      written_for: 1,
    }
    const lunch = { ...day.meals.lunch, servings: 17, ingredients: [rice, tofu, milk] }
    await owner.makeSection(id, 'meals', { '1': { ...day, meals: { ...day.meals, lunch } } })
    await owner.makeSection(id, 'details', { ...details.empty, eating: { ...defaultEating, counts: 'all' } })
    const reader = await server.openSession({ id: await insertAccount(server.db) })
    const answer = await reader.get(`/api/shared/${id}`)
    const { sections, amounts } = tripResponse.parse(answer.body)
    expect(amounts?.['1']?.lunch).toEqual({
      servings: 17,
      count: 2,
      portions: 1.7,
      children: 1,
      follows: true,
      everyone: { factor: 0.1, each: 1.7, written_for: 17, eating: 2 },
      lines: {
        [tofu.id]: { factor: 0.35, each: 0.7, written_for: 2, eating: 1 },
        [milk.id]: { factor: 0.7, each: 0.7, written_for: 1, eating: 1 },
      },
    })
    expect(sections.meals).toMatchObject({
      value: { 1: { meals: { lunch: { ingredients: [rice, tofu, { people: [] }] } } } },
    })
    for (const secret of ['Secret', '7 and a half', ana.id]) expect(answer.text).not.toContain(secret)
    expect((await open(id)).amounts).toBeUndefined()

    // Without people, nobody knows how many eat.
    await owner.makeSection(id, 'people', [])
    expect(tripResponse.parse((await reader.get(`/api/shared/${id}`)).body).amounts).toBeUndefined()
  })

  it('readers see the headcount by calendar dates once the departure has changed', async () => {
    const from = { coming: 'coming', from: '2 dinner 2027-07-03' } as const
    const { id } = await newTrip(party('', buildPerson('Ana', { ...from, answered_for: '2027-07-03' as LocalDate })))
    const dates = (departure_date: string) => ({ ...details.empty, departure_date, return_date: '2027-07-06' })
    await owner.put(`/api/trips/${id}/sharing`, { is_public: true })
    const reader = await server.openSession({ id: await insertAccount(server.db) })
    const dinners = async () => {
      const { headcount } = tripResponse.parse((await reader.get(`/api/shared/${id}`)).body)
      return Object.values(headcount?.days ?? {}).map(({ dinner }) => dinner)
    }
    await owner.makeSection(id, 'details', dates('2027-07-03'))
    expect(await dinners()).toEqual([0, 1, 1, 1])
    await owner.makeSection(id, 'details', dates('2027-07-02'))
    expect(await dinners()).toEqual([0, 0, 1, 1, 1])
  })

  it('the people show on whose devices the plan has been opened', async () => {
    const { id, token } = await newTrip()
    const client = server.openClient()
    const { user } = joined.parse((await join(token, { name: 'Ana' }, client)).body)
    const member = await insertAccount(server.db)
    await insertMembership(server.db, { trip_id: id, user_id: member, role: 'member' })
    const openedBy = async (who: string) => (await planners(id)).find((planner) => planner.id === who)?.opened_at
    expect(await openedBy(user.id)).toBeNull()
    await client.get(`/api/trips/${id}`)
    expect(await openedBy(user.id)).toMatch(/^\d{4}-/)
    expect(await openedBy(member)).toBeNull()
  })
})
