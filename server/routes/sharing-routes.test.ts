import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharing } from '#domain/api/sharing.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { details } from '#domain/plan/details.ts'
import { unsavedSections } from '#domain/testing/unsaved-sections.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip, withoutTable } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const unknown = '00000000-0000-4000-8000-00000000dead'

describe.each(engines)('sharing on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  let stranger: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
    stranger = await server.openSession({ id: await insertAccount(server.db) })
  })
  afterAll(() => server.remove())

  const newTrip = () => insertTrip(server.db, { owner_id: ownerId })
  const rowOf = (id: string) =>
    server.db.selectFrom('trips').select(['is_public', 'share_token']).where('id', '=', id).executeTakeFirstOrThrow()
  const updateSharing = async (id: string, body: object = {}) =>
    sharing.parse((await owner.put(`/api/trips/${id}/sharing`, body)).body)
  const replaceToken = async (id: string) => sharing.parse((await owner.post(`/api/trips/${id}/sharing/token`)).body)
  const readShared = (id: string, query = '') => stranger.get(`/api/shared/${id}${query}`)

  it('SHARE-18, SHARE-19, SHARE-20, SHARE-21, DATA-9, CALL-DATA-12 a trip keeps its token', async () => {
    const { id } = await newTrip()
    const shared = await updateSharing(id, { is_public: true })
    expect(shared).toEqual({ is_public: true, share_token: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await rowOf(id)).toEqual(shared)
    expect(await updateSharing(id, { is_public: false })).toEqual({ ...shared, is_public: false })
    expect(await rowOf(id)).toEqual({ ...shared, is_public: false })
    expect(await updateSharing(id)).toEqual({ ...shared, is_public: false })
  })

  it('SHARE-11 a trip shared for the first time gets a link and stays private', async () => {
    const { id } = await newTrip()
    const [one, two] = await Promise.all([updateSharing(id), updateSharing(id)])
    expect(one).toEqual({ is_public: false, share_token: expect.any(String) })
    expect(two).toEqual(one)
  })

  it('SHARE-22, SHARE-23, CALL-DATA-13 a new link replaces the old one, and changes nothing else', async () => {
    const { id } = await newTrip()
    const before = await updateSharing(id)
    const after = await replaceToken(id)
    expect(after.share_token).not.toBe(before.share_token)
    expect(await rowOf(id)).toEqual({ is_public: false, share_token: after.share_token })
    expect(await readShared(id, `?token=${before.share_token}`)).toMatchObject(failed(404, 'trip_not_found'))
    expect((await readShared(id, `?token=${after.share_token}`)).status).toBe(200)
  })

  it('a replaced link tells members that it is dead and whether they can share again, and others nothing', async () => {
    const { id } = await newTrip()
    const { share_token: old } = await updateSharing(id)
    const { share_token: current } = await replaceToken(id)
    const memberId = await insertAccount(server.db)
    await insertMembership(server.db, { trip_id: id, user_id: memberId, role: 'member' })
    const member = await server.openSession({ id: memberId })
    const linkOf = async (client: TestClient, query: string) => {
      const { body, headers } = await client.get(`/api/shared/${id}${query}`)
      return { dead: tripResponse.parse(body).dead_link, tag: headers.get('etag') }
    }
    for (const query of [`?token=${old}`, '']) {
      expect((await linkOf(owner, query)).dead).toEqual({ can_share: true })
      expect((await linkOf(member, query)).dead).toEqual({ can_share: false })
    }
    const working = await linkOf(owner, `?token=${current}`)
    expect(working.dead).toBeUndefined()
    // The ETags differ, so that a browser with one response gets the other.
    expect((await linkOf(owner, `?token=${old}`)).tag).not.toBe(working.tag)
    expect((await linkOf(stranger, `?token=${current}`)).dead).toBeUndefined()
    expect(await readShared(id, `?token=${old}`)).toMatchObject(failed(404, 'trip_not_found'))
    await updateSharing(id, { is_public: true })
    expect((await linkOf(owner, `?token=${old}`)).dead).toBeUndefined()
  })

  it('CALL-DATA-14..17, PERM-20, PERM-21 a reader gets the trip with its whole plan, but not who owns it', async () => {
    const trip = await newTrip()
    const { share_token } = await updateSharing(trip.id)
    await owner.makeSection(trip.id, 'details', { ...details.empty, destination_name: 'Pog Lake' })
    const answer = await readShared(trip.id, `?token=${share_token}&mode=view`)
    expect(tripResponse.parse(answer.body)).toEqual({
      trip: { ...trip, owner_id: null },
      sections: {
        ...unsavedSections('car_trip'),
        details: { version: 1, value: { ...details.empty, destination_name: 'Pog Lake' } },
      },
      documents: [],
      documents_version: 0,
      headcount: expect.objectContaining({ coming: 0 }),
    })
    expect(answer.text).not.toContain(ownerId)
    expect(answer.text).not.toContain(share_token)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    const tag = answer.headers.get('etag') ?? ''
    const again = await stranger.send('GET', `/api/shared/${trip.id}?token=${share_token}`, {
      headers: { 'if-none-match': tag },
    })
    expect(again.status).toBe(304)
    await updateSharing(trip.id, { is_public: true })
    const changed = await stranger.send('GET', `/api/shared/${trip.id}`, { headers: { 'if-none-match': tag } })
    expect(tripResponse.parse(changed.body).trip?.is_public).toBe(true)
    expect(tripResponse.parse((await owner.get(`/api/trips/${trip.id}`)).body).trip?.owner_id).toBe(ownerId)
  })

  it('ERR-22 a reader also gets a trip whose plan is unreadable, but not who owns it', async () => {
    const { id } = await newTrip()
    const { share_token } = await updateSharing(id)
    const answer = await withoutTable(server.db, 'plan_sections', () => readShared(id, `?token=${share_token}`))
    const { trip, sections } = tripResponse.parse(answer.body)
    expect(trip).toMatchObject({ id, owner_id: null })
    expect(sections.notes).toEqual({ error: { code: 'data_not_loaded', message: 'Failed to load data' } })
  })

  it('PERM-22, PERM-23, ERR-42, ERR-43 a denied trip gets the same response as one that does not exist', async () => {
    const { id } = await newTrip()
    const { share_token } = await updateSharing(id)
    const missing = await readShared(unknown, '?token=x')
    expect(missing).toMatchObject(failed(404, 'trip_not_found'))
    const queries = [
      '',
      '?token=',
      '?token=null',
      `?token=${randomUUID()}`,
      `?token=${share_token.toUpperCase()}`,
      `?token=${share_token}0`,
      `?token=${share_token}%00`,
      `?token=%20${share_token}`,
      `?token=x&token=${share_token}`,
      `?token[]=${share_token}`,
      `?Token=${share_token}`,
      `?token=${'🏕'.repeat(500)}`,
      `?token=${encodeURIComponent("' or 1=1 --")}`,
      '?token=%zz',
    ]
    for (const path of [
      ...queries.map((query) => `${id}${query}`),
      ...[`${id}0`, '1', '%00', 'null'].map((wrong) => `${wrong}?token=${share_token}`),
    ]) {
      const answer = await stranger.get(`/api/shared/${path}`)
      expect(answer.status, path).toBe(404)
      expect(answer.text, path).toBe(missing.text)
    }
    expect((await readShared(id, `?token=${share_token}&token=x`)).status).toBe(200)
    expect((await readShared(id.toUpperCase(), `?token=${share_token}`)).status).toBe(200)
  })

  it('no log line contains a token', async () => {
    const { id } = await newTrip()
    const lines = server.log.length
    const { share_token } = await updateSharing(id)
    await readShared(id, `?token=${share_token}`)
    await replaceToken(id)
    await server.openClient().get(`/shared/${id}?token=${share_token}&mode=view`)
    expect(server.log.length).toBeGreaterThan(lines)
    expect(JSON.stringify(server.log.slice(lines))).not.toContain(share_token)
  })

  it('an invalid request is refused, and changes nothing', async () => {
    const { id } = await newTrip()
    for (const body of [
      [],
      { is_public: 'yes' },
      { is_public: null },
      { share_token: randomUUID() },
      { is_public: true, owner_id: null },
    ]) {
      expect(await owner.put(`/api/trips/${id}/sharing`, body)).toMatchObject(failed(400, 'invalid_request'))
    }
    expect(await rowOf(id)).toEqual({ is_public: false, share_token: null })
  })
})
