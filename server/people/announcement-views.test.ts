import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seenAnnouncementsPath } from '#domain/api/announcements.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import { moveViews } from '#server/people/announcement-views.ts'
import { type DocumentApp, fileStores, openDocumentApp } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'

describe.each(engines)('the seen announcements of an account, on %s', (engine) => {
  let app: DocumentApp
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
  })
  afterAll(() => app.remove())

  const build = (by: string): Announcement => ({
    id: randomUUID(),
    text: 'The hut is booked',
    to: 'everyone',
    people: [],
    by,
    at: app.clock().toISOString(),
  })
  const viewsOf = async (userId: string) =>
    (
      await app.db
        .selectFrom('announcement_views')
        .select(['announcement_id', 'seen_at'])
        .where('user_id', '=', userId)
        .orderBy('seen_at')
        .execute()
    ).map(({ announcement_id, seen_at }) => [announcement_id, seen_at])

  it('are in its export, without those of others, and go with the account', async () => {
    const owner = await app.signUp()
    const member = await app.signUp()
    const { id: trip_id } = await insertTrip(app.db, { owner_id: owner.user.id })
    await insertMembership(app.db, { trip_id, user_id: member.user.id, role: 'member' })
    const announcement = build(owner.user.id)
    await owner.client.makeSection(trip_id, 'announcements', [announcement])
    for (const { client } of [member, owner]) {
      expect((await client.post(seenAnnouncementsPath(trip_id), { ids: [announcement.id] })).status).toBe(200)
      const files = unzipSync((await client.get('/auth/v1/export')).bytes)
      const name = Object.keys(files).find((path) => path.endsWith('/trip.json')) ?? ''
      const seen = { announcement_id: announcement.id, seen_at: expect.any(String) }
      expect(JSON.parse(strFromU8(files[name] as Uint8Array))).toMatchObject({ seen_announcements: [seen] })
    }
    const removal = { password: member.password, heirs: [], goes: [] }
    expect((await member.client.post('/auth/v1/removal', removal)).status).toBe(204)
    expect(await viewsOf(member.user.id)).toEqual([])
    expect(await viewsOf(owner.user.id)).toHaveLength(1)
  })

  it('of a guest become those of the account, with the earlier time of both', async () => {
    const account = await insertAccount(app.db)
    const guest = await insertAccount(app.db, { email: null })
    const trips = [await insertTrip(app.db), await insertTrip(app.db)]
    const [early, late, both] = ['2027-06-01T10:00:00.000Z', '2027-06-02T10:00:00.000Z', '2027-06-03T10:00:00.000Z']
    const ids = { ofGuest: randomUUID(), guestFirst: randomUUID(), accountFirst: randomUUID(), same: randomUUID() }
    const view = (user_id: string, announcement_id: string, seen_at = '', trip = 0) => ({
      trip_id: trips[trip]?.id ?? '',
      user_id,
      announcement_id,
      seen_at,
    })
    await app.db
      .insertInto('announcement_views')
      .values([
        view(guest, ids.ofGuest, early),
        view(guest, ids.guestFirst, early),
        view(account, ids.guestFirst, late),
        view(guest, ids.accountFirst, late),
        view(account, ids.accountFirst, early),
        view(guest, ids.same, both),
        view(account, ids.same, both),
        // The same id in another trip is another announcement.
        view(account, ids.ofGuest, late, 1),
      ])
      .execute()
    await app.db.transaction().execute((trx) => moveViews(trx, guest, account))
    expect(await viewsOf(guest)).toEqual([])
    const moved = await viewsOf(account)
    expect(moved).toHaveLength(5)
    expect(moved).toEqual(
      expect.arrayContaining([
        [ids.ofGuest, early],
        [ids.guestFirst, early],
        [ids.accountFirst, early],
        [ids.same, both],
        [ids.ofGuest, late],
      ]),
    )
  })
})
