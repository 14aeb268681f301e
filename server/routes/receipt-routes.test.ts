import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { documentPath } from '#domain/api/documents.ts'
import { receiptName, receiptPath } from '#domain/api/receipts.ts'
import { receiptDeletionPath, tripFilesPath, tripFilesResponse } from '#domain/api/trip-files.ts'
import { tripPictureUploadPath } from '#domain/api/trip-picture.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { DOCUMENT_MAX_BYTES } from '#domain/documents.ts'
import { type Costs, type Expense, MAX_RECEIPT_NAME, newExpense } from '#domain/plan/costs.ts'
import { MAX_UNLISTED_RECEIPTS, NEVER_USED_RECEIPT_DAYS, UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import type { Trip } from '#domain/trip.ts'
import { removeAccount } from '#server/people/remove-account.ts'
import { buildFile } from '#server/testing/document-files.ts'
import {
  engineStores,
  expectStoredFiles,
  openSharedApp,
  type SharedApp,
  setPicture,
  streamOf,
  upload,
  uploadReceipt,
} from '#server/testing/documents.ts'
import { insertAccount, insertMembership, insertTrip, withoutTable } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const png = buildFile('png')
const DAY_MINUTES = 24 * 60

/* Who may add and see receipts: access.test.ts. */
describe.each(engineStores)('receipts on %s and %s', (engine, store) => {
  let server: SharedApp
  let owner: TestClient
  let member: TestClient
  let trip: Trip
  beforeAll(async () => {
    server = await openSharedApp(engine, store)
    ;({ owner, member } = server)
    trip = await server.newTrip()
  })
  afterAll(() => server.remove())
  afterEach(async () => {
    expect(await server.arriving(), 'unfinished uploads').toEqual([])
    const rows = await server.db.selectFrom('listed_files').select(['trip_id', 'file']).execute()
    await expectStoredFiles(
      server,
      rows.map(({ trip_id, file }) => `${trip_id}/${file}`),
    )
  })

  async function add(client: TestClient, tripId = trip.id, bytes = png, name = 'dinner.png'): Promise<string> {
    const id = randomUUID()
    const answer = await uploadReceipt(client, tripId, name, bytes, { id })
    expect(answer, answer.text).toMatchObject({ status: 200, body: { receipt: { id, file_name: name } } })
    return id
  }

  const costsWith = (receiptIds: string[], id = randomUUID()): Costs => ({
    currency: 'CAD',
    expenses: [
      {
        ...newExpense(id, 'CAD', server.ownerId),
        receipts: receiptIds.map((one) => ({ id: one, file_name: 'dinner.png' })),
      },
    ],
    payments: [],
    former: [],
    payees: [],
    fees: [],
  })

  it.each(['car_trip', 'air_travel'] as const)('can be added to a %s and are seen by everybody in it', async (type) => {
    const { id: tripId } = await server.newTrip({ type })
    const id = await add(member, tripId)
    for (const client of [owner, member]) {
      const shown = await client.get(receiptPath(tripId, id))
      expect(shown.status).toBe(200)
      expect(shown.bytes.equals(png)).toBe(true)
      expect(shown.headers.get('content-type')).toBe('image/png')
      expect(shown.headers.get('cache-control')).toBe('private, no-cache')
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(shown.headers.get('content-security-policy')).toContain('sandbox')
      expect(shown.headers.get('content-disposition')).toContain('inline')
      expect(shown.headers.get('content-disposition')).toContain('dinner.png')
      const etag = shown.headers.get('etag') ?? ''
      expect((await client.get(receiptPath(tripId, id), { 'if-none-match': etag })).status).toBe(304)
    }
  })

  it('are not seen through a share link, in a public trip, or as a document', async () => {
    const token = randomUUID()
    const { id: tripId } = await server.newTrip({ is_public: true, share_token: token })
    const id = await add(owner, tripId)
    const stranger = await server.openSession({ id: await insertAccount(server.db) })
    expect((await stranger.get(`/api/shared/${tripId}?token=${token}`)).status).toBe(200)
    const { file } = await server.db
      .selectFrom('listed_files')
      .select('file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const client of [stranger, server.openClient()])
      for (const path of [receiptPath(tripId, id), `/files/travel-documents/${tripId}/${file}`])
        expect((await client.get(`${path}?token=${token}`)).status, path).toBe(404)
    expect((await owner.get(`/files/travel-documents/${tripId}/${file}`)).status).toBe(404)
    expect(await stranger.get(receiptPath(tripId, id))).toMatchObject(failed(404, 'receipt_not_found'))
  })

  it('and other files are added by nobody with the demo account, not even to its own trips', async () => {
    const demoId = await insertAccount(server.db, { email: DEMO_EMAIL })
    const client = await server.openSession({ id: demoId })
    const own = await server.newTrip({ owner_id: demoId, type: 'air_travel' })
    const everybodys = await insertTrip(server.db, { type: 'air_travel' })
    for (const { id } of [own, everybodys]) {
      expect((await client.get(`/api/trips/${id}`)).status).toBe(200)
      expect(await uploadReceipt(client, id, 'a.png', png)).toMatchObject(failed(404, 'trip_not_found'))
      expect(await upload(client, id, 'a.pdf', buildFile('pdf'))).toMatchObject(failed(404, 'trip_not_found'))
      expect(await setPicture(client, id)).toMatchObject(failed(404, 'trip_not_found'))
    }
    expect(await uploadReceipt(owner, everybodys.id, 'a.png', png)).toMatchObject(failed(404, 'trip_not_found'))
    // What is there already can be deleted.
    expect((await client.send('DELETE', tripPictureUploadPath(own.id))).status).toBe(204)
    expect(await client.send('DELETE', tripPictureUploadPath(everybodys.id))).toMatchObject(
      failed(404, 'trip_not_found'),
    )
  })

  it('belong to one trip', async () => {
    const other = await server.newTrip()
    const id = await add(owner)
    for (const path of [receiptPath(other.id, id), receiptPath(trip.id, randomUUID()), '/files/receipts/x/y'])
      expect(await owner.get(path), path).toMatchObject(failed(404, 'receipt_not_found'))
    // These are answered without the file.
    const etag = (await owner.get(receiptPath(trip.id, id))).headers.get('etag') ?? ''
    expect((await owner.send('HEAD', receiptPath(trip.id, id))).status).toBe(200)
    expect((await owner.send('HEAD', receiptPath(other.id, id))).status).toBe(404)
    expect((await owner.get(receiptPath(other.id, id), { 'if-none-match': etag })).status).toBe(404)
  })

  it('are no longer seen by somebody who has left, and cannot be added by them', async () => {
    const { id: tripId } = await server.newTrip()
    const id = await add(member, tripId)
    await server.db
      .deleteFrom('memberships')
      .where('trip_id', '=', tripId)
      .where('user_id', '=', server.memberId)
      .execute()
    expect((await member.get(receiptPath(tripId, id))).status).toBe(404)
    expect(await uploadReceipt(member, tripId, 'a.png', png)).toMatchObject(failed(404, 'trip_not_found'))
  })

  it('are not stored if the person loses access during the upload', async () => {
    const { id: tripId } = await server.newTrip()
    const chunks = async function* () {
      yield png.subarray(0, 500)
      await server.db
        .deleteFrom('memberships')
        .where('trip_id', '=', tripId)
        .where('user_id', '=', server.memberId)
        .execute()
      yield png.subarray(500)
    }
    expect(await uploadReceipt(member, tripId, 'a.png', streamOf(chunks()))).toMatchObject(
      failed(404, 'trip_not_found'),
    )
  })

  it('are stored once, however often the upload is repeated, also at the same time', async () => {
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => uploadReceipt(owner, trip.id, 'dinner.png', png, { id })),
    )
    answers.push(await uploadReceipt(owner, trip.id, 'dinner.png', png, { id }))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { receipt: { id, file_name: 'dinner.png' } } })
    expect(await server.db.selectFrom('listed_files').select('id').where('id', '=', id).execute()).toHaveLength(1)
  })

  it('keep what was uploaded first under an id', async () => {
    const id = await add(owner)
    const other = buildFile('pdf', 5000)
    expect((await uploadReceipt(member, trip.id, 'other.pdf', other, { id })).body).toEqual({
      receipt: { id, file_name: 'dinner.png' },
    })
    expect((await owner.get(receiptPath(trip.id, id))).bytes.equals(png)).toBe(true)
  })

  it('have the type of their first bytes, and names that fit into the plan', async () => {
    const long = `${'x'.repeat(240)}.html`
    const id = randomUUID()
    const { body } = await uploadReceipt(owner, trip.id, long, buildFile('jpeg'), { id, 'content-type': 'text/html' })
    const { file_name } = (body as { receipt: { file_name: string } }).receipt
    expect(file_name).toBe(receiptName(long))
    expect(file_name.length).toBeLessThanOrEqual(MAX_RECEIPT_NAME)
    const shown = await owner.get(receiptPath(trip.id, id))
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(shown.headers.get('content-disposition')).toContain('.jpg')
  })

  it('accept exactly 10 MB, and not one byte more, whatever length is announced', async () => {
    const largest = buildFile('pdf', DOCUMENT_MAX_BYTES)
    const id = await add(owner, trip.id, largest, 'large.pdf')
    expect((await owner.get(receiptPath(trip.id, id))).bytes.length).toBe(DOCUMENT_MAX_BYTES)
    const tooLarge = Buffer.concat([largest, Buffer.from('x')])
    for (const raw of [tooLarge, streamOf([largest, Buffer.from('x')])])
      expect(await uploadReceipt(owner, trip.id, 'large.pdf', raw)).toMatchObject(failed(413, 'document_too_large'))
  })

  it('refuse other files, empty ones and requests without a name', async () => {
    const html = Buffer.from('<script>alert(1)</script>')
    expect(await uploadReceipt(owner, trip.id, 'a.png', html)).toMatchObject(failed(415, 'document_type_refused'))
    expect(await uploadReceipt(owner, trip.id, 'a.png', Buffer.alloc(0))).toMatchObject(failed(400, 'document_empty'))
    const path = `/api/trips/${trip.id}/receipts/${randomUUID()}`
    expect(await owner.send('PUT', path, { raw: png })).toMatchObject(failed(400, 'invalid_request'))
    const badId = `/api/trips/${trip.id}/receipts/1?file_name=a.png`
    expect(await owner.send('PUT', badId, { raw: png })).toMatchObject(failed(400, 'invalid_id'))
  })

  it('count towards the storage of the trip’s owner, like documents', async () => {
    const small = server.openAnother({ env: { DOCUMENTS_PER_ACCOUNT: '1', ...server.s3?.env } })
    const person = await insertAccount(server.db)
    const client = await small.openSession({ id: person })
    const { id: tripId } = await insertTrip(server.db, { owner_id: person, type: 'car_trip' })
    await add(client, tripId)
    expect(await uploadReceipt(client, tripId, 'a.png', png)).toMatchObject(failed(409, 'documents_full'))
  })

  describe('that no expense lists yet', () => {
    /** An app of few files for each account, with an owner, an organizer and a member who only ticks. */
    async function newSmallTrip(documents = MAX_UNLISTED_RECEIPTS + 2) {
      const small = server.openAnother({ env: { DOCUMENTS_PER_ACCOUNT: String(documents), ...server.s3?.env } })
      const newAccount = () => insertAccount(server.db)
      const [ownerId, organizerId, guestId] = [
        await newAccount(),
        await newAccount(),
        await insertAccount(server.db, { email: null }),
      ]
      const { id: tripId } = await insertTrip(server.db, { owner_id: ownerId, type: 'car_trip', members_edit: false })
      const membership = { trip_id: tripId, role: 'member' as const }
      await insertMembership(server.db, { ...membership, user_id: guestId })
      await insertMembership(server.db, { ...membership, user_id: organizerId, role: 'organizer' })
      const clientOf = (id: string) => small.openSession({ id })
      return {
        tripId,
        guestId,
        owner: await clientOf(ownerId),
        organizer: await clientOf(organizerId),
        guest: await clientOf(guestId),
      }
    }
    /** Lists receipts in an expense of somebody's own. */
    const listIn = async (client: TestClient, tripId: string, userId: string, ids: readonly string[]) => {
      const [expense] = costsWith([...ids]).expenses.map((one) => ({ ...one, added_by: userId })) as [Expense]
      const operation = { do: 'insert', at: ['expenses', expense.id], entry: expense, after: null }
      const operations = [{ id: randomUUID(), section: 'costs', ...operation }]
      const { body } = await client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} })
      expect(body).toMatchObject({ refused: [] })
      return expense
    }
    const tooMany = failed(409, 'receipts_unlisted')

    it(`are at most ${MAX_UNLISTED_RECEIPTS} of one person, whatever they do at once`, async () => {
      const { tripId, guestId, guest, owner: theOwner } = await newSmallTrip(1000)
      const answers = await Promise.all(
        Array.from({ length: MAX_UNLISTED_RECEIPTS }, () => uploadReceipt(guest, tripId, 'a.png', png)),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const refused = await uploadReceipt(guest, tripId, 'a.png', png)
      expect(refused).toMatchObject(tooMany)
      expect(refused.text).toContain(`${MAX_UNLISTED_RECEIPTS} receipts`)
      // A retry of one that arrived is not a new one, and others have their own.
      const [first] = answers.map(({ body }) => (body as { receipt: { id: string } }).receipt.id)
      expect((await uploadReceipt(guest, tripId, 'a.png', png, { id: first as string })).status).toBe(200)
      expect((await uploadReceipt(theOwner, tripId, 'a.png', png)).status).toBe(200)
      // Once an expense lists one, there is room for another.
      await listIn(guest, tripId, guestId, [first as string])
      expect((await uploadReceipt(guest, tripId, 'a.png', png)).status).toBe(200)
      expect(await uploadReceipt(guest, tripId, 'a.png', png)).toMatchObject(tooMany)
    })

    it('leave the owner what is theirs, however many people upload them', async () => {
      const limit = MAX_UNLISTED_RECEIPTS + 2
      const { tripId, guest, organizer, owner: theOwner, guestId } = await newSmallTrip(limit)
      const ids: string[] = []
      for (let count = 0; count < MAX_UNLISTED_RECEIPTS; count++) ids.push(await add(guest, tripId))
      expect(await uploadReceipt(guest, tripId, 'a.png', png)).toMatchObject(tooMany)
      for (let count = 0; count < 2; count++) await add(organizer, tripId)
      // All of them together have a limit, too.
      const full = await uploadReceipt(organizer, tripId, 'a.png', png)
      expect(full).toMatchObject(failed(409, 'documents_full'))
      expect(full.text).toContain('Too many receipts')
      for (let count = 0; count < 2; count++) await add(theOwner, tripId)
      // What an expense lists is the trip's, and counts for its owner at once.
      await listIn(guest, tripId, guestId, ids)
      expect(await uploadReceipt(guest, tripId, 'a.png', png)).toMatchObject(failed(409, 'documents_full'))
      expect(await uploadReceipt(theOwner, tripId, 'a.png', png)).toMatchObject(failed(409, 'documents_full'))
    })

    it('leave the owner what is theirs also while they arrive, and are as few', async () => {
      const { tripId, guest, owner: theOwner } = await newSmallTrip()
      const finish: (() => void)[] = []
      const slowly = async function* () {
        yield png.subarray(0, 500)
        await new Promise<void>((resolve) => finish.push(resolve))
        yield png.subarray(500)
      }
      const waiting = Array.from({ length: MAX_UNLISTED_RECEIPTS }, () =>
        uploadReceipt(guest, tripId, 'a.png', streamOf(slowly())),
      )
      await expect.poll(() => server.arriving()).toHaveLength(MAX_UNLISTED_RECEIPTS)
      const refused = await uploadReceipt(guest, tripId, 'a.png', png)
      for (let count = 0; count < 3; count++) await add(theOwner, tripId)
      expect(refused).toMatchObject(tooMany)
      await expect.poll(() => finish).toHaveLength(MAX_UNLISTED_RECEIPTS)
      // One after the other: while a file is being stored, it counts for the owner.
      const left = new Set(waiting)
      for (const one of waiting) void one.then(() => left.delete(one))
      for (const [done, one] of finish.entries()) {
        one()
        await expect.poll(() => left.size).toBe(MAX_UNLISTED_RECEIPTS - done - 1)
      }
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
    })

    it('do not become the owner’s if the account of who uploaded them is deleted', async () => {
      const { tripId, guest, guestId, owner: theOwner } = await newSmallTrip(2)
      for (let count = 0; count < 2; count++) await add(guest, tripId)
      await removeAccount({ ...server, onTripChanged: () => {} }, { id: guestId }, new Date())
      for (let count = 0; count < 2; count++) await add(theOwner, tripId)
      expect(await uploadReceipt(theOwner, tripId, 'a.png', png)).toMatchObject(failed(409, 'documents_full'))
    })

    it('leave room for more if an expense has listed them, also once it is gone', async () => {
      const { tripId, guest, guestId } = await newSmallTrip(1000)
      const ids: string[] = []
      for (let count = 0; count < MAX_UNLISTED_RECEIPTS; count++) ids.push(await add(guest, tripId))
      const expense = await listIn(guest, tripId, guestId, ids)
      await server.listedFiles.sweep()
      const removal = { do: 'remove', at: ['expenses', expense.id], was: expense, after: null }
      const operations = [{ id: randomUUID(), section: 'costs', ...removal }]
      const { body } = await guest.post(`/api/trips/${tripId}/operations`, { operations, seen: {} })
      expect(body).toMatchObject({ refused: [] })
      await add(guest, tripId)
    })

    it('count for the account that a guest becomes', async () => {
      const { tripId, guestId, guest } = await newSmallTrip()
      const id = await add(guest, tripId)
      const { user, password } = await server.signUp()
      const credentials = { email: user.email, password, guest: guestId }
      const merged = await guest.post('/auth/v1/token?grant_type=password', credentials)
      expect(merged.status, merged.text).toBe(200)
      const row = server.db.selectFrom('listed_files').select('uploaded_by').where('id', '=', id)
      expect((await row.executeTakeFirstOrThrow()).uploaded_by).toBe(user.id)
      expect(guestId).not.toBe(user.id)
    })
  })

  describe('and all files of a trip', () => {
    const filesOf = async (client: TestClient, tripId: string) => {
      const answer = await client.get(tripFilesPath(tripId))
      return tripFilesResponse.parse(answer.body).files
    }

    it('are listed for organizers, who delete them, also receipts that an expense lists', async () => {
      const { id: tripId } = await server.newTrip({ type: 'air_travel' })
      const [listed, unlisted] = [
        await add(owner, tripId, png, 'dinner.png'),
        await add(member, tripId, png, 'spam.png'),
      ]
      await owner.makeSection(tripId, 'costs', costsWith([listed]))
      const uploaded = await upload(owner, tripId, 'permit.pdf', buildFile('pdf'))
      const documentId = (uploaded.body as { document: { id: string } }).document.id
      expect((await setPicture(owner, tripId)).status).toBe(200)
      const files = await filesOf(owner, tripId)
      expect(files.map(({ kind, file_name, is_used }) => [kind, file_name, is_used])).toEqual([
        ['receipt', 'spam.png', false],
        ['picture', 'picture.jpg', true],
        ['document', 'permit.pdf', true],
        ['receipt', 'dinner.png', true],
      ])
      expect(files.find(({ id }) => id === unlisted)).toMatchObject({ uploaded_by: 'Robin Tester', size: png.length })
      for (const { address } of files) expect((await owner.get(address)).status, address).toBe(200)

      expect(await member.get(tripFilesPath(tripId))).toMatchObject(failed(404, 'trip_not_found'))
      const deletion = receiptDeletionPath(tripId, listed)
      expect(await member.send('DELETE', deletion)).toMatchObject(failed(404, 'trip_not_found'))
      const other = await server.newTrip()
      expect((await owner.send('DELETE', receiptDeletionPath(other.id, listed))).status).toBe(204)
      expect(await filesOf(owner, tripId)).toHaveLength(4)
      for (const id of [listed, unlisted, unlisted])
        expect((await owner.send('DELETE', receiptDeletionPath(tripId, id))).status).toBe(204)
      expect((await owner.get(receiptPath(tripId, listed))).status).toBe(404)
      expect((await owner.send('DELETE', documentPath(tripId, documentId))).status).toBe(204)
      expect((await owner.send('DELETE', tripPictureUploadPath(tripId))).status).toBe(204)
      expect(await filesOf(owner, tripId)).toEqual([])
    })

    it('say if a receipt cannot be deleted', async () => {
      const id = await add(owner)
      const answer = await withoutTable(server.db, 'listed_files', () =>
        owner.send('DELETE', receiptDeletionPath(trip.id, id)),
      )
      expect(answer).toMatchObject(failed(500, 'receipt_not_deleted'))
    })
  })

  it('say what failed if the database fails', async () => {
    const answer = await withoutTable(server.db, 'listed_files', () => uploadReceipt(owner, trip.id, 'a.png', png))
    expect(answer).toMatchObject({
      status: 500,
      body: {
        error: { code: 'receipt_not_uploaded', message: 'We couldn’t upload the receipt. Please try again.' },
      },
    })
  })

  describe('that no expense lists', () => {
    const unusedSince = async (id: string) =>
      (await server.db.selectFrom('listed_files').select('unused_since').where('id', '=', id).executeTakeFirst())
        ?.unused_since
    /** With a new session, because time passes in these tests. */
    const asOwner = () => server.openSession({ id: server.ownerId })
    const setCosts = async (tripId: string, costs: Costs) => (await asOwner()).makeSection(tripId, 'costs', costs)
    const isThere = async (tripId: string, id: string) =>
      (await (await asOwner()).get(receiptPath(tripId, id))).status === 200

    it(`are removed ${UNUSED_RECEIPT_DAYS} days after a sweep first found them unlisted`, async () => {
      const { id: tripId } = await server.newTrip()
      const client = await asOwner()
      const [listed, removed] = [await add(client, tripId), await add(client, tripId)]
      const expense = randomUUID()
      await setCosts(tripId, costsWith([listed, removed], expense))
      await server.listedFiles.sweep()
      expect(await unusedSince(listed)).toBe(null)
      expect(await unusedSince(removed)).toBe(null)

      await setCosts(tripId, costsWith([listed], expense))
      await server.listedFiles.sweep()
      server.wait({ minutes: UNUSED_RECEIPT_DAYS * DAY_MINUTES - 1 })
      await server.listedFiles.sweep()
      for (const id of [listed, removed]) expect(await isThere(tripId, id)).toBe(true)
      server.wait({ minutes: 2 })
      await server.listedFiles.sweep()
      expect(await isThere(tripId, listed)).toBe(true)
      expect(await isThere(tripId, removed)).toBe(false)
    })

    it(`are removed after ${NEVER_USED_RECEIPT_DAYS} days if no expense has ever listed them`, async () => {
      const { id: tripId } = await server.newTrip()
      const client = await asOwner()
      const [never, late] = [await add(client, tripId), await add(client, tripId)]
      await server.listedFiles.sweep()
      expect(await unusedSince(never)).toEqual(expect.any(String))
      server.wait({ minutes: NEVER_USED_RECEIPT_DAYS * DAY_MINUTES - 1 })
      await server.listedFiles.sweep()
      expect(await isThere(tripId, never)).toBe(true)
      const expense = randomUUID()
      await setCosts(tripId, costsWith([late], expense))
      server.wait({ minutes: 2 })
      await server.listedFiles.sweep()
      expect(await isThere(tripId, never)).toBe(false)
      // Once listed, it stays as long as others.
      await setCosts(tripId, costsWith([], expense))
      await server.listedFiles.sweep()
      server.wait({ minutes: UNUSED_RECEIPT_DAYS * DAY_MINUTES - 1 })
      await server.listedFiles.sweep()
      expect(await isThere(tripId, late)).toBe(true)
    })

    it('stay if an undo lists them again, and their time starts again', async () => {
      const { id: tripId } = await server.newTrip()
      const id = await add(await asOwner(), tripId)
      const expense = randomUUID()
      await setCosts(tripId, costsWith([id], expense))
      await setCosts(tripId, costsWith([], expense))
      await server.listedFiles.sweep()
      server.wait({ minutes: UNUSED_RECEIPT_DAYS * DAY_MINUTES + 1 })
      // Undone just before the sweep that would remove it.
      await setCosts(tripId, costsWith([id], expense))
      await server.listedFiles.sweep()
      expect(await isThere(tripId, id)).toBe(true)
      expect(await unusedSince(id)).toBe(null)

      await setCosts(tripId, costsWith([], expense))
      await server.listedFiles.sweep()
      server.wait({ minutes: UNUSED_RECEIPT_DAYS * DAY_MINUTES - 1 })
      await server.listedFiles.sweep()
      expect(await isThere(tripId, id)).toBe(true)
    })

    it('are looked for only in trips whose costs have changed', async () => {
      const { id: tripId } = await server.newTrip()
      const id = await add(await asOwner(), tripId)
      await server.listedFiles.sweep()
      const since = await unusedSince(id)
      server.wait({ minutes: 5 })
      await server.listedFiles.sweep()
      expect(await unusedSince(id)).toBe(since)
      await setCosts(tripId, costsWith([]))
      await server.listedFiles.sweep()
      expect(await unusedSince(id)).toBe(since)
      const { checked_version } = await server.db
        .selectFrom('listed_files')
        .select('checked_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(checked_version).toBe((await server.plan.listVersions(tripId)).costs)
    })
  })
})
