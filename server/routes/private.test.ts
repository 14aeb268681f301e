import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse, type PlanOperation } from '#domain/api/operations.ts'
import { invitationMade, joined } from '#domain/api/people.ts'
import { privateResponse } from '#domain/api/trips.ts'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { newParty } from '#domain/plan/people.ts'
import { newRecord, type PrivateRecord } from '#domain/plan/private.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { sweepPrivate } from '../plan/private-records.ts'

const MEDICAL = 'Bee stings: adrenaline in the red bag'

describe.each(engines)('private records on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  /** A trip with an owner, an organizer and a member, each in a party of their own. */
  async function newTrip() {
    const trip = await insertTrip(server.db, { owner_id: ownerId })
    const [organizerId, memberId] = [await insertAccount(server.db), await insertAccount(server.db)]
    await insertMembership(server.db, { trip_id: trip.id, user_id: organizerId, role: 'organizer' })
    await insertMembership(server.db, { trip_id: trip.id, user_id: memberId, role: 'member' })
    const organizer = await server.openSession({ id: organizerId })
    const member = await server.openSession({ id: memberId })
    return { id: trip.id, organizer, organizerId, member, memberId }
  }

  const loadPrivate = async (id: string, client: TestClient) =>
    privateResponse.parse((await client.get(`/api/trips/${id}/private`)).body)
  const phonesOf = async (id: string, client: TestClient) =>
    (await loadPrivate(id, client)).value.flatMap(({ persons }) => persons.map(({ phone }) => phone))

  async function operate(id: string, client: TestClient, ...mutations: Mutation[]): Promise<OperationsResponse> {
    const operations = mutations.map(
      (mutation): PlanOperation => ({ ...mutation, id: randomUUID(), section: 'private' }),
    )
    const answer = await client.post(`/api/trips/${id}/operations`, { operations, seen: {} })
    expect(answer.status, answer.text).toBe(200)
    return operationsResponse.parse(answer.body)
  }

  /** The mutations that write a person's record. */
  function buildMutations(partyId: string, personId: string, fields: Partial<PrivateRecord>): Mutation[] {
    const record = [partyId, 'persons', personId]
    const before: Record<string, unknown> = newRecord(personId)
    return [
      { do: 'insert', at: [partyId], entry: { id: partyId, persons: [] }, after: null },
      { do: 'insert', at: record, entry: newRecord(personId), after: null },
      ...Object.entries(fields).map(
        ([name, to]): Mutation => ({ do: 'set', at: [...record, name], was: before[name], to }),
      ),
    ]
  }
  const write = (id: string, client: TestClient, partyId: string, fields: Partial<PrivateRecord>, personId = partyId) =>
    operate(id, client, ...buildMutations(partyId, personId, fields))

  it('are written by their person, and seen by them and the organizers', async () => {
    const { id, organizer, organizerId, member, memberId } = await newTrip()
    const answer = await write(id, member, memberId, { phone: '0171 1', medical: MEDICAL })
    expect(answer.refused).toEqual([])
    await write(id, owner, ownerId, { phone: '0171 2' })
    await write(id, organizer, organizerId, { phone: '0171 3' })
    expect(await phonesOf(id, member)).toEqual(['0171 1'])
    expect((await phonesOf(id, owner)).toSorted()).toEqual(['0171 1', '0171 2', '0171 3'])
    expect((await phonesOf(id, organizer)).toSorted()).toEqual(['0171 1', '0171 2', '0171 3'])
  })

  it('have a route of their own that is not cached, and appear in no other response', async () => {
    const { id, organizer, member, memberId } = await newTrip()
    const stream = await organizer.listen(`/api/trips/${id}/events`)
    await stream.next('versions')
    await write(id, member, memberId, { medical: MEDICAL })
    const answer = await member.get(`/api/trips/${id}/private`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text).toContain('adrenaline')
    const change = await stream.next('change')
    expect(change).toEqual({ part: 'private', version: 1, by: null })
    for (const path of ['', '/history', '/changes?since=details:0,people:0', '/people', '/history/people/0'])
      expect((await organizer.get(`/api/trips/${id}${path}`)).text, path).not.toContain('adrenaline')
    for (const path of ['/history/private/1', '/history/private/changes?from=0&to=1'])
      expect((await organizer.get(`/api/trips/${id}${path}`)).status, path).toBe(404)
    expect((await organizer.get(`/api/trips/${id}/changes?since=private:0`)).status).toBe(400)
  })

  it('are hidden from strangers, readers of a link, and everybody in a trip without an owner', async () => {
    const { id, member, memberId } = await newTrip()
    await write(id, member, memberId, { medical: MEDICAL })
    const stranger = await server.openSession({ id: await insertAccount(server.db) })
    expect(await stranger.get(`/api/trips/${id}/private`)).toMatchObject(failed(404, 'trip_not_found'))
    expect(await server.openClient().get(`/api/trips/${id}/private`)).toMatchObject(failed(401, 'not_signed_in'))
    await server.db.updateTable('trips').set({ is_public: true }).where('id', '=', id).execute()
    expect(await stranger.get(`/api/trips/${id}/private`)).toMatchObject(failed(404, 'trip_not_found'))
    expect((await stranger.get(`/api/shared/${id}`)).text).not.toContain('adrenaline')

    const unowned = await insertTrip(server.db, { owner_id: null })
    const answer = await write(unowned.id, stranger, memberId, { phone: '1' })
    expect(answer.refused.map(({ code }) => code)).toEqual(['not_allowed', 'not_allowed', 'not_allowed'])
    expect(await loadPrivate(unowned.id, stranger)).toEqual({ version: 0, value: [] })
  })

  it('of others can neither be written nor discovered by trying', async () => {
    const { id, organizer, organizerId, member, memberId } = await newTrip()
    await write(id, organizer, organizerId, { phone: '0171 3' })
    const answer = await operate(id, member, ...buildMutations(organizerId, organizerId, { phone: '1', medical: '' }))
    expect(answer.refused.map(({ code }) => code)).toEqual(Array(4).fill('not_allowed'))
    expect(answer.values.private).toEqual([])
    expect(await phonesOf(id, organizer)).toEqual(['0171 3'])
    expect((await write(id, organizer, memberId, { in_emergency: true })).refused).toMatchObject([
      { code: 'not_allowed' },
    ])
    // Nobody has joined as this person, so nobody of their party could.
    expect((await write(id, organizer, randomUUID(), { in_emergency: true })).refused).toEqual([])
  })

  it('are shown to all members if the party shares them for emergencies, until it stops', async () => {
    const { id, organizer, organizerId, member, memberId } = await newTrip()
    await write(id, organizer, organizerId, { phone: '0171 3', in_emergency: true })
    await write(id, member, memberId, { phone: '0171 1' })
    expect((await phonesOf(id, member)).toSorted()).toEqual(['0171 1', '0171 3'])
    await operate(id, organizer, {
      do: 'set',
      at: [organizerId, 'persons', organizerId, 'in_emergency'],
      was: true,
      to: false,
    })
    expect(await phonesOf(id, member)).toEqual(['0171 1'])
  })

  it('are hidden from a claimant until an organizer confirms the claim', async () => {
    const { id } = await newTrip()
    const ana = buildPerson('Ana')
    const party = { id: randomUUID(), name: 'The Lakes', persons: [ana] }
    await owner.makeSection(id, 'people', [party])
    await write(id, owner, party.id, { phone: '0171 9' }, ana.id)
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    const guest = server.openClient()
    const body = { token, device: randomUUID(), name: 'Ana', person_id: ana.id }
    const { user } = joined.parse((await guest.post('/api/join', body)).body)

    expect(await phonesOf(id, guest)).toEqual([])
    expect((await write(id, guest, party.id, { phone: '1' }, ana.id)).refused).toHaveLength(3)
    const stream = await guest.listen(`/api/trips/${id}/events`)
    const { versions } = (await stream.next('versions')) as { versions: { private: number } }
    expect(
      (await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: true, person_id: ana.id })).status,
    ).toBe(204)
    expect(await stream.next('change')).toEqual({ part: 'private', version: versions.private + 1, by: null })
    expect(await phonesOf(id, guest)).toEqual(['0171 9'])
    expect((await write(id, guest, party.id, { medical: MEDICAL }, ana.id)).refused).toEqual([])

    await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: false, person_id: ana.id })
    expect(await phonesOf(id, guest)).toEqual([])
    expect(await phonesOf(id, owner)).toEqual(['0171 9'])
  })

  it('are hidden again from an organizer who becomes a member', async () => {
    const { id, organizer, organizerId, member, memberId } = await newTrip()
    await write(id, member, memberId, { phone: '0171 1' })
    expect(await phonesOf(id, organizer)).toEqual(['0171 1'])
    const { version } = await loadPrivate(id, organizer)
    await owner.put(`/api/trips/${id}/people/${organizerId}`, { role: 'member' })
    expect(await loadPrivate(id, organizer)).toEqual({ version: version + 1, value: [] })
  })

  it('are fetched again by a person who rejoins, and hidden from an organizer who rejoins as a member', async () => {
    const { id, organizer, organizerId, member, memberId } = await newTrip()
    await write(id, member, memberId, { phone: '0171 1' })
    const { version } = await loadPrivate(id, organizer)
    await owner.send('DELETE', `/api/trips/${id}/people/${organizerId}`)
    await insertMembership(server.db, { trip_id: id, user_id: organizerId, role: 'member' })
    expect(await loadPrivate(id, organizer)).toEqual({ version: version + 1, value: [] })
  })

  it('are granted for the claimed name that was seen, not for one claimed meanwhile', async () => {
    const { id } = await newTrip()
    const [ana, ben] = [buildPerson('Ana'), buildPerson('Ben')]
    await owner.makeSection(id, 'people', [buildParty(ana), buildParty(ben)])
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    const guest = server.openClient()
    const { user } = joined.parse(
      (await guest.post('/api/join', { token, device: randomUUID(), name: 'Ben', person_id: ben.id })).body,
    )
    const answer = await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: true, person_id: ana.id })
    expect(answer).toMatchObject(failed(404, 'person_not_found'))
    expect(
      (await owner.put(`/api/trips/${id}/people/${user.id}/name`, { is_right: true, person_id: ben.id })).status,
    ).toBe(204)
  })

  it("are merged when two people write without having seen each other's changes", async () => {
    const { id, organizer, member, memberId } = await newTrip()
    const other = randomUUID()
    await write(id, member, memberId, { phone: '0171 1', medical: 'Asthma' })
    const answer = await write(id, organizer, memberId, { contact_name: 'Uncle Bob', medical: 'Glasses' })
    expect(answer.refused).toEqual([])
    await write(id, member, memberId, { phone: '0171 2' }, other)
    const [party] = (await loadPrivate(id, member)).value
    expect(party?.persons).toHaveLength(2)
    expect(party?.persons.find((record) => record.id === memberId)).toMatchObject({
      phone: '0171 1',
      contact_name: 'Uncle Bob',
    })
    expect(
      party?.persons
        .find((record) => record.id === memberId)
        ?.medical.split('\n')
        .toSorted(),
    ).toEqual(['Asthma', 'Glasses'])
  })

  it('are stored in one table only, and nowhere once changed or erased', async () => {
    const { id, member, memberId } = await newTrip()
    const [first, second] = [`Asthma ${randomUUID()}`, `Glasses ${randomUUID()}`]
    await write(id, member, memberId, { medical: first })
    await operate(id, member, { do: 'set', at: [memberId, 'persons', memberId, 'medical'], was: first, to: second })
    expect(await findTablesWith(first)).toEqual([])
    expect(await findTablesWith(second)).toEqual(['plan_entries'])
    await setDates(id, -31)
    await sweep(8)
    expect(await findTablesWith(second)).toEqual([])
  })

  it('are hidden 30 days after the return, and erased a week after the dates were set', async () => {
    const { id, member, memberId } = await newTrip()
    await setDates(id, -30)
    await write(id, member, memberId, { phone: '0171 1' })
    expect(await phonesOf(id, owner)).toEqual(['0171 1'])
    await sweep(0)
    await setDates(id, -31)
    expect((await loadPrivate(id, owner)).value).toEqual([])
    await sweep(0)
    // A mistyped year can be corrected in time; devices that saw nothing fetch again.
    const { version: hidden } = await loadPrivate(id, owner)
    expect(await write(id, owner, ownerId, { phone: '1' })).toMatchObject({
      values: { private: [] },
      refused: [{}, {}, {}],
    })
    await setDates(id, 5)
    expect((await loadPrivate(id, owner)).version).toBeGreaterThan(hidden)
    expect(await phonesOf(id, owner)).toEqual(['0171 1'])
    await sweep(8)
    expect(await phonesOf(id, owner)).toEqual(['0171 1'])
    await setDates(id, -31)
    await sweep(8)
    await setDates(id, 5)
    expect((await loadPrivate(id, owner)).value).toEqual([])
  })

  async function setDates(id: string, daysToReturn: number): Promise<void> {
    const today = server.clock().toISOString().slice(0, 10) as LocalDate
    const return_date = addDays(today, daysToReturn)
    const value: Details = { ...details.empty, departure_date: addDays(return_date, -3), return_date }
    expect((await owner.makeSection(id, 'details', value)).status).toBe(200)
  }

  /** Sweeps as an installation would after so many more days. */
  async function sweep(days: number): Promise<void> {
    const clock = () => new Date(server.clock().getTime() + days * 24 * 60 * 60_000)
    await sweepPrivate({ db: server.db, plan: server.plan, clock, log: pino({ enabled: false }) })
  }

  /** The tables that contain a text. */
  async function findTablesWith(text: string): Promise<string[]> {
    const tables = (await server.db.introspection.getTables()).map(({ name }) => name)
    const found: string[] = []
    for (const table of tables) {
      const rows = await server.db
        .selectFrom(table as 'trips')
        .selectAll()
        .execute()
      if (JSON.stringify(rows).includes(text)) found.push(table)
    }
    return found
  }

  it('of a new guest are in their own party from the start', async () => {
    const { id } = await newTrip()
    const { token } = invitationMade.parse((await owner.post(`/api/trips/${id}/invitations`, {})).body)
    const guest = server.openClient()
    const { user } = joined.parse((await guest.post('/api/join', { token, device: randomUUID(), name: 'Kim' })).body)
    expect(newParty({ person_id: user.id, party_id: user.id }, user).id).toBe(user.id)
    expect((await write(id, guest, user.id, { phone: '0171 7' })).refused).toEqual([])
    expect(await phonesOf(id, guest)).toEqual(['0171 7'])
  })
})
