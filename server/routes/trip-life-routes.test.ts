import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peopleResponse } from '#domain/api/people.ts'
import { tripCreatedResponse, tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Beds, newBed } from '#domain/plan/beds.ts'
import { newParty, type Party } from '#domain/plan/people.ts'
import { newCar, type Rides } from '#domain/plan/rides.ts'
import { newItemState, newPurchase, newShoppingItem, type Shopping } from '#domain/plan/shopping.ts'
import { newDoer, newTodo } from '#domain/plan/todos.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { buildPerson } from '#domain/testing/people.ts'
import { RESTORE_DAYS } from '#domain/trip.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, upload, uploadReceipt } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { sweepDeletedTrips } from '#server/trips/trip-life.ts'

const DAY_MS = 24 * 60 * 60_000
const TRIP_TABLES = [
  'plan_sections',
  'plan_history',
  'trip_notes',
  'travel_documents',
  'listed_files',
  'memberships',
  'archived_trips',
] as const
const noRows = { ...Object.fromEntries(TRIP_TABLES.map((table) => [table, 0])), files: 0 }

describe.each(engines)('the life of a trip on %s', (engine) => {
  let app: DocumentApp
  let owner: TestClient
  let member: TestClient
  let ownerId: string
  let memberId: string
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
    ownerId = await insertAccount(app.db)
    memberId = await insertAccount(app.db)
    owner = await app.openSession({ id: ownerId })
    member = await app.openSession({ id: memberId })
  })
  afterAll(() => app.remove())

  async function newTrip(type = 'air_travel'): Promise<string> {
    const id = randomUUID()
    expect((await owner.post('/api/trips', { id, name: 'To the lake', type })).status).toBe(201)
    await insertMembership(app.db, { trip_id: id, user_id: memberId, role: 'member' })
    return id
  }
  const cardOf = async (client: TestClient, id: string) =>
    tripListResponse.parse((await client.get('/api/trips')).body).trips.find((trip) => trip.id === id)
  const planOf = async (client: TestClient, id: string) =>
    tripResponse.parse((await client.get(`/api/trips/${id}`)).body)
  const setDeleted = (id: string, is_deleted: boolean, client = owner) =>
    client.put(`/api/trips/${id}/deleted`, { is_deleted })
  /** How many rows each table has for a trip, and how many files the store has. */
  async function countTripRows(id: string): Promise<Record<string, number>> {
    const files = Object.keys(await app.files()).filter((file) => file.startsWith(id)).length
    const counts = TRIP_TABLES.map(async (table) => {
      const rows = await app.db.selectFrom(table).select('trip_id').where('trip_id', '=', id).execute()
      return [table, rows.length] as const
    })
    return { ...Object.fromEntries(await Promise.all(counts)), files }
  }
  const note = (text: string) => [{ id: randomUUID() as string, text }]

  it('renaming it changes the name for everybody, including browsers that have cached the trip', async () => {
    const id = await newTrip()
    const tag = (await member.get(`/api/trips/${id}`)).headers.get('etag') ?? ''
    expect((await owner.send('PATCH', `/api/trips/${id}`, { body: { name: '  To the sea ' } })).status).toBe(204)
    expect(await cardOf(member, id)).toMatchObject({ name: 'To the sea' })
    const again = await member.get(`/api/trips/${id}`, { 'if-none-match': tag })
    expect(again.status).toBe(200)
    expect(tripResponse.parse(again.body).trip?.name).toBe('To the sea')
    expect(await owner.send('PATCH', `/api/trips/${id}`, { body: { name: '   ' } })).toMatchObject(
      failed(400, 'invalid_request'),
    )
    expect(await cardOf(owner, id)).toMatchObject({ name: 'To the sea' })
  })

  it('archiving it affects only one’s own list', async () => {
    const id = await newTrip()
    for (const is_archived of [true, true, false]) {
      expect((await member.put(`/api/trips/${id}/archived`, { is_archived })).status).toBe(204)
      expect(await cardOf(member, id)).toMatchObject({ is_archived })
      expect(await cardOf(owner, id)).toMatchObject({ is_archived: false })
      expect((await planOf(member, id)).trip?.id).toBe(id)
    }
  })

  it('rejoining puts it back into the list, even if it was archived before leaving', async () => {
    const id = await newTrip()
    await member.put(`/api/trips/${id}/archived`, { is_archived: true })
    expect((await owner.send('DELETE', `/api/trips/${id}/people/${memberId}`)).status).toBe(204)
    expect((await countTripRows(id)).archived_trips).toBe(0)
    await insertMembership(app.db, { trip_id: id, user_id: memberId, role: 'member' })
    expect(await cardOf(member, id)).toMatchObject({ is_archived: false })
    // The owner stays a member, so their list does not change.
    await owner.put(`/api/trips/${id}/archived`, { is_archived: true })
    await owner.send('DELETE', `/api/trips/${id}/people/${ownerId}`)
    expect(await cardOf(owner, id)).toMatchObject({ is_archived: true })
  })

  it('transferring it requires an account that plans it, and the former owner becomes an organizer', async () => {
    const id = await newTrip()
    const guest = await insertAccount(app.db, { email: null })
    await insertMembership(app.db, { trip_id: id, user_id: guest, role: 'member' })
    const transferTo = (user_id: string) => owner.put(`/api/trips/${id}/owner`, { user_id })
    expect(await transferTo(guest)).toMatchObject(failed(403, 'account_needed'))
    expect(await transferTo(await insertAccount(app.db))).toMatchObject(failed(404, 'person_not_found'))
    expect(await transferTo(ownerId)).toMatchObject(failed(404, 'person_not_found'))
    const demo = await insertAccount(app.db, { email: DEMO_EMAIL })
    await insertMembership(app.db, { trip_id: id, user_id: demo, role: 'organizer' })
    expect(await transferTo(demo)).toMatchObject(failed(403, 'demo_account_refused'))
    const { people } = peopleResponse.parse((await owner.get(`/api/trips/${id}/people`)).body)
    const candidates = people.filter(({ role, can_own }) => role !== 'owner' && can_own)
    expect(candidates.map((person) => person.id)).toEqual([memberId])
    const tag = (await owner.get(`/api/trips/${id}`)).headers.get('etag') ?? ''
    expect((await transferTo(memberId)).status).toBe(204)
    expect((await owner.get(`/api/trips/${id}`, { 'if-none-match': tag })).status).toBe(200)
    expect(await cardOf(member, id)).toMatchObject({ role: 'owner', owner_id: memberId })
    expect(await cardOf(owner, id)).toMatchObject({ role: 'organizer', owner_id: memberId })
    expect(await transferTo(memberId)).toMatchObject(failed(404, 'trip_not_found'))
    expect((await member.put(`/api/trips/${id}/owner`, { user_id: ownerId })).status).toBe(204)
    expect(await cardOf(owner, id)).toMatchObject({ role: 'owner' })
  })

  it('counts towards the account’s limit unless deleted, and deleted trips have a limit too', async () => {
    const small = app.openAnother({ env: { TRIPS_PER_ACCOUNT: '1' } })
    const { client } = await small.signUp()
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const create = async (at: number) =>
      (await client.post('/api/trips', { id: ids[at], name: 'x', type: 'car_trip' })).status
    expect([await create(0), await create(1)]).toEqual([201, 409])
    await setDeleted(ids[0] ?? '', true, client)
    expect(await create(1)).toBe(201)
    expect(await setDeleted(ids[0] ?? '', false, client)).toMatchObject(failed(409, 'trips_full'))
    await setDeleted(ids[1] ?? '', true, client)
    expect(await create(2)).toBe(409)
    expect((await client.send('DELETE', `/api/trips/${ids[1]}`)).status).toBe(204)
    expect(await create(2)).toBe(201)
  })

  describe('once deleted', () => {
    it('is visible only to its owner, as a card', async () => {
      const id = await newTrip()
      await owner.makeSection(id, 'notes', note('Bring the tent'))
      await upload(owner, id, 'permit.pdf', buildFile('pdf'))
      const documents = (await planOf(owner, id)).documents as { file_url: string }[]
      const share = (await owner.put(`/api/trips/${id}/sharing`, { is_public: true })).body as { share_token: string }
      const { token } = (await owner.post(`/api/trips/${id}/invitations`, {})).body as { token: string }

      for (const _ of 'twice') expect((await setDeleted(id, true)).status).toBe(204)
      expect((await cardOf(owner, id))?.deleted_at).toMatch(/^\d{4}-\d\d-\d\dT/)
      expect(await cardOf(member, id)).toBeUndefined()
      for (const client of [owner, member])
        for (const path of ['', '/people', '/history', '/private', '/events'])
          expect(await client.get(`/api/trips/${id}${path}`), path).toMatchObject(failed(404, 'trip_not_found'))
      expect((await member.get(documents[0]?.file_url ?? '')).status).toBe(404)
      expect((await member.get(`/api/shared/${id}?token=${share.share_token}`)).status).toBe(404)
      expect(await member.post('/api/join/look', { token })).toMatchObject(failed(404, 'invitation_not_found'))
      const send = await owner.post(`/api/trips/${id}/operations`, {
        operations: [{ id: randomUUID(), section: 'notes', do: 'insert', at: [randomUUID()], entry: note('Late')[0] }],
        seen: {},
      })
      expect(send.status).toBe(404)
      expect(await setDeleted(id, false, member)).toMatchObject(failed(404, 'trip_not_found'))
    })

    it('can be restored for everybody as it was', async () => {
      const id = await newTrip()
      await owner.makeSection(id, 'notes', note('Bring the tent'))
      const before = await planOf(member, id)
      await setDeleted(id, true)
      for (const _ of 'twice') expect((await setDeleted(id, false)).status).toBe(204)
      expect(await planOf(member, id)).toEqual(before)
      expect(await cardOf(owner, id)).toMatchObject({ deleted_at: null })
    })

    it(`can be restored within ${RESTORE_DAYS} days, and is then removed with everything in it`, async () => {
      const id = await newTrip()
      await owner.makeSection(id, 'notes', note('Bring the tent'))
      await upload(owner, id, 'permit.pdf', buildFile('pdf'))
      await uploadReceipt(member, id, 'receipt.png', buildFile('png'))
      await owner.put(`/api/trips/${id}/archived`, { is_archived: true })
      await setDeleted(id, true)
      const deletedAt = Date.parse((await cardOf(owner, id))?.deleted_at ?? '')
      await sweepDeletedTrips(app.db, new Date(deletedAt + RESTORE_DAYS * DAY_MS - 1))
      expect((await setDeleted(id, false)).status).toBe(204)

      const deleted_at = new Date(Date.now() - RESTORE_DAYS * DAY_MS).toISOString()
      await app.db.updateTable('trips').set({ deleted_at }).where('id', '=', id).execute()
      expect(await setDeleted(id, false)).toMatchObject(failed(404, 'trip_not_found'))
      expect((await countTripRows(id)).plan_history).toBeGreaterThan(0)
      await sweepDeletedTrips(app.db, new Date())
      await app.documents.sweep()
      expect(await countTripRows(id)).toEqual(noRows)
    })

    it('can be removed for good only by its owner, and its id is never reused', async () => {
      const id = await newTrip()
      await upload(owner, id, 'permit.pdf', buildFile('pdf'))
      expect(await owner.send('DELETE', `/api/trips/${id}`)).toMatchObject(failed(409, 'trip_not_deleted'))
      await setDeleted(id, true)
      expect(await member.send('DELETE', `/api/trips/${id}`)).toMatchObject(failed(404, 'trip_not_found'))
      expect((await owner.send('DELETE', `/api/trips/${id}`)).status).toBe(204)
      expect(await cardOf(owner, id)).toBeUndefined()
      expect(await countTripRows(id)).toEqual(noRows)
      const again = { id, name: 'Mine now', type: 'air_travel' }
      expect(await member.post('/api/trips', again)).toMatchObject(failed(409, 'trip_exists'))
    })
  })

  describe('copied', () => {
    const copy = async (client: TestClient, id: string, options: object = {}) => {
      const body = { id: randomUUID(), name: 'Next year', with_people: false, with_ticks: false, ...options }
      const answer = await client.post(`/api/trips/${id}/copies`, body)
      expect(answer.status).toBe(201)
      return tripCreatedResponse.parse(answer.body).trip
    }
    const sectionOf = (
      plan: Awaited<ReturnType<typeof planOf>>,
      name: 'notes' | 'details' | 'checklist' | 'people' | 'meals' | 'todos',
    ) => {
      const section = plan.sections[name]
      return 'value' in section ? section.value : undefined
    }
    async function filledTrip(): Promise<string> {
      const id = await newTrip()
      await owner.makeSection(id, 'notes', note('Bring the tent'))
      const { sections } = await planOf(owner, id)
      if (!('value' in sections.details && 'value' in sections.checklist)) throw new Error('The plan was not loaded.')
      await owner.makeSection(id, 'details', {
        ...sections.details.value,
        destination_name: 'Pog Lake',
        departure_date: '2026-07-01',
        return_date: '2026-07-04',
      } as never)
      const [group, ...groups] = sections.checklist.value
      if (!group) throw new Error('The checklist is empty.')
      const checked = { ...group, items: group.items.map((item) => ({ ...item, checked: true })) }
      await owner.makeSection(id, 'checklist', [checked, ...groups])
      const answer = {
        coming: 'coming' as const,
        from: '1 dinner 2026-07-01',
        answered_for: '2026-07-01' as LocalDate,
        settled_for: '2026-07-01' as LocalDate,
      }
      const kim = buildPerson('Kim', answer)
      kim.diets = { ...kim.diets, vegan: true }
      const own = newParty({ person_id: ownerId, party_id: ownerId }, { full_name: 'Robin', username: 'robin' })
      await owner.makeSection(id, 'people', [own, { id: memberId, name: 'The Kims', persons: [kim] }] as Party[])
      return id
    }

    it('starts with the same revision of the meals, if nobody has edited them', async () => {
      const id = await newTrip()
      await app.db.updateTable('trips').set({ template_revision: 1 }).where('id', '=', id).execute()
      const own = sectionOf(await planOf(owner, id), 'meals')
      expect([planTemplates.meals('car_trip', 1), planTemplates.meals('air_travel', 1)]).toContainEqual(own)
      const { id: copyId } = await copy(owner, id)
      expect(sectionOf(await planOf(owner, copyId), 'meals')).toEqual(own)
    })

    it("has the other trip's plan without dates, ticks and people, and belongs to who copied it", async () => {
      const id = await filledTrip()
      const card = await copy(member, id)
      expect(card).toMatchObject({ name: 'Next year', owner_id: memberId, role: 'owner', destination_name: 'Pog Lake' })
      const [one, other] = [await planOf(owner, id), await planOf(member, card.id)]
      expect(sectionOf(other, 'notes')).toEqual(sectionOf(one, 'notes'))
      expect(sectionOf(other, 'meals')).toEqual(sectionOf(one, 'meals'))
      expect(sectionOf(other, 'details')).toMatchObject({
        destination_name: 'Pog Lake',
        departure_date: '',
        return_date: '',
      })
      expect(JSON.stringify(sectionOf(one, 'checklist'))).toContain('"checked":true')
      expect(JSON.stringify(sectionOf(other, 'checklist'))).toBe(
        JSON.stringify(sectionOf(one, 'checklist')).replaceAll('"checked":true', '"checked":false'),
      )
      expect(sectionOf(other, 'people')).toEqual([])
      expect((await owner.get(`/api/trips/${card.id}`)).status).toBe(404)
    })

    it('has ticks and people if requested, with names and diets but without attendance', async () => {
      const id = await filledTrip()
      const { id: copyId } = await copy(owner, id, { with_people: true, with_ticks: true })
      const [one, other] = [await planOf(owner, id), await planOf(owner, copyId)]
      expect(sectionOf(other, 'checklist')).toEqual(sectionOf(one, 'checklist'))
      const [own, kimsParty] = sectionOf(other, 'people') as { id: string; name: string; persons: { name: string }[] }[]
      expect(own).toMatchObject({ id: ownerId, persons: [{ id: ownerId }] })
      expect(kimsParty).toMatchObject({
        name: 'The Kims',
        persons: [{ name: 'Kim', coming: 'open', from: '', answered_for: '', settled_for: '', diets: { vegan: true } }],
      })
      expect(JSON.stringify(kimsParty)).not.toContain(memberId)
    })

    it('has the to-dos, done only if ticks are kept, without people and dates', async () => {
      const id = await newTrip()
      const [site, late] = [randomUUID(), randomUUID()]
      const todos = [
        { ...newTodo(site, 'Reserve the site'), due: '14 before', is_done: true },
        { ...newTodo(late, 'Pay'), due: '2026-07-01' },
      ]
      await owner.makeSection(id, 'todos', { todos, doers: [newDoer(site, ownerId)] })
      for (const with_ticks of [true, false]) {
        const { id: copyId } = await copy(owner, id, { with_ticks, with_people: true })
        expect(sectionOf(await planOf(owner, copyId), 'todos')).toEqual({
          todos: [
            expect.objectContaining({ text: 'Reserve the site', due: '14 before', is_done: with_ticks }),
            expect.objectContaining({ text: 'Pay', due: '', is_done: false }),
          ],
          doers: [],
        })
      }
    })

    it('has no people if the copier may not manage them', async () => {
      const { id } = await copy(member, await filledTrip(), { with_people: true })
      expect(sectionOf(await planOf(member, id), 'people')).toEqual([])
    })

    describe('with what people buy, drive, ride and sleep in', () => {
      const kim = buildPerson('Kim')
      const gone = randomUUID()
      async function groupTrip() {
        const id = await newTrip()
        const own = newParty({ person_id: ownerId, party_id: ownerId }, { full_name: 'Robin', username: 'robin' })
        await owner.makeSection(id, 'people', [own, { id: memberId, name: '', persons: [kim] }])
        const [red, blue] = [kim.id, gone].map((driver) => ({ ...newCar(randomUUID(), driver), place: 'Market' }))
        const riders = [gone, kim.id, ownerId].map((personId) => ({ id: personId, car: red?.id ?? '' }))
        await owner.makeSection(id, 'rides', { cars: [red, blue], riders })
        const tent = { ...newBed(randomUUID()), name: 'Blue tent' }
        const sleepers = [gone, kim.id].map((personId) => ({ id: personId, bed: tent.id }))
        await owner.makeSection(id, 'beds', { beds: [tent], sleepers })
        const milk = {
          ...newItemState('1:milk'),
          buyer: kim.id,
          shop: 'Foodland',
          is_at_home: true,
          amount_at_home: '1',
        }
        const ice = { ...newItemState('1:ice'), buyer: gone, is_at_home: true }
        const purchase = newPurchase(randomUUID(), { key: '1:milk', name: 'milk' }, kim.id)
        const items = [{ ...newShoppingItem(randomUUID(), 'Charcoal'), buyer: kim.id }]
        await owner.makeSection(id, 'shopping', { items, states: [milk, ice], purchases: [purchase] })
        return id
      }
      async function groupOf(id: string, client = owner) {
        const { beds, rides, shopping } = (await planOf(client, id)).sections as unknown as {
          beds: { value: Beds }
          rides: { value: Rides }
          shopping: { value: Shopping }
        }
        const text = JSON.stringify([beds.value, rides.value, shopping.value])
        return { beds: beds.value, rides: rides.value, shopping: shopping.value, text }
      }

      it('names the people of the copy, and nobody who is not on the list', async () => {
        const id = await groupTrip()
        const { id: copyId } = await copy(owner, id, { with_people: true })
        const people = sectionOf(await planOf(owner, copyId), 'people') as Party[]
        const kimsId = people[1]?.persons[0]?.id ?? ''
        const { beds, rides, shopping, text } = await groupOf(copyId)
        const [red] = rides.cars
        expect(rides.cars.map(({ driver, place }) => [driver, place])).toEqual([
          [kimsId, 'Market'],
          ['', 'Market'],
        ])
        expect(rides.riders).toEqual([kimsId, ownerId].map((personId) => ({ id: personId, car: red?.id })))
        expect(beds.beds.map(({ name }) => name)).toEqual(['Blue tent'])
        expect(beds.sleepers).toEqual([{ id: kimsId, bed: beds.beds[0]?.id }])
        expect(shopping).toMatchObject({
          items: [{ text: 'Charcoal', buyer: kimsId }],
          states: [
            { ...newItemState('1:milk'), buyer: kimsId, shop: 'Foodland' },
            { ...newItemState('1:ice'), buyer: '' },
          ],
          purchases: [],
        })
        for (const former of [kim.id, gone, memberId]) expect(text).not.toContain(former)
        const { shopping: ticked } = await groupOf((await copy(owner, id, { with_ticks: true })).id)
        expect(ticked.states.map(({ is_at_home, amount_at_home }) => [is_at_home, amount_at_home])).toEqual([
          [true, '1'],
          [true, ''],
        ])
      })

      it.each([
        ['if people are not copied', () => owner, {}],
        ['if the copier may not manage them', () => member, { with_people: true }],
      ] as const)('names nobody %s', async (_, clientOf, options) => {
        const { id: copyId } = await copy(clientOf(), await groupTrip(), options)
        const { beds, rides, shopping, text } = await groupOf(copyId, clientOf())
        expect(rides.cars.map(({ driver, place }) => [driver, place])).toEqual([
          ['', 'Market'],
          ['', 'Market'],
        ])
        expect(rides.riders).toEqual([])
        expect([beds.beds.length, beds.sleepers]).toEqual([1, []])
        expect(shopping.states.map(({ buyer, shop }) => [buyer, shop])).toEqual([
          ['', 'Foodland'],
          ['', ''],
        ])
        for (const former of [kim.id, gone, memberId, ownerId]) expect(text).not.toContain(former)
      })

      it('has no cars and beds if they are left out', async () => {
        const { id: copyId } = await copy(owner, await groupTrip(), { with_people: true, with_rides: false })
        const { beds, rides } = await groupOf(copyId)
        expect([beds, rides]).toEqual([
          { beds: [], sleepers: [] },
          { cars: [], riders: [] },
        ])
      })
    })

    it('is created once, and a retry does not undo later changes', async () => {
      const id = await filledTrip()
      const options = { id: randomUUID() }
      await copy(owner, id, options)
      await owner.makeSection(options.id, 'notes', note('Changed'))
      const changed = await planOf(owner, options.id)
      await copy(owner, id, options)
      expect(await planOf(owner, options.id)).toEqual(changed)
    })

    it('is created once even by concurrent requests', async () => {
      const id = await filledTrip()
      const options = { id: randomUUID(), with_people: true, with_ticks: true }
      await Promise.all(Array.from({ length: 5 }, () => copy(owner, id, options)))
      const [one, other] = [await planOf(owner, id), await planOf(owner, options.id)]
      const namesOf = (plan: typeof one) =>
        (sectionOf(plan, 'people') as { persons: { name: string }[] }[]).map(({ persons }) =>
          persons.map(({ name }) => name),
        )
      expect(namesOf(other)).toEqual(namesOf(one))
      for (const name of ['notes', 'meals', 'checklist'] as const)
        expect(sectionOf(other, name), name).toEqual(sectionOf(one, name))
    })

    it("is refused if the account's plans have no room for it", async () => {
      const small = app.openAnother({ env: { PLANS_MB_PER_ACCOUNT: '1' } })
      const { client } = await small.signUp()
      const id = randomUUID()
      await client.post('/api/trips', { id, name: 'Large', type: 'car_trip' })
      const lines = Array.from({ length: 240 }, () => ({ id: randomUUID() as string, text: 'x'.repeat(4900) }))
      for (const count of [120, 240]) await client.makeSection(id, 'notes', lines.slice(0, count))
      const answer = await client.post(`/api/trips/${id}/copies`, {
        id: randomUUID(),
        name: 'y',
        with_people: false,
        with_ticks: false,
      })
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'trips_full', message: expect.stringContaining('plans') } },
      })
      expect(
        tripListResponse.parse((await client.get('/api/trips')).body).trips.filter(({ role }) => role === 'owner'),
      ).toHaveLength(1)
    })

    it('is still a sample if the other one is', async () => {
      const { id } = await copy(owner, await newTrip())
      expect(Object.values((await planOf(owner, id)).sections)).toEqual(
        expect.arrayContaining([expect.objectContaining({ version: 0 })]),
      )
    })
  })
})
