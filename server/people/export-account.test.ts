import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type ServerType, serve } from '@hono/node-server'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { tripResponse } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { newParty } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newItemState, newPurchase } from '#domain/plan/shopping.ts'
import { DocumentList } from '#server/documents/document-list.ts'
import { exportAccount } from '#server/people/export-account.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, upload, uploadReceipt } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertMembership } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('the export of an account on %s', (engine) => {
  let app: DocumentApp
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
  })
  afterAll(() => app.remove())

  const note = (text: string) => [{ id: randomUUID() as string, text }]
  async function exportFiles(client: TestClient): Promise<Record<string, Uint8Array>> {
    const { status, headers, bytes } = await client.get('/auth/v1/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="wayfare-\d{4}-\d\d-\d\d\.zip"/)
    expect(headers.get('cache-control')).toBe('no-store')
    return unzipSync(bytes)
  }
  const read = (files: Record<string, Uint8Array>, name: string) => JSON.parse(strFromU8(files[name] as Uint8Array))

  it('contains what the app shows: the plans, their history and the documents', async () => {
    const { client, user } = await app.signUp()
    const id = randomUUID()
    await client.post('/api/trips', { id, name: 'To the lake: <2027>/..', type: 'air_travel' })
    const [first] = note('Bring the tent')
    await client.makeSection(id, 'notes', first ? [first] : [])
    await client.makeSection(id, 'notes', first ? [first, ...note('And the canoe')] : [])
    const party = newParty({ person_id: user.id, party_id: user.id }, user)
    await client.makeSection(id, 'people', [party])
    const car = newCar(randomUUID(), user.id)
    const purchase = { ...newPurchase(randomUUID(), { key: '1:milk', name: 'milk' }, user.id), amount: '2' }
    await client.makeSection(id, 'rides', { cars: [car], riders: [{ id: user.id, car: car.id }] })
    const tent = newBed(randomUUID())
    await client.makeSection(id, 'beds', { beds: [tent], sleepers: [{ id: user.id, bed: tent.id }] })
    const cook = newDuty(randomUUID(), 'cook')
    await client.makeSection(id, 'duties', { duties: [cook], volunteers: [newVolunteer(cook.id, user.id)] })
    const claim = newClaim({ id: randomUUID(), name: 'Tent' }, user.id, 2)
    await client.makeSection(id, 'gear', { claims: [claim] })
    const [payer, share] = [newPayer(user.id, 2400), newShare(user.id)]
    const expense = { ...newExpense(randomUUID(), 'EUR', user.id), name: 'Firewood', payers: [payer], shares: [share] }
    await client.makeSection(id, 'costs', {
      currency: 'EUR',
      expenses: [expense],
      payments: [],
      former: [],
      payees: [],
      fees: [],
    })
    await client.makeSection(id, 'shopping', {
      items: [],
      states: [{ ...newItemState('1:milk'), buyer: user.id }],
      purchases: [purchase],
    })
    const [pdf, png] = [buildFile('pdf', 300_000), buildFile('png', 5000)]
    await upload(client, id, 'permit.pdf', pdf)
    await upload(client, id, 'permit.pdf', png, { type: 'image/png' })

    const files = await exportFiles(client)
    const folder = 'trips/1 To the lake- -2027--'
    expect(Object.keys(files)).toEqual([
      'account.json',
      `${folder}/trip.json`,
      `${folder}/history.json`,
      `${folder}/documents/1 permit.pdf.png`,
      `${folder}/documents/2 permit.pdf`,
    ])
    expect(read(files, 'account.json')).toMatchObject({
      email: user.email,
      full_name: user.full_name,
      trips: [{ name: 'To the lake: <2027>/..', role: 'owner', folder }],
    })
    const opened = tripResponse.parse((await client.get(`/api/trips/${id}`)).body)
    const trip = read(files, `${folder}/trip.json`)
    for (const name of commonSectionNames) {
      const section = opened.sections[name]
      expect(trip.plan[name], name).toEqual('value' in section ? section.value : undefined)
    }
    expect(trip.plan).toMatchObject({
      people: [{ persons: [{ id: user.id }] }],
      gear: { claims: [claim] },
      costs: { currency: 'EUR', expenses: [expense] },
      rides: { cars: [{ driver: user.id }], riders: [{ id: user.id }] },
      beds: { beds: [tent], sleepers: [{ id: user.id }] },
      duties: { duties: [cook], volunteers: [{ person_id: user.id }] },
      shopping: { states: [{ buyer: user.id }], purchases: [purchase] },
    })
    expect(trip.planned_by).toEqual([{ name: user.full_name, role: 'owner' }])
    const history = read(files, `${folder}/history.json`) as { section: string; version: number; by: string }[]
    expect(history.filter(({ section }) => section === 'notes').map(({ version, by }) => [version, by])).toEqual([
      [1, user.full_name],
      [2, user.full_name],
    ])
    expect(Buffer.from(files[`${folder}/documents/2 permit.pdf`] ?? []).equals(pdf)).toBe(true)
    expect(Buffer.from(files[`${folder}/documents/1 permit.pdf.png`] ?? []).equals(png)).toBe(true)
  })

  it('contains the receipts that expenses list', async () => {
    const { client, user } = await app.signUp()
    const id = randomUUID()
    await client.post('/api/trips', { id, name: 'Costs', type: 'car_trip' })
    const [listed, unlisted] = [randomUUID(), randomUUID()]
    const png = buildFile('png', 4000)
    for (const receipt of [listed, unlisted]) await uploadReceipt(client, id, 'dinner.png', png, { id: receipt })
    const receipts = [{ id: listed, file_name: 'dinner.png' }]
    const expenses = [{ ...newExpense(randomUUID(), 'CAD', user.id), receipts }]
    await client.makeSection(id, 'costs', { currency: 'CAD', expenses, payments: [], former: [], payees: [], fees: [] })
    const files = await exportFiles(client)
    const names = Object.keys(files).filter((name) => name.includes('/receipts/'))
    expect(names).toEqual(['trips/1 Costs/receipts/1 dinner.png'])
    expect(Buffer.from(files[names[0] ?? ''] ?? []).equals(png)).toBe(true)
  })

  it('contains only what the person sees of others’ trips, without e-mails and private records', async () => {
    const [owner, member] = [await app.signUp(), await app.signUp()]
    const id = randomUUID()
    await owner.client.post('/api/trips', { id, name: 'Together', type: 'car_trip' })
    await insertMembership(app.db, { trip_id: id, user_id: member.user.id, role: 'member' })
    await owner.client.makeSection(id, 'notes', note('For all of us'))
    const phoneOf = ({ id: personId }: { id: string }) => `phone of ${personId}`
    for (const { client, user } of [owner, member]) {
      const record = [user.id, 'persons', user.id]
      const operations = [
        { do: 'insert', at: [user.id], entry: { id: user.id, persons: [] }, after: null },
        { do: 'insert', at: record, entry: newRecord(user.id), after: null },
        { do: 'set', at: [...record, 'phone'], was: '', to: phoneOf(user) },
      ].map((mutation) => ({ ...mutation, id: randomUUID(), section: 'private' }))
      const answer = await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })
      expect(answer).toMatchObject({ status: 200, body: { refused: [] } })
    }
    const files = await exportFiles(member.client)
    const trip = strFromU8(files['trips/1 Together/trip.json'] as Uint8Array)
    expect(trip).toContain('For all of us')
    const all = Object.values(files).map((file) => strFromU8(file))
    expect(all.join()).not.toContain(owner.user.email)
    expect(all.join()).not.toContain(phoneOf(owner.user))
    expect(JSON.parse(trip).private).toMatchObject([{ id: member.user.id, persons: [{ phone: phoneOf(member.user) }] }])
    expect(strFromU8((await exportFiles(owner.client))['trips/1 Together/trip.json'] as Uint8Array)).toContain(
      phoneOf(member.user),
    )
  })

  it('starts without waiting for a trip, and lists documents one trip at a time', async () => {
    const { client, user } = await app.signUp()
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of ids) {
      await client.post('/api/trips', { id, name: 'Large', type: 'air_travel' })
      await upload(client, id, 'permit.pdf', buildFile('pdf', 3_000_000))
    }
    const documentList = new DocumentList(app.db)
    const load = vi.spyOn(documentList, 'load')
    const out = await exportAccount({ ...app, documentList }, user, async () => true)
    expect(load).not.toHaveBeenCalled()
    const chunks: Buffer[] = []
    const loadCounts: number[] = []
    for await (const chunk of out) {
      chunks.push(chunk as Buffer)
      loadCounts.push(load.mock.calls.length)
      await setImmediate()
    }
    expect([...new Set(loadCounts)].toSorted()).toEqual([0, 1, 2, 3])
    const names = Object.keys(unzipSync(Buffer.concat(chunks)))
    expect(names.filter((name) => name.endsWith('permit.pdf'))).toHaveLength(3)
  })

  it('stops when the person signs out, and omits trips they have been removed from', async () => {
    const { client: owner } = await app.signUp()
    const { user } = await app.signUp()
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids) {
      await owner.post('/api/trips', { id, name: 'Theirs', type: 'air_travel' })
      await insertMembership(app.db, { trip_id: id, user_id: user.id, role: 'member' })
      await upload(owner, id, 'permit.pdf', buildFile('pdf', 3_000_000))
    }
    const documentList = new DocumentList(app.db)
    const readAll = async (isSignedIn: () => Promise<boolean>, meanwhile: () => Promise<unknown>) => {
      const chunks: Buffer[] = []
      for await (const chunk of await exportAccount({ ...app, documentList }, user, isSignedIn)) {
        if (chunks.length === 0) await meanwhile()
        chunks.push(chunk as Buffer)
        await setImmediate()
      }
      return Object.keys(unzipSync(Buffer.concat(chunks)))
    }
    let isSignedInNow = true
    const signOut = async () => {
      isSignedInNow = false
    }
    await expect(readAll(async () => isSignedInNow, signOut)).rejects.toMatchObject({ code: 'not_signed_in' })
    const removeFromTrips = () => app.db.deleteFrom('memberships').where('user_id', '=', user.id).execute()
    const names = readAll(async () => true, removeFromTrips)
    await expect(names.catch((failure) => failure.code)).resolves.toSatisfy(
      (outcome) => outcome === 'trip_not_found' || !(outcome as string[]).some((name) => name.startsWith('trips/2')),
    )
  })

  describe('over a connection', () => {
    let server: ServerType
    beforeAll(async () => {
      server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' })
      await once(server, 'listening')
    })
    afterAll(() => {
      server.close()
    })

    async function signUpWithDocuments(): Promise<TestClient> {
      const { client } = await app.signUp()
      const id = randomUUID()
      await client.post('/api/trips', { id, name: 'Long', type: 'air_travel' })
      for (const name of ['permit.pdf', 'map.pdf']) await upload(client, id, name, buildFile('pdf', 3_000_000))
      app.log.length = 0
      return client
    }
    async function startExport(client: TestClient, signal?: AbortSignal): Promise<Response> {
      const { port } = server.address() as AddressInfo
      const headers = { cookie: [...client.cookies].map((cookie) => cookie.join('=')).join('; ') }
      const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/export`, { headers, ...(signal && { signal }) })
      expect(answer.status).toBe(200)
      return answer
    }
    /** Does something when the first document is about to be sent. */
    function onFirstDocument(act: () => Promise<unknown>): void {
      const open = app.documents.open.bind(app.documents)
      const opened = vi.spyOn(app.documents, 'open').mockImplementationOnce(async (...args) => {
        await act()
        return open(...args)
      })
      onTestFinished(() => opened.mockRestore())
    }
    const listErrors = () => app.log.filter(({ level }) => Number(level) >= 40)

    it('ends when the person signs out, without an error in the log', async () => {
      const client = await signUpWithDocuments()
      onFirstDocument(() => client.post('/auth/v1/logout'))
      await expect((await startExport(client)).arrayBuffer()).rejects.toThrow('terminated')
      expect(listErrors()).toEqual([])
    })

    it('ends when another one starts or the browser cancels it, without an error in the log', async () => {
      const client = await signUpWithDocuments()
      const first = await startExport(client)
      const cancelled = new AbortController()
      await startExport(client, cancelled.signal)
      await expect(first.arrayBuffer()).rejects.toThrow('terminated')
      cancelled.abort()
      await (await startExport(client)).arrayBuffer()
      expect(listErrors()).toEqual([])
    })
  })

  it('is stopped by another export of the same person', async () => {
    const { client } = await app.signUp()
    const id = randomUUID()
    await client.post('/api/trips', { id, name: 'Twice', type: 'air_travel' })
    await upload(client, id, 'permit.pdf', buildFile('pdf', 3_000_000))
    // Nobody reads it, so it does not end by itself.
    const first = await client.request('GET', '/auth/v1/export')
    expect(Object.keys(await exportFiles(client))).toContain('trips/1 Twice/documents/1 permit.pdf')
    await expect(first.arrayBuffer()).rejects.toThrow()
  })

  it('fails if a document is unreachable, and nothing else fails with it', async () => {
    const { client } = await app.signUp()
    const id = randomUUID()
    await client.post('/api/trips', { id, name: 'Broken', type: 'air_travel' })
    await upload(client, id, 'permit.pdf', buildFile('pdf'))
    const unreachable = vi.spyOn(app.documents, 'open').mockRejectedValue(new AppError('storage_unreachable'))
    await expect(client.get('/auth/v1/export')).rejects.toThrow()
    unreachable.mockRestore()
    expect(Object.keys(await exportFiles(client))).toContain('trips/1 Broken/documents/1 permit.pdf')
  })

  it('needs an own account, and is limited to ten per hour', async () => {
    const { client } = await app.signUp()
    const isReady = () => client.get('/auth/v1/export/ready')
    // Checking whether an export is possible does not count.
    for (let n = 0; n < 12; n++) expect((await isReady()).status).toBe(204)
    for (let n = 0; n < 10; n++) expect((await client.get('/auth/v1/export')).status).toBe(200)
    for (const answer of [await isReady(), await client.get('/auth/v1/export')])
      expect(answer).toMatchObject({
        status: 429,
        body: {
          error: {
            code: 'too_many_requests',
            message: 'You’ve downloaded your data 10 times in the last hour. Please try again in an hour.',
          },
        },
      })
    expect(await app.openClient().get('/auth/v1/export/ready')).toMatchObject(failed(401, 'not_signed_in'))
  })
})
