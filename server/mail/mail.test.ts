import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Invitation } from '#domain/api/people.ts'
import { createInvitation } from '#server/people/invitations.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { BuiltServer } from '#server/testing/server-process.ts'
import { TestSmtpServer } from '#server/testing/smtp-server.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { plainName } from './letters.ts'
import { addMail } from './mail-queue.ts'

/** Where clients of tests say that they are. */
const ORIGIN = 'http://localhost'

describe.each(engines)('mail on %s', (engine) => {
  let smtp: TestSmtpServer
  let app: TestApp
  /** One more process on the same database. */
  let other: TestApp
  beforeAll(async () => {
    smtp = await TestSmtpServer.start()
    app = await openTestApp(engine, { env: { ...smtp.env(ORIGIN), MAIL_INVITATIONS_PER_DAY: '12' } })
    other = app.openAnother()
  })
  afterAll(async () => {
    await app.remove()
    await smtp.goDown()
  })
  beforeEach(() => {
    smtp.arrived.length = 0
    smtp.begun = 0
    smtp.answer = () => 'takes'
    smtp.thinksMs = 0
    app.log.length = 0
  })
  afterEach(async () => {
    await app.mail?.look()
    await app.db.deleteFrom('mails').execute()
  })

  const waiting = () => app.db.selectFrom('mails').selectAll().execute()
  const look = () => app.mail?.look()
  const recover = (email: string, at = app) => at.openClient().post('/auth/v1/recover', { email })
  const linkIn = (text = '') => /http:\/\/localhost\/join\/\S+/.exec(text)?.[0] ?? ''
  const logged = () => app.log.map(({ msg }) => msg)

  async function inTrip(name = 'To the sea') {
    const { client, user } = await app.signUp()
    const trip = await insertTrip(app.db, { owner_id: user.id, name })
    const sender = await app.openSession(user)
    return { client: sender, user, trip, invite: () => invite(sender, trip.id), signedUp: client }
  }
  async function invite(client: TestClient, tripId: string) {
    const { body, status, text } = await client.send('POST', `/api/trips/${tripId}/invitations`, { body: {} })
    expect(status, text).toBe(201)
    const { invitation, token } = body as { invitation: Invitation; token: string }
    const mail = (email: string, changed: object = {}) =>
      client.post(`/api/trips/${tripId}/invitations/${invitation.id}/mails`, { token, email, ...changed })
    return { id: invitation.id, token, mail }
  }

  it('a forgotten password is chosen anew by the link in a mail, once', async () => {
    const { user } = await app.signUp()
    expect((await recover(` ${user.email.toUpperCase()} `)).status).toBe(204)
    await look()
    const [mail, ...more] = smtp.to(user.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      from: 'trips@example.org',
      headers: {
        from: 'Wayfare Tests <trips@example.org>',
        to: user.email,
        subject: 'Choose a new password for Wayfare',
        'auto-submitted': 'auto-generated',
      },
    })
    expect(mail?.headers['content-type']).toMatch(/^text\/plain/)
    expect(mail?.text).toContain('If that was not you, ignore this mail')
    expect(await waiting()).toEqual([])
    const [path, secret] = linkIn(mail?.text).replace(ORIGIN, '').split('#')
    expect(path).toBe('/join/password')
    const reset = (password: string) => app.openClient().post('/auth/v1/reset', { secret, password })
    expect((await reset('a longer one')).status).toBe(200)
    expect((await reset('another one')).status).toBe(404)
  })

  it('nobody learns whether there is an account', async () => {
    const { user } = await app.signUp()
    const answers = await Promise.all([
      recover(user.email),
      recover(`${randomUUID()}@example.org`),
      recover('demo@wayfare.example'),
    ])
    const told = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()].toSorted()])
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    await look()
    expect(smtp.arrived.map(({ to }) => to)).toEqual([[user.email]])
    expect(await waiting()).toEqual([])
    expect((await recover('no address')).body).toMatchObject({ error: { code: 'invalid_request', at: 'email' } })
  })

  it('who asks too often is refused, whether there is an account or not', async () => {
    const { user } = await app.signUp()
    for (const email of [user.email, `${randomUUID()}@example.org`]) {
      const statuses: number[] = []
      for (let asked = 0; asked < 6; asked++) statuses.push((await recover(email, other)).status)
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    }
  })

  it('of links for another password that wait, only the last is sent', async () => {
    const { user } = await app.signUp()
    await smtp.goDown()
    await recover(user.email)
    await look()
    await recover(user.email)
    expect(await waiting()).toHaveLength(1)
    await smtp.goUp()
    app.wait({ minutes: 2 })
    await look()
    expect(smtp.to(user.email)).toHaveLength(1)
  })

  it('is tried again with growing pauses where the mail server is down, and sent when it is up', async () => {
    const { user } = await app.signUp()
    await smtp.goDown()
    expect((await recover(user.email)).status).toBe(204)
    await look()
    expect(await waiting()).toMatchObject([{ tries: 1, recipient: user.email, token: null }])
    app.wait({ seconds: 50 })
    await look()
    expect(await waiting()).toMatchObject([{ tries: 1 }])
    app.wait({ seconds: 15 })
    await look()
    expect(await waiting()).toMatchObject([{ tries: 2 }])
    await smtp.goUp()
    app.wait({ minutes: 1 })
    await look()
    expect(smtp.arrived).toEqual([])
    app.wait({ minutes: 1.1 })
    await look()
    expect(smtp.to(user.email)).toHaveLength(1)
    expect(await waiting()).toEqual([])
    expect(logged().filter((msg) => /mail/.test(String(msg)))).toEqual([
      'mail not sent, tried again',
      'mail not sent, tried again',
      'mail sent',
    ])
  })

  it('is given up after a day, and the log names neither the address nor a link', async () => {
    const { user, trip, invite } = await inTrip('A secret trip')
    const { mail, token } = await invite()
    await smtp.goDown()
    await recover(user.email)
    await mail('ana@example.org')
    for (let hours = 0; hours < 27; hours++) {
      // Each look ends with the first that fails.
      for (const _ of [1, 2]) await look()
      app.wait({ minutes: 61 })
    }
    expect(await waiting()).toEqual([])
    await smtp.goUp()
    expect(logged().filter((msg) => msg === 'mail given up after a day')).toHaveLength(2)
    const lines = JSON.stringify(app.log.filter(({ msg }) => /mail/.test(String(msg))))
    for (const secret of [user.email, 'ana@example.org', token, trip.name, 'let me in'])
      expect(lines).not.toContain(secret)
    app.wait({ minutes: -27 * 61 })
  })

  it('is ended by a refusal for good, and not by one for now', async () => {
    const [gone, full] = [await app.signUp(), await app.signUp()]
    smtp.answer = (to) => (to === gone.user.email ? 550 : 452)
    await recover(gone.user.email)
    await recover(full.user.email)
    await look()
    expect(await waiting()).toMatchObject([{ recipient: full.user.email, tries: 1 }])
    expect(app.log).toContainEqual(
      expect.objectContaining({ msg: 'mail refused for good by the mail server', answer: 550 }),
    )
    expect(JSON.stringify(app.log.filter(({ msg }) => /mail/.test(String(msg))))).not.toContain('@example.org')
  })

  it('waits where the mail server does not let us in, and a password goes to no other machine without TLS', async () => {
    const { user } = await app.signUp()
    smtp.passwords.length = 0
    // Another name of this machine, which is not known to be one.
    for (const [how, code] of [
      [{ password: 'wrong' }, 'EAUTH'],
      [{ host: '0.0.0.0' }, 'ETLS'],
    ] as const) {
      const process = app.openAnother({ env: smtp.env(ORIGIN, how) })
      await recover(user.email, process)
      await process.mail?.look()
      expect(process.log).toContainEqual(expect.objectContaining({ msg: 'mail not sent, tried again', code }))
    }
    expect(await waiting()).toMatchObject([{ recipient: user.email, tries: 1 }])
    expect(smtp.passwords).toEqual(['wrong'])
  })

  it('is sent once, whichever of several processes looks, and again by another where one dies', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.signUp()))
    smtp.thinksMs = 20
    const { user, invite } = await inTrip()
    const { id, token } = await invite()
    const now = app.clock().toISOString()
    for (const { user: each } of people) {
      const row = {
        id: randomUUID(),
        kind: 'invitation' as const,
        recipient: each.email,
        sent_by: user.id,
        invitation_id: id,
        token,
      }
      await app.db
        .insertInto('mails')
        .values({ ...row, created_at: now, tries: 0, next_try_at: now })
        .execute()
    }
    await Promise.all([look(), other.mail?.look(), look(), other.mail?.look()])
    await Promise.all([look(), other.mail?.look()])
    expect(smtp.arrived.map(({ to: [to] }) => to).toSorted()).toEqual(
      people.map(({ user: { email } }) => email).toSorted(),
    )
    expect(smtp.begun).toBe(people.length)

    // What another process has taken, and never given back.
    const taken = { tries: 1, next_try_at: new Date(app.clock().getTime() + 5 * 60_000).toISOString() }
    const row = {
      id: randomUUID(),
      kind: 'invitation' as const,
      recipient: 'ben@example.org',
      sent_by: user.id,
      invitation_id: id,
      token,
    }
    await app.db
      .insertInto('mails')
      .values({ ...row, created_at: now, ...taken })
      .execute()
    await look()
    expect(smtp.to('ben@example.org')).toEqual([])
    app.wait({ minutes: 6 })
    await look()
    expect(smtp.to('ben@example.org')).toHaveLength(1)
  })

  it('a stop waits a moment for the mail that is on its way, and sends no other', async () => {
    const [one, two] = [await app.signUp(), await app.signUp()]
    smtp.thinksMs = 1000
    const third = app.openAnother()
    await third.openClient().post('/auth/v1/recover', { email: one.user.email })
    // Of two that are due at the same moment either may be the first.
    while (smtp.begun === 0) await pause(5)
    await third.openClient().post('/auth/v1/recover', { email: two.user.email })
    await third.mail?.close()
    expect(smtp.to(one.user.email)).toHaveLength(1)
    expect(await waiting()).toMatchObject([{ recipient: two.user.email, tries: 0 }])
  })

  it('an invitation comes by mail, from whoever organizes, with its link', async () => {
    const { user, invite } = await inTrip('Lake of Two Rivers')
    const { mail, token } = await invite()
    expect((await mail(' Ana@Example.org ')).status).toBe(204)
    await look()
    const [arrived] = smtp.to('ana@example.org')
    expect(arrived?.headers).toMatchObject({
      subject: `${user.full_name} invites you to plan a trip`,
      to: 'ana@example.org',
    })
    expect(arrived?.text).toContain(`${user.full_name} invites you to plan a trip together: Lake of Two Rivers`)
    expect(arrived?.text).toMatch(/If you do not know who this is, ignore this mail/)
    expect(linkIn(arrived?.text)).toBe(`${ORIGIN}/join/${token}`)
    expect((await app.openClient().post('/api/join/look', { token })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('names of people and trips are on one line, and nothing in them is a header or a link', async () => {
    const { user, trip, invite } = await inTrip()
    const { mail } = await invite()
    const evil = 'Ana\r\nBcc: ben@example.org\r\n\r\nhttps://evil.example/now'
    await app.db.updateTable('profiles').set({ full_name: evil }).where('id', '=', user.id).execute()
    await app.db
      .updateTable('trips')
      .set({ name: `Été 🏕️ www.evil.example ${'x'.repeat(300)}` })
      .where('id', '=', trip.id)
      .execute()
    await mail('ana@example.org')
    await look()
    expect(smtp.arrived).toHaveLength(1)
    const [arrived] = smtp.arrived
    expect(arrived?.to).toEqual(['ana@example.org'])
    expect(Object.keys(arrived?.headers ?? {})).not.toContain('bcc')
    const [first = ''] = arrived?.text.split('\n') ?? []
    expect(first).toContain('Été 🏕️')
    expect(first.length).toBeLessThan(250)
    expect(arrived?.text).not.toMatch(/evil\.example/)
    expect(arrived?.text.match(/https?:\/\/\S+/g)).toHaveLength(1)
  })

  it.each([
    'a@example.org, b@example.org',
    'Ana <ana@example.org>',
    'ana@example.org\r\nBcc: b@example.org',
    'ana',
    '"a b"@example.org',
  ])('the address %j is none', async (email) => {
    const { invite } = await inTrip()
    const { mail } = await invite()
    expect((await mail(email)).body).toMatchObject({ error: { code: 'invalid_request', at: 'email' } })
    expect(await waiting()).toEqual([])
  })

  it('an invitation that is withdrawn before its mail is sent is not sent', async () => {
    const { client, trip, invite } = await inTrip()
    const { id, mail } = await invite()
    await smtp.goDown()
    await mail('ana@example.org')
    await look()
    expect(await waiting()).toHaveLength(1)
    await client.send('DELETE', `/api/trips/${trip.id}/invitations/${id}`)
    await smtp.goUp()
    app.wait({ minutes: 2 })
    await look()
    expect(smtp.arrived).toEqual([])
    expect(await waiting()).toEqual([])
    expect((await mail('ana@example.org')).body).toMatchObject({ error: { code: 'invitation_revoked' } })
  })

  it('only the link that one has made is sent, of the trip that one manages', async () => {
    const [mine, theirs] = [await inTrip(), await inTrip()]
    const [{ mail }, other] = [await mine.invite(), await theirs.invite()]
    expect((await mail('ana@example.org', { token: other.token })).body).toMatchObject({
      error: { code: 'invitation_not_found' },
    })
    expect((await mail('ana@example.org', { token: 'guessed' })).body).toMatchObject({
      error: { code: 'invitation_not_found' },
    })
    const guest = await insertAccount(app.db, { email: null })
    await insertMembership(app.db, { trip_id: mine.trip.id, user_id: guest, role: 'organizer' })
    const asGuest = await app.openSession({ id: guest, email: null })
    const made = await invite(asGuest, mine.trip.id)
    expect((await made.mail('ana@example.org')).body).toMatchObject({ error: { code: 'account_needed' } })
    expect(await waiting()).toEqual([])
  })

  it('one account sends so many invitations a day, and nobody gets more than a few', async () => {
    const { invite } = await inTrip()
    const { mail } = await invite()
    const codes = async (emails: string[]) => {
      const all: unknown[] = []
      for (const email of emails) {
        const { status, body } = await mail(email)
        all.push(status === 204 ? 204 : (body as { error: { code: string } }).error.code)
      }
      return all
    }
    const one = `${randomUUID()}@example.org`
    expect(await codes(Array.from({ length: 6 }, () => one))).toEqual([204, 204, 204, 204, 204, 'too_many_mails'])
    const many = Array.from({ length: 7 }, () => `${randomUUID()}@example.org`)
    expect(await codes(many)).toEqual([204, 204, 204, 204, 204, 204, 'too_many_mails'])
    expect((await mail(one)).body).toMatchObject({ error: { message: expect.stringContaining('Copy the link') } })
  })

  it('where no mail is sent, everything says so', async () => {
    const without = app.openAnother({ env: { SMTP_URL: '', MAIL_FROM: '' } })
    const anybody = without.openClient()
    expect((await anybody.get('/api/beta')).body).toMatchObject({ sends_mail: false })
    expect((await app.openClient().get('/api/beta')).body).toMatchObject({ sends_mail: true })
    expect(await anybody.post('/auth/v1/recover', { email: 'ana@example.org' })).toMatchObject({
      status: 409,
      body: { error: { code: 'mail_not_set_up', message: expect.stringMatching(/administrator/) } },
    })
    expect(await waiting()).toEqual([])
  })
})

describe('mail of two processes', { timeout: 120_000 }, () => {
  let built: BuiltServer
  beforeAll(async () => {
    built = await BuiltServer.build()
  }, 60_000)
  afterAll(() => built.remove())

  it('is sent once: what waits when they start, and what they are asked for; they end when they are told to', async () => {
    const smtp = await TestSmtpServer.start()
    smtp.thinksMs = 20
    const { database, settings, remove } = await openTestDatabase('postgres')
    const { dataDir, databaseUrl = '' } = settings
    const invited = Array.from({ length: 20 }, () => `${randomUUID()}@example.org`)
    const ana = { username: 'ana', full_name: 'Ana', email: null, is_beta_user: false }
    const owner = await insertAccount(database.kysely)
    const trip = await insertTrip(database.kysely, { owner_id: owner })
    const links = { db: database.kysely, secretKey: createSecretKey(randomBytes(32)) }
    const { invitation, token } = await createInvitation(links, trip.id, {}, { ...ana, id: owner }, new Date())
    const mail = { kind: 'invitation' as const, sent_by: owner, invitation_id: invitation.id, token }
    for (const recipient of invited) await addMail(database.kysely, { ...mail, recipient }, new Date())
    const start = (name: string) =>
      built.start({ ...smtp.env(), DATA_DIR: `${dataDir}/${name}`, DATABASE_URL: databaseUrl, DEMO: 'off' })
    const runs = [start('one'), start('two')]
    await Promise.all(runs.map(({ output, ended }) => Promise.race([ended, untilSaid(output, /Wayfare is open at/)])))
    await expect.poll(() => smtp.arrived.length, { timeout: 20_000 }).toBe(invited.length)
    expect(smtp.arrived.map(({ to: [to] }) => to).toSorted()).toEqual(invited.toSorted())
    const sentBy = runs.map(({ output }) => output.stdout.split('"mail sent"').length - 1)
    for (const { child } of runs) child.kill('SIGTERM')
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0])
    expect(smtp.begun, `sent by each: ${sentBy}`).toBe(invited.length)
    await smtp.goDown()
    await remove()
  })
})

async function untilSaid(output: { stdout: string }, words: RegExp): Promise<void> {
  while (!words.test(output.stdout)) await pause(20)
}

describe('a name in a mail', () => {
  it.each([
    ['Robin Tester', 'Robin Tester'],
    ['J. R. R.', 'J. R. R.'],
    ['  Zoë\t\nOkafor ', 'Zoë Okafor'],
    ['Buy at shop.example/now', 'Buy at shop. example/ now'],
    ['me@example.org', 'me@ example. org'],
  ])('%j is written %j', (name, written) => expect(plainName(name)).toBe(written))
})
