import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { gearItem } from '#domain/gear/gear-items.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { changeDescription } from '#domain/history/change-description-schema.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { mapPersonRefs } from '#domain/operations/person-refs.ts'
import { type ChecklistGroup, newChecklistItem } from '#domain/plan/checklist.ts'
import { forms } from '#domain/plan/forms.ts'
import { type Claim, type Gear, newClaim } from '#domain/plan/gear.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('who brings what on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  let memberId: string
  let member: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
    memberId = await insertAccount(server.db)
    member = await server.openSession({ id: memberId })
  })
  afterAll(() => server.remove())

  const tables = { ...newChecklistItem(randomUUID()), name: 'Tables', needed: 6 }
  const checklist: ChecklistGroup[] = [{ id: randomUUID(), category: 'Camp', items: [tables] }]

  async function newTrip(...people: Party[]): Promise<string> {
    const { id } = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    await insertMembership(server.db, { trip_id: id, user_id: memberId, role: 'member' })
    await owner.makeSection(id, 'checklist', checklist)
    await owner.makeSection(id, 'people', people)
    return id
  }
  const partyOf = (...names: string[]): Party => buildParty(...names.map((name) => buildPerson(name)))
  async function send(
    client: TestClient,
    trip: string,
    section: CommonSectionName,
    ...all: Mutation[]
  ): Promise<OperationsResponse> {
    const operations = all.map((mutation) => ({ id: randomUUID(), section, ...mutation }))
    const { status, body } = await client.post(`/api/trips/${trip}/operations`, { operations, seen: { [section]: 0 } })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsResponse.parse(body)
  }
  const codes = ({ refused }: OperationsResponse) => refused.map(({ code }) => code)
  async function open<Value>(trip: string, section: CommonSectionName): Promise<{ value: Value; version: number }> {
    const another = server.openAnother().openClient()
    for (const [name, cookie] of owner.cookies) another.cookies.set(name, cookie)
    const { body } = await another.get(`/api/trips/${trip}`)
    return (body as { sections: Record<string, { value: Value; version: number }> }).sections[section] as never
  }
  const claimsOf = async (trip: string) => (await open<Gear>(trip, 'gear')).value.claims
  async function history(trip: string, section: CommonSectionName, from: number, to: number): Promise<string[]> {
    const { body } = await owner.get(`/api/trips/${trip}/history/${section}/changes?from=${from}&to=${to}`)
    const changes = (body as { changes: unknown[] }).changes.map((change) => changeDescription.parse(change))
    return describeChanges(section, changes as ChangeDescription[])
  }
  const insert = (claim: Claim): Mutation => ({ do: 'insert', at: ['claims', claim.id], entry: claim, after: null })
  const set = (claim: Claim, field: keyof Claim, to: unknown): Mutation => ({
    do: 'set',
    at: ['claims', claim.id, field],
    to,
    was: claim[field],
  })

  it('keeps claims in the order in which they arrive, wherever their authors put them', async () => {
    const [ana, ben] = [partyOf('Ana'), partyOf('Ben')]
    const trip = await newTrip(ana, ben)
    const [first, second] = [ana, ben].map(({ persons: [one] }) => newClaim(tables, one?.id ?? '', 4)) as [Claim, Claim]
    expect(codes(await send(owner, trip, 'gear', insert(first)))).toEqual([])
    expect(codes(await send(member, trip, 'gear', insert(second)))).toEqual([])
    expect(await claimsOf(trip)).toEqual([first, second])
    const { surplus, claims } = gearItem(tables, await claimsOf(trip), new Set())
    expect([surplus, ...claims.map((one) => one.surplus)]).toEqual([2, 0, 2])
    await send(member, trip, 'gear', set(second, 'count', 2), set(second, 'is_packed', true))
    await send(owner, trip, 'gear', set(first, 'count', 0))
    expect(await history(trip, 'gear', 0, 2)).toEqual(['promised to bring 4 of “Tables”'])
    expect(await history(trip, 'gear', 2, 3)).toEqual([
      'changed how many of “Tables” they bring to 2',
      'packed “Tables”',
    ])
    expect(await history(trip, 'gear', 3, 4)).toEqual(['no longer brings “Tables”'])
  })

  it('sets the fields of a claim that is made again, and a tick on another device stays', async () => {
    const trip = await newTrip()
    const claim = newClaim(tables, memberId, 1)
    await send(member, trip, 'gear', insert({ ...claim, is_packed: true }))
    expect(codes(await send(member, trip, 'gear', insert({ ...claim, count: 3 })))).toEqual([])
    expect(await claimsOf(trip)).toEqual([{ ...claim, count: 3, is_packed: true }])
  })

  it('refuses numbers that are none, and claims of others where members may not edit', async () => {
    const trip = await newTrip(partyOf('Ana'))
    const claim = newClaim(tables, memberId, 2)
    await send(member, trip, 'gear', insert(claim))
    for (const count of [-1, 1.5, 1_000_000, '2'])
      expect(codes(await send(member, trip, 'gear', set(claim, 'count', count)))).toEqual(['invalid_operation'])
    await owner.put(`/api/trips/${trip}/people`, { members_edit: false })
    const others = newClaim(tables, ownerId, 1)
    expect(codes(await send(member, trip, 'gear', insert(others)))).toEqual(['not_allowed'])
    expect(codes(await send(member, trip, 'gear', set(claim, 'count', 5), set(claim, 'is_packed', true)))).toEqual([])
    const at = [checklist[0]?.id ?? '', 'items', tables.id]
    const need = (field: string, to: unknown, was: unknown): Mutation => ({ do: 'set', at: [...at, field], to, was })
    const needs = [need('needed', 8, 6), need('is_each', true, false)]
    expect(codes(await send(member, trip, 'checklist', ...needs))).toEqual(['not_allowed', 'not_allowed'])
    expect(codes(await send(owner, trip, 'checklist', need('needed', 1_000_000, 6)))).toEqual(['invalid_operation'])
    expect(codes(await send(owner, trip, 'checklist', ...needs))).toEqual([])
    const { value, version } = await open<ChecklistGroup[]>(trip, 'checklist')
    expect(value[0]?.items).toEqual([{ ...tables, needed: 8, is_each: true }])
    expect(await history(trip, 'checklist', version - 1, version)).toEqual([
      'set how many of “Tables” are needed to 8',
      'marked “Tables” as brought by everyone',
    ])
  })

  it('gives both claims of two people who are the same to the one who stays', async () => {
    const [omar, haddad] = [partyOf('Omar'), partyOf('Omar Haddad')]
    const trip = await newTrip(omar, haddad)
    const [merged, stays] = [omar, haddad].map(({ persons: [one] }) => one?.id ?? '') as [string, string]
    const mallet = { id: randomUUID(), name: 'Mallet' }
    const claims = [newClaim(tables, merged, 2), newClaim(tables, stays, 3), newClaim(mallet, merged, 1)]
    await send(owner, trip, 'gear', ...claims.map(insert))
    expect((await owner.post(`/api/trips/${trip}/people/merges`, { stays, merged })).status).toBe(204)
    const now = await claimsOf(trip)
    expect(now.map(({ person_id, count }) => [person_id, count])).toEqual([
      [stays, 2],
      [stays, 3],
      [stays, 1],
    ])
    expect(now[2]?.id).toBe(newClaim(mallet, stays, 1).id)
    const { version } = await open<Gear>(trip, 'gear')
    expect(await history(trip, 'gear', version - 1, version)).toEqual([
      'merged what two people bring of “Mallet”',
      'changed who brings “Tables”',
    ])
    // A phone that was offline still names the merged entry.
    expect(codes(await send(owner, trip, 'gear', set(claims[2] as Claim, 'count', 4)))).toEqual([])
    expect((await claimsOf(trip))[2]?.count).toBe(4)
  })

  it('leaves the claims of somebody who deletes their account to a former member', async () => {
    const { client, user, password } = await server.signUp()
    const trip = await newTrip()
    await insertMembership(server.db, { trip_id: trip, user_id: user.id, role: 'member' })
    await send(client, trip, 'gear', insert(newClaim(tables, user.id, 2)))
    expect((await client.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    const [claim] = await claimsOf(trip)
    expect(claim).toMatchObject({ item: tables.id, count: 2 })
    expect(JSON.stringify(claim)).not.toContain(user.id)
    expect(nameOfPersonRef([], claim?.person_id ?? '')).toBe('Former member')
    expect(gearItem(tables, await claimsOf(trip), new Set()).promised).toBe(2)
  })

  it('copies how many are needed with a trip, but nobody’s claims', async () => {
    const trip = await newTrip(partyOf('Ana'))
    await send(owner, trip, 'gear', insert(newClaim(tables, ownerId, 2)))
    const copy = randomUUID()
    const request = { id: copy, name: 'Again', with_people: true, with_ticks: true }
    expect((await owner.post(`/api/trips/${trip}/copies`, request)).status).toBe(201)
    expect(await claimsOf(copy)).toEqual([])
    expect((await open<ChecklistGroup[]>(copy, 'checklist')).value[0]?.items).toEqual([tables])
  })

  it('tells readers how many are promised by people who come, and nobody’s name', async () => {
    const [ana, ben] = [partyOf('Ana'), partyOf('Ben')]
    const away = { ...ben, persons: ben.persons.map((one) => ({ ...one, coming: 'not_coming' as const })) }
    const trip = await newTrip(ana, away)
    const claims = [ana, ben].map(({ persons: [one] }) => newClaim(tables, one?.id ?? '', 2))
    await send(owner, trip, 'gear', ...claims.map(insert))
    await server.db.updateTable('trips').set({ is_public: true }).where('id', '=', trip).execute()
    const { body } = await (await server.signUp()).client.get(`/api/shared/${trip}`)
    const { gear } = (body as { sections: { gear: { value: Gear } } }).sections
    expect(gear.value.claims).toMatchObject([{ item: tables.id, count: 2, name: '', person_id: '' }])
  })

  it('derives the id of a claim from its item and its person', () => {
    const gear: Gear = { claims: [newClaim(tables, ownerId, 2)] }
    const person = () => memberId
    expect(mapPersonRefs(forms.gear, gear, { person })).toEqual({ claims: [newClaim(tables, memberId, 2)] })
  })
})
