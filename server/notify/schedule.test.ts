import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { details } from '#domain/plan/details.ts'
import { engines } from '#server/testing/engines.ts'
import { insertNotice } from '#server/testing/notices.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { storeChoices } from './choices.ts'
import { addNoticeMail } from './notice-mails.ts'
import { NoticeSchedule, type NoticeScheduleOptions } from './schedule.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NOON = new Date('2100-07-10T12:00:00.000Z')

describe.each(engines)('when notices are sent, on %s', (engine) => {
  let app: TestApp
  let lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app.remove())
  beforeEach(async () => {
    for (const table of ['notices', 'pushes', 'mails', 'push_subscriptions'] as const)
      await app.db.deleteFrom(table).execute()
    lines = []
  })

  const at = (ms: number, from = NOON) => new Date(from.getTime() + ms).toISOString()
  const openSchedule = (options: Partial<NoticeScheduleOptions> = {}) =>
    new NoticeSchedule({
      ...{ db: app.db, plan: app.plan, clock: () => NOON, log, onMails: () => {} },
      addMail: addNoticeMail,
      ...options,
    })
  const run = (now = NOON, options: Partial<NoticeScheduleOptions> = {}) =>
    openSchedule({ clock: () => now, ...options }).sendDue()
  const pushes = () => app.db.selectFrom('pushes').selectAll().orderBy('created_at').execute()
  const mails = () => app.db.selectFrom('mails').selectAll().execute()
  const rowOf = (id: string) => app.db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  async function subscribe(userId: string, overrides: { zone?: string; renewed_at?: string } = {}): Promise<void> {
    const id = randomUUID()
    const address = { endpoint: id, endpoint_hash: id }
    const keys = { p256dh: '', auth: '', public_key: '' }
    const made = { created_at: at(0), renewed_at: at(0), failures: 0, failed_since: null }
    await app.db
      .insertInto('push_subscriptions')
      .values({ id, user_id: userId, session_key: '', ...address, device: '', ...keys, ...made, ...overrides })
      .execute()
  }

  /** A member of somebody's trip, with a browser. */
  async function openMember({ zone = 'UTC', departure = '', browsers = 1 } = {}) {
    const owner = await app.signUp()
    const trip = await insertTrip(app.db, { owner_id: owner.user.id })
    const user = await insertAccount(app.db)
    await insertMembership(app.db, { trip_id: trip.id, user_id: user, role: 'member' })
    const dates = departure && { departure_date: departure, return_date: departure }
    await owner.client.makeSection(trip.id, 'details', { ...details.empty, ...dates, time_zone: zone })
    // The zone of a trip that cannot be read: not that of the computer on which this runs.
    for (let i = 0; i < browsers; i++) await subscribe(user, { zone: 'UTC' })
    const insert = (notice: Partial<Parameters<typeof insertNotice>[1]> = {}) =>
      insertNotice(app.db, { trip_id: trip.id, user_id: user, created_at: at(0), ...notice })
    return { trip, user, insert, client: owner.client }
  }

  it('finds by an index whether a mail of a user and trip waits', async () => {
    const query = sql.raw(`select id from mails where kind = 'notices' and user_id = '' and trip_id = ''`)
    if (engine !== 'sqlite') return
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(app.db)
    expect(rows.map(({ detail }) => detail).join()).toContain('USING INDEX mails_by_user')
  })

  it('what is due of many people at once goes out, as one push and one mail of each', async () => {
    const members = []
    for (let i = 0; i < 3; i++) members.push(await openMember({ browsers: 20 }))
    for (const { insert } of members)
      for (let i = 0; i < 150; i++) await insert({ push_at: at(-HOUR_MS), mail_at: at(-HOUR_MS) })
    await run()
    expect(await pushes()).toHaveLength(60)
    expect(await mails()).toHaveLength(3)
    await app.db.deleteFrom('pushes').execute()
    // What the first push has counted is not pushed an hour later.
    await run(new Date(NOON.getTime() + HOUR_MS + 1))
    expect(await pushes()).toEqual([])
  })

  it('one trip or user that cannot be decided delays nobody else', async () => {
    const broken = await openMember()
    const [first, second] = [await openMember(), await openMember()]
    for (const { insert } of [broken, first, second]) await insert({ push_at: at(-1000), mail_at: at(-1000) })
    const failing: Pick<typeof app.plan, 'load' | 'listVersions'> = {
      listVersions: (id) => app.plan.listVersions(id),
      load: (trip, ...more) =>
        trip.id === broken.trip.id ? Promise.reject(new Error('damaged')) : app.plan.load(trip, ...more),
    }
    const addMail: NoticeScheduleOptions['addMail'] = (trx, mail, now) =>
      mail.userId === first.user ? Promise.reject(new Error('unusual')) : addNoticeMail(trx, mail, now)
    await run(NOON, { plan: failing as typeof app.plan, addMail })
    expect((await pushes()).map(({ user_id }) => user_id).toSorted()).toEqual(
      [broken.user, first.user, second.user].toSorted(),
    )
    expect((await mails()).map(({ user_id }) => user_id).toSorted()).toEqual([broken.user, second.user].toSorted())
    expect(lines).toMatchObject([{ tripId: broken.trip.id }, { tripId: first.trip.id }])
    // It is tried again, but not first.
    const waits = await app.db.selectFrom('notices').select('mail_at').where('user_id', '=', first.user).execute()
    expect(waits).toEqual([{ mail_at: at(10 * 60_000) }])
    await run(new Date(NOON.getTime() + HOUR_MS))
    expect(await mails()).toHaveLength(3)
  })

  it('after a failure of the database, all that is due goes with the next run', async () => {
    const { insert, user } = await openMember()
    await insert({ mail_at: at(-1000) })
    let fails = true
    const addMail: NoticeScheduleOptions['addMail'] = (trx, mail, now) =>
      fails ? Promise.reject(new Error('timeout exceeded when trying to connect')) : addNoticeMail(trx, mail, now)
    await run(NOON, { addMail })
    expect(await mails()).toEqual([])
    expect(lines).toHaveLength(1)
    fails = false
    await run(NOON, { addMail })
    expect(await mails()).toMatchObject([{ user_id: user }])
  })

  it('mails go although pushes cannot', async () => {
    const { insert } = await openMember()
    await insert({ push_at: at(-1000), mail_at: at(-1000) })
    await app.db.schema.alterTable('push_subscriptions').renameTo('push_subscriptions_away').execute()
    await run()
    await app.db.schema.alterTable('push_subscriptions_away').renameTo('push_subscriptions').execute()
    expect(await mails()).toHaveLength(1)
  })

  it('what is renewed while it is decided keeps its new time', async () => {
    const { insert, user } = await openMember()
    const [pushed, mailed] = [await insert({ push_at: at(-1000) }), await insert({ mail_at: at(-1000) })]
    const limits = { pushed_at: at(-1000), mailed: JSON.stringify(Array.from({ length: 5 }, () => at(-1000))) }
    const { trip_id } = await rowOf(pushed)
    await app.db
      .insertInto('notice_choices')
      .values({ user_id: user, trip_id, choices: '{}', is_off: false, ...limits })
      .execute()
    const renew = (id: string) =>
      app.db
        .updateTable('notices')
        .set({ is_urgent: true, push_at: at(-1), mail_at: at(-1) })
        .where('id', '=', id)
        .execute()
    const plan = {
      listVersions: async (id: string) => {
        await renew(pushed)
        await renew(mailed)
        return app.plan.listVersions(id)
      },
      load: app.plan.load.bind(app.plan),
    }
    await run(NOON, { plan: plan as unknown as typeof app.plan })
    expect(await pushes()).toMatchObject([{ is_urgent: true }])
    expect(await mails()).toHaveLength(1)
  })

  it('what is two days late is not sent any more', async () => {
    const { insert } = await openMember()
    const late = await insert({ push_at: at(-3 * DAY_MS), mail_at: at(-3 * DAY_MS) })
    const other = await openMember()
    await other.insert({ push_at: at(-DAY_MS), mail_at: at(-DAY_MS) })
    await run()
    expect(await rowOf(late)).toMatchObject({ read_at: null, push_at: null, mail_at: null })
    expect((await pushes()).map(({ user_id }) => user_id)).toEqual([other.user])
    expect((await mails()).map(({ user_id }) => user_id)).toEqual([other.user])
  })

  it('without mail, what is due is not mailed once mail is set up', async () => {
    const { insert } = await openMember()
    const id = await insert({ mail_at: at(-1000) })
    await run(NOON, { addMail: undefined })
    expect(await rowOf(id)).toMatchObject({ mail_at: null })
  })

  it('what somebody wants no more is not sent, also if it was held back', async () => {
    const { insert, user, trip } = await openMember()
    const held = await insert({ kind: 'changes', push_at: at(HOUR_MS), mail_at: at(HOUR_MS) })
    const wanted = await insert({ push_at: at(HOUR_MS), mail_at: at(HOUR_MS) })
    const choices = { changes: { push: false, mail: false }, asked: { push: true, mail: false } }
    await storeChoices(app.db, { userId: user, tripId: trip.id }, { choices, is_off: false })
    expect(await rowOf(held)).toMatchObject({ read_at: null, push_at: null, mail_at: null })
    expect(await rowOf(wanted)).toMatchObject({ push_at: at(HOUR_MS), mail_at: null })
  })

  describe('in quiet hours', () => {
    const NIGHT = new Date('2100-07-10T23:30:00.000Z')
    const lost = { kind: 'promise', subject: 'seat/1', is_urgent: true, push_at: at(0, NIGHT) } as const
    const isPushed = async (departure: string, notice: Partial<Parameters<typeof insertNotice>[1]>) => {
      const { insert } = await openMember({ departure })
      await insert(notice)
      await run(NIGHT)
      return (await pushes()).length > 0
    }

    it.each([
      ['the day before the departure', '2100-07-11', true],
      ['on its first day', '2100-07-10', true],
      ['days before it', '2100-07-13', false],
      ['during the trip', '2100-07-06', false],
    ])('a seat lost %s', async (_, departure, goes) => expect(await isPushed(departure, lost)).toBe(goes))

    it('the departure itself waits', async () => {
      const departs = { ...lost, kind: 'departure', subject: 'departure' } as const
      expect(await isPushed('2100-07-11', departs)).toBe(false)
    })

    it.each([
      ['the trip’s zone', { trip: 'America/Los_Angeles', browser: 'Asia/Tokyo' }, true],
      ['the browser’s, if the trip has none', { trip: '', browser: 'America/Los_Angeles' }, true],
      ['the browser’s, if the trip has none, and it is night there', { trip: '', browser: 'Europe/London' }, false],
    ])('which are those of %s', async (_, { trip, browser }, goes) => {
      const { insert, user } = await openMember({ zone: trip, browsers: 0 })
      await subscribe(user, { zone: 'Asia/Kolkata', renewed_at: at(-DAY_MS) })
      await subscribe(user, { zone: browser })
      await subscribe(user, { zone: '', renewed_at: at(DAY_MS) })
      await insert({ push_at: at(0, NIGHT) })
      await run(NIGHT)
      expect((await pushes()).length > 0).toBe(goes)
    })

    it('a push says in which zone they count, unless it may come at any time', async () => {
      const { insert } = await openMember({ zone: 'America/Los_Angeles', departure: '2100-07-11' })
      await insert({ push_at: at(0, NIGHT) })
      await run(NIGHT)
      expect(await pushes()).toMatchObject([{ quiet_zone: 'America/Los_Angeles' }])
      await insert({ ...lost })
      await run(NIGHT)
      expect(await pushes()).toMatchObject([{ quiet_zone: null }])
    })
  })
})
