import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peopleAnswer } from '#domain/api/people.ts'
import { tripListAnswer } from '#domain/api/trips.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, upload } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertMembership } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
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
  const listed = async (email: string) =>
    (await operate(({ db }) => listAccounts(db))).accounts.find((account) => account.email === email)

  it('sees every account with what it takes up, and the whole', async () => {
    const { client, user } = await app.signUp()
    expect(await listed(user.email)).toMatchObject({
      name: 'Robin Tester',
      trips: 0,
      documents: 0,
      document_bytes: 0,
      plan_bytes: 0,
    })
    const before = (await operate(({ db }) => listAccounts(db))).all
    const id = await newTrip(client)
    await newTrip(client, 'To the sea')
    await insertAccount(app.db, { email: null })
    const one = await listed(user.email)
    expect(one).toMatchObject({ trips: 2, documents: 2, document_bytes: 10_000 })
    expect(Date.parse(one?.seen_at ?? '')).toBeGreaterThanOrEqual(Date.parse(one?.created_at ?? '') - 60_000)
    await client.makeSection(id, 'notes', note('x'.repeat(3000)))
    expect((await listed(user.email))?.plan_bytes).toBeGreaterThan((one?.plan_bytes ?? 0) + 6000)
    const { all } = await operate(({ db }) => listAccounts(db))
    expect(all).toMatchObject({ trips: before.trips + 2, guests: before.guests + 1, documents: before.documents + 2 })
    expect(all.document_bytes).toBe(before.document_bytes + 10_000)
    expect(all.database_bytes).toBeGreaterThan(all.plan_bytes)
  })

  it('removes an account with its trips, files and sessions; what it wrote in trips of others stays', async () => {
    const [{ client: other, user: owner }, counted] = [await app.signUp(), await countRows(app.db, ...PLANS)]
    const theirs = await newTrip(other)
    const files = await app.files()
    const kept = await countRows(app.db, ...PLANS)
    expect(kept.trips).toBe(counted.trips + 1)

    const { client, user } = await app.signUp()
    const own = await newTrip(client)
    await insertMembership(app.db, { trip_id: theirs, user_id: user.id, role: 'member' })
    await client.makeSection(theirs, 'notes', note('From somebody who leaves'))
    const notes = (await other.get(`/api/trips/${theirs}`)).text
    expect(notes).toContain('From somebody who leaves')
    const reading = await client.listen(`/api/trips/${own}/events`)

    await remove(user.email.toUpperCase())
    expect(await listed(user.email)).toBeUndefined()
    expect((await countRows(app.db, 'trips')).trips).toBe(kept.trips)
    expect((await app.db.selectFrom('memberships').selectAll().where('user_id', '=', user.id).execute()).length).toBe(0)
    expect(await app.files()).toEqual(files)
    expect((await other.get(`/api/trips/${theirs}`)).text).toContain('From somebody who leaves')
    // The server has checked the session a moment ago, and trusts it for 5 seconds.
    const later = app.openAnother()
    const again = later.openClient()
    again.cookies.set('wayfare_session', client.token)
    expect(await again.get('/api/trips')).toMatchObject(failed(401, 'not_signed_in'))
    expect((await client.get(`/api/trips/${own}`)).status).toBeGreaterThanOrEqual(401)
    expect((await other.get('/api/trips')).status).toBe(200)
    expect(await listed(owner.email)).toMatchObject({ trips: 1 })
    // Another process is told; on one SQLite file it looks with the next heartbeat.
    if (engine === 'postgres') await reading.end()
    await expect(remove(user.email)).rejects.toThrow(/^There is no account /)
  })

  it('hands a trip over: its new owner has it, who had it organizes it', async () => {
    const [{ client: first, user: former }, { client: second, user: next }] = [await app.signUp(), await app.signUp()]
    const id = await newTrip(first)
    await insertMembership(app.db, { trip_id: id, user_id: next.id, role: 'member' })
    expect(await operate((operated) => transferOwnership(operated, id, next.email, app.clock()))).toEqual({
      name: 'To the lake',
    })
    const roleOf = async (client: TestClient) =>
      tripListAnswer.parse((await client.get('/api/trips')).body).trips.find((trip) => trip.id === id)?.role
    expect([await roleOf(first), await roleOf(second)]).toEqual(['organizer', 'owner'])
    const { people } = peopleAnswer.parse((await second.get(`/api/trips/${id}/people`)).body)
    expect(people.map((person) => [person.id, person.role])).toEqual([
      [next.id, 'owner'],
      [former.id, 'organizer'],
    ])
    await expect(operate((operated) => transferOwnership(operated, id, next.email, app.clock()))).rejects.toThrow(
      /belongs to .* already\./,
    )
    const nobody = operate((operated) => transferOwnership(operated, id, 'nobody@example.org', app.clock()))
    await expect(nobody).rejects.toThrow(/^There is no account nobody@example\.org\./)
    const nowhere = operate((operated) => transferOwnership(operated, randomUUID(), next.email, app.clock()))
    await expect(nowhere).rejects.toThrow(/^There is no trip /)
  })
})
