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
import { addMail } from './outbox.ts'
import { plainName } from './plain-text.ts'

/** The origin of the test clients. */
const ORIGIN = 'http://localhost'

describe.each(engines)('mail on %s', (engine) => {
  let smtp: TestSmtpServer
  let app: TestApp
  /** Another process on the same database. */
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
    smtp.delayMs = 0
    app.log.length = 0
  })
  afterEach(async () => {
    await app.mail?.sendDue()
    await app.db.deleteFrom('mails').execute()
  })

  const unsent = () => app.db.selectFrom('mails').selectAll().execute()
  const sendDue = () => app.mail?.sendDue()
  const recover = (email: string, at = app) => at.openClient().post('/auth/v1/recover', { email })
  const linkIn = (text = '') => /http:\/\/localhost\/join\/\S+/.exec(text)?.[0] ?? ''
  const logged = () => app.log.map(({ msg }) => msg)

  async function buildTrip(name = 'To the sea') {
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

  it('lets a person choose a new password by its link, once', async () => {
    const { user } = await app.signUp()
    expect((await recover(` ${user.email.toUpperCase()} `)).status).toBe(204)
    await sendDue()
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
    expect(mail?.text).toContain('If this wasn’t you, ignore this email')
    expect(await unsent()).toEqual([])
    const [path, secret] = linkIn(mail?.text).replace(ORIGIN, '').split('#')
    expect(path).toBe('/join/password')
    const reset = (password: string) => app.openClient().post('/auth/v1/reset', { secret, password })
    expect((await reset('a longer one')).status).toBe(200)
    expect((await reset('another one')).status).toBe(404)
    // The address is theirs.
    const row = app.db.selectFrom('users').select('email_proven_at').where('id', '=', user.id)
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ email_proven_at: expect.any(String) })
  })

  it('does not reveal whether an account exists', async () => {
    const { user } = await app.signUp()
    const answers = await Promise.all([
      recover(user.email),
      recover(`${randomUUID()}@example.org`),
      recover('demo@wayfare.example'),
    ])
    const outcomes = answers.map(({ status, text, headers }) => [status, text, [...headers.keys()].toSorted()])
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(outcomes[2]).toEqual(outcomes[0])
    await sendDue()
    expect(smtp.arrived.map(({ to }) => to)).toEqual([[user.email]])
    expect(await unsent()).toEqual([])
    expect((await recover('no address')).body).toMatchObject({ error: { code: 'invalid_request', at: 'email' } })
  })

  it('is limited per address, whether or not an account exists', async () => {
    const { user } = await app.signUp()
    for (const email of [user.email, `${randomUUID()}@example.org`]) {
      const statuses: number[] = []
      for (let asked = 0; asked < 6; asked++) statuses.push((await recover(email, other)).status)
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    }
  })

  it('sends only the latest of several unsent password links', async () => {
    const { user } = await app.signUp()
    await smtp.goDown()
    await recover(user.email)
    await sendDue()
    await recover(user.email)
    expect(await unsent()).toHaveLength(1)
    await smtp.listen()
    app.wait({ minutes: 2 })
    await sendDue()
    expect(smtp.to(user.email)).toHaveLength(1)
  })

  it('is retried with growing pauses while the mail server is down', async () => {
    const { user } = await app.signUp()
    await smtp.goDown()
    expect((await recover(user.email)).status).toBe(204)
    await sendDue()
    expect(await unsent()).toMatchObject([{ tries: 1, recipient: user.email, token: null }])
    app.wait({ seconds: 50 })
    await sendDue()
    expect(await unsent()).toMatchObject([{ tries: 1 }])
    app.wait({ seconds: 15 })
    await sendDue()
    expect(await unsent()).toMatchObject([{ tries: 2 }])
    await smtp.listen()
    app.wait({ minutes: 1 })
    await sendDue()
    expect(smtp.arrived).toEqual([])
    app.wait({ minutes: 1.1 })
    await sendDue()
    expect(smtp.to(user.email)).toHaveLength(1)
    expect(await unsent()).toEqual([])
    expect(logged().filter((msg) => /mail/.test(String(msg)))).toEqual([
      'mail not sent, will be retried',
      'mail not sent, will be retried',
      'mail sent',
    ])
  })

  it('is given up after a day, without logging an address or a link', async () => {
    const { user, trip, invite } = await buildTrip('A secret trip')
    const { mail, token } = await invite()
    await smtp.goDown()
    await recover(user.email)
    await mail('ana@example.org')
    for (let hours = 0; hours < 27; hours++) {
      // Each run stops at the first failure.
      for (const _ of [1, 2]) await sendDue()
      app.wait({ minutes: 61 })
    }
    expect(await unsent()).toEqual([])
    await smtp.listen()
    expect(logged().filter((msg) => msg === 'mail abandoned after a day')).toHaveLength(2)
    const lines = JSON.stringify(app.log.filter(({ msg }) => /mail/.test(String(msg))))
    for (const secret of [user.email, 'ana@example.org', token, trip.name, 'let me in'])
      expect(lines).not.toContain(secret)
    app.wait({ minutes: -27 * 61 })
  })

  it('is dropped after a permanent rejection, but not after a temporary one', async () => {
    const [gone, full] = [await app.signUp(), await app.signUp()]
    smtp.answer = (to) => (to === gone.user.email ? 550 : 452)
    await recover(gone.user.email)
    await recover(full.user.email)
    await sendDue()
    expect(await unsent()).toMatchObject([{ recipient: full.user.email, tries: 1 }])
    expect(app.log).toContainEqual(
      expect.objectContaining({ msg: 'mail permanently rejected by the mail server', answer: 550 }),
    )
    expect(JSON.stringify(app.log.filter(({ msg }) => /mail/.test(String(msg))))).not.toContain('@example.org')
  })

  it('stays if the credentials are rejected, and sends no password to another machine without TLS', async () => {
    const { user } = await app.signUp()
    smtp.passwords.length = 0
    // An address of this machine that is not recognized as local.
    for (const [how, code] of [
      [{ password: 'wrong' }, 'EAUTH'],
      [{ host: '0.0.0.0' }, 'ETLS'],
    ] as const) {
      const process = app.openAnother({ env: smtp.env(ORIGIN, how) })
      await recover(user.email, process)
      await process.mail?.sendDue()
      expect(process.log).toContainEqual(expect.objectContaining({ msg: 'mail not sent, will be retried', code }))
    }
    expect(await unsent()).toMatchObject([{ recipient: user.email, tries: 1 }])
    expect(smtp.passwords).toEqual(['wrong'])
  })

  it('is sent once by any of several processes, and again by another one if a process dies', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.signUp()))
    smtp.delayMs = 20
    const { user, invite } = await buildTrip()
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
    await Promise.all([sendDue(), other.mail?.sendDue(), sendDue(), other.mail?.sendDue()])
    await Promise.all([sendDue(), other.mail?.sendDue()])
    expect(smtp.arrived.map(({ to: [to] }) => to).toSorted()).toEqual(
      people.map(({ user: { email } }) => email).toSorted(),
    )
    expect(smtp.begun).toBe(people.length)

    // Leased by a process that has died.
    const claim = { tries: 1, next_try_at: new Date(app.clock().getTime() + 5 * 60_000).toISOString() }
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
      .values({ ...row, created_at: now, ...claim })
      .execute()
    await sendDue()
    expect(smtp.to('ben@example.org')).toEqual([])
    app.wait({ minutes: 6 })
    await sendDue()
    expect(smtp.to('ben@example.org')).toHaveLength(1)
  })

  it('that is being sent delays a stop, and no other mail is sent', async () => {
    const [one, two] = [await app.signUp(), await app.signUp()]
    smtp.delayMs = 1000
    const third = app.openAnother()
    await third.openClient().post('/auth/v1/recover', { email: one.user.email })
    // Both are due at the same moment, so either may be first.
    while (smtp.begun === 0) await pause(5)
    await third.openClient().post('/auth/v1/recover', { email: two.user.email })
    await third.mail?.close()
    expect(smtp.to(one.user.email)).toHaveLength(1)
    expect(await unsent()).toMatchObject([{ recipient: two.user.email, tries: 0 }])
  })

  it("invites people in the organizer's name, with the invitation link", async () => {
    const { user, invite } = await buildTrip('Lake of Two Rivers')
    const { mail, token } = await invite()
    expect((await mail(' Ana@Example.org ')).status).toBe(204)
    await sendDue()
    const [arrived] = smtp.to('ana@example.org')
    expect(arrived?.headers).toMatchObject({
      subject: `${user.full_name} invites you to plan a trip`,
      to: 'ana@example.org',
    })
    expect(arrived?.text).toContain(`${user.full_name} invites you to plan a trip together: Lake of Two Rivers`)
    expect(arrived?.text).toMatch(/If you don’t know who this is, ignore this email/)
    expect(linkIn(arrived?.text)).toBe(`${ORIGIN}/join/${token}`)
    expect((await app.openClient().post('/api/join/look', { token })).status).toBe(200)
    expect(await unsent()).toEqual([])
  })

  it('puts names on one line, and lets them contain neither headers nor links', async () => {
    const { user, trip, invite } = await buildTrip()
    const { mail } = await invite()
    const evil = 'Ana\r\nBcc: ben@example.org\r\n\r\nhttps://evil.example/now'
    await app.db.updateTable('profiles').set({ full_name: evil }).where('id', '=', user.id).execute()
    await app.db
      .updateTable('trips')
      .set({ name: `Été 🏕️ www.evil.example ${'x'.repeat(300)}` })
      .where('id', '=', trip.id)
      .execute()
    await mail('ana@example.org')
    await sendDue()
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
  ])('refuses the address %j', async (email) => {
    const { invite } = await buildTrip()
    const { mail } = await invite()
    expect((await mail(email)).body).toMatchObject({ error: { code: 'invalid_request', at: 'email' } })
    expect(await unsent()).toEqual([])
  })

  it('is not sent for an invitation that was revoked meanwhile', async () => {
    const { client, trip, invite } = await buildTrip()
    const { id, mail } = await invite()
    await smtp.goDown()
    await mail('ana@example.org')
    await sendDue()
    expect(await unsent()).toHaveLength(1)
    await client.send('DELETE', `/api/trips/${trip.id}/invitations/${id}`)
    await smtp.listen()
    app.wait({ minutes: 2 })
    await sendDue()
    expect(smtp.arrived).toEqual([])
    expect(await unsent()).toEqual([])
    expect((await mail('ana@example.org')).body).toMatchObject({ error: { code: 'invitation_revoked' } })
  })

  it('sends only invitations of a trip that the sender manages, and needs an account', async () => {
    const [mine, theirs] = [await buildTrip(), await buildTrip()]
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
    expect(await unsent()).toEqual([])
  })

  it('is limited per account and day, and per recipient', async () => {
    const { invite } = await buildTrip()
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

  it('that is not configured is reported as such', async () => {
    const appWithoutMail = app.openAnother({ env: { SMTP_URL: '', MAIL_FROM: '' } })
    const anybody = appWithoutMail.openClient()
    expect((await anybody.get('/api/beta')).body).toMatchObject({ sends_mail: false })
    expect((await app.openClient().get('/api/beta')).body).toMatchObject({ sends_mail: true })
    expect(await anybody.post('/auth/v1/recover', { email: 'ana@example.org' })).toMatchObject({
      status: 409,
      body: { error: { code: 'mail_not_set_up', message: expect.stringMatching(/administrator/) } },
    })
    expect(await unsent()).toEqual([])
  })
})

describe('mail of two processes', { timeout: 120_000 }, () => {
  let built: BuiltServer
  beforeAll(async () => {
    built = await BuiltServer.build()
  }, 60_000)
  afterAll(() => built.remove())

  it('is sent once, whether added before or after the start, and does not delay a stop', async () => {
    const smtp = await TestSmtpServer.start()
    smtp.delayMs = 20
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
    await Promise.all(
      runs.map(({ output, ended }) => Promise.race([ended, untilPrinted(output, /Wayfare is open at/)])),
    )
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

async function untilPrinted(output: { stdout: string }, words: RegExp): Promise<void> {
  while (!words.test(output.stdout)) await pause(20)
}

describe('a name in a mail', () => {
  it.each([
    ['Robin Tester', 'Robin Tester'],
    ['J. R. R.', 'J. R. R.'],
    ['  Zoë\t\nOkafor ', 'Zoë Okafor'],
    ['Buy at shop.example/now', 'Buy at shop. example/ now'],
    ['me@example.org', 'me@ example. org'],
  ])('%j is written as %j', (name, written) => expect(plainName(name)).toBe(written))
})
