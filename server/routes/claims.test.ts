import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitationMade, joined, type NameOnList, nameOnList, peopleAnswer } from '#domain/api/people.ts'
import { tripAnswer } from '#domain/api/trips.ts'
import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('joining under a name that is on the list, on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const person = (name: string, more: Partial<Person> = {}): Person => ({ ...newPerson(randomUUID(), name), ...more })
  const party = (name: string, ...persons: Person[]): Party => ({ id: randomUUID(), name, persons })

  async function newTrip(...parties: Party[]) {
    const trip = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    if (parties.length > 0) await owner.makeSection(trip.id, 'people', parties)
    return { id: trip.id, token: await invite(trip.id) }
  }
  const invite = async (id: string, body: object = {}) =>
    invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, body)).body).token
  const send = (token: string, body: object, client = server.openClient()) =>
    client.post('/api/join', { token, device: randomUUID(), ...body })
  const isIn = async (client: TestClient, id: string) => (await client.get(`/api/trips/${id}`)).status === 200
  const planners = async (id: string, client = owner) =>
    peopleAnswer.parse((await client.get(`/api/trips/${id}/people`)).body).people
  const plannerOf = async (id: string, userId: string) => (await planners(id)).find((one) => one.id === userId)
  const tripOf = async (id: string, client: TestClient) =>
    tripAnswer.parse((await client.get(`/api/trips/${id}`)).body).trip
  async function listed(id: string): Promise<Party[]> {
    const { people } = tripAnswer.parse((await owner.get(`/api/trips/${id}`)).body).sections
    return 'value' in people ? people.value : []
  }
  const namesOf = async (id: string) => (await listed(id)).flatMap(({ persons }) => persons.map(({ name }) => name))

  /** What somebody is asked who joins under a name. */
  const ask = async (token: string, body: object, client?: TestClient): Promise<NameOnList['name_on_list']> =>
    nameOnList.parse((await send(token, { is_someone_else: false, ...body }, client)).body).name_on_list
  async function join(token: string, body: object) {
    const client = server.openClient()
    const answer = await send(token, body, client)
    expect(answer, answer.text).toMatchObject({ status: 200 })
    return { client, user: joined.parse(answer.body).user }
  }
  /** An organizer says whether a claim is right, as they see it. */
  const check = async (id: string, userId: string, is_right: boolean, client = owner) => {
    const person_id = (await plannerOf(id, userId))?.person_id
    return client.put(`/api/trips/${id}/people/${userId}/name`, { is_right, person_id })
  }

  /** A trip in which Ben has joined as a guest, lost the phone, and says on another one to be Ben. */
  async function newClaim() {
    const { id, token } = await newTrip()
    const old = await join(token, { name: 'Ben' })
    const claimant = await join(token, { name: 'Ben', person_id: old.user.id, is_claim: true })
    return { id, token, old, claimant, personId: old.user.id }
  }

  describe('asks whether they are that person', () => {
    it.each(['Ben', 'ben ', 'BÉN'])('as a guest called %j, and adds nobody', async (name) => {
      const ben = person('Ben')
      const { id, token } = await newTrip(party('The Lakes', ben, person('Ana')))
      const client = server.openClient()
      const answer = await send(token, { name, is_someone_else: false }, client)
      expect(answer).toMatchObject({
        status: 200,
        body: { name_on_list: [{ id: ben.id, name: 'Ben', party: 'The Lakes', joined_as: null }] },
      })
      expect([...client.cookies]).toEqual([])
      expect(await planners(id)).toHaveLength(1)
      expect(await namesOf(id)).toEqual(['Ben', 'Ana'])
    })

    it('with an account under its name, and says how others of that name have joined', async () => {
      const lake = person('robin TESTER')
      const { id, token } = await newTrip(party('The Lakes', lake), party('', person('Robin')))
      const taken = await join(token, { name: 'Robin Tester', is_someone_else: true })
      const { client, user } = await server.signUp({
        data: { username: 'r', full_name: 'Robin Tester', is_beta_user: true, referred_by: null },
      })
      expect(await ask(token, {}, client)).toEqual([
        { id: lake.id, name: 'robin TESTER', party: 'The Lakes', joined_as: null },
        { id: taken.user.id, name: 'Robin Tester', party: '', joined_as: 'guest' },
      ])
      expect((await send(token, { person_id: lake.id, is_claim: true }, client)).status).toBe(200)
      expect(await plannerOf(id, user.id)).toMatchObject({
        person_id: lake.id,
        is_unconfirmed: true,
        claim: { name: 'robin TESTER', held_by: null },
      })
    })

    it('says that the owner, and somebody who has an account, joined with one, and lets nobody claim to be them', async () => {
      const { id, token } = await newTrip({ id: ownerId, name: '', persons: [newPerson(ownerId, 'Robin Tester')] })
      const { client, user } = await server.signUp({
        data: { username: 'kim', full_name: 'Kim', is_beta_user: true, referred_by: null },
      })
      await send(token, {}, client)
      for (const [name, personId] of [
        ['Robin Tester', ownerId],
        ['Kim', user.id],
      ] as const) {
        expect(await ask(token, { name })).toMatchObject([{ id: personId, joined_as: 'account' }])
        expect(await send(token, { name, person_id: personId, is_claim: true })).toMatchObject(
          failed(409, 'name_taken'),
        )
      }
      expect(await planners(id)).toHaveLength(2)
    })

    it('not where they say that they are somebody else, nor an app that does not know the question', async () => {
      const { id, token } = await newTrip(party('', person('Ben')))
      await join(token, { name: 'Ben', is_someone_else: true })
      await join(token, { name: 'Ben' })
      expect(await namesOf(id)).toEqual(['Ben', 'Ben', 'Ben'])
    })

    it('not somebody whose device has joined, who is in, or who comes back to the entry that they left', async () => {
      const { id, token } = await newTrip()
      const device = randomUUID()
      const guest = await join(token, { device, name: 'Ben', is_someone_else: false })
      expect((await join(token, { device, name: 'Ben', is_someone_else: false })).user.id).toBe(guest.user.id)
      const { client, user } = await server.signUp()
      for (let times = 0; times < 2; times++)
        expect(joined.parse((await send(token, { is_someone_else: false }, client)).body).user.id).toBe(user.id)
      await client.send('DELETE', `/api/trips/${id}/people/${user.id}`)
      expect(joined.parse((await send(token, { is_someone_else: false }, client)).body).user.id).toBe(user.id)
      expect(await plannerOf(id, user.id)).toMatchObject({ person_id: user.id, is_unconfirmed: false })
      expect(await listed(id)).toHaveLength(2)
    })

    it('not by an invitation that lets nobody in any more', async () => {
      const { id } = await newTrip(party('', person('Ben')))
      const token = await invite(id, { max_uses: 1 })
      await join(token, { name: 'Ana' })
      const answer = await send(token, { name: 'Ben', is_someone_else: false })
      expect(answer).toMatchObject(failed(410, 'invitation_used_up'))
      expect(answer.text).not.toContain('Ben')
    })

    it('and what is answered says no more than the name and the party', async () => {
      const { old, token } = await newClaim()
      const answer = await send(token, { name: 'Ben', is_someone_else: false })
      expect(answer.body).toEqual({ name_on_list: [{ id: old.user.id, name: 'Ben', party: '', joined_as: 'guest' }] })
    })
  })

  describe('a claim to be somebody as whom another guest has joined', () => {
    it('adds nobody to the list, and is one however often it is sent', async () => {
      const { id, token, old, personId } = await newClaim()
      const device = randomUUID()
      const again = { device, name: 'Ben', person_id: personId, is_claim: true }
      const answers = await Promise.all([send(token, again), send(token, again)])
      const users = answers.map(({ body }) => joined.parse(body).user.id)
      users.push((await join(token, again)).user.id)
      expect(new Set(users).size).toBe(1)
      expect(await planners(id)).toHaveLength(4)
      expect(await namesOf(id)).toEqual(['Ben'])
      expect(await plannerOf(id, users[0] as string)).toMatchObject({
        is_unconfirmed: true,
        claim: { name: 'Ben', held_by: old.user.id },
      })
    })

    it('adds nobody either when the claimant looks at the people, or makes an account', async () => {
      const { id, claimant, personId } = await newClaim()
      expect(await planners(id, claimant.client)).toHaveLength(3)
      const credentials = { email: `${randomUUID()}@example.org`, password: 'seven canoes in a row' }
      expect((await claimant.client.put('/auth/v1/user', credentials)).status).toBe(200)
      expect(await planners(id, claimant.client)).toHaveLength(3)
      expect(await namesOf(id)).toEqual(['Ben'])
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await plannerOf(id, claimant.user.id)).toMatchObject({
        person_id: personId,
        is_guest: false,
        is_unconfirmed: false,
      })
    })

    it('says by the list whom it is about, whatever the claimant calls themselves', async () => {
      const { id, token } = await newTrip()
      const ana = await join(token, { name: 'Ana' })
      const mallory = await join(token, { name: 'Ben', person_id: ana.user.id, is_claim: true })
      expect((await plannerOf(id, mallory.user.id))?.claim).toEqual({ name: 'Ana', held_by: ana.user.id })
    })

    it('opens no private record and no answers of the party before it is confirmed', async () => {
      const { id, token, old, claimant, personId } = await newClaim()
      const write = async (client: TestClient, partyId: string, fields: object) => {
        const at = [partyId, 'persons', personId]
        const mutations = [
          { do: 'insert', at: [partyId], entry: { id: partyId, persons: [] }, after: null },
          { do: 'insert', at, entry: newRecord(personId), after: null },
          ...Object.entries(fields).map(([field, to]) => ({ do: 'set', at: [...at, field], was: '', to })),
        ]
        const operations = mutations.map((mutation) => ({ id: randomUUID(), section: 'private', ...mutation }))
        const { body } = await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })
        return (body as { refused: unknown[] }).refused
      }
      const privateOf = async (client: TestClient) => (await client.get(`/api/trips/${id}/private`)).text
      expect(await write(old.client, personId, { medical: 'Carries EpiPen' })).toEqual([])
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })

      const { taken } = (await tripOf(id, claimant.client)) ?? {}
      expect(taken).toMatchObject({ is_confirmed: false, shares_party: false })
      expect([taken?.person_id, taken?.party_id]).not.toContain(personId)
      expect(await privateOf(claimant.client)).not.toContain('EpiPen')
      expect(await write(claimant.client, personId, { medical: '' })).toHaveLength(3)
      expect(await write(claimant.client, taken?.party_id ?? '', { medical: '' })).toHaveLength(3)
      const answering = {
        id: randomUUID(),
        section: 'people',
        do: 'set',
        at: [personId, 'persons', personId, 'coming'],
      }
      const operations = [{ ...answering, was: 'open', to: 'not_coming' }]
      expect((await claimant.client.post(`/api/trips/${id}/operations`, { operations, seen: {} })).body).toMatchObject({
        refused: [{ code: 'not_allowed' }],
      })
      // Nobody confirms it but an organizer.
      for (const client of [claimant.client, old.client, (await join(token, { name: 'Ana' })).client])
        expect(await check(id, claimant.user.id, true, client)).toMatchObject(failed(404, 'trip_not_found'))

      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await privateOf(claimant.client)).toContain('EpiPen')
      expect((await tripOf(id, claimant.client))?.taken).toMatchObject({
        person_id: personId,
        party_id: personId,
        is_confirmed: true,
      })
    })

    it('confirmed gives them the place, with its party and answers, and the former guest is out', async () => {
      const [ben, cleo] = [person('Ben', { coming: 'coming' }), person('Cleo')]
      const lakes = party('The Lakes', ben, cleo)
      const { id, token } = await newTrip(lakes)
      const old = await join(token, { name: 'Ben', person_id: ben.id })
      const { secret } = (await old.client.post('/auth/v1/personal-link', {})).body as { secret: string }
      await old.client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Bring the canoe' }])
      const stream = await old.client.listen(`/api/trips/${id}/events`)
      const claimant = await join(token, { name: 'Ben', person_id: ben.id, is_claim: true })
      const before = await listed(id)

      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      await stream.end()
      expect(await old.client.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
      const byLink = { secret }
      expect(await server.openClient().post('/auth/v1/token?grant_type=personal_link', byLink)).toMatchObject(
        failed(404, 'link_not_found'),
      )
      expect((await planners(id)).map((one) => [one.id, one.person_id, one.party_id, one.is_unconfirmed])).toEqual([
        [ownerId, ownerId, ownerId, false],
        [claimant.user.id, ben.id, lakes.id, false],
      ])
      expect(await listed(id)).toEqual(before)
      expect((await owner.get(`/api/trips/${id}/history`)).text).toContain(old.user.id)
      expect(await isIn(claimant.client, id)).toBe(true)
      // The same press, sent again, changes nothing.
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await planners(id)).toHaveLength(2)
    })

    it('confirmed leaves the former guest their other trips', async () => {
      const { id, old, claimant } = await newClaim()
      const other = await newTrip()
      expect((await send(other.token, {}, old.client)).status).toBe(200)
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await isIn(old.client, id)).toBe(false)
      expect(await isIn(old.client, other.id)).toBe(true)
      // Whoever comes in again is somebody else on the list.
      expect((await send(await invite(id), { is_someone_else: true }, old.client)).status).toBe(200)
      expect(await namesOf(id)).toEqual(['Ben', 'Ben'])
    })

    it('refused makes them a new person on the list, as with a name that nobody has', async () => {
      const { id, old, claimant, personId } = await newClaim()
      const seen = (await plannerOf(id, claimant.user.id))?.person_id
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
      expect((await listed(id)).map(({ id: partyId }) => partyId)).toEqual([personId, claimant.user.id])
      expect(await plannerOf(id, claimant.user.id)).toMatchObject({
        person_id: claimant.user.id,
        is_unconfirmed: false,
      })
      expect((await plannerOf(id, claimant.user.id))?.claim).toBeUndefined()
      expect((await tripOf(id, claimant.client))?.taken).toBeNull()
      expect(await isIn(old.client, id)).toBe(true)
      // An organizer who still sees the claim confirms nothing else by it.
      const late = { is_right: true, person_id: seen }
      const answer = await owner.put(`/api/trips/${id}/people/${claimant.user.id}/name`, late)
      expect(answer).toMatchObject(failed(404, 'person_not_found'))
    })

    it('of two on the same person is confirmed for one, and the other can still be decided', async () => {
      const { id, token, old, claimant, personId } = await newClaim()
      const second = await join(token, { name: 'Ben', person_id: personId, is_claim: true })
      expect((await check(id, second.user.id, true)).status).toBe(204)
      expect(await isIn(old.client, id)).toBe(false)
      expect((await plannerOf(id, claimant.user.id))?.claim).toEqual({ name: 'Ben', held_by: second.user.id })
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
      expect(await isIn(second.client, id)).toBe(true)
      expect(await namesOf(id)).toEqual(['Ben', 'Ben'])
    })

    it('is refused where somebody else has got the place since the organizer looked, and puts nobody out', async () => {
      const { id, token, old, claimant, personId } = await newClaim()
      const other = await join(token, { name: 'Ben', person_id: personId, is_claim: true })
      const seen = await plannerOf(id, other.user.id)
      expect(seen?.claim?.held_by).toBe(old.user.id)
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      const body = { is_right: true, person_id: seen?.person_id, held_by: seen?.claim?.held_by }
      expect(await owner.put(`/api/trips/${id}/people/${other.user.id}/name`, body)).toMatchObject(
        failed(404, 'person_not_found'),
      )
      expect(await isIn(claimant.client, id)).toBe(true)
      expect(await plannerOf(id, claimant.user.id)).toMatchObject({ person_id: personId, is_unconfirmed: false })
    })

    it('of two confirmed at once leaves one of them with the place', async () => {
      const { id, token, claimant, personId } = await newClaim()
      const second = await join(token, { name: 'Ben', person_id: personId, is_claim: true })
      const answers = await Promise.all([claimant, second].map(({ user }) => check(id, user.id, true)))
      for (const { status } of answers) expect([204, 404]).toContain(status)
      expect((await planners(id)).filter((one) => one.person_id === personId && !one.is_unconfirmed)).toHaveLength(1)
    })

    it('is confirmed also where the former guest has left meanwhile', async () => {
      const { id, old, claimant, personId } = await newClaim()
      await owner.send('DELETE', `/api/trips/${id}/people/${old.user.id}`)
      expect((await plannerOf(id, claimant.user.id))?.claim).toEqual({ name: 'Ben', held_by: null })
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect((await tripOf(id, claimant.client))?.taken).toMatchObject({
        person_id: personId,
        party_id: personId,
        is_confirmed: true,
      })
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('on somebody who has left the list can only be refused', async () => {
      const { id, old, claimant } = await newClaim()
      await owner.send('DELETE', `/api/trips/${id}/people/${old.user.id}`)
      await owner.makeSection(id, 'people', [])
      expect(await check(id, claimant.user.id, true)).toMatchObject(failed(404, 'person_not_found'))
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('on somebody who has made an account meanwhile can only be refused', async () => {
      const { id, old, claimant } = await newClaim()
      const credentials = { email: `${randomUUID()}@example.org`, password: 'seven canoes in a row' }
      expect((await old.client.put('/auth/v1/user', credentials)).status).toBe(200)
      expect(await check(id, claimant.user.id, true)).toMatchObject(failed(403, 'has_account'))
      expect(await isIn(old.client, id)).toBe(true)
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
    })

    it('goes with the claimant, and nobody else', async () => {
      const { id, old, claimant } = await newClaim()
      expect((await claimant.client.send('DELETE', `/api/trips/${id}/people/${claimant.user.id}`)).status).toBe(204)
      expect((await planners(id)).map((one) => one.id)).toEqual([ownerId, old.user.id])
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('is dropped where the trip is handed over to the claimant', async () => {
      const { id, token, old } = await newClaim()
      const { client, user } = await server.signUp()
      await send(token, { person_id: old.user.id, is_claim: true }, client)
      expect((await owner.put(`/api/trips/${id}/owner`, { user_id: user.id })).status).toBe(204)
      expect(await tripOf(id, client)).toMatchObject({ role: 'owner', taken: null })
    })
  })

  describe('a guest who comes to an account', () => {
    const signIn = (client: TestClient, { email, password }: { email: string; password: string }, guestId: string) =>
      client.post('/auth/v1/token?grant_type=password', { email, password, guest: guestId })

    it('takes the claim along', async () => {
      const { id, claimant, personId } = await newClaim()
      const account = await server.signUp()
      const answer = await signIn(
        claimant.client,
        { email: account.user.email, password: account.password },
        claimant.user.id,
      )
      expect(answer, answer.text).toMatchObject({ status: 200 })
      expect(await plannerOf(id, account.user.id)).toMatchObject({ is_unconfirmed: true, claim: { name: 'Ben' } })
      expect((await check(id, account.user.id, true)).status).toBe(204)
      expect((await tripOf(id, account.client))?.taken).toMatchObject({ person_id: personId, is_confirmed: true })
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('from the former phone settles the claim of the account', async () => {
      const { id, token } = await newTrip()
      const old = await join(token, { name: 'Ben' })
      const account = await server.signUp()
      await send(token, { person_id: old.user.id, is_claim: true }, account.client)
      const answer = await signIn(old.client, { email: account.user.email, password: account.password }, old.user.id)
      expect(answer, answer.text).toMatchObject({ status: 200 })
      expect((await tripOf(id, account.client))?.taken).toMatchObject({ person_id: old.user.id, is_confirmed: true })
      expect(await planners(id)).toHaveLength(2)
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('that is in the trip already stays who it is there', async () => {
      const { id, token, claimant } = await newClaim()
      const account = await server.signUp()
      await send(token, {}, account.client)
      const answer = await signIn(
        claimant.client,
        { email: account.user.email, password: account.password },
        claimant.user.id,
      )
      expect(answer, answer.text).toMatchObject({ status: 200 })
      expect(await plannerOf(id, account.user.id)).toMatchObject({ person_id: account.user.id, is_unconfirmed: false })
      expect(await planners(id)).toHaveLength(3)
    })
  })

  it('an account that goes takes the former guest along whose place it was given', async () => {
    const { id, token } = await newTrip()
    const old = await join(token, { name: 'Quendolyn' })
    await old.client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Bring the canoe' }])
    const account = await server.signUp()
    await send(token, { person_id: old.user.id, is_claim: true }, account.client)
    await check(id, account.user.id, true)
    const waiting = await join(token, { name: 'Other' })
    expect(
      (await account.client.post('/auth/v1/removal', { password: account.password, heirs: [], goes: [] })).status,
    ).toBe(204)
    const rows = await Promise.all(
      (['users', 'profiles', 'memberships', 'plan_history', 'plan_entries'] as const).map((table) =>
        server.db
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    )
    for (const gone of [old.user.id, account.user.id, 'Quendolyn']) expect(JSON.stringify(rows)).not.toContain(gone)
    expect((await owner.get(`/api/trips/${id}`)).text).toContain('Bring the canoe')
    expect(await isIn(waiting.client, id)).toBe(true)
  })
})
