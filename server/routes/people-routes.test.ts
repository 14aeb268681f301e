import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VersionsEvent } from '#domain/api/events.ts'
import { invitationLink, invitationMade, invitedTo, joined, peopleResponse } from '#domain/api/people.ts'
import { tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { createDemoAccount } from '#server/accounts/demo-account.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('the people of a trip on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const newTrip = () => insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
  const peopleOf = async (client: TestClient, id: string) =>
    peopleResponse.parse((await client.get(`/api/trips/${id}/people`)).body)
  const invite = async (id: string, body: object = {}, client = owner) =>
    invitationMade.parse((await client.post(`/api/trips/${id}/invitations`, body)).body)
  const preview = (token: string, client = server.openClient()) => client.post('/api/join/look', { token })
  const join = (token: string, client: TestClient, body: object = {}) =>
    client.post('/api/join', { token, device: randomUUID(), ...body })
  const newMember = async (tripId: string, role: 'organizer' | 'member' = 'member') => {
    const id = await insertAccount(server.db)
    await insertMembership(server.db, { trip_id: tripId, user_id: id, role })
    return { id, client: await server.openSession({ id }) }
  }

  describe('an invitation', () => {
    it('is valid for 30 days and any number of people by default', async () => {
      const { id } = await newTrip()
      const { invitation } = await invite(id)
      expect(invitation).toMatchObject({ created_by: 'Robin Tester', max_uses: null, uses: 0, state: 'open' })
      expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(30 * 24 * 60 * 60_000)
      const other = await invite(id, { days: 2, max_uses: 5 })
      expect(Date.parse(other.invitation.expires_at) - Date.parse(other.invitation.created_at)).toBe(
        2 * 24 * 60 * 60_000,
      )
      expect((await peopleOf(owner, id)).invitations).toEqual([other.invitation, invitation])
    })

    it('is identified only by its link, which is not in the database', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      expect(Buffer.from(token, 'base64url')).toHaveLength(24)
      const rows = await server.db.selectFrom('invitations').selectAll().where('trip_id', '=', id).execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(await preview(rows[0]?.token_hash ?? '')).toMatchObject(failed(404, 'invitation_not_found'))
    })

    it('shows its link again to everybody who may invite, and to nobody else', async () => {
      const { id } = await newTrip()
      const { token, invitation } = await invite(id)
      const path = `/api/trips/${id}/invitations/${invitation.id}/link`
      const organizer = await newMember(id, 'organizer')
      for (const client of [owner, organizer.client]) {
        const answer = await client.get(path)
        expect(invitationLink.parse(answer.body)).toEqual({ token })
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect((await client.get(`/api/trips/${id}/people`)).text).not.toContain(token)
      }
      expect((await peopleOf(owner, id)).invitations).toMatchObject([{ has_link: true }])
      expect(await (await newMember(id)).client.get(path)).toMatchObject(failed(404, 'trip_not_found'))
      const another = await newTrip()
      const elsewhere = `/api/trips/${another.id}/invitations/${invitation.id}/link`
      expect(await owner.get(elsewhere)).toMatchObject(failed(404, 'invitation_not_found'))
      // The link is the same after a restart and in another process.
      const again = await server.openAnother().openSession({ id: ownerId })
      expect(invitationLink.parse((await again.get(path)).body)).toEqual({ token })
    })

    it.each(['revoked', 'expired', 'used_up'] as const)('that is %s shows its link to nobody', async (state) => {
      const later = server.openAnother()
      const { id } = await newTrip()
      const { token, invitation } = await invite(id, { days: 1, max_uses: 1 })
      if (state === 'revoked') await owner.send('DELETE', `/api/trips/${id}/invitations/${invitation.id}`)
      if (state === 'expired') later.wait({ minutes: 24 * 60 + 1 })
      if (state === 'used_up') await join(token, server.openClient(), { name: 'Ana' })
      const client = await later.openSession({ id: ownerId })
      const answer = await client.get(`/api/trips/${id}/invitations/${invitation.id}/link`)
      expect(answer).toMatchObject(failed(410, `invitation_${state}`))
      expect((await peopleOf(client, id)).invitations).toMatchObject([{ state, has_link: false }])
    })

    it('made with another key, or without one, still works, but its link cannot be shown', async () => {
      const { id } = await newTrip()
      const { token, invitation } = await invite(id)
      const otherKey = server.openAnother({ env: { SECRET_KEY: 'another key, of more than 32 characters' } })
      const client = await otherKey.openSession({ id: ownerId })
      const answer = await client.get(`/api/trips/${id}/invitations/${invitation.id}/link`)
      expect(answer).toMatchObject(failed(404, 'link_not_found'))
      expect((await peopleOf(client, id)).invitations).toMatchObject([{ state: 'open', has_link: false }])
      expect((await join(token, otherKey.openClient(), { name: 'Ana' })).status).toBe(200)
    })

    it.each([{ days: 0 }, { days: 366 }, { days: 1.5 }, { max_uses: 0 }, { max_uses: 1001 }, { role: 'organizer' }])(
      'cannot be %o',
      async (body) => {
        const { id } = await newTrip()
        expect(await owner.post(`/api/trips/${id}/invitations`, body)).toMatchObject(failed(400, 'invalid_request'))
      },
    )

    it('tells what it is for and who sent it before somebody joins, and nothing more', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      const answer = await preview(token)
      expect(answer.body).toEqual({
        trip: { name: 'To the lake', type: 'car_trip', destination_name: '', departure_date: '', return_date: '' },
        invited_by: 'Robin Tester',
        trip_id: null,
        names: [],
      })
      expect(answer.text).not.toContain(id)
    })

    it.each([
      ['is revoked', 'invitation_revoked'],
      ['has expired', 'invitation_expired'],
      ['is used up', 'invitation_used_up'],
    ] as const)('works no longer once it %s, and says so', async (what, code) => {
      const later = server.openAnother()
      const { id } = await newTrip()
      const { token, invitation } = await invite(id, { days: 1, ...(code === 'invitation_used_up' && { max_uses: 1 }) })
      const first = server.openClient()
      expect((await join(token, first, { name: 'Ana' })).status).toBe(200)
      if (what === 'is revoked') await owner.send('DELETE', `/api/trips/${id}/invitations/${invitation.id}`)
      if (what === 'has expired') later.wait({ minutes: 24 * 60 + 1 })
      const somebody = later.openClient()
      expect(await preview(token, somebody)).toMatchObject(failed(410, code))
      expect(await join(token, somebody, { name: 'Ben' })).toMatchObject(failed(410, code))
      expect([...somebody.cookies]).toEqual([])
      expect((await peopleOf(owner, id)).people).toHaveLength(2)
      // Who joined by it remains a member, and can use it to return.
      expect(invitedTo.parse((await preview(token, first)).body).trip_id).toBe(id)
      expect((await first.get(`/api/trips/${id}`)).status).toBe(200)
    })

    it('allows only as many people as it is for, however many come at once', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id, { max_uses: 3 })
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => join(token, server.openClient(), { name: `Guest ${n}` })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 410, 410, 410, 410, 410])
      const { people, invitations } = await peopleOf(owner, id)
      expect(people).toHaveLength(4)
      expect(invitations[0]).toMatchObject({ uses: 3, state: 'used_up' })
    })

    it('does not exist for an unknown token', async () => {
      expect(await preview('no-such-token')).toMatchObject(failed(404, 'invitation_not_found'))
      expect(await join('no-such-token', server.openClient(), { name: 'Ana' })).toMatchObject(
        failed(404, 'invitation_not_found'),
      )
    })

    it('is limited by itself, not by the address that its people share', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id, { max_uses: 1 })
      const statuses = new Set<number>()
      for (let n = 0; n < 601; n++) statuses.add((await join(token, server.openClient(), { name: 'Ana' })).status)
      expect([...statuses]).toEqual([200, 410, 429])
      const another = await invite(id)
      expect((await join(another.token, server.openClient(), { name: 'Ben' })).status).toBe(200)
    })
  })

  describe('somebody with an account', () => {
    it('joins as themselves, once, and has the trip in their list', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      const { client, user } = await server.signUp()
      for (let times = 0; times < 2; times++) {
        expect(joined.parse((await join(token, client)).body)).toMatchObject({ trip_id: id, user: { id: user.id } })
      }
      const { people, invitations } = await peopleOf(client, id)
      expect(people.map(({ id: personId, role, is_guest }) => [personId, role, is_guest])).toEqual([
        [ownerId, 'owner', false],
        [user.id, 'member', false],
      ])
      expect(invitations).toEqual([])
      expect((await peopleOf(owner, id)).invitations[0]?.uses).toBe(1)
      const list = tripListResponse.parse((await client.get('/api/trips')).body).trips
      expect(list.find((trip) => trip.id === id)).toMatchObject({ role: 'member', members_edit: true })
      expect(tripResponse.parse((await client.get(`/api/trips/${id}`)).body).trip).toMatchObject({ role: 'member' })
    })

    it('joins once even if several requests arrive at the same time', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      const { client } = await server.signUp()
      const answers = await Promise.all([join(token, client), join(token, client), join(token, client)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { people, invitations } = await peopleOf(owner, id)
      expect([people.length, invitations[0]?.uses]).toEqual([2, 1])
    })

    it('remains owner or organizer if they are already', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      const organizer = await newMember(id, 'organizer')
      for (const client of [owner, organizer.client]) expect((await join(token, client)).status).toBe(200)
      expect((await peopleOf(owner, id)).people.map(({ role }) => role)).toEqual(['owner', 'organizer'])
    })
  })

  describe('a guest', () => {
    const joinAsGuest = async (name = 'Ana') => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      const client = server.openClient()
      const answer = joined.parse((await join(token, client, { name })).body)
      return { id, client, token, user: answer.user }
    }

    it('needs a name and nothing else', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      for (const body of [{}, { name: '' }, { name: '   ' }, { name: '\u200b' }, { name: 'x'.repeat(51) }])
        expect(await join(token, server.openClient(), body)).toMatchObject(failed(400, 'invalid_request'))
      const client = server.openClient()
      expect(joined.parse((await join(token, client, { name: '  Ana ' })).body).user).toMatchObject({
        username: 'Ana',
        full_name: 'Ana',
        email: null,
        is_beta_user: false,
      })
      expect((await peopleOf(client, id)).people.map(({ username, is_guest }) => [username, is_guest])).toEqual([
        ['robin', false],
        ['Ana', true],
      ])
    })

    it('is the same guest when joining again from the same device, with a session', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id, { max_uses: 1 })
      const device = randomUUID()
      const ids = new Set<string>()
      for (let times = 0; times < 3; times++) {
        const client = server.openClient()
        ids.add(joined.parse((await join(token, client, { device, name: 'Ana' })).body).user.id)
        expect((await client.get(`/api/trips/${id}`)).status).toBe(200)
      }
      expect(ids.size).toBe(1)
      expect((await peopleOf(owner, id)).invitations[0]).toMatchObject({ uses: 1 })
    })

    it('can retry after a lost response although they took the last place', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id, { max_uses: 1 })
      const device = randomUUID()
      await join(token, server.openClient(), { device, name: 'Ana' })
      const again = server.openClient()
      expect((await again.post('/api/join/look', { token, device })).status).toBe(200)
      expect(await again.post('/api/join/look', { token, device: randomUUID() })).toMatchObject(
        failed(410, 'invitation_used_up'),
      )
      expect((await join(token, again, { device, name: 'Ana' })).status).toBe(200)
      expect((await peopleOf(again, id)).people).toHaveLength(2)
    })

    it('with a name is not mistaken for the user whose sign-out has not arrived yet', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      const { client, user } = await server.signUp()
      const former = server.openClient()
      former.cookies.set('wayfare_session', client.token)
      expect(joined.parse((await join(token, client, { name: 'Ben' })).body).user).toMatchObject({
        username: 'Ben',
        email: null,
      })
      expect(await former.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
      expect((await peopleOf(owner, id)).people.map((person) => person.id)).not.toContain(user.id)
    })

    it('joins once when 27 phones behind one address join at once and half of the responses are lost', async () => {
      const { id } = await newTrip()
      const { token } = await invite(id)
      await Promise.all(
        Array.from({ length: 27 }, async (_, n) => {
          const device = randomUUID()
          const name = `Camper ${n}`
          // Both requests arrive; every second phone loses the first response and asks again meanwhile.
          const requests = [join(token, server.openClient(), { device, name })]
          if (n % 2 === 0) requests.push(join(token, server.openClient(), { device, name }))
          for (const answer of await Promise.all(requests)) expect(answer.status).toBe(200)
        }),
      )
      const { people, invitations } = await peopleOf(owner, id)
      expect(people.filter(({ is_guest }) => is_guest)).toHaveLength(27)
      expect(new Set(people.map(({ username }) => username)).size).toBe(28)
      expect(invitations[0]?.uses).toBe(27)
    })

    it('is refused for a while if its address has tried many unknown tokens, and nobody else is', async () => {
      const { id } = await insertTrip(server.db, { owner_id: ownerId })
      const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
      const limited = server.openAnother({ env: { TRUSTED_PROXIES: '1' } })
      const previewFrom = (sent: string, address: string) =>
        limited.openClient().post('/api/join/look', { token: sent }, { 'x-forwarded-for': address })
      const unknown = await Promise.all(
        Array.from({ length: 200 }, (_, number) => previewFrom(`unknown-${number}`, '198.51.100.7')),
      )
      expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([404]))
      expect(await previewFrom(token, '198.51.100.7')).toMatchObject(failed(429, 'too_many_requests'))
      expect((await previewFrom(token, '198.51.100.8')).status).toBe(200)
    })

    it('is never the demo account, whose password everybody knows', async () => {
      await createDemoAccount(server.db, server.clock)
      const demo = server.openClient()
      await demo.post('/auth/v1/token?grant_type=password', { email: 'demo@wayfare.example', password: 'algonquin' })
      const { id } = await insertTrip(server.db, { owner_id: ownerId })
      const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
      const answer = await demo.post('/api/join', { token, device: randomUUID() })
      expect(answer).toMatchObject(failed(403, 'demo_account_refused'))
      expect(await demo.get(`/api/trips/${id}`)).toMatchObject(failed(404, 'trip_not_found'))
    })

    it('can plan this trip, but has no own trips, no demo trip and no AI', async () => {
      const demo = await insertTrip(server.db)
      const { id, client } = await joinAsGuest()
      expect(
        (await client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Ana: peanuts, carries EpiPen' }])).status,
      ).toBe(200)
      expect(tripListResponse.parse((await client.get('/api/trips')).body).trips.map((trip) => trip.id)).toEqual([id])
      expect(await client.get(`/api/trips/${demo.id}`)).toMatchObject(failed(404, 'trip_not_found'))
      const trip = { id: randomUUID(), name: 'My own', type: 'car_trip' }
      expect(await client.post('/api/trips', trip)).toMatchObject(failed(403, 'account_needed'))
      expect(await client.get('/ai/v1')).toMatchObject(failed(403, 'account_needed'))
    })

    it('SESS-23 is not signed out after 30 minutes, nor after a winter', async () => {
      const later = server.openAnother()
      const { id } = await newTrip()
      const { token } = await invite(id)
      const client = later.openClient()
      const { setCookies } = await join(token, client, { name: 'Ana' })
      expect(setCookies[0]).toContain('Max-Age=34560000')
      later.wait({ minutes: 200 * 24 * 60 })
      await later.sessions.sweep()
      expect((await client.get('/auth/v1/user')).status).toBe(200)
      expect((await client.post('/auth/v1/token?grant_type=refresh_token')).setCookies[0]).toContain('Max-Age=34560000')
      // The owner's session has expired by then.
      owner = await server.openSession({ id: ownerId })
    })

    it('cannot sign in with a password, even if their name is an e-mail address', async () => {
      const { user } = await joinAsGuest('ana@example.org')
      const answer = await server
        .openClient()
        .post('/auth/v1/token?grant_type=password', { email: user.username, password: 'anything' })
      expect(answer).toMatchObject(failed(401, 'wrong_credentials'))
    })
  })

  describe('a member’s permissions', () => {
    const operation = (section: string, mutation: object) => ({ id: randomUUID() as string, section, ...mutation })
    const send = async (client: TestClient, id: string, operations: { id: string }[]) =>
      (await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })).body as {
        refused: { id: string; code: string }[]
      }

    it('include editing, unless that is switched off: then only ticking', async () => {
      const { id } = await newTrip()
      const member = await newMember(id)
      const organizer = await newMember(id, 'organizer')
      const { sections } = tripResponse.parse((await member.client.get(`/api/trips/${id}`)).body)
      const [group] = 'value' in sections.checklist ? sections.checklist.value : []
      const at = [group?.id ?? '', 'items', group?.items[0]?.id ?? '', 'checked']
      const rename = () =>
        operation('details', { do: 'set', at: ['destination_name'], to: `Site ${randomUUID()}`, was: '' })
      const tick = (to: boolean) => operation('checklist', { do: 'set', at, to, was: !to })

      const first = rename()
      expect((await send(member.client, id, [first])).refused).toEqual([])
      expect((await organizer.client.put(`/api/trips/${id}/people`, { members_edit: false })).status).toBe(204)

      const [second, third] = [rename(), tick(true)]
      expect((await send(member.client, id, [second, third])).refused).toEqual([
        { id: second.id, code: 'not_allowed', message: 'Only organizers can edit this part of the plan.' },
      ])
      const trip = tripResponse.parse((await owner.get(`/api/trips/${id}`)).body)
      expect(trip.trip?.members_edit).toBe(false)
      expect(JSON.stringify(trip.sections.checklist)).toContain('"checked":true')
      expect(JSON.stringify(trip.sections.details)).toContain((first as { to?: string }).to)
      // What was done while it was allowed remains, even if its response was lost.
      expect((await send(member.client, id, [first])).refused).toEqual([])
      for (const { client } of [organizer, { client: owner }])
        expect((await send(client, id, [rename()])).refused).toEqual([])

      await owner.put(`/api/trips/${id}/people`, { members_edit: true })
      expect((await send(member.client, id, [rename()])).refused).toEqual([])
    })

    it('are part of the ETag, so that a cached trip is fetched again', async () => {
      const { id } = await newTrip()
      const { client } = await newMember(id)
      const tag = (await client.get(`/api/trips/${id}`)).headers.get('etag') ?? ''
      expect((await client.get(`/api/trips/${id}`, { 'if-none-match': tag })).status).toBe(304)
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })
      expect((await client.get(`/api/trips/${id}`, { 'if-none-match': tag })).status).toBe(200)
    })
  })

  describe('an organizer or owner', () => {
    it('can change a member into an organizer and back', async () => {
      const { id } = await newTrip()
      const member = await newMember(id)
      const setRole = (role: string, client = owner) => client.put(`/api/trips/${id}/people/${member.id}`, { role })
      expect(await member.client.post(`/api/trips/${id}/invitations`, {})).toMatchObject(failed(404, 'trip_not_found'))
      expect((await setRole('organizer')).status).toBe(204)
      expect((await member.client.post(`/api/trips/${id}/invitations`, {})).status).toBe(201)
      expect((await setRole('member', member.client)).status).toBe(204)
      expect(await setRole('organizer', member.client)).toMatchObject(failed(404, 'trip_not_found'))
      expect(await setRole('owner')).toMatchObject(failed(400, 'invalid_request'))
      const stranger = await insertAccount(server.db)
      expect(await owner.put(`/api/trips/${id}/people/${stranger}`, { role: 'organizer' })).toMatchObject(
        failed(404, 'person_not_found'),
      )
      expect((await peopleOf(owner, id)).people.map(({ id: personId }) => personId)).not.toContain(stranger)
    })

    it('can remove a member, who loses access; what they wrote remains', async () => {
      const { id } = await newTrip()
      const member = await newMember(id)
      await member.client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Carries EpiPen' }])
      const removeMember = () => owner.send('DELETE', `/api/trips/${id}/people/${member.id}`)
      expect((await removeMember()).status).toBe(204)
      expect((await removeMember()).status).toBe(204)
      for (const path of ['', '/people', '/history', '/events'])
        expect(await member.client.get(`/api/trips/${id}${path}`), path).toMatchObject(failed(404, 'trip_not_found'))
      expect(
        tripListResponse.parse((await member.client.get('/api/trips')).body).trips.map((trip) => trip.id),
      ).not.toContain(id)
      expect((await owner.get(`/api/trips/${id}`)).text).toContain('Carries EpiPen')
    })

    it('cannot be removed as the owner', async () => {
      const { id } = await newTrip()
      const organizer = await newMember(id, 'organizer')
      expect((await organizer.client.send('DELETE', `/api/trips/${id}/people/${ownerId}`)).status).toBe(204)
      expect((await owner.get(`/api/trips/${id}`)).status).toBe(200)
    })
  })

  it('a member can leave, and remove nobody else', async () => {
    const { id } = await newTrip()
    const [member, other] = [await newMember(id), await newMember(id)]
    expect(await member.client.send('DELETE', `/api/trips/${id}/people/${other.id}`)).toMatchObject(
      failed(404, 'trip_not_found'),
    )
    expect((await member.client.send('DELETE', `/api/trips/${id}/people/${member.id}`)).status).toBe(204)
    expect((await peopleOf(owner, id)).people.map((person) => person.id)).toEqual([ownerId, other.id])
  })

  describe('those who have the trip open', () => {
    it('are notified that somebody has joined, and of their changed permissions', async () => {
      const { id } = await newTrip()
      const member = await newMember(id)
      const reader = await member.client.listen(`/api/trips/${id}/events`)
      expect(await reader.next('versions')).toMatchObject({ role: 'member', members_edit: true })
      const { token } = await invite(id)
      await join(token, server.openClient(), { name: 'Ana' })
      expect(await reader.next('change')).toMatchObject({ part: 'people', by: { name: 'Ana' } })
      expect(await reader.next('change')).toMatchObject({ part: 'trip', by: { name: 'Ana' } })
      await reader.next('versions')
      await owner.put(`/api/trips/${id}/people`, { members_edit: false })
      await reader.until<VersionsEvent>('versions', ({ members_edit }) => !members_edit)
      await owner.put(`/api/trips/${id}/people/${member.id}`, { role: 'organizer' })
      await reader.until<VersionsEvent>('versions', ({ role }) => role === 'organizer')
      await reader.leave()
    })

    it('receive nothing more once they are removed', async () => {
      const { id } = await newTrip()
      const member = await newMember(id)
      const reader = await member.client.listen(`/api/trips/${id}/events`)
      await reader.next('versions')
      await owner.send('DELETE', `/api/trips/${id}/people/${member.id}`)
      expect(await reader.next('change')).toMatchObject({ part: 'trip' })
      await reader.end()
    })
  })

  it('no log line contains a token that grants access', async () => {
    const { id } = await newTrip()
    const { token, invitation } = await invite(id)
    await owner.get(`/api/trips/${id}/invitations/${invitation.id}/link`)
    const device = randomUUID()
    const client = server.openClient()
    await client.get(`/join/${token}`)
    await preview(token, client)
    await join(token, client, { device, name: 'Ana' })
    const log = JSON.stringify(server.log)
    for (const secret of [token, device, client.token]) expect(log).not.toContain(secret)
    expect(log).toContain('/join/…')
  })
})
