import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTICES } from '#domain/api/events.ts'
import {
  type ChoicesResponse,
  MAX_NOTICES,
  NOTICE_SETTINGS_PATH,
  NOTICES_PATH,
  noticeChoicesPath,
  noticesPath,
  noticesResponse,
  READ_NOTICES_PATH,
  remindersPath,
} from '#domain/api/notices.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { addNoticeMail } from '#server/notify/notice-mails.ts'
import { moveNotices, sweepNotices } from '#server/notify/notices.ts'
import { unsubscribeToken } from '#server/notify/unsubscribing.ts'
import { type DocumentApp, fileStores, openDocumentApp } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertNotice } from '#server/testing/notices.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const failed = (status: number, code: string) => ({ status, body: { error: { code } } })
const DAY_MS = 24 * 60 * 60_000

describe.each(engines)('notices on %s', (engine) => {
  let app: DocumentApp
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
  })
  afterAll(() => app.remove())

  async function buildTrip({ name = 'To the lake' } = {}) {
    const owner = await insertAccount(app.db)
    const user = await insertAccount(app.db)
    const trip = await insertTrip(app.db, { owner_id: owner, name })
    await insertMembership(app.db, { trip_id: trip.id, user_id: user, role: 'member' })
    const client = await app.openSession({ id: user })
    return {
      owner,
      asOwner: await app.openSession({ id: owner }),
      user,
      client,
      trip,
      scope: { trip_id: trip.id, user_id: user },
    }
  }
  const list = async (client: TestClient, path: string = NOTICES_PATH) => {
    const answer = await client.get(path)
    expect(answer.status, answer.text).toBe(200)
    return noticesResponse.parse(answer.body)
  }
  const rowOf = (id: string) => app.db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rowsOf = (userId: string) => app.db.selectFrom('notices').selectAll().where('user_id', '=', userId).execute()
  const at = (ms: number) => new Date(app.clock().getTime() + ms).toISOString()
  async function subscribe(user_id: string, trip_id: string) {
    const keys = { p256dh: 'a key', auth: 'a secret', public_key: 'a key', device: '' }
    const id = randomUUID()
    const times = { created_at: at(0), renewed_at: at(0), failures: 0, failed_since: null }
    await app.db
      .insertInto('push_subscriptions')
      .values({ id, user_id, session_key: 'key', endpoint: `https://${id}`, endpoint_hash: id, ...keys, ...times })
      .execute()
    const push = { id: randomUUID(), subscription_id: id, user_id, trip_id, is_urgent: false }
    await app.db
      .insertInto('pushes')
      .values({ ...push, created_at: at(0), tries: 0, next_try_at: at(0) })
      .execute()
  }
  const countWaiting = async (user_id: string) => {
    const pushes = await app.db.selectFrom('pushes').select('id').where('user_id', '=', user_id).execute()
    const mails = await app.db.selectFrom('mails').select('id').where('user_id', '=', user_id).execute()
    return { pushes: pushes.length, mails: mails.length }
  }

  it('are listed newest first, with the unread ones of each trip', async () => {
    const { client, scope, trip, user, owner } = await buildTrip()
    const second = await insertTrip(app.db, { owner_id: user, name: 'To the sea' })
    const old = await insertNotice(app.db, { ...scope, created_at: at(-3000), read_at: at(-1000) })
    const middle = await insertNotice(app.db, { ...scope, created_at: at(-2000) })
    const own = await insertNotice(app.db, { trip_id: second.id, user_id: user, created_at: at(-1000) })
    await insertNotice(app.db, { ...scope, user_id: owner })
    const { notices, unread } = await list(client)
    expect(notices.map(({ id, is_read, trip_name }) => [id, is_read, trip_name])).toEqual([
      [own, false, 'To the sea'],
      [middle, false, 'To the lake'],
      [old, true, 'To the lake'],
    ])
    expect(unread).toEqual({ [trip.id]: 1, [second.id]: 1 })
    expect(notices[0]?.about).toEqual({ what: 'poll', name: 'Which lake?' })
    const ofOne = await list(client, noticesPath(second.id))
    expect(ofOne.notices.map(({ id }) => id)).toEqual([own])
    expect(ofOne.unread).toEqual(unread)
    expect(await client.get(`${NOTICES_PATH}?trip=x`)).toMatchObject(failed(400, 'invalid_id'))
    expect((await list(client, noticesPath(randomUUID()))).notices).toEqual([])
  })

  it('lists the newest, and counts all that are unread', async () => {
    const { client, scope, trip } = await buildTrip()
    for (let minutes = 0; minutes < MAX_NOTICES + 5; minutes++)
      await insertNotice(app.db, { ...scope, created_at: at(-minutes * 60_000) })
    const { notices, unread } = await list(client)
    expect(notices).toHaveLength(MAX_NOTICES)
    expect(unread).toEqual({ [trip.id]: MAX_NOTICES + 5 })
  })

  it('are not listed of deleted trips, trips that the user has left, or trips without an owner', async () => {
    const { asOwner, client, scope, trip } = await buildTrip()
    await insertNotice(app.db, scope)
    const unowned = await insertTrip(app.db)
    await insertNotice(app.db, { ...scope, trip_id: unowned.id })
    expect((await list(client)).notices).toHaveLength(1)
    await asOwner.put(`/api/trips/${trip.id}/deleted`, { is_deleted: true })
    expect(await list(client)).toEqual({ notices: [], unread: {} })
    await asOwner.put(`/api/trips/${trip.id}/deleted`, { is_deleted: false })
    expect((await list(client)).notices).toHaveLength(1)
    await app.db.deleteFrom('memberships').where('trip_id', '=', trip.id).execute()
    expect(await list(client)).toEqual({ notices: [], unread: {} })
  })

  it('are read once, and not sent after that', async () => {
    const { client, scope, owner } = await buildTrip()
    const mine = await insertNotice(app.db, { ...scope, push_at: at(0), mail_at: at(0) })
    const theirs = await insertNotice(app.db, { ...scope, user_id: owner, push_at: at(0) })
    expect((await client.post(READ_NOTICES_PATH, { ids: [mine, theirs] })).status).toBe(204)
    const read = await rowOf(mine)
    expect(read).toMatchObject({ read_at: expect.any(String), push_at: null, mail_at: null })
    expect(await rowOf(theirs)).toMatchObject({ read_at: null, push_at: expect.any(String) })
    app.wait({ minutes: 1 })
    expect((await client.post(READ_NOTICES_PATH, { ids: [mine] })).status).toBe(204)
    expect(await rowOf(mine)).toEqual(read)
    expect(await client.post(READ_NOTICES_PATH, { ids: [] })).toMatchObject(failed(400, 'invalid_request'))
  })

  it('that are read are not counted on other devices any more: these are told', async () => {
    const { client, scope, trip } = await buildTrip()
    const id = await insertNotice(app.db, scope)
    const stream = await client.listen(`/api/trips/${trip.id}/events`)
    expect((await client.post(READ_NOTICES_PATH, { ids: [id] })).status).toBe(204)
    expect(await stream.next(NOTICES)).toEqual({})
    await stream.leave()
  })

  it('stay unread if something new about the same was told since they were listed', async () => {
    const { client, scope } = await buildTrip()
    const id = await insertNotice(app.db, { ...scope, push_at: at(0) })
    const [{ created_at = '' } = {}] = (await list(client)).notices
    const before = new Date(Date.parse(created_at) - 1).toISOString()
    expect((await client.post(READ_NOTICES_PATH, { ids: [id], until: before })).status).toBe(204)
    expect(await rowOf(id)).toMatchObject({ read_at: null, push_at: expect.any(String) })
    expect((await client.post(READ_NOTICES_PATH, { ids: [id], until: created_at })).status).toBe(204)
    expect(await rowOf(id)).toMatchObject({ read_at: expect.any(String), push_at: null })
  })

  it('are chosen for each trip, and switched off with all that waits', async () => {
    const { client, scope, user, trip } = await buildTrip()
    const path = noticeChoicesPath(trip.id)
    expect((await client.get(path)).body).toEqual({ choices: {}, is_off: false, reminds_since: null })
    const choices = { changes: { push: false, mail: true } }
    expect((await client.put(path, { choices, is_off: false })).status).toBe(204)
    const waiting = await insertNotice(app.db, { ...scope, push_at: at(0), mail_at: at(0) })
    await addNoticeMail(app.db, { userId: user, tripId: trip.id, recipient: 'a@example.org' }, app.clock())
    await subscribe(user, trip.id)
    expect((await client.get(path)).body).toMatchObject({ choices, is_off: false })
    expect(await countWaiting(user)).toEqual({ pushes: 1, mails: 1 })
    expect((await client.put(path, { choices: {}, is_off: true })).status).toBe(204)
    expect((await client.get(path)).body).toMatchObject({ choices: {}, is_off: true })
    expect(await rowOf(waiting)).toMatchObject({ read_at: null, push_at: null, mail_at: null })
    expect(await countWaiting(user)).toEqual({ pushes: 0, mails: 0 })
    const wrong = { choices: { changes: { push: 'yes', mail: true } }, is_off: false }
    expect(await client.put(path, wrong)).toMatchObject(failed(400, 'invalid_request'))
  })

  it('reminders are switched by organizers, and a retry does not begin again', async () => {
    const { asOwner, client, trip } = await buildTrip()
    const since = async () => ((await client.get(noticeChoicesPath(trip.id))).body as ChoicesResponse).reminds_since
    expect((await client.put(remindersPath(trip.id), { is_on: true })).status).toBe(404)
    expect((await asOwner.put(remindersPath(trip.id), { is_on: true })).status).toBe(204)
    const first = await since()
    expect(first).toEqual(expect.any(String))
    app.wait({ minutes: 1 })
    await asOwner.put(remindersPath(trip.id), { is_on: true })
    expect(await since()).toBe(first)
    await asOwner.put(remindersPath(trip.id), { is_on: false })
    expect(await since()).toBeNull()
  })

  it('settings have quiet hours with a zone that exists', async () => {
    const { client } = await buildTrip()
    const quietOf = async () => ((await client.get(NOTICE_SETTINGS_PATH)).body as { quiet: unknown }).quiet
    expect((await client.get(NOTICE_SETTINGS_PATH)).body).toEqual({
      quiet: { from: '22:00', until: '07:00', zone: '' },
      mail: 'not_set_up',
    })
    const quiet = { from: '23:30', until: '06:00', zone: 'Europe/Berlin' }
    expect((await client.put(NOTICE_SETTINGS_PATH, { quiet })).status).toBe(204)
    expect(await quietOf()).toEqual(quiet)
    const unknown = await client.put(NOTICE_SETTINGS_PATH, { quiet: { ...quiet, zone: 'Europe/Nowhere' } })
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: { at: 'quiet.zone', message: expect.stringContaining('time zone') } },
    })
    expect((await client.put(NOTICE_SETTINGS_PATH, { quiet: { ...quiet, from: '24:00' } })).status).toBe(400)
    await client.put(NOTICE_SETTINGS_PATH, { quiet: { ...quiet, from: '06:00' } })
    expect(await quietOf()).toEqual({ from: '', until: '', zone: 'Europe/Berlin' })
    const guest = await app.openSession({ id: await insertAccount(app.db, { email: null }), email: null })
    expect((await guest.get(NOTICE_SETTINGS_PATH)).body).toMatchObject({ mail: 'none' })
  })

  it('are nothing for the demo account', async () => {
    const demo = await app.db.selectFrom('users').select('id').where('email', '=', DEMO_EMAIL).executeTakeFirst()
    const id = demo?.id ?? (await insertAccount(app.db, { email: DEMO_EMAIL }))
    const trip = await insertTrip(app.db)
    const client = await app.openSession({ id, email: DEMO_EMAIL })
    expect((await client.get(noticeChoicesPath(trip.id))).status).toBe(404)
    expect(await list(client)).toEqual({ notices: [], unread: {} })
  })

  it('end with the membership, with the choices and all that waits', async () => {
    const { client, asOwner, owner, scope, user, trip } = await buildTrip()
    const other = await insertTrip(app.db, { owner_id: user })
    await insertNotice(app.db, scope)
    const elsewhere = await insertNotice(app.db, { ...scope, trip_id: other.id })
    const ofOwner = await insertNotice(app.db, { ...scope, user_id: owner })
    await client.put(noticeChoicesPath(trip.id), { choices: {}, is_off: false })
    await addNoticeMail(app.db, { userId: user, tripId: trip.id, recipient: 'a@example.org' }, app.clock())
    await subscribe(user, trip.id)
    expect((await asOwner.send('DELETE', `/api/trips/${trip.id}/people/${user}`)).status).toBe(204)
    expect((await rowsOf(user)).map(({ id }) => id)).toEqual([elsewhere])
    expect((await rowsOf(owner)).map(({ id }) => id)).toEqual([ofOwner])
    expect(await countWaiting(user)).toEqual({ pushes: 0, mails: 0 })
    const choices = app.db.selectFrom('notice_choices').selectAll().where('user_id', '=', user)
    expect(await choices.execute()).toEqual([])
  })

  it('of a guest become those of the account, which keeps its own choices', async () => {
    const { owner, trip, user, client } = await buildTrip()
    const guest = await insertAccount(app.db, { email: null })
    const second = await insertTrip(app.db, { owner_id: owner })
    const same = { trip_id: trip.id, subject: 'polls/same' }
    await insertNotice(app.db, { ...same, user_id: guest })
    const kept = await insertNotice(app.db, { ...same, user_id: user })
    const moved = await insertNotice(app.db, { trip_id: second.id, user_id: guest })
    const asGuest = await app.openSession({ id: guest, email: null })
    for (const { id } of [trip, second]) await insertMembership(app.db, { trip_id: id, user_id: guest, role: 'member' })
    for (const { id } of [trip, second])
      expect((await asGuest.put(noticeChoicesPath(id), { choices: {}, is_off: true })).status).toBe(204)
    await client.put(noticeChoicesPath(trip.id), { choices: {}, is_off: false })
    await asGuest.put(NOTICE_SETTINGS_PATH, { quiet: { from: '20:00', until: '08:00', zone: '' } })
    await app.db.transaction().execute((trx) => moveNotices(trx, guest, user))
    expect((await rowsOf(user)).map(({ id }) => id).toSorted()).toEqual([kept, moved].toSorted())
    expect(await rowsOf(guest)).toEqual([])
    const choices = await app.db.selectFrom('notice_choices').selectAll().where('user_id', '=', user).execute()
    expect(new Map(choices.map(({ trip_id, is_off }) => [trip_id, is_off]))).toEqual(
      new Map([
        [trip.id, false],
        [second.id, true],
      ]),
    )
    expect((await client.get(NOTICE_SETTINGS_PATH)).body).toMatchObject({ quiet: { from: '20:00' } })
  })

  it('are in the export of the account', async () => {
    const { user, client } = await app.signUp()
    const trip = await insertTrip(app.db, { owner_id: user.id })
    await insertNotice(app.db, { trip_id: trip.id, user_id: user.id })
    await insertNotice(app.db, { trip_id: trip.id, user_id: await insertAccount(app.db) })
    await client.put(noticeChoicesPath(trip.id), { choices: {}, is_off: true })
    const files = unzipSync((await client.get('/auth/v1/export')).bytes)
    const read = (end: string) =>
      JSON.parse(strFromU8(files[Object.keys(files).find((path) => path.endsWith(end)) ?? ''] as Uint8Array))
    expect(read('/trip.json')).toMatchObject({
      notices: [{ kind: 'asked', about: { name: 'Which lake?' }, read_at: null }],
      notice_choices: { choices: {}, is_off: true },
    })
    expect(read('account.json')).toMatchObject({ quiet_hours: { from: '22:00' } })
  })

  it('are swept when they are old, or too many', async () => {
    const { scope, user, owner } = await buildTrip()
    const days = (count: number) => at(-count * DAY_MS)
    const stays = [
      await insertNotice(app.db, { ...scope, created_at: days(40), read_at: days(29) }),
      await insertNotice(app.db, { ...scope, created_at: days(89) }),
    ]
    await insertNotice(app.db, { ...scope, created_at: days(40), read_at: days(31) })
    await insertNotice(app.db, { ...scope, created_at: days(91) })
    const ofOwner = { ...scope, user_id: owner }
    const oldest = await insertNotice(app.db, { ...ofOwner, created_at: days(20) })
    for (let count = 0; count < MAX_NOTICES; count++) await insertNotice(app.db, { ...ofOwner, created_at: days(10) })
    await sweepNotices(app.db, app.clock())
    expect((await rowsOf(user)).map(({ id }) => id).toSorted()).toEqual(stays.toSorted())
    const left = await rowsOf(owner)
    expect(left).toHaveLength(MAX_NOTICES)
    expect(left.map(({ id }) => id)).not.toContain(oldest)
  })

  describe('unsubscribing', () => {
    const choicesOf = async (client: TestClient, tripId: string) =>
      (await client.get(noticeChoicesPath(tripId))).body as ChoicesResponse

    it('works signed out, and switches off only the mails of this trip', async () => {
      const { client, scope, user, trip } = await buildTrip({ name: 'Algonquin' })
      await client.put(noticeChoicesPath(trip.id), { choices: { asked: { push: false, mail: true } }, is_off: false })
      const waiting = await insertNotice(app.db, { ...scope, push_at: at(0), mail_at: at(0) })
      await addNoticeMail(app.db, { userId: user, tripId: trip.id, recipient: 'a@example.org' }, app.clock())
      const token = unsubscribeToken(app.secretKey, { userId: user, tripId: trip.id })
      for (let times = 0; times < 2; times++)
        expect(await app.openClient().post('/api/unsubscribe', { token })).toMatchObject({
          status: 200,
          body: { trip_name: 'Algonquin' },
        })
      const { choices, is_off } = await choicesOf(client, trip.id)
      expect(is_off).toBe(false)
      expect(choices).toMatchObject({ asked: { push: false, mail: false }, todo: { push: true, mail: false } })
      expect(Object.values(choices).filter((one) => one?.mail)).toEqual([])
      expect(await rowOf(waiting)).toMatchObject({ push_at: expect.any(String), mail_at: null })
      expect(await countWaiting(user)).toMatchObject({ mails: 0 })
    })

    it('works in one click from a mail program, which sends no origin', async () => {
      const { client, user, trip } = await buildTrip()
      const token = unsubscribeToken(app.secretKey, { userId: user, tripId: trip.id })
      app.log.length = 0
      const answer = await app.openClient().send('POST', `/unsubscribe/${token}`, {
        raw: 'List-Unsubscribe=One-Click',
        headers: { origin: '', 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(answer).toMatchObject({ status: 204, text: '' })
      expect((await choicesOf(client, trip.id)).choices.asked).toEqual({ push: true, mail: false })
      expect(JSON.stringify(app.log)).not.toContain(token.slice(-30))
      // All other writes need the origin.
      const other = await client.send('PUT', noticeChoicesPath(trip.id), { body: {}, headers: { origin: '' } })
      expect(other).toMatchObject(failed(403, 'origin_refused'))
    })

    it('changes nothing when a scanner follows the link', async () => {
      const { client, user, trip } = await buildTrip()
      const token = unsubscribeToken(app.secretKey, { userId: user, tripId: trip.id })
      for (const method of ['GET', 'HEAD']) {
        const answer = await app.openClient().send(method, `/unsubscribe/${token}`)
        expect(answer.status).toBe(303)
        expect(answer.headers.get('location')).toBe(`/unsubscribe#${token}`)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      }
      expect((await choicesOf(client, trip.id)).choices).toEqual({})
    })

    it('refuses tokens of another server, changed ones, and those of trips and people that are gone', async () => {
      const { client, user, trip } = await buildTrip()
      const scope = { userId: user, tripId: trip.id }
      const right = unsubscribeToken(app.secretKey, scope)
      const other = await buildTrip()
      const swapped = unsubscribeToken(app.secretKey, { ...scope, tripId: other.trip.id })
      const left = await insertAccount(app.db)
      const wrong = [
        unsubscribeToken(createSecretKey(randomBytes(32)), scope),
        `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`,
        `${swapped.slice(0, 43)}${right.slice(43)}`,
        swapped,
        right.slice(1),
        'x',
        unsubscribeToken(app.secretKey, { userId: left, tripId: trip.id }),
        unsubscribeToken(app.secretKey, { userId: randomUUID(), tripId: trip.id }),
        unsubscribeToken(app.secretKey, { userId: user, tripId: randomUUID() }),
      ]
      for (const token of wrong) {
        const answer = await app.openClient().post('/api/unsubscribe', { token })
        expect(answer).toMatchObject(failed(404, 'link_not_found'))
        expect(answer.text).toContain('This link no longer works. Sign in')
        expect((await app.openClient().send('POST', `/unsubscribe/${token}`)).status).toBe(404)
      }
      expect((await choicesOf(client, trip.id)).choices).toEqual({})
      await app.db
        .updateTable('trips')
        .set({ deleted_at: at(0) })
        .where('id', '=', trip.id)
        .execute()
      expect((await app.openClient().post('/api/unsubscribe', { token: right })).status).toBe(404)
    })

    it('is limited by network, for tokens that do not work', async () => {
      const { user, trip } = await buildTrip()
      const limited = app.openAnother()
      const token = unsubscribeToken(app.secretKey, { userId: user, tripId: trip.id })
      for (let guesses = 0; guesses < 200; guesses++)
        expect((await limited.openClient().post('/api/unsubscribe', { token: 'guessed' })).status).toBe(404)
      expect((await limited.openClient().post('/api/unsubscribe', { token })).status).toBe(429)
    })
  })
})
