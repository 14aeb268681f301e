import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitationMade, joined, type NameOnList, nameOnList, peopleResponse } from '#domain/api/people.ts'
import { tripResponse } from '#domain/api/trips.ts'
import type { Party, Person } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('joining under a listed name on %s', (engine) => {
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
    const trip = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    if (parties.length > 0) await owner.makeSection(trip.id, 'people', parties)
    return { id: trip.id, token: await invite(trip.id) }
  }
  const invite = async (id: string, body: object = {}) =>
    invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, body)).body).token
  const send = (token: string, body: object, client = server.openClient()) =>
    client.post('/api/join', { token, device: randomUUID(), ...body })
  const hasAccess = async (client: TestClient, id: string) => (await client.get(`/api/trips/${id}`)).status === 200
  const planners = async (id: string, client = owner) =>
    peopleResponse.parse((await client.get(`/api/trips/${id}/people`)).body).people
  const plannerOf = async (id: string, userId: string) => (await planners(id)).find((one) => one.id === userId)
  const tripOf = async (id: string, client: TestClient) =>
    tripResponse.parse((await client.get(`/api/trips/${id}`)).body).trip
  async function listParties(id: string): Promise<Party[]> {
    const { people } = tripResponse.parse((await owner.get(`/api/trips/${id}`)).body).sections
    return 'value' in people ? people.value : []
  }
  const namesOf = async (id: string) =>
    (await listParties(id)).flatMap(({ persons }) => persons.map(({ name }) => name))

  /** The question to somebody who joins under a listed name. */
  const ask = async (token: string, body: object, client?: TestClient): Promise<NameOnList['name_on_list']> =>
    nameOnList.parse((await send(token, { is_someone_else: false, ...body }, client)).body).name_on_list
  async function join(token: string, body: object) {
    const client = server.openClient()
    const answer = await send(token, body, client)
    expect(answer, answer.text).toMatchObject({ status: 200 })
    return { client, user: joined.parse(answer.body).user }
  }
  /** An organizer confirms or rejects a claim, as they currently see it. */
  const check = async (id: string, userId: string, is_right: boolean, client = owner) => {
    const person_id = (await plannerOf(id, userId))?.person_id
    return client.put(`/api/trips/${id}/people/${userId}/name`, { is_right, person_id })
  }

  /** A trip that Ben has joined as a guest, and a claim from another device to be Ben. */
  async function newClaim() {
    const { id, token } = await newTrip()
    const former = await join(token, { name: 'Ben' })
    const claimant = await join(token, { name: 'Ben', person_id: former.user.id, is_claim: true })
    return { id, token, old: former, claimant, personId: former.user.id }
  }

  it('tells organizers how many claims wait, when the trip opens, and nobody else', async () => {
    const { id, token, claimant } = await newClaim()
    const other = await join(token, { name: 'Kim' })
    const answerTo = (client: TestClient) => client.get(`/api/trips/${id}`)
    const claimsOf = async (client: TestClient) => tripResponse.parse((await answerTo(client)).body).claims
    expect(await claimsOf(owner)).toBe(1)
    expect(await claimsOf(other.client)).toBeUndefined()
    const tag = (await answerTo(owner)).headers.get('etag')
    await check(id, claimant.user.id, true)
    expect(await claimsOf(owner)).toBeUndefined()
    expect((await answerTo(owner)).headers.get('etag')).not.toBe(tag)
  })

  describe('asks whether they are that person', () => {
    it.each(['Ben', 'ben ', 'BÉN'])('if a guest is called %j, and adds nobody', async (name) => {
      const ben = buildPerson('Ben')
      const { id, token } = await newTrip(party('The Lakes', ben, buildPerson('Ana')))
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

    it('if an account has a listed name, and shows how others of that name have joined', async () => {
      const robin = buildPerson('robin TESTER')
      const { id, token } = await newTrip(party('The Lakes', robin), party('', buildPerson('Robin')))
      const sameName = await join(token, { name: 'Robin Tester', is_someone_else: true })
      const { client, user } = await server.signUp({
        data: { username: 'r', full_name: 'Robin Tester', is_beta_user: true, referred_by: null },
      })
      expect(await ask(token, {}, client)).toEqual([
        { id: robin.id, name: 'robin TESTER', party: 'The Lakes', joined_as: null },
        { id: sameName.user.id, name: 'Robin Tester', party: '', joined_as: 'guest' },
      ])
      expect((await send(token, { person_id: robin.id, is_claim: true }, client)).status).toBe(200)
      expect(await plannerOf(id, user.id)).toMatchObject({
        person_id: robin.id,
        is_unconfirmed: true,
        claim: { name: 'robin TESTER', held_by: null },
      })
    })

    it('if the name belongs to an account or the owner, without allowing a claim', async () => {
      const { id, token } = await newTrip(buildParty(buildPerson('Robin Tester', { id: ownerId })))
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

    it('unless they are somebody else, or their app does not know the question', async () => {
      const { id, token } = await newTrip(party('', buildPerson('Ben')))
      await join(token, { name: 'Ben', is_someone_else: true })
      await join(token, { name: 'Ben' })
      expect(await namesOf(id)).toEqual(['Ben', 'Ben', 'Ben'])
    })

    it('unless their device has joined, they are a member, or they return to their former entry', async () => {
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
      expect(await listParties(id)).toHaveLength(2)
    })

    it('unless the invitation no longer works', async () => {
      const { id } = await newTrip(party('', buildPerson('Ben')))
      const token = await invite(id, { max_uses: 1 })
      await join(token, { name: 'Ana' })
      const answer = await send(token, { name: 'Ben', is_someone_else: false })
      expect(answer).toMatchObject(failed(410, 'invitation_used_up'))
      expect(answer.text).not.toContain('Ben')
    })

    it('without revealing more than the name and the party', async () => {
      const { old: former, token } = await newClaim()
      const answer = await send(token, { name: 'Ben', is_someone_else: false })
      expect(answer.body).toEqual({
        name_on_list: [{ id: former.user.id, name: 'Ben', party: '', joined_as: 'guest' }],
      })
    })
  })

  describe('a claim to be a person who has joined as another guest', () => {
    it('adds nobody to the list, and is idempotent', async () => {
      const { id, token, old: former, personId } = await newClaim()
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
        claim: { name: 'Ben', held_by: former.user.id },
      })
    })

    it('adds nobody if the claimant opens the people or makes an account', async () => {
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

    it('names the claimed buildPerson, whatever the claimant’s own name', async () => {
      const { id, token } = await newTrip()
      const ana = await join(token, { name: 'Ana' })
      const mallory = await join(token, { name: 'Ben', person_id: ana.user.id, is_claim: true })
      expect((await plannerOf(id, mallory.user.id))?.claim).toEqual({ name: 'Ana', held_by: ana.user.id })
    })

    it('grants no private record and no answers for the party until confirmed', async () => {
      const { id, token, old: former, claimant, personId } = await newClaim()
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
      expect(await write(former.client, personId, { medical: 'Carries EpiPen' })).toEqual([])
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })

      const { taken: sameName } = (await tripOf(id, claimant.client)) ?? {}
      expect(sameName).toMatchObject({ is_confirmed: false, shares_party: false })
      expect([sameName?.person_id, sameName?.party_id]).not.toContain(personId)
      expect(await privateOf(claimant.client)).not.toContain('EpiPen')
      expect(await write(claimant.client, personId, { medical: '' })).toHaveLength(3)
      expect(await write(claimant.client, sameName?.party_id ?? '', { medical: '' })).toHaveLength(3)
      const answer = {
        id: randomUUID(),
        section: 'people',
        do: 'set',
        at: [personId, 'persons', personId, 'coming'],
      }
      const operations = [{ ...answer, was: 'open', to: 'not_coming' }]
      expect((await claimant.client.post(`/api/trips/${id}/operations`, { operations, seen: {} })).body).toMatchObject({
        refused: [{ code: 'not_allowed' }],
      })
      // Only an organizer can confirm it.
      for (const client of [claimant.client, former.client, (await join(token, { name: 'Ana' })).client])
        expect(await check(id, claimant.user.id, true, client)).toMatchObject(failed(404, 'trip_not_found'))

      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await privateOf(claimant.client)).toContain('EpiPen')
      expect((await tripOf(id, claimant.client))?.taken).toMatchObject({
        person_id: personId,
        party_id: personId,
        is_confirmed: true,
      })
    })

    it('transfers the place with its party and answers if confirmed, and signs the former guest out', async () => {
      const [ben, cleo] = [buildPerson('Ben', { coming: 'coming' }), buildPerson('Cleo')]
      const lakes = party('The Lakes', ben, cleo)
      const { id, token } = await newTrip(lakes)
      const former = await join(token, { name: 'Ben', person_id: ben.id })
      const { secret } = (await former.client.post('/auth/v1/personal-link', {})).body as { secret: string }
      await former.client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Bring the canoe' }])
      const stream = await former.client.listen(`/api/trips/${id}/events`)
      const passkey = { id: randomUUID(), user_id: former.user.id, credential_id: randomUUID(), public_key: 'none' }
      const made = {
        sign_count: 0,
        transports: '[]',
        host: 'localhost',
        name: 'Phone',
        link_session: null,
        used_at: null,
      }
      const created_at = new Date().toISOString()
      await server.db
        .insertInto('passkeys')
        .values({ ...passkey, ...made, created_at })
        .execute()
      const claimant = await join(token, { name: 'Ben', person_id: ben.id, is_claim: true })
      const before = await listParties(id)

      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      await stream.end()
      expect(await former.client.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
      const byLink = { secret }
      expect(await server.openClient().post('/auth/v1/token?grant_type=personal_link', byLink)).toMatchObject(
        failed(404, 'link_not_found'),
      )
      const passkeys = server.db.selectFrom('passkeys').select('id').where('user_id', '=', former.user.id)
      expect(await passkeys.execute()).toEqual([])
      expect((await planners(id)).map((one) => [one.id, one.person_id, one.party_id, one.is_unconfirmed])).toEqual([
        [ownerId, ownerId, ownerId, false],
        [claimant.user.id, ben.id, lakes.id, false],
      ])
      expect(await listParties(id)).toEqual(before)
      expect((await owner.get(`/api/trips/${id}/history`)).text).toContain(former.user.id)
      expect(await hasAccess(claimant.client, id)).toBe(true)
      // A retry changes nothing.
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await planners(id)).toHaveLength(2)
    })

    it('leaves the former guest their other trips if confirmed', async () => {
      const { id, old: former, claimant } = await newClaim()
      const other = await newTrip()
      expect((await send(other.token, {}, former.client)).status).toBe(200)
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect(await hasAccess(former.client, id)).toBe(false)
      expect(await hasAccess(former.client, other.id)).toBe(true)
      // Who joins again becomes another person.
      expect((await send(await invite(id), { is_someone_else: true }, former.client)).status).toBe(200)
      expect(await namesOf(id)).toEqual(['Ben', 'Ben'])
    })

    it('makes the claimant a new person if rejected, like any new name', async () => {
      const { id, old: former, claimant, personId } = await newClaim()
      const seen = (await plannerOf(id, claimant.user.id))?.person_id
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
      expect((await listParties(id)).map(({ id: partyId }) => partyId)).toEqual([personId, claimant.user.id])
      expect(await plannerOf(id, claimant.user.id)).toMatchObject({
        person_id: claimant.user.id,
        is_unconfirmed: false,
      })
      expect((await plannerOf(id, claimant.user.id))?.claim).toBeUndefined()
      expect((await tripOf(id, claimant.client))?.taken).toBeNull()
      expect(await hasAccess(former.client, id)).toBe(true)
      // An organizer with an outdated view cannot confirm anything else by it.
      const late = { is_right: true, person_id: seen }
      const answer = await owner.put(`/api/trips/${id}/people/${claimant.user.id}/name`, late)
      expect(answer).toMatchObject(failed(404, 'person_not_found'))
    })

    it('can still be decided after another claim to the same person was confirmed', async () => {
      const { id, token, old: former, claimant, personId } = await newClaim()
      const second = await join(token, { name: 'Ben', person_id: personId, is_claim: true })
      expect((await check(id, second.user.id, true)).status).toBe(204)
      expect(await hasAccess(former.client, id)).toBe(false)
      expect((await plannerOf(id, claimant.user.id))?.claim).toEqual({ name: 'Ben', held_by: second.user.id })
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
      expect(await hasAccess(second.client, id)).toBe(true)
      expect(await namesOf(id)).toEqual(['Ben', 'Ben'])
    })

    it('cannot be confirmed if the place has changed hands meanwhile, and removes nobody', async () => {
      const { id, token, old: former, claimant, personId } = await newClaim()
      const other = await join(token, { name: 'Ben', person_id: personId, is_claim: true })
      const seen = await plannerOf(id, other.user.id)
      expect(seen?.claim?.held_by).toBe(former.user.id)
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      const body = { is_right: true, person_id: seen?.person_id, held_by: seen?.claim?.held_by }
      expect(await owner.put(`/api/trips/${id}/people/${other.user.id}/name`, body)).toMatchObject(
        failed(404, 'person_not_found'),
      )
      expect(await hasAccess(claimant.client, id)).toBe(true)
      expect(await plannerOf(id, claimant.user.id)).toMatchObject({ person_id: personId, is_unconfirmed: false })
    })

    it('gets the place only once if two are confirmed at the same time', async () => {
      const { id, token, claimant, personId } = await newClaim()
      const second = await join(token, { name: 'Ben', person_id: personId, is_claim: true })
      const answers = await Promise.all([claimant, second].map(({ user }) => check(id, user.id, true)))
      for (const { status } of answers) expect([204, 404]).toContain(status)
      expect((await planners(id)).filter((one) => one.person_id === personId && !one.is_unconfirmed)).toHaveLength(1)
    })

    it('can be confirmed after the former guest has left', async () => {
      const { id, old: former, claimant, personId } = await newClaim()
      await owner.send('DELETE', `/api/trips/${id}/people/${former.user.id}`)
      expect((await plannerOf(id, claimant.user.id))?.claim).toEqual({ name: 'Ben', held_by: null })
      expect((await check(id, claimant.user.id, true)).status).toBe(204)
      expect((await tripOf(id, claimant.client))?.taken).toMatchObject({
        person_id: personId,
        party_id: personId,
        is_confirmed: true,
      })
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('can only be rejected if the person has been removed from the list', async () => {
      const { id, old: former, claimant } = await newClaim()
      await owner.send('DELETE', `/api/trips/${id}/people/${former.user.id}`)
      await owner.makeSection(id, 'people', [])
      expect(await check(id, claimant.user.id, true)).toMatchObject(failed(404, 'person_not_found'))
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('can only be rejected if the person has made an account meanwhile', async () => {
      const { id, old: former, claimant } = await newClaim()
      const credentials = { email: `${randomUUID()}@example.org`, password: 'seven canoes in a row' }
      expect((await former.client.put('/auth/v1/user', credentials)).status).toBe(200)
      expect(await check(id, claimant.user.id, true)).toMatchObject(failed(403, 'has_account'))
      expect(await hasAccess(former.client, id)).toBe(true)
      expect((await check(id, claimant.user.id, false)).status).toBe(204)
    })

    it('disappears with the claimant, and with nobody else', async () => {
      const { id, old: former, claimant } = await newClaim()
      expect((await claimant.client.send('DELETE', `/api/trips/${id}/people/${claimant.user.id}`)).status).toBe(204)
      expect((await planners(id)).map((one) => one.id)).toEqual([ownerId, former.user.id])
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('is dropped if the trip is transferred to the claimant', async () => {
      const { id, token, old: former } = await newClaim()
      const { client, user } = await server.signUp()
      await send(token, { person_id: former.user.id, is_claim: true }, client)
      expect((await owner.put(`/api/trips/${id}/owner`, { user_id: user.id })).status).toBe(204)
      expect(await tripOf(id, client)).toMatchObject({ role: 'owner', taken: null })
    })
  })

  describe('a guest who signs in to an account', () => {
    const signIn = (client: TestClient, { email, password }: { email: string; password: string }, guestId: string) =>
      client.post('/auth/v1/token?grant_type=password', { email, password, guest: guestId })

    it('keeps the claim', async () => {
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

    it('settles the account’s claim if they are the claimed person', async () => {
      const { id, token } = await newTrip()
      const former = await join(token, { name: 'Ben' })
      const account = await server.signUp()
      await send(token, { person_id: former.user.id, is_claim: true }, account.client)
      const answer = await signIn(
        former.client,
        { email: account.user.email, password: account.password },
        former.user.id,
      )
      expect(answer, answer.text).toMatchObject({ status: 200 })
      expect((await tripOf(id, account.client))?.taken).toMatchObject({ person_id: former.user.id, is_confirmed: true })
      expect(await planners(id)).toHaveLength(2)
      expect(await namesOf(id)).toEqual(['Ben'])
    })

    it('keeps the account’s own place if it is in the trip', async () => {
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

  it('removing an account also removes the former guest whose place it got', async () => {
    const { id, token } = await newTrip()
    const former = await join(token, { name: 'Quendolyn' })
    await former.client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Bring the canoe' }])
    const account = await server.signUp()
    await send(token, { person_id: former.user.id, is_claim: true }, account.client)
    await check(id, account.user.id, true)
    const other = await join(token, { name: 'Other' })
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
    for (const gone of [former.user.id, account.user.id, 'Quendolyn']) expect(JSON.stringify(rows)).not.toContain(gone)
    expect((await owner.get(`/api/trips/${id}`)).text).toContain('Bring the canoe')
    expect(await hasAccess(other.client, id)).toBe(true)
  })
})
