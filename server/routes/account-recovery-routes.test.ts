import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deviceCodeMade,
  personalLinkMade,
  personalLinkResponse,
  personOfLink,
  sessionNews,
} from '#domain/api/account-recovery.ts'
import { sessionResponse } from '#domain/api/auth.ts'
import { historyResponse } from '#domain/api/history.ts'
import { invitationMade, joined, peopleResponse } from '#domain/api/people.ts'
import { tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { DEVICE_CODE_LETTERS, parseDeviceCode } from '#domain/device-code.ts'
import { errorMessage } from '#domain/error-messages.ts'
import { newParty } from '#domain/plan/people.ts'
import { createDemoAccount } from '#server/accounts/demo-account.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type Answer, failed, type TestClient } from '#server/testing/test-client.ts'

const BY_CODE = '/auth/v1/token?grant_type=device_code'
const BY_LINK = '/auth/v1/token?grant_type=personal_link'
const BY_PASSWORD = '/auth/v1/token?grant_type=password'
const LINK = '/auth/v1/personal-link'
const USER = '/auth/v1/user'
const PASSWORD = 'pine-needles'

describe.each(engines)('account recovery on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const userOf = (answer: Answer) => {
    const { news, ...session } = sessionResponse.parse(answer.body)
    return { ...session, ...(news !== undefined && sessionNews.parse(news)) }
  }
  const whoIs = async (client: TestClient) => userOf(await client.get(USER))
  const invite = async (tripId: string, client = owner) =>
    invitationMade.parse((await client.post(`/api/trips/${tripId}/invitations`, {})).body).token
  const join = async (client: TestClient, tripId: string, body: object, by = owner) =>
    joined.parse(
      (await client.post('/api/join', { token: await invite(tripId, by), device: randomUUID(), ...body })).body,
    ).user
  /** A guest in a trip of the owner. */
  const newGuest = async (at = server) => {
    const { id: tripId } = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    const client = at.openClient()
    return { tripId, client, user: await join(client, tripId, { name: 'Ana' }) }
  }
  const showCode = async (client: TestClient) => deviceCodeMade.parse((await client.post('/auth/v1/device-code')).body)
  const makeLink = async (client: TestClient) => personalLinkMade.parse((await client.post(LINK)).body).secret
  const openLink = (secret: string, client: TestClient) => client.post(BY_LINK, { secret })
  const makeHelpLink = (client: TestClient, tripId: string, personId: string) =>
    client.post(`/api/trips/${tripId}/people/${personId}/personal-link`)
  const signInWithGuest = (client: TestClient, guest: string, email: string, password = PASSWORD) =>
    client.post(BY_PASSWORD, { email, password, guest })
  const listTrips = async (client: TestClient) =>
    tripListResponse.parse((await client.get('/api/trips')).body).trips.map(({ id, role }) => [id, role])

  describe('a code from another device', () => {
    it('signs in a guest or an account on another device, as themselves', async () => {
      for (const { client, user } of [await newGuest(), await server.signUp()]) {
        const { code, expires_in } = await showCode(client)
        expect(parseDeviceCode(code)).toBe(code)
        expect(expires_in).toBe(600)
        const other = server.openClient()
        expect(userOf(await other.post(BY_CODE, { code })).user).toEqual(user)
        for (const each of [client, other]) expect((await whoIs(each)).user).toEqual(user)
      }
    })

    it('opens a normal session: a guest’s does not expire, an account’s lasts 30 minutes', async () => {
      const guest = server.openClient()
      const answer = await guest.post(BY_CODE, { code: (await showCode((await newGuest()).client)).code })
      expect(answer.setCookies[0]).toContain('Max-Age=34560000')
      const account = server.openClient()
      const other = await account.post(BY_CODE, { code: (await showCode((await server.signUp()).client)).code })
      expect(other.setCookies[0]).toContain('Max-Age=1800')
    })

    it('is accepted in any case, with spaces and hyphens', async () => {
      const { client, user } = await newGuest()
      for (const write of [
        (code: string) => code.toLowerCase(),
        (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`,
        (code: string) => ` ${code.slice(0, 4)}-${code.slice(4)} `,
      ]) {
        const { code } = await showCode(client)
        expect(userOf(await server.openClient().post(BY_CODE, { code: write(code) })).user.id).toBe(user.id)
      }
    })

    it('works once, even if several devices send it at the same time', async () => {
      const { code } = await showCode((await newGuest()).client)
      const answers = await Promise.all([1, 2, 3].map(() => server.openClient().post(BY_CODE, { code })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
      const again = await server.openClient().post(BY_CODE, { code })
      expect(again).toMatchObject({
        status: 410,
        body: { error: { code: 'code_used', message: errorMessage('code_used') } },
      })
      expect(again.setCookies).toEqual([])
    })

    it('is valid for 10 minutes', async () => {
      const later = server.openAnother()
      const { client } = await newGuest()
      const { code } = await showCode(client)
      later.wait({ minutes: 10, seconds: 1 })
      expect(await later.openClient().post(BY_CODE, { code })).toMatchObject({
        status: 410,
        body: { error: { code: 'code_expired', message: errorMessage('code_expired') } },
      })
      expect((await server.openClient().post(BY_CODE, { code })).status).toBe(200)
    })

    it('grants nothing once there is a newer one, nor if it was never issued', async () => {
      const { client } = await newGuest()
      const { code } = await showCode(client)
      await showCode(client)
      for (const wrong of [code, '00000000', 'not a code', '7KQ2-M9XU', randomUUID()])
        expect(await server.openClient().post(BY_CODE, { code: wrong })).toMatchObject({
          status: 404,
          body: { error: { code: 'code_not_found', message: errorMessage('code_not_found') } },
        })
      expect(await server.openClient().post(BY_CODE, { code: '' })).toMatchObject(failed(400, 'invalid_request'))
    })

    it('is not in the database, nor is a plain hash of it', async () => {
      const { client, user } = await newGuest()
      const { code } = await showCode(client)
      const row = await server.db
        .selectFrom('device_codes')
        .selectAll()
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(code)
      const digests = await Promise.all(
        ['SHA-1', 'SHA-256', 'SHA-512'].map((name) => crypto.subtle.digest(name, Buffer.from(code))),
      )
      for (const digest of digests)
        expect(Buffer.from(row.code_hash, 'base64url').equals(Buffer.from(digest))).toBe(false)
    })

    it('allows 60 attempts per address, not counting successful ones', async () => {
      const limited = server.openAnother()
      const { client } = await newGuest(limited)
      const attempt = (code: string) => limited.openClient().post(BY_CODE, { code })
      for (let n = 0; n < 59; n++) expect((await attempt(buildCode())).status).toBe(404)
      expect((await attempt((await showCode(client)).code)).status).toBe(200)
      expect((await attempt(buildCode())).status).toBe(404)
      expect(await attempt((await showCode(client)).code)).toMatchObject(failed(429, 'too_many_requests'))
    })

    it('allows 3000 attempts in total, from however many addresses', async () => {
      const { createAttempts } = await import('../accounts/attempts.ts')
      const { createLimits } = await import('../accounts/limits.ts')
      const attempts = createAttempts(
        { signInAttempts: 1, signUpsPerHour: 1, ai: undefined, writesPerMinute: 1_000_000 },
        createLimits({}),
      )
      for (let n = 0; n < 3000; n++) await attempts.countCode(`10.0.0.${n % 60}`)
      await attempts.uncountCode('10.0.0.1')
      await attempts.countCode('10.0.1.1')
      await expect(attempts.countCode('10.0.1.2')).rejects.toMatchObject({ code: 'too_many_requests' })
    })

    it('is issued at most 30 times per person', async () => {
      const { client } = await newGuest()
      for (let n = 0; n < 30; n++) expect((await client.post('/auth/v1/device-code')).status).toBe(200)
      expect(await client.post('/auth/v1/device-code')).toMatchObject(failed(429, 'too_many_requests'))
      expect((await (await newGuest()).client.post('/auth/v1/device-code')).status).toBe(200)
    })
  })

  describe('a personal link', () => {
    it('names its guest, and signs them in as often as they like', async () => {
      const { client, user, tripId } = await newGuest()
      const secret = await makeLink(client)
      expect(Buffer.from(secret, 'base64url')).toHaveLength(24)
      for (let times = 0; times < 2; times++) {
        const other = server.openClient()
        expect(personOfLink.parse((await other.post(`${LINK}/look`, { secret })).body)).toEqual({
          name: 'Ana',
          is_you: false,
        })
        expect([...other.cookies]).toEqual([])
        expect(userOf(await openLink(secret, other)).user).toEqual(user)
        expect((await other.get(`/api/trips/${tripId}`)).status).toBe(200)
      }
    })

    it('ends when replaced, also for sessions opened from it by a code', async () => {
      const { client } = await newGuest()
      const thief = server.openClient()
      await openLink(await makeLink(client), thief)
      const { code } = await showCode(thief)
      const further = server.openClient()
      expect((await further.post(BY_CODE, { code })).status).toBe(200)
      const { code: unused } = await showCode(further)
      await makeLink(client)
      for (const each of [thief, further]) expect(await each.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await further.post(BY_CODE, { code: unused })).toMatchObject(failed(404, 'code_not_found'))
      expect((await client.get(USER)).status).toBe(200)
    })

    it('is stored only as a hash, which grants nothing', async () => {
      const { client, user } = await newGuest()
      const secret = await makeLink(client)
      const row = await server.db
        .selectFrom('personal_links')
        .selectAll()
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(JSON.stringify(row)).not.toContain(secret)
      expect(await openLink(row.secret_hash ?? '', server.openClient())).toMatchObject(failed(404, 'link_not_found'))
    })

    it('ends when replaced or removed, with the sessions it opened except the requesting one', async () => {
      const { client } = await newGuest()
      const first = await makeLink(client)
      const [phone, tablet] = [server.openClient(), server.openClient()]
      for (const each of [phone, tablet]) await openLink(first, each)
      const second = await makeLink(phone)
      expect((await phone.get(USER)).status).toBe(200)
      expect((await client.get(USER)).status).toBe(200)
      expect(await tablet.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await openLink(first, tablet)).toMatchObject({
        status: 404,
        body: { error: { code: 'link_not_found', message: errorMessage('link_not_found') } },
      })
      expect((await openLink(second, tablet)).status).toBe(200)
      expect((await client.send('DELETE', LINK)).status).toBe(204)
      for (const each of [phone, tablet]) expect(await each.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await openLink(second, phone)).toMatchObject(failed(404, 'link_not_found'))
      expect(await phone.post(`${LINK}/look`, { secret: second })).toMatchObject(failed(404, 'link_not_found'))
    })

    it('is reported with the time at which it was created', async () => {
      const { client } = await newGuest()
      const madeAt = async () => personalLinkResponse.parse((await client.get(LINK)).body).made_at
      expect(await madeAt()).toBe(null)
      await makeLink(client)
      expect(Math.abs(Date.parse((await madeAt()) ?? '') - Date.now())).toBeLessThan(60_000)
      await client.send('DELETE', LINK)
      expect(await madeAt()).toBe(null)
    })

    it('reports its last use to its guest, even if it was replaced since', async () => {
      const { client } = await newGuest()
      expect((await whoIs(client)).link_used_at).toBe(undefined)
      const secret = await makeLink(client)
      const thief = server.openClient()
      const used = userOf(await openLink(secret, thief)).link_used_at
      expect(used).toBeDefined()
      // The person who used the link replaces it, so that nobody else can.
      await makeLink(thief)
      expect((await whoIs(client)).link_used_at).toBe(used)
      await thief.send('DELETE', LINK)
      expect((await whoIs(client)).link_used_at).toBe(used)
      const refreshed = await client.post('/auth/v1/token?grant_type=refresh_token')
      expect(userOf(refreshed).link_used_at).toBe(used)
    })

    it('is not counted as used by its own guest, and is refused to anybody else who is signed in', async () => {
      const { client } = await newGuest()
      const secret = await makeLink(client)
      expect((await client.post(`${LINK}/look`, { secret })).body).toMatchObject({ is_you: true })
      expect((await openLink(secret, client)).status).toBe(200)
      expect((await whoIs(client)).link_used_at).toBe(undefined)
      const other = await newGuest()
      expect(await openLink(secret, other.client)).toMatchObject({
        status: 409,
        body: { error: { code: 'somebody_else_signed_in', message: errorMessage('somebody_else_signed_in') } },
      })
      expect((await whoIs(other.client)).user).toEqual(other.user)
      expect((await whoIs(client)).link_used_at).toBe(undefined)
    })
  })

  describe('an organizer', () => {
    it('creates a link for a guest in place of their own, and its use is reported to the guest', async () => {
      const { client, tripId, user } = await newGuest()
      const formerSecret = await makeLink(client)
      const { secret } = personalLinkMade.parse((await makeHelpLink(owner, tripId, user.id)).body)
      expect(await openLink(formerSecret, server.openClient())).toMatchObject(failed(404, 'link_not_found'))
      expect(userOf(await openLink(secret, server.openClient())).user).toEqual(user)
      expect((await whoIs(client)).link_used_at).toBeDefined()
      const organizer = await insertAccount(server.db)
      await insertMembership(server.db, { trip_id: tripId, user_id: organizer, role: 'organizer' })
      expect((await makeHelpLink(await server.openSession({ id: organizer }), tripId, user.id)).status).toBe(200)
    })

    it('creates none for a guest who is also in somebody else’s trip', async () => {
      const { client, tripId, user } = await newGuest()
      const otherId = await insertAccount(server.db)
      const other = await server.openSession({ id: otherId })
      const { id: theirs } = await insertTrip(server.db, { owner_id: otherId })
      await join(client, theirs, {}, other)
      for (const [organizer, trip] of [
        [owner, tripId],
        [other, theirs],
      ] as const)
        expect(await makeHelpLink(organizer, trip, user.id)).toMatchObject({
          status: 403,
          body: { error: { code: 'guest_of_others', message: errorMessage('guest_of_others') } },
        })
      // A member manages nothing.
      await insertMembership(server.db, { trip_id: theirs, user_id: ownerId, role: 'member' })
      expect(await makeHelpLink(owner, tripId, user.id)).toMatchObject(failed(403, 'guest_of_others'))
      await other.put(`/api/trips/${theirs}/people/${ownerId}`, { role: 'organizer' })
      expect((await makeHelpLink(owner, tripId, user.id)).status).toBe(200)
    })

    it('can use that link only while they manage all trips of the guest', async () => {
      const { client, tripId, user } = await newGuest()
      const { secret } = personalLinkMade.parse((await makeHelpLink(owner, tripId, user.id)).body)
      const otherId = await insertAccount(server.db)
      const other = await server.openSession({ id: otherId })
      const { id: theirs } = await insertTrip(server.db, { owner_id: otherId })
      await join(client, theirs, {}, other)
      expect(await openLink(secret, server.openClient())).toMatchObject(failed(404, 'link_not_found'))
      expect(await server.openClient().post(`${LINK}/look`, { secret })).toMatchObject(failed(404, 'link_not_found'))
      await client.send('DELETE', `/api/trips/${theirs}/people/${user.id}`)
      expect((await openLink(secret, server.openClient())).status).toBe(200)
    })

    it('loses the session opened by it once the guest joins somebody else’s trip', async () => {
      const { client, tripId, user } = await newGuest()
      const { secret } = personalLinkMade.parse((await makeHelpLink(owner, tripId, user.id)).body)
      const helpedClient = server.openClient()
      expect((await openLink(secret, helpedClient)).status).toBe(200)
      const otherId = await insertAccount(server.db)
      const { id: theirs } = await insertTrip(server.db, { owner_id: otherId })
      await join(client, theirs, {}, await server.openSession({ id: otherId }))
      expect(await helpedClient.get(`/api/trips/${theirs}`)).toMatchObject(failed(401, 'not_signed_in'))
      expect((await client.get(`/api/trips/${theirs}`)).status).toBe(200)
    })

    it('cannot change how the guest signs in, even on a device signed in from there by a code', async () => {
      const { client, tripId, user } = await newGuest()
      const { secret } = personalLinkMade.parse((await makeHelpLink(owner, tripId, user.id)).body)
      const helpedDevice = server.openClient()
      await openLink(secret, helpedDevice)
      const helpedByCode = server.openClient()
      await helpedByCode.post(BY_CODE, { code: (await showCode(helpedDevice)).code })
      const { user: account } = await server.signUp()
      const refusal = failed(403, 'helped_session')
      for (const other of [helpedDevice, helpedByCode]) {
        expect((await whoIs(other)).user).toEqual(user)
        expect(await other.put(USER, { email: `${randomUUID()}@example.org`, password: PASSWORD })).toMatchObject(
          refusal,
        )
        expect(await signInWithGuest(other, user.id, account.email)).toMatchObject(refusal)
        expect(await other.post(LINK)).toMatchObject(refusal)
        expect(await other.send('DELETE', LINK)).toMatchObject(refusal)
      }
      expect((await client.put(USER, { email: `${randomUUID()}@example.org`, password: PASSWORD })).status).toBe(200)
    })

    it('creates none for accounts or people outside the trip, nor as a member', async () => {
      const { client, tripId, user } = await newGuest()
      const { user: account, client: accountClient } = await server.signUp()
      await join(accountClient, tripId, {})
      expect(await makeHelpLink(owner, tripId, account.id)).toMatchObject({
        status: 403,
        body: { error: { code: 'has_account', message: errorMessage('has_account') } },
      })
      expect(await makeHelpLink(owner, tripId, (await newGuest()).user.id)).toMatchObject(
        failed(404, 'person_not_found'),
      )
      for (const member of [client, accountClient])
        expect(await makeHelpLink(member, tripId, user.id)).toMatchObject(failed(404, 'trip_not_found'))
    })
  })

  describe('a guest who adds an e-mail address and a password', () => {
    const newEmail = () => `ana-${randomUUID()}@example.org`
    const addEmail = (client: TestClient, email: string, password = PASSWORD) => client.put(USER, { email, password })

    it('remains the same user with their trips and session, which now expires like any other', async () => {
      const later = server.openAnother()
      const { client, user, tripId } = await newGuest()
      const tablet = server.openClient()
      await tablet.post(BY_CODE, { code: (await showCode(client)).code })
      const { token } = client
      const email = newEmail()
      const answer = await addEmail(client, email.toUpperCase())
      expect(userOf(answer)).toMatchObject({ user: { ...user, email, is_beta_user: true }, expires_in: 1800 })
      expect(answer.setCookies[0]).toContain('Max-Age=1800')
      expect(client.token).toBe(token)
      for (const each of [client, tablet]) {
        expect(await whoIs(each)).toMatchObject({ user: { id: user.id, email } })
        expect((await whoIs(each)).expires_in).toBeLessThanOrEqual(1800)
      }
      expect(await listTrips(client)).toContainEqual([tripId, 'member'])
      const signedIn = userOf(await server.openClient().post(BY_PASSWORD, { email, password: PASSWORD }))
      expect(signedIn.user.id).toBe(user.id)
      const { people } = peopleResponse.parse((await owner.get(`/api/trips/${tripId}/people`)).body)
      expect(people.find(({ id }) => id === user.id)).toMatchObject({ is_guest: false })
      later.wait({ minutes: 31 })
      for (const each of [client, tablet]) {
        const device = later.openClient()
        device.cookies.set('wayfare_session', each.token)
        expect(await device.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      }
    })

    it('loses their personal link, and sessions opened by it end except the requesting one', async () => {
      const { client } = await newGuest()
      const secret = await makeLink(client)
      const [phone, thief] = [server.openClient(), server.openClient()]
      for (const each of [phone, thief]) await openLink(secret, each)
      expect((await addEmail(phone, newEmail())).status).toBe(200)
      for (const each of [client, phone]) expect((await each.get(USER)).status).toBe(200)
      expect(await thief.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await openLink(secret, thief)).toMatchObject(failed(404, 'link_not_found'))
      expect(await client.post(LINK)).toMatchObject(failed(403, 'guests_only'))
    })

    it('ERR-5 is told if the address already has an account, and remains a guest', async () => {
      const { user: account } = await server.signUp()
      const { client, user } = await newGuest()
      expect(await addEmail(client, account.email.toUpperCase())).toMatchObject({
        status: 409,
        body: { error: { code: 'email_exists', message: 'Email already exists' } },
      })
      expect((await whoIs(client)).user).toEqual(user)
    })

    it('gets an address that two request at once only if they are first', async () => {
      const email = newEmail()
      const [one, other] = [await newGuest(), await newGuest()]
      const answers = await Promise.all([addEmail(one.client, email), addEmail(other.client, email)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    it.each([
      ['a password of 7 characters', 'birches', 'invalid_request'],
      ['spaces', '          ', 'password_too_common'],
      ['the same character throughout', 'zzzzzzzzzz', 'password_too_common'],
      ['one of the most common passwords', 'PassWord123', 'password_too_common'],
    ])('SIGNIN-16, CONST-2 is refused %s', async (_, password, code) => {
      const { client, user } = await newGuest()
      expect(await addEmail(client, newEmail(), password)).toMatchObject(failed(400, code))
      expect((await whoIs(client)).user).toEqual(user)
    })

    it('is not recognized by the device as the former guest: the next to join there is a new person', async () => {
      const { id: tripId } = await insertTrip(server.db, { owner_id: ownerId })
      const token = await invite(tripId)
      const device = randomUUID()
      const client = server.openClient()
      const first = joined.parse((await client.post('/api/join', { token, device, name: 'Ana' })).body).user
      await addEmail(client, newEmail())
      const next = joined.parse((await server.openClient().post('/api/join', { token, device, name: 'Ben' })).body).user
      expect(next).toMatchObject({ username: 'Ben', email: null })
      expect(next.id).not.toBe(first.id)
    })

    it('must not have an account yet', async () => {
      const { client, user } = await server.signUp()
      expect(await addEmail(client, newEmail())).toMatchObject(failed(403, 'guests_only'))
      expect((await whoIs(client)).user).toEqual(user)
    })
  })

  describe('a guest who signs in to an existing account', () => {
    it('has their trips moved into it, and is no longer a separate user', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account, client: elsewhere } = await server.signUp()
      const secret = await makeLink(client)
      const { code } = await showCode(client)
      const tablet = server.openClient()
      await openLink(secret, tablet)
      const answer = await signInWithGuest(client, user.id, account.email)
      expect(userOf(answer)).toMatchObject({ user: account, formerly: [user.id], expires_in: 1800 })
      expect(answer.setCookies[0]).toContain('Max-Age=1800')
      for (const each of [client, elsewhere]) {
        expect(await listTrips(each)).toContainEqual([tripId, 'member'])
        expect(await whoIs(each)).toMatchObject({ user: account, formerly: [user.id] })
      }
      const { people } = peopleResponse.parse((await owner.get(`/api/trips/${tripId}/people`)).body)
      expect(people.map(({ id }) => id)).toEqual([ownerId, account.id])
      expect(await tablet.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await openLink(secret, tablet)).toMatchObject(failed(404, 'link_not_found'))
      expect(await tablet.post(BY_CODE, { code })).toMatchObject(failed(404, 'code_not_found'))
      expect(await makeHelpLink(owner, tripId, user.id)).toMatchObject(failed(404, 'person_not_found'))
    })

    it('keeps archived trips archived, unless the account had them in its list', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account, client: elsewhere } = await server.signUp()
      const both = await Promise.all([1, 2].map(() => insertTrip(server.db, { owner_id: ownerId })))
      const [first, second] = both.map(({ id }) => id) as [string, string]
      for (const id of [first, second]) {
        await join(client, id, {})
        await join(elsewhere, id, {})
      }
      for (const [who, id] of [
        [client, tripId],
        [client, first],
        [elsewhere, second],
      ] as const)
        expect((await who.put(`/api/trips/${id}/archived`, { is_archived: true })).status).toBe(204)
      expect((await signInWithGuest(client, user.id, account.email)).status).toBe(200)
      const { trips } = tripListResponse.parse((await client.get('/api/trips')).body)
      const isArchived = (id: string) => trips.find((trip) => trip.id === id)?.is_archived
      expect([tripId, first, second].map(isArchived)).toEqual([true, false, true])
      const archivedRows = server.db.selectFrom('archived_trips').select('trip_id').where('user_id', '=', user.id)
      expect(await archivedRows.execute()).toEqual([])
    })

    it('keeps the higher role if both have one, and the account still owns its own trips', async () => {
      const { user: account, client: elsewhere } = await server.signUp()
      const client = server.openClient()
      const trips = await Promise.all([1, 2].map(() => insertTrip(server.db, { owner_id: ownerId })))
      const own = await insertTrip(server.db, { owner_id: account.id })
      const [first = own, second = own] = trips
      const user = await join(client, first.id, { name: 'Ana' })
      await join(client, second.id, {})
      await join(client, own.id, {}, elsewhere)
      for (const { id } of trips) await join(elsewhere, id, {})
      await owner.put(`/api/trips/${first.id}/people/${user.id}`, { role: 'organizer' })
      await owner.put(`/api/trips/${second.id}/people/${account.id}`, { role: 'organizer' })
      await elsewhere.put(`/api/trips/${own.id}/people/${user.id}`, { role: 'organizer' })
      expect((await signInWithGuest(client, user.id, account.email)).status).toBe(200)
      const roles = new Map((await listTrips(client)) as [string, string][])
      expect([first, second, own].map(({ id }) => roles.get(id))).toEqual(['organizer', 'organizer', 'owner'])
    })

    it('keeps the guest’s place in a trip that the account owns, unless the account has its own', async () => {
      const { user: account, client: elsewhere } = await server.signUp()
      const client = server.openClient()
      const [first, second] = await Promise.all([1, 2].map(() => insertTrip(server.db, { owner_id: account.id })))
      if (!first || !second) throw new Error('Two trips are needed.')
      const user = await join(client, first.id, { name: 'Ana' }, elsewhere)
      await join(client, second.id, {}, elsewhere)
      const entry = newParty({ person_id: account.id, party_id: account.id }, account)
      const listing = { id: randomUUID(), section: 'people', do: 'insert', at: [entry.id], entry }
      const listed = await elsewhere.post(`/api/trips/${second.id}/operations`, { operations: [listing], seen: {} })
      expect(listed).toMatchObject({ status: 200, body: { refused: [] } })
      await signInWithGuest(client, user.id, account.email)
      const findPlace = async (id: string) =>
        tripResponse.parse((await client.get(`/api/trips/${id}`)).body).trip?.taken
      expect(await findPlace(first.id)).toMatchObject({ person_id: user.id, party_id: user.id })
      expect(await findPlace(second.id)).toBeNull()
      const memberships = await server.db
        .selectFrom('memberships')
        .select('trip_id')
        .where('user_id', '=', account.id)
        .execute()
      expect(memberships).toEqual([{ trip_id: first.id }])
    })

    it('does not keep an unconfirmed claim: that name is free again', async () => {
      const { user: account, client: elsewhere } = await server.signUp()
      const client = server.openClient()
      const { id } = await insertTrip(server.db, { owner_id: account.id })
      const ben = newParty({ person_id: randomUUID(), party_id: randomUUID() }, { full_name: 'Ben', username: 'ben' })
      const listing = { id: randomUUID(), section: 'people', do: 'insert', at: [ben.id], entry: ben }
      await elsewhere.post(`/api/trips/${id}/operations`, { operations: [listing], seen: {} })
      const user = await join(client, id, { name: 'Ben', person_id: ben.persons[0]?.id }, elsewhere)
      await signInWithGuest(client, user.id, account.email)
      expect(tripResponse.parse((await client.get(`/api/trips/${id}`)).body).trip).toMatchObject({
        role: 'owner',
        taken: null,
      })
      expect(await server.db.selectFrom('memberships').select('user_id').where('trip_id', '=', id).execute()).toEqual(
        [],
      )
    })

    it('is moved although one of their trips is deleted, and has that too once it is restored', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account } = await server.signUp()
      const setDeleted = (is_deleted: boolean) => owner.put(`/api/trips/${tripId}/deleted`, { is_deleted })
      expect((await setDeleted(true)).status).toBe(204)
      expect((await signInWithGuest(client, user.id, account.email)).status).toBe(200)
      expect((await setDeleted(false)).status).toBe(204)
      expect(await listTrips(client)).toContainEqual([tripId, 'member'])
    })

    it('answers for the guest’s party if the account was in the trip without a place', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account, client: elsewhere } = await server.signUp()
      await join(elsewhere, tripId, {})
      await signInWithGuest(client, user.id, account.email)
      const { trip } = tripResponse.parse((await client.get(`/api/trips/${tripId}`)).body)
      expect(trip?.taken).toEqual({ person_id: user.id, party_id: user.id, is_confirmed: true, shares_party: true })
      expect(
        await server.db.selectFrom('memberships').select('user_id').where('trip_id', '=', tripId).execute(),
      ).toHaveLength(1)
    })

    it('appears in the trips’ history under their former name', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account } = await server.signUp()
      expect((await client.makeSection(tripId, 'notes', [{ id: randomUUID(), text: 'Bring an axe' }])).status).toBe(200)
      await signInWithGuest(client, user.id, account.email)
      const { entries } = historyResponse.parse((await owner.get(`/api/trips/${tripId}/history`)).body)
      expect(entries.map(({ section, saved_by }) => [section, saved_by?.name])).toEqual([
        ['notes', 'Ana'],
        ['people', 'Ana'],
      ])
    })

    it('is announced to the other devices in these trips, and its own stream ends', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account } = await server.signUp()
      const [here, there] = [
        await client.listen(`/api/trips/${tripId}/events`),
        await owner.listen(`/api/trips/${tripId}/events`),
      ]
      for (const reader of [here, there]) await reader.next('versions')
      await signInWithGuest(client, user.id, account.email)
      expect(await there.next('change')).toMatchObject({ part: 'trip', by: { id: account.id } })
      await here.end()
      await there.leave()
    })

    it('can repeat the request if its response was lost', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account } = await server.signUp()
      const again = server.openClient()
      again.cookies.set('wayfare_session', client.token)
      await signInWithGuest(client, user.id, account.email)
      expect(userOf(await signInWithGuest(again, user.id, account.email))).toMatchObject({
        user: account,
        formerly: [user.id],
      })
      expect(await listTrips(again)).toContainEqual([tripId, 'member'])
    })

    it('is moved once by concurrent requests', async () => {
      const { client, user, tripId } = await newGuest()
      const { user: account, client: elsewhere } = await server.signUp()
      const devices = [1, 2, 3].map(() => server.openClient())
      for (const each of devices) each.cookies.set('wayfare_session', client.token)
      const statuses = (await Promise.all(devices.map((each) => signInWithGuest(each, user.id, account.email)))).map(
        ({ status }) => status,
      )
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
      expect(await listTrips(elsewhere)).toContainEqual([tripId, 'member'])
    })

    it('loses nothing by a wrong password, the demo account or another signed-in guest', async () => {
      await createDemoAccount(server.db, server.clock)
      const { client, user, tripId } = await newGuest()
      const { user: account, client: elsewhere } = await server.signUp()
      expect(await signInWithGuest(client, user.id, account.email, 'spruce-needles')).toMatchObject(
        failed(401, 'wrong_credentials'),
      )
      expect(await signInWithGuest(client, user.id, 'demo@wayfare.example', 'algonquin')).toMatchObject({
        status: 403,
        body: { error: { code: 'demo_account_refused', message: errorMessage('demo_account_refused') } },
      })
      for (const somebody of [server.openClient(), (await newGuest()).client, elsewhere])
        expect(await signInWithGuest(somebody, user.id, account.email)).toMatchObject(failed(401, 'not_signed_in'))
      expect((await whoIs(client)).user).toEqual(user)
      expect(await listTrips(client)).toEqual([[tripId, 'member']])
      expect(await listTrips(elsewhere)).not.toContainEqual([tripId, 'member'])
    })
  })

  it('logs contain neither codes nor links', async () => {
    const { client, tripId, user } = await newGuest()
    const { code } = await showCode(client)
    const secret = await makeLink(client)
    const other = server.openClient()
    await other.post(BY_CODE, { code })
    await server.openClient().post(`${LINK}/look`, { secret })
    await openLink(secret, server.openClient())
    await openLink(secret, await server.openSession({ id: ownerId }))
    await other.get('/join/me')
    const helpSecret = personalLinkMade.parse((await makeHelpLink(owner, tripId, user.id)).body).secret
    const log = JSON.stringify(server.log)
    for (const each of [code, secret, helpSecret, other.token]) expect(log).not.toContain(each)
  })
})

/** A code that was never issued. */
function buildCode(): string {
  return Array.from({ length: 8 }, () => DEVICE_CODE_LETTERS[Math.floor(Math.random() * 32)]).join('')
}
