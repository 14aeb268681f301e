import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peopleResponse } from '#domain/api/people.ts'
import { tripListResponse } from '#domain/api/trips.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, upload, uploadReceipt } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertMembership } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { createAccount } from './create-account.ts'
import { listAccounts } from './list-accounts.ts'
import { withInstallation } from './operated.ts'
import { previewRemoval, removeAccount } from './remove-account.ts'
import { transferOwnership } from './transfer-ownership.ts'

const PLANS = ['trips', 'plan_sections', 'plan_history', 'trip_notes', 'travel_documents'] as const

describe.each(engines)('an operator beside a running server on %s', (engine) => {
  let app: DocumentApp
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
  })
  afterAll(() => app.remove())

  const operate = <Value>(work: Parameters<typeof withInstallation<Value>>[2]) =>
    withInstallation(app.settings, app.clock, work)
  const remove = (email: string) =>
    operate(async (operated) => removeAccount(operated, await previewRemoval(operated, email), app.clock()))
  const note = (text: string) => [{ id: randomUUID() as string, text }]
  async function newTrip(client: TestClient, name = 'To the lake') {
    const id = randomUUID()
    await client.post('/api/trips', { id, name, type: 'air_travel' })
    await client.makeSection(id, 'notes', note('Bring the tent'))
    expect((await upload(client, id, 'permit.pdf', buildFile('pdf', 5000))).status).toBeLessThan(300)
    return id
  }
  const findListed = async (email: string) =>
    (await operate(({ db }) => listAccounts(db))).accounts.find((account) => account.email === email)

  it('lists every account with what it takes up, and the totals', async () => {
    const { client, user } = await app.signUp()
    expect(await findListed(user.email)).toMatchObject({
      name: 'Robin Tester',
      trips: 0,
      documents: 0,
      document_bytes: 0,
      plan_bytes: 0,
    })
    const totals = (await operate(({ db }) => listAccounts(db))).all
    const id = await newTrip(client)
    await newTrip(client, 'To the sea')
    await insertAccount(app.db, { email: null })
    // Receipts count like documents, as for the quota.
    expect((await uploadReceipt(client, id, 'dinner.pdf', buildFile('pdf', 5000))).status).toBe(200)
    const account = await findListed(user.email)
    expect(account).toMatchObject({ trips: 2, documents: 3, document_bytes: 15_000 })
    expect(Date.parse(account?.seen_at ?? '')).toBeGreaterThanOrEqual(Date.parse(account?.created_at ?? '') - 60_000)
    await client.makeSection(id, 'notes', note('x'.repeat(3000)))
    expect((await findListed(user.email))?.plan_bytes).toBeGreaterThan((account?.plan_bytes ?? 0) + 6000)
    const { all } = await operate(({ db }) => listAccounts(db))
    expect(all).toMatchObject({ trips: totals.trips + 2, guests: totals.guests + 1, documents: totals.documents + 3 })
    expect(all.document_bytes).toBe(totals.document_bytes + 15_000)
    expect(all.database_bytes).toBeGreaterThan(all.plan_bytes)
  })

  it('creates an account where nobody can register, and its user chooses the password once', async () => {
    const closed = app.openAnother({ env: { SIGN_UPS: 'off' } })
    const email = `ana-${randomUUID()}@example.org`
    const create = (address: string, name = 'Ana Lake') =>
      operate((operated) => createAccount(operated, address, name, app.clock()))
    const { secret, ...created } = await create(` ${email.toUpperCase()}`, ' Ana Lake ')
    expect(created).toMatchObject({ email, name: 'Ana Lake' })
    expect(await findListed(email)).toMatchObject({ name: 'Ana Lake', trips: 0, seen_at: undefined })
    // Nobody knows its first password.
    const signIn = (password: string) =>
      closed.openClient().post('/auth/v1/token?grant_type=password', { email, password })
    expect(await signIn('')).toMatchObject({ status: 400 })
    expect(await signIn('pine-needles')).toMatchObject(failed(401, 'wrong_credentials'))
    const choose = () => closed.openClient().post('/auth/v1/reset', { secret, password: 'a longer one of mine' })
    expect(await choose()).toMatchObject({
      status: 200,
      body: { user: { id: created.id, username: email.split('@')[0] } },
    })
    expect(await choose()).toMatchObject(failed(404, 'link_not_found'))
    expect((await signIn('a longer one of mine')).status).toBe(200)

    await expect(create(email.toUpperCase())).rejects.toThrow(`${email} already has an account.`)
    await expect(create('ana at home')).rejects.toThrow("'ana at home' is not an email address.")
    await expect(create('')).rejects.toThrow("'' is not an email address.")
    for (const name of ['', ' ', 'x'.repeat(101)])
      await expect(create('free@example.org', name)).rejects.toThrow('The full name should have 1 to 100 characters')
    expect(await findListed('free@example.org')).toBeUndefined()
  })

  it('removes an account with its trips, files and sessions, and keeps what it wrote in trips of others', async () => {
    const [{ client: other, user: owner }, initial] = [await app.signUp(), await countRows(app.db, ...PLANS)]
    const othersTrip = await newTrip(other)
    const files = await app.files()
    const before = await countRows(app.db, ...PLANS)
    expect(before.trips).toBe(initial.trips + 1)

    const { client, user } = await app.signUp()
    const own = await newTrip(client)
    await insertMembership(app.db, { trip_id: othersTrip, user_id: user.id, role: 'member' })
    await client.makeSection(othersTrip, 'notes', note('From somebody who leaves'))
    const notes = (await other.get(`/api/trips/${othersTrip}`)).text
    expect(notes).toContain('From somebody who leaves')
    const stream = await client.listen(`/api/trips/${own}/events`)

    await remove(user.email.toUpperCase())
    expect(await findListed(user.email)).toBeUndefined()
    expect((await countRows(app.db, 'trips')).trips).toBe(before.trips)
    expect((await app.db.selectFrom('memberships').selectAll().where('user_id', '=', user.id).execute()).length).toBe(0)
    expect(await app.files()).toEqual(files)
    expect((await other.get(`/api/trips/${othersTrip}`)).text).toContain('From somebody who leaves')
    // The server has just checked the session, and trusts it for 5 seconds.
    const later = app.openAnother()
    const again = later.openClient()
    again.cookies.set('wayfare_session', client.token)
    expect(await again.get('/api/trips')).toMatchObject(failed(401, 'not_signed_in'))
    expect((await client.get(`/api/trips/${own}`)).status).toBeGreaterThanOrEqual(401)
    expect((await other.get('/api/trips')).status).toBe(200)
    expect(await findListed(owner.email)).toMatchObject({ trips: 1 })
    // Another process is notified; with a shared SQLite file it notices at the next heartbeat.
    if (engine === 'postgres') await stream.end()
    await expect(remove(user.email)).rejects.toThrow(/^There is no account /)
  })

  it('transfers a trip: the former owner becomes an organizer', async () => {
    const [{ client: first, user: formerOwner }, { client: second, user: newOwner }] = [
      await app.signUp(),
      await app.signUp(),
    ]
    const id = await newTrip(first)
    await insertMembership(app.db, { trip_id: id, user_id: newOwner.id, role: 'member' })
    expect(await operate((operated) => transferOwnership(operated, id, newOwner.email, app.clock()))).toEqual({
      name: 'To the lake',
    })
    const roleOf = async (client: TestClient) =>
      tripListResponse.parse((await client.get('/api/trips')).body).trips.find((trip) => trip.id === id)?.role
    expect([await roleOf(first), await roleOf(second)]).toEqual(['organizer', 'owner'])
    const { people } = peopleResponse.parse((await second.get(`/api/trips/${id}/people`)).body)
    expect(people.map((person) => [person.id, person.role])).toEqual([
      [newOwner.id, 'owner'],
      [formerOwner.id, 'organizer'],
    ])
    await expect(operate((operated) => transferOwnership(operated, id, newOwner.email, app.clock()))).rejects.toThrow(
      / already owns the trip /,
    )
    const missingAccount = operate((operated) => transferOwnership(operated, id, 'nobody@example.org', app.clock()))
    await expect(missingAccount).rejects.toThrow(/^There is no account with the email nobody@example\.org\./)
    const missingTrip = operate((operated) => transferOwnership(operated, randomUUID(), newOwner.email, app.clock()))
    await expect(missingTrip).rejects.toThrow(/^There is no trip /)
  })
})
