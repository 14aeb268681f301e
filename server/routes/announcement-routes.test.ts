import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { announcementViewsResponse, MAX_SEEN_ANNOUNCEMENTS, seenAnnouncementsPath } from '#domain/api/announcements.ts'
import type { OperationsResponse } from '#domain/api/operations.ts'
import type { TripResponse } from '#domain/api/trips.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import { buildParties, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('who has seen an announcement, on %s', (engine) => {
  let server: TestApp
  let tripId: string
  let ownerId: string
  let owner: TestClient

  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
  })
  beforeEach(async () => {
    // A session ends while nothing happens.
    owner = await server.openSession({ id: ownerId })
    tripId = await newTrip()
  })
  afterAll(() => server.remove())

  const newTrip = async () => (await insertTrip(server.db, { owner_id: ownerId })).id
  async function newMember({ role = 'member', isGuest = false, person_id = '', trip = tripId } = {}) {
    const id = await insertAccount(server.db, isGuest ? { email: null } : {})
    const membership = { trip_id: trip, user_id: id, role: role as 'member' | 'organizer' }
    await insertMembership(server.db, { ...membership, ...(person_id && { person_id }) })
    return { id, client: await server.openSession(isGuest ? { id, email: null } : { id }) }
  }
  const build = (text: string): Announcement => ({
    id: randomUUID(),
    text,
    to: 'everyone',
    people: [],
    by: ownerId,
    at: server.clock().toISOString(),
  })
  async function announce(...announcements: Announcement[]): Promise<string[]> {
    expect((await owner.makeSection(tripId, 'announcements', announcements)).body).toMatchObject({ refused: [] })
    return announcements.map(({ id }) => id)
  }
  const see = async (client: TestClient, ids: string[], trip = tripId) =>
    (await client.post(seenAnnouncementsPath(trip), { ids })).status
  const viewsFor = async (client: TestClient, trip = tripId) =>
    announcementViewsResponse.parse((await client.get(seenAnnouncementsPath(trip))).body).views
  const whoSaw = async (client: TestClient, id: string) =>
    (await viewsFor(client)).flatMap((view) => (view.announcement_id === id ? [view.person_id] : [])).toSorted()
  const stored = () =>
    server.db.selectFrom('announcement_views').select('announcement_id').where('trip_id', '=', tripId).execute()

  const operate = async (client: TestClient, ...mutations: Mutation[]) => {
    const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section: 'announcements' }))
    const { body } = await client.post(`/api/trips/${tripId}/operations`, { operations, seen: {} })
    return (body as OperationsResponse).refused.map(({ code }) => code)
  }
  const listTexts = async () => {
    const { sections } = (await owner.get(`/api/trips/${tripId}`)).body as TripResponse
    return (sections.announcements as { value: Announcement[] }).value.map(({ text }) => text)
  }

  it('organizers learn it of everybody, others only of themselves', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    const [member, guest, organizer] = [
      await newMember(),
      await newMember({ isGuest: true }),
      await newMember({ role: 'organizer' }),
    ]
    for (const { client } of [member, guest]) expect(await see(client, [id])).toBe(200)
    expect(await see(owner, [id])).toBe(200)
    const all = [member.id, guest.id, ownerId].toSorted()
    expect(await whoSaw(owner, id)).toEqual(all)
    expect(await whoSaw(organizer.client, id)).toEqual(all)
    expect(await whoSaw(member.client, id)).toEqual([member.id])
    expect(await whoSaw(guest.client, id)).toEqual([guest.id])
  })

  it('is told by the ids that people have on the list', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    const personId = randomUUID()
    const { client } = await newMember({ person_id: personId })
    await see(client, [id])
    expect(await whoSaw(owner, id)).toEqual([personId])
  })

  it('keeps the first time, on all devices of a user', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    const { id: userId, client } = await newMember()
    const phone = await server.openSession({ id: userId })
    const before = server.clock().toISOString()
    expect(await see(client, [id, id])).toBe(200)
    const [first] = await viewsFor(phone)
    expect(first).toMatchObject({ announcement_id: id, person_id: userId })
    expect(Date.parse(first?.seen_at ?? '')).toBeGreaterThanOrEqual(Date.parse(before))
    server.wait({ minutes: 5 })
    expect(await see(phone, [id])).toBe(200)
    expect(await viewsFor(owner)).toEqual([first])
  })

  it('does not record what is no announcement of the trip', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    const elsewhere = await newTrip()
    const { client } = await newMember()
    expect(await see(client, [randomUUID(), ownerId, tripId])).toBe(200)
    expect(await stored()).toEqual([])
    expect(await see(owner, [id], elsewhere)).toBe(200)
    expect(await viewsFor(owner, elsewhere)).toEqual([])
    expect(await see(client, [])).toBe(200)
  })

  it('refuses ids that are none, and too many of them', async () => {
    const path = seenAnnouncementsPath(tripId)
    const ids = Array.from({ length: MAX_SEEN_ANNOUNCEMENTS + 1 }, () => randomUUID())
    for (const body of [{ ids: ['1'] }, { ids }, {}, { ids: [], more: 1 }])
      expect(await owner.post(path, body)).toMatchObject(failed(400, 'invalid_request'))
    expect(await see(owner, ids.slice(1))).toBe(200)
  })

  it('is for people of the trip only', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    const { client: stranger } = await newMember({ trip: await newTrip() })
    const { id: unowned } = await insertTrip(server.db)
    await server.db.updateTable('trips').set({ is_public: true }).where('id', '=', tripId).execute()
    for (const [client, trip] of [
      [stranger, tripId],
      [owner, unowned],
    ] as const) {
      expect(await client.get(seenAnnouncementsPath(trip))).toMatchObject(failed(404, 'trip_not_found'))
      expect(await client.post(seenAnnouncementsPath(trip), { ids: [id] })).toMatchObject(failed(404, 'trip_not_found'))
    }
    const nobody = server.openClient()
    expect(await nobody.get(seenAnnouncementsPath(tripId))).toMatchObject(failed(401, 'not_signed_in'))
    expect(await stored()).toEqual([])
  })

  it('counts again once the removal of an announcement is undone, however late', async () => {
    const [one, other] = [build('One'), build('Other')]
    await announce(one, other)
    const { client } = await newMember()
    await see(client, [one.id, other.id])
    expect(await operate(owner, { do: 'remove', at: [one.id], was: one, after: null })).toEqual([])
    expect(await whoSaw(owner, one.id)).toEqual([])
    expect((await client.post(seenAnnouncementsPath(tripId), { ids: [one.id, other.id] })).body).toEqual({
      ids: [other.id],
    })
    server.wait({ minutes: 60 * 24 * 30 })
    owner = await server.openSession({ id: ownerId })
    expect(await operate(owner, { do: 'restore', at: [one.id], was: one, after: null })).toEqual([])
    expect(await whoSaw(owner, one.id)).toHaveLength(1)
    expect(await whoSaw(owner, other.id)).toHaveLength(1)
  })

  it('what was announced is not replaced, and any organizer can undo its removal', async () => {
    const { client: organizer } = await newMember({ role: 'organizer' })
    const [hut, faked] = [build('The hut is booked'), build('Never said')]
    await announce(hut)
    const add = (entry: Announcement): Mutation => ({ do: 'insert', at: [entry.id], entry, after: null })
    const restore = (was: Announcement): Mutation => ({ do: 'restore', at: [was.id], was, after: null })
    const remove: Mutation = { do: 'remove', at: [hut.id], was: hut, after: null }
    // Nobody says something in the name of somebody else, by whatever operation.
    expect(await operate(organizer, add(faked))).toEqual(['not_allowed'])
    expect(await operate(organizer, restore(faked))).toEqual(['not_allowed'])
    expect(await operate(owner, add({ ...hut, text: 'Bring cash' }))).toEqual(['not_allowed'])
    expect(await operate(organizer, remove)).toEqual([])
    expect(await operate(owner, add({ ...hut, text: 'Bring cash' }))).toEqual(['not_allowed'])
    // What comes back is what was there, whatever the request says.
    expect(await operate(organizer, restore({ ...hut, text: 'Bring cash' }))).toEqual([])
    expect(await listTexts()).toEqual([hut.text])
    expect(await operate(owner, restore(hut))).toEqual([])
    // The undo in the history adds it again.
    expect(await operate(organizer, remove, add(hut), add(hut))).toEqual([])
    expect(await listTexts()).toEqual([hut.text])
    const { client: member } = await newMember()
    expect(await operate(member, remove)).toEqual(['not_allowed'])
  })

  it('allows three within 24 hours, and one for each that is removed', async () => {
    const list = ['One', 'Two', 'Three', 'Four', 'Five'].map(build) as [Announcement, Announcement, ...Announcement[]]
    const add = (entry?: Announcement): Mutation => ({ do: 'insert', at: [entry?.id ?? ''], entry, after: null })
    expect(await operate(owner, ...list.slice(0, 4).map(add))).toEqual(['too_many_announcements'])
    const [one] = list
    expect(await operate(owner, { do: 'remove', at: [one.id], was: one, after: null }, add(list[4]))).toEqual([])
    expect((await listTexts()).toSorted()).toEqual(['Five', 'Three', 'Two'])
  })

  it('follows its author and those whom it is for when two people of the list are merged', async () => {
    const [stays, merged] = [buildPerson('Ana'), buildPerson('Ana again')]
    await owner.makeSection(tripId, 'people', buildParties(stays, merged))
    const { client: ana } = await newMember({ role: 'organizer', person_id: merged.id })
    const own: Announcement = { ...build('Bring cash'), by: merged.id }
    const toBoth: Announcement = {
      ...build('Answer'),
      to: 'unanswered',
      people: [stays, merged].map(({ id }) => ({ id })),
    }
    const add = (entry: Announcement): Mutation => ({ do: 'insert', at: [entry.id], entry, after: null })
    expect(await operate(ana, add(own))).toEqual([])
    expect(await operate(owner, add(toBoth))).toEqual([])
    expect(await operate(owner, { do: 'remove', at: [own.id], was: own, after: null })).toEqual([])
    const { status } = await owner.post(`/api/trips/${tripId}/people/merges`, { stays: stays.id, merged: merged.id })
    expect(status).toBeLessThan(300)
    // What was removed has followed as well.
    const now = { ...own, by: stays.id }
    expect(await operate(owner, { do: 'restore', at: [own.id], was: now, after: null })).toEqual([])
    const { sections } = (await owner.get(`/api/trips/${tripId}`)).body as TripResponse
    const { value } = sections.announcements as { value: Announcement[] }
    expect(value.find(({ id }) => id === own.id)).toEqual(now)
    expect(value.find(({ id }) => id === toBoth.id)?.people).toEqual([{ id: stays.id }])
    await see(ana, [toBoth.id])
    expect(await whoSaw(owner, toBoth.id)).toEqual([stays.id])
  })

  it('does not count people who have left, not even when they are back', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    const { id: userId, client } = await newMember()
    await see(client, [id])
    expect(await whoSaw(owner, id)).toEqual([userId])
    expect((await owner.send('DELETE', `/api/trips/${tripId}/people/${userId}`)).status).toBe(204)
    expect(await whoSaw(owner, id)).toEqual([])
    await insertMembership(server.db, { trip_id: tripId, user_id: userId, role: 'member' })
    expect(await whoSaw(owner, id)).toEqual([])
  })

  it('counts as a write', async () => {
    const limited = server.openAnother({ env: { WRITES_PER_MINUTE: '2' } })
    const client = await limited.openSession({ id: ownerId })
    expect([await see(client, []), await see(client, []), await see(client, [])]).toEqual([200, 200, 429])
  })

  it('goes with the trip, and not into its copy', async () => {
    const [id = ''] = await announce(build('The hut is booked'))
    await see(owner, [id])
    const copy = randomUUID()
    const body = { id: copy, name: 'Next year', with_people: true, with_ticks: true }
    expect((await owner.post(`/api/trips/${tripId}/copies`, body)).status).toBe(201)
    expect(await viewsFor(owner, copy)).toEqual([])
    await owner.put(`/api/trips/${tripId}/deleted`, { is_deleted: true })
    expect((await owner.send('DELETE', `/api/trips/${tripId}`)).status).toBe(204)
    expect(await stored()).toEqual([])
  })
})
