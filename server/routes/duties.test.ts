import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { tripCreatedResponse } from '#domain/api/trips.ts'
import { peopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Duties, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newPerson } from '#domain/plan/people.ts'
import { nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertMembership } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('duties on %s', (engine) => {
  let server: TestApp
  let owner: TestClient
  let ownerId: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    const { client, user } = await server.signUp()
    owner = client
    ownerId = user.id
  })
  afterAll(() => server.remove())

  const cook = { ...newDuty(randomUUID(), 'cook'), day: 2, meal: 'dinner' as const, places: 1, name: 'Borscht' }
  const [ben, kim] = [buildPerson('Ben'), buildPerson('Kim')]

  /** A trip with one duty, in which the owner, a member, Ben and Kim are on the list. */
  async function newTrip() {
    const id = randomUUID()
    await owner.post('/api/trips', { id, name: 'To the lake', type: 'car_trip' })
    const { client: member, user, password } = await server.signUp()
    await insertMembership(server.db, { trip_id: id, user_id: user.id, role: 'member' })
    await owner.makeSection(id, 'people', [
      { id: ownerId, name: '', persons: [newPerson(ownerId, 'Robin'), ben] },
      { id: user.id, name: '', persons: [newPerson(user.id, 'Lou'), kim] },
    ])
    await owner.makeSection(id, 'duties', { duties: [cook], volunteers: [] })
    return { id, member, memberId: user.id, password }
  }
  const take = (personId: string): Mutation => {
    const entry = newVolunteer(cook.id, personId)
    return { do: 'insert', at: ['volunteers', entry.id], entry }
  }
  const giveUp = (personId: string): Mutation => {
    const was = newVolunteer(cook.id, personId)
    return { do: 'remove', at: ['volunteers', was.id], was }
  }
  async function send(client: TestClient, trip: string, ...all: Mutation[]): Promise<OperationsResponse> {
    const operations = all.map((mutation) => ({ id: randomUUID(), section: 'duties', ...mutation }))
    const { status, body } = await client.post(`/api/trips/${trip}/operations`, { operations, seen: {} })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsResponse.parse(body)
  }
  const codes = ({ refused }: OperationsResponse) => refused.map(({ code }) => code)
  async function open(trip: string, client = owner): Promise<{ value: Duties; version: number }> {
    const another = server.openAnother().openClient()
    for (const [name, cookie] of client.cookies) another.cookies.set(name, cookie)
    const { body } = await another.get(`/api/trips/${trip}`)
    return (body as { sections: { duties: { value: Duties; version: number } } }).sections.duties
  }
  const volunteersOf = async (trip: string) => (await open(trip)).value.volunteers.map(({ person_id }) => person_id)
  async function history(trip: string, from: number, to: number): Promise<string[]> {
    const { body } = await owner.get(`/api/trips/${trip}/history/duties/changes?from=${from}&to=${to}`)
    return describeChanges('duties', (body as { changes: ChangeDescription[] }).changes)
  }

  it('have the first to volunteer; a retry and a second phone change nothing', async () => {
    const { id, member, memberId } = await newTrip()
    await send(member, id, take(memberId))
    await send(owner, id, take(ownerId), take(ownerId))
    expect(codes(await send(member, id, take(memberId)))).toEqual([])
    const { value } = await open(id)
    expect(peopleOnDuty(cook, value.volunteers, () => undefined)).toMatchObject({ on: [memberId], waiting: [ownerId] })
    expect(await history(id, 1, 2)).toEqual(['took a duty'])
    // Who gives it up and takes it again comes last.
    await send(member, id, giveUp(memberId), take(memberId))
    expect(await volunteersOf(id)).toEqual([ownerId, memberId])
  })

  it('are taken by members for their own party when they may not edit, and changed by editors only', async () => {
    const { id, member, memberId } = await newTrip()
    await owner.put(`/api/trips/${id}/people`, { members_edit: false })
    const change: Mutation = { do: 'set', at: ['duties', cook.id, 'places'], to: 5, was: 1 }
    const answer = await send(member, id, take(kim.id), take(ben.id), change, giveUp(kim.id), take(memberId))
    expect(codes(answer)).toEqual(['not_allowed', 'not_allowed'])
    await send(owner, id, take(ben.id))
    expect(codes(await send(member, id, giveUp(ben.id)))).toEqual(['not_allowed'])
    expect(await volunteersOf(id)).toEqual([memberId, ben.id])
  })

  it('refuse a million places, and half a day', async () => {
    const { id } = await newTrip()
    for (const [field, to] of [
      ['places', 1_000_000],
      ['places', -1],
      ['day', 1.5],
    ] as const) {
      const at = ['duties', cook.id, field]
      const operations = [{ id: randomUUID(), section: 'duties', do: 'set', at, to, was: 1 }]
      const { status, body } = await owner.post(`/api/trips/${id}/operations`, { operations, seen: {} })
      expect(status === 400 || codes(operationsResponse.parse(body)).length === 1, JSON.stringify(body)).toBe(true)
    }
    const fine: Mutation[] = [
      { do: 'set', at: ['duties', cook.id, 'places'], to: 0, was: 1 },
      { do: 'set', at: ['duties', cook.id, 'day'], to: 0, was: 2 },
      { do: 'set', at: ['duties', cook.id, 'places'], to: 200, was: 0 },
    ]
    expect(codes(await send(owner, id, ...fine))).toEqual([])
    expect((await open(id)).value.duties).toEqual([{ ...cook, day: 0, places: 200 }])
  })

  it('have a history that says what changed', async () => {
    const { id } = await newTrip()
    const set = (field: string, to: unknown, was: unknown): Mutation => ({
      do: 'set',
      at: ['duties', cook.id, field],
      to,
      was,
    })
    await send(
      owner,
      id,
      set('day', 0, 2),
      set('meal', '', 'dinner'),
      set('places', 3, 1),
      set('name', 'Soup', 'Borscht'),
    )
    await send(owner, id, take(ownerId))
    await send(owner, id, giveUp(ownerId))
    expect(await history(id, 1, 2)).toEqual([
      'moved the duty “Cook: Soup” to any day',
      'removed the meal from the duty “Cook: Soup”',
      'set the duty “Cook: Soup” to 3 people',
      'renamed the duty “Borscht” to “Soup”',
    ])
    expect(await history(id, 3, 4)).toEqual(['gave up a duty'])
    expect(await history(id, 0, 1)).toEqual(['added the duty “Cook: Borscht”'])
  })

  it('show readers of a share link counts, but no names', async () => {
    const { id } = await newTrip()
    await send(owner, id, take(ownerId))
    await owner.put(`/api/trips/${id}/sharing`, { is_public: true })
    const { client: reader } = await server.signUp()
    const { text, body } = await reader.get(`/api/shared/${id}`)
    const { value } = (body as { sections: { duties: { value: Duties } } }).sections.duties
    expect(peopleOnDuty({ ...cook, places: 3 }, value.volunteers, () => undefined).open).toBe(2)
    for (const secret of [ownerId, 'Borscht', 'Robin']) expect(text.includes(secret), secret).toBe(false)
  })

  it('of a merged person become those of the entry that stays, in the same place', async () => {
    const { id } = await newTrip()
    await send(owner, id, take(ben.id), take(ownerId))
    expect((await owner.post(`/api/trips/${id}/people/merges`, { stays: kim.id, merged: ben.id })).status).toBe(204)
    const { value } = await open(id)
    expect(value.volunteers).toEqual([newVolunteer(cook.id, kim.id), newVolunteer(cook.id, ownerId)])
    // A phone that was offline gives the duty up under the old name.
    expect(codes(await send(owner, id, giveUp(ben.id)))).toEqual([])
    expect(await volunteersOf(id)).toEqual([ownerId])
  })

  it('of two people who are merged count once', async () => {
    const { id } = await newTrip()
    await send(owner, id, take(ben.id), take(ownerId), take(kim.id))
    await owner.post(`/api/trips/${id}/people/merges`, { stays: kim.id, merged: ben.id })
    const { value } = await open(id)
    expect(peopleOnDuty({ ...cook, places: 5 }, value.volunteers, () => undefined).on).toEqual([kim.id, ownerId])
    expect(JSON.stringify(value)).not.toContain(ben.id)
  })

  it('of a user who removes their account are those of a former member', async () => {
    const { id, member, memberId, password } = await newTrip()
    await send(member, id, take(memberId))
    await send(owner, id, take(ownerId))
    expect((await member.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    const { value } = await open(id)
    expect(JSON.stringify(value)).not.toContain(memberId)
    const [former = '', second] = peopleOnDuty({ ...cook, places: 2 }, value.volunteers, () => undefined).on
    expect(second).toBe(ownerId)
    expect(nameOfPersonRef([], former)).toBe('Former member')
  })

  it('are copied if somebody chooses so, without those who volunteered', async () => {
    const { id } = await newTrip()
    await send(owner, id, take(ownerId))
    const copy = async (options: object) => {
      const body = { id: randomUUID(), name: 'Next year', with_people: true, with_ticks: true, ...options }
      const answer = await owner.post(`/api/trips/${id}/copies`, body)
      return (await open(tripCreatedResponse.parse(answer.body).trip.id)).value
    }
    expect(await copy({ with_duties: true })).toEqual({ duties: [cook], volunteers: [] })
    expect(await copy({ with_duties: false })).toEqual({ duties: [], volunteers: [] })
    expect(await copy({})).toEqual({ duties: [cook], volunteers: [] })
  })
})
