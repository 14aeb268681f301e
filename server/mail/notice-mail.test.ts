import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  MAX_NOTICES,
  NOTICE_SETTINGS_PATH,
  NOTICES_PATH,
  noticeChoicesPath,
  noticesResponse,
  READ_NOTICES_PATH,
} from '#domain/api/notices.ts'
import type { Invitation } from '#domain/api/people.ts'
import { defaultQuietHours } from '#domain/notices/choices.ts'
import { makeReset } from '#server/accounts/password-resets.ts'
import { addNoticeMail } from '#server/notify/notice-mails.ts'
import { engines } from '#server/testing/engines.ts'
import { insertNotice } from '#server/testing/notices.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { TestSmtpServer } from '#server/testing/smtp-server.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { plainLine } from './plain-text.ts'

/** The origin of the test clients. */
const ORIGIN = 'http://localhost'

describe.each(engines)('mails of notices on %s', (engine) => {
  let smtp: TestSmtpServer
  let app: TestApp
  /** Another process on the same database. */
  let other: TestApp
  beforeAll(async () => {
    smtp = await TestSmtpServer.start()
    app = await openTestApp(engine, { env: smtp.env(ORIGIN) })
    other = app.openAnother()
  })
  afterAll(async () => {
    await app.remove()
    await smtp.goDown()
  })
  beforeEach(() => {
    smtp.arrived.length = 0
    smtp.begun = 0
    smtp.delayMs = 0
    smtp.answer = () => 'takes'
    app.log.length = 0
  })
  afterEach(async () => {
    await app.mail?.sendDue()
    await app.db.deleteFrom('mails').execute()
  })

  async function buildTrip({ name = 'Algonquin 2026' } = {}) {
    const owner = await insertAccount(app.db)
    const user = await insertAccount(app.db)
    const email = `${user}@example.org`
    const trip = await insertTrip(app.db, { owner_id: owner, name })
    await insertMembership(app.db, { trip_id: trip.id, user_id: user, role: 'member' })
    const scope = { trip_id: trip.id, user_id: user }
    const add = () => addNoticeMail(app.db, { userId: user, tripId: trip.id, recipient: email }, app.clock())
    const client = await app.openSession({ id: user })
    return { owner, asOwner: await app.openSession({ id: owner }), user, email, trip, scope, add, client }
  }
  const at = (ms: number) => new Date(app.clock().getTime() + ms).toISOString()
  /** A notice that may be mailed now. */
  const insertDue = (notice: Parameters<typeof insertNotice>[1]) => insertNotice(app.db, { mail_at: at(-1), ...notice })
  const sendDue = () => app.mail?.sendDue()
  const unsent = () => app.db.selectFrom('mails').selectAll().execute()
  const rowOf = (id: string) => app.db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const mailedTo = async (user: string) =>
    (await app.db.selectFrom('notice_choices').select('mailed').where('user_id', '=', user).execute()).flatMap(
      ({ mailed }) => mailed,
    )

  it('list what is new in a trip, with a link that stops them', async () => {
    const { add, client, email, scope, trip, user } = await buildTrip()
    const poll = await insertDue({ ...scope, created_at: at(-3000) })
    await insertDue({ ...scope, created_at: at(-2000), kind: 'promise', about: { what: 'seat_lost', name: 'Ben' } })
    const paid = { what: 'to_confirm', name: 'Cleo', detail: '€12.50' } as const
    await insertDue({ ...scope, created_at: at(-1000), kind: 'payment', about: paid })
    const later = await insertNotice(app.db, {
      ...scope,
      mail_at: at(600_000),
      about: { what: 'poll', name: 'Later?' },
    })
    const unwanted = await insertNotice(app.db, { ...scope, about: { what: 'poll', name: 'Unwanted?' } })
    await add()
    await sendDue()
    expect(smtp.arrived).toHaveLength(1)
    const [mail] = smtp.to(email)
    const link = /http:\/\/localhost\/unsubscribe#(\S+)/.exec(mail?.text ?? '')
    const token = link?.[1] ?? ''
    expect(mail?.headers).toMatchObject({
      subject: 'Algonquin 2026: 3 updates for you',
      'list-unsubscribe': `<http://localhost/unsubscribe/${token}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.text).toBe(`Hello Robin Tester,

This is new in Algonquin 2026:

• Cleo says they paid you €12.50. Please confirm it.
• You’ve lost your seat in Ben’s car.
• Please answer: “Which lake?”.

Open the trip to see more:

http://localhost/trip/${trip.id}/news

To stop emails about this trip, open this link:

http://localhost/unsubscribe#${token}
`)
    expect(await unsent()).toEqual([])
    expect(await rowOf(poll)).toMatchObject({ read_at: null, mail_at: null })
    expect(await rowOf(later)).toMatchObject({ mail_at: expect.any(String) })
    expect(await rowOf(unwanted)).toMatchObject({ read_at: null })
    expect(await mailedTo(user)).toHaveLength(1)
    expect((await app.openClient().post('/api/unsubscribe', { token })).status).toBe(200)
    expect((await client.get(noticeChoicesPath(trip.id))).body).toMatchObject({ choices: { asked: { mail: false } } })
    await insertDue(scope)
    await add()
    await sendDue()
    expect(smtp.arrived).toHaveLength(1)
    expect(JSON.stringify(app.log)).not.toContain(email)
    expect(JSON.stringify(app.log)).not.toContain(token)
  })

  it('say how many more there are', async () => {
    const { add, email, scope } = await buildTrip()
    for (let count = 0; count < 23; count++) await insertDue(scope)
    await add()
    await sendDue()
    const [mail] = smtp.to(email)
    expect(mail?.text.match(/^• /gm)).toHaveLength(20)
    expect(mail?.text).toContain('\nand 3 more\n')
    expect(mail?.headers['subject']).toBe('Algonquin 2026: 23 updates for you')
  })

  it('contain no links or headers that people have typed', async () => {
    const evil = 'Win\r\nBcc: b@example.org\r\n\r\nhttps://evil.example/now'
    const { add, email, scope, user } = await buildTrip({ name: evil })
    await app.db.updateTable('profiles').set({ full_name: evil }).where('id', '=', user).execute()
    await insertDue({ ...scope, about: { what: 'poll', name: evil } })
    await insertDue({ ...scope, kind: 'changes', about: { what: 'days', detail: 'www.evil.example', count: 1 } })
    await insertDue({ ...scope, kind: 'promise', about: { what: 'seat_lost', name: evil, names: [evil] } })
    await add()
    await sendDue()
    const [mail] = smtp.to(email)
    expect(smtp.arrived.map(({ to }) => to)).toEqual([[email]])
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc')
    const typed = mail?.text.replaceAll(/http:\/\/localhost\/\S+/g, '')
    expect(typed).not.toMatch(/evil\.example|:\/\/\S|@\S|www\.\S/)
  })

  it('are not sent of what was read meanwhile', async () => {
    const { add, client, scope } = await buildTrip()
    const id = await insertDue(scope)
    await add()
    await client.post(READ_NOTICES_PATH, { ids: [id] })
    await sendDue()
    expect(smtp.arrived).toEqual([])
    expect(await unsent()).toEqual([])
  })

  it.each(['left', 'removed', 'deleted', 'switched off'] as const)(
    'are not sent about a trip that was %s meanwhile',
    async (how) => {
      const { add, asOwner, client, scope, trip, user } = await buildTrip()
      const id = await insertDue(scope)
      await add()
      const people = `/api/trips/${trip.id}/people/${user}`
      if (how === 'left') await client.send('DELETE', people)
      // As if the removal came between the check and here.
      if (how === 'removed') await app.db.deleteFrom('memberships').where('user_id', '=', user).execute()
      if (how === 'deleted') await asOwner.put(`/api/trips/${trip.id}/deleted`, { is_deleted: true })
      if (how === 'switched off')
        await app.db
          .insertInto('notice_choices')
          .values({ ...scope, choices: '{}', is_off: true, mailed: '[]' })
          .execute()
      await sendDue()
      expect(smtp.arrived).toEqual([])
      expect(await unsent()).toEqual([])
      // It is not tried again.
      if (how !== 'left') expect(await rowOf(id)).toMatchObject({ mail_at: null })
    },
  )

  it('wait once for each user and trip, and are sent by one of two processes', async () => {
    const { add, email, scope, trip, user } = await buildTrip()
    const mail = { userId: user, tripId: trip.id, recipient: email }
    await insertDue(scope)
    await Promise.all([add(), addNoticeMail(other.db, mail, other.clock()), add()])
    expect(await unsent()).toHaveLength(1)
    await Promise.all([app.mail?.sendDue(), other.mail?.sendDue()])
    expect(smtp.to(email)).toHaveLength(1)
    expect(await mailedTo(user)).toHaveLength(1)
  })

  it('are sent again after a crash before they were recorded, and count once', async () => {
    const { add, email, scope, user } = await buildTrip()
    const id = await insertDue(scope)
    await add()
    const failing = app.openAnother()
    smtp.delayMs = 1000
    const sending = failing.mail?.sendDue()
    await expect.poll(() => smtp.begun).toBeGreaterThan(0)
    await app.db.schema.alterTable('notice_choices').renameTo('notice_choices_away').execute()
    await sending
    await app.db.schema.alterTable('notice_choices_away').renameTo('notice_choices').execute()
    smtp.delayMs = 0
    expect(smtp.to(email)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ mail_at: expect.any(String) })
    expect(await unsent()).toHaveLength(1)
    await sendDue()
    expect(smtp.to(email)).toHaveLength(1)
    app.wait({ minutes: 6 })
    await sendDue()
    expect(smtp.to(email)).toHaveLength(2)
    expect(await rowOf(id)).toMatchObject({ mail_at: null })
    expect(await mailedTo(user)).toHaveLength(1)
    expect(await unsent()).toEqual([])
  })

  it('do not count toward the limit if all of it is urgent', async () => {
    const { add, email, scope, user } = await buildTrip()
    await insertDue({ ...scope, is_urgent: true })
    await add()
    await sendDue()
    expect(smtp.to(email)).toHaveLength(1)
    expect(await mailedTo(user)).toEqual([])
  })

  it('end for an address that a mail server refuses for good, until the user tries again', async () => {
    const { add, client, email, scope, user } = await buildTrip()
    const stateOf = async () => ((await client.get(NOTICE_SETTINGS_PATH)).body as { mail: string }).mail
    expect(await stateOf()).toBe('works')
    const id = await insertDue(scope)
    await add()
    smtp.answer = () => '550 5.1.1'
    await sendDue()
    expect(await stateOf()).toBe('refused')
    expect(await rowOf(id)).toMatchObject({ mail_at: null })
    expect(await unsent()).toEqual([])
    expect(app.log).toContainEqual(
      expect.objectContaining({ msg: 'mail permanently rejected by the mail server', kind: 'notices', answer: 550 }),
    )
    expect(JSON.stringify(app.log)).not.toContain(email)
    smtp.answer = () => 'takes'
    const second = await insertDue(scope)
    await add()
    await sendDue()
    expect(smtp.arrived).toEqual([])
    expect(await rowOf(second)).toMatchObject({ mail_at: null })
    // Other settings leave it.
    await client.put(NOTICE_SETTINGS_PATH, { quiet: defaultQuietHours })
    expect(await stateOf()).toBe('refused')
    await client.put(NOTICE_SETTINGS_PATH, { quiet: defaultQuietHours, tries_mail: true })
    expect(await stateOf()).toBe('works')
    await insertDue(scope)
    await add()
    await sendDue()
    expect(smtp.to(email)).toHaveLength(1)
    expect(await mailedTo(user)).toHaveLength(1)
  })

  it('go on after a refusal that may have other reasons, and end after a second one on another day', async () => {
    const { add, email, scope, user } = await buildTrip()
    // The session ends before the next day.
    const settings = async () => (await app.openSession({ id: user })).get(NOTICE_SETTINGS_PATH)
    const stateOf = async () => ((await settings()).body as { mail: string }).mail
    const id = await insertDue(scope)
    const refuse = async (answer: 'takes' | 550) => {
      smtp.answer = () => answer
      await add()
      await sendDue()
      expect(await unsent()).toEqual([])
    }
    await refuse(550)
    // It is tried again the next day.
    expect(Date.parse((await rowOf(id)).mail_at ?? '') - app.clock().getTime()).toBeGreaterThan(23 * 3_600_000)
    await insertDue(scope)
    await refuse(550)
    expect(await stateOf()).toBe('works')
    app.wait({ minutes: 24 * 60 })
    await refuse('takes')
    expect(smtp.to(email)).toHaveLength(1)
    // What has gone out ends the doubt.
    await insertDue(scope)
    await refuse(550)
    expect(await stateOf()).toBe('works')
    app.wait({ minutes: 24 * 60 + 1 })
    await refuse(550)
    expect(await stateOf()).toBe('refused')
    const client = await app.openSession({ id: user })
    await client.put(NOTICE_SETTINGS_PATH, { quiet: defaultQuietHours, tries_mail: true })
    await insertDue(scope)
    await refuse(550)
    expect(await stateOf()).toBe('works')
  })

  it('go on to an address that is refused because of the sender', async () => {
    const { add, scope, user } = await buildTrip()
    for (const answer of ['550 5.7.1', '554 5.4.6', '552 5.2.2', '550 5.1.8'] as const) {
      await insertDue(scope)
      await add()
      smtp.answer = () => answer
      await sendDue()
      app.wait({ minutes: 24 * 60 + 1 })
    }
    const client = await app.openSession({ id: user })
    expect((await client.get(NOTICE_SETTINGS_PATH)).body).toMatchObject({ mail: 'works' })
  })

  it('are tried again when the mail server has trouble', async () => {
    const { add, email, scope } = await buildTrip()
    const id = await insertDue(scope)
    await add()
    smtp.answer = () => 451
    await sendDue()
    expect(await unsent()).toMatchObject([{ tries: 1 }])
    expect(await rowOf(id)).toMatchObject({ mail_at: expect.any(String) })
    smtp.answer = () => 'takes'
    app.wait({ minutes: 2 })
    await sendDue()
    expect(smtp.to(email)).toHaveLength(1)
  })

  describe('an invitation by mail', () => {
    async function buildInvitation() {
      const { user, client } = await app.signUp()
      const trip = await insertTrip(app.db, { owner_id: user.id, name: 'To the sea' })
      const { body } = await client.post(`/api/trips/${trip.id}/invitations`, {})
      const { invitation, token } = body as { invitation: Invitation; token: string }
      const mail = (email: string) =>
        client.post(`/api/trips/${trip.id}/invitations/${invitation.id}/mails`, { token, email })
      return { client, trip, invitation, token, mail }
    }
    const listed = async (client: TestClient) => noticesResponse.parse((await client.get(NOTICES_PATH)).body)

    it('tells the account with this address once, with the way to join', async () => {
      const { mail, token, trip, invitation } = await buildInvitation()
      const invited = await app.signUp()
      const answers = [await mail(invited.user.email.toUpperCase()), await mail(`${randomUUID()}@example.org`)]
      expect(answers.map(({ status, text }) => [status, text])).toEqual([
        [204, ''],
        [204, ''],
      ])
      await mail(invited.user.email)
      await sendDue()
      expect(smtp.to(invited.user.email)).toHaveLength(2)
      // Anybody can register with any address.
      const unproven = await listed(invited.client)
      expect(unproven.notices).toMatchObject([{ kind: 'invited', trip_name: '', about: { what: 'trip' } }])
      expect(JSON.stringify(unproven)).not.toContain(token)
      expect(JSON.stringify(unproven)).not.toContain('Robin')
      const secret = await makeReset(app.db, invited.user.id, app.clock(), { byMail: true })
      const client = app.openClient()
      expect((await client.post('/auth/v1/reset', { secret, password: 'a longer one' })).status).toBe(200)
      const { notices, unread } = await listed(client)
      expect(notices).toMatchObject([
        {
          kind: 'invited',
          trip_name: 'To the sea',
          about: { what: 'trip', name: 'Robin Tester' },
          join_path: `/join/${token}`,
        },
      ])
      expect(unread).toEqual({ [trip.id]: 1 })
      const [row] = await app.db.selectFrom('notices').selectAll().where('user_id', '=', invited.user.id).execute()
      expect(row).toMatchObject({ subject: invitation.id, push_at: expect.any(String), mail_at: null })
      await client.post(READ_NOTICES_PATH, { ids: notices.map(({ id }) => id) })
      // Dismissed.
      expect(await listed(client)).toEqual({ notices: [], unread: {} })
      await insertMembership(app.db, { trip_id: trip.id, user_id: invited.user.id, role: 'member' })
      expect(await listed(client)).toEqual({ notices: [], unread: {} })
    })

    it('is no news any more for somebody who has joined, also as a guest who merges', async () => {
      const { mail, token, trip } = await buildInvitation()
      const invited = await app.signUp()
      const later = await app.signUp()
      for (const { user } of [invited, later]) await mail(user.email)
      await sendDue()
      const rowsOf = (id: string) => app.db.selectFrom('notices').select('kind').where('user_id', '=', id).execute()
      expect(await rowsOf(invited.user.id)).toEqual([{ kind: 'invited' }])
      const joining = { token, device: randomUUID() }
      expect((await invited.client.post('/api/join', joining)).status).toBe(200)
      expect(await rowsOf(invited.user.id)).toEqual([])
      const guest = app.openClient()
      const joined = await guest.post('/api/join', { ...joining, device: randomUUID(), name: 'Lee' })
      const { user } = joined.body as { user: { id: string } }
      expect(await rowsOf(later.user.id)).toHaveLength(1)
      const signIn = { email: later.user.email, password: later.password, guest: user.id }
      expect((await guest.post('/auth/v1/token?grant_type=password', signIn)).status).toBe(200)
      const { trip_id } = await app.db
        .selectFrom('memberships')
        .select('trip_id')
        .where('user_id', '=', later.user.id)
        .executeTakeFirstOrThrow()
      expect(trip_id).toBe(trip.id)
      expect(await rowsOf(later.user.id)).toEqual([])
    })

    it('is not listed once it has ended', async () => {
      const { client, mail, trip, invitation } = await buildInvitation()
      const invited = await app.signUp()
      await mail(invited.user.email)
      await sendDue()
      expect((await listed(invited.client)).notices).toHaveLength(1)
      await client.send('DELETE', `/api/trips/${trip.id}/invitations/${invitation.id}`)
      expect(await listed(invited.client)).toEqual({ notices: [], unread: {} })
    })

    it('is listed beside as many notices as are listed of trips, with its link, if it was told long before', async () => {
      const { mail, trip, token } = await buildInvitation()
      const second = await buildInvitation()
      const invited = await app.signUp()
      for (const one of [mail, second.mail]) await one(invited.user.email)
      await sendDue()
      const proven = { email_proven_at: app.clock().toISOString() }
      await app.db.updateTable('users').set(proven).where('id', '=', invited.user.id).execute()
      // Another account was told of the same invitation.
      const other = await app.signUp()
      await mail(other.user.email)
      await sendDue()
      const own = await insertTrip(app.db, { owner_id: invited.user.id })
      app.wait({ minutes: 1 })
      const told = { trip_id: own.id, user_id: invited.user.id, created_at: app.clock().toISOString() }
      for (let count = 0; count < MAX_NOTICES; count++) await insertNotice(app.db, told)
      const { notices, unread } = await listed(invited.client)
      expect(notices).toHaveLength(MAX_NOTICES + 2)
      const invitations = notices.filter(({ kind }) => kind === 'invited')
      expect(new Set(invitations.map(({ join_path }) => join_path))).toEqual(
        new Set([`/join/${token}`, `/join/${second.token}`]),
      )
      expect(unread).toEqual({ [own.id]: MAX_NOTICES, [trip.id]: 1, [second.trip.id]: 1 })
      const ofTrip = await invited.client.get(`${NOTICES_PATH}?trip=${trip.id}`)
      expect(noticesResponse.parse(ofTrip.body).notices.map(({ trip_id }) => trip_id)).toEqual([trip.id])
    })

    it('is not listed if its link cannot be derived, or belongs to another trip', async () => {
      const { mail, invitation } = await buildInvitation()
      const another = await insertTrip(app.db, { owner_id: await insertAccount(app.db) })
      const invited = await app.signUp()
      await mail(invited.user.email)
      await sendDue()
      const change = (set: { token_hash: string } | { trip_id: string }) =>
        app.db.updateTable('invitations').set(set).where('id', '=', invitation.id).execute()
      const { token_hash, trip_id } = await app.db
        .selectFrom('invitations')
        .select(['token_hash', 'trip_id'])
        .where('id', '=', invitation.id)
        .executeTakeFirstOrThrow()
      for (const set of [{ token_hash: 'of another key' }, { trip_id: another.id }]) {
        expect((await listed(invited.client)).notices).toHaveLength(1)
        await change(set)
        expect(await listed(invited.client)).toEqual({ notices: [], unread: {} })
        await change('trip_id' in set ? { trip_id } : { token_hash })
      }
    })

    it('tells nothing to members, the owner or the demo account', async () => {
      const { client, mail, trip } = await buildInvitation()
      const member = await app.signUp()
      await insertMembership(app.db, { trip_id: trip.id, user_id: member.user.id, role: 'member' })
      await insertAccount(app.db, { email: 'demo@wayfare.example' })
      for (const email of [member.user.email, 'demo@wayfare.example']) await mail(email)
      await sendDue()
      expect(await app.db.selectFrom('notices').selectAll().where('trip_id', '=', trip.id).execute()).toEqual([])
      expect((await listed(client)).notices).toEqual([])
    })
  })
})

describe('a line in a mail', () => {
  it.each([
    ['Please pay: €1,234.50 by 18:30.', 'Please pay: €1,234.50 by 18:30.'],
    ['See evil.example/now', 'See evil. example/ now'],
    ['http://1.2.3.4/x', 'http:// 1. 2. 3. 4/ x'],
    ['a\nb', 'a b'],
  ])('%j is written as %j', (text, written) => expect(plainLine(text)).toBe(written))
})
