import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { About } from '#domain/notices/notice.ts'
import { noticeText } from '#domain/notices/notice-words.ts'
import { details } from '#domain/plan/details.ts'
import type { Party } from '#domain/plan/people.ts'
import { newPoll, newTextOption } from '#domain/plan/polls.ts'
import { buildComing } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openToldTrip, openWatch as openWatchOf, type SignedIn } from '#server/testing/told-trip.ts'
import { NoticeSchedule } from './schedule.ts'

const log = pino({ level: 'silent' })

describe.each(engines)('what is new in a trip, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app.remove())

  const openWatch = (clock = app.clock) => openWatchOf(app, { clock })
  const openTrip = () => openToldTrip(app)

  const partiesOf = async (tripId: string, { client }: SignedIn) => {
    const { body } = await client.get(`/api/trips/${tripId}`)
    return (body as { sections: { people: { value: Party[] } } }).sections.people.value
  }
  /** They say themselves that they are not coming. */
  async function decline(tripId: string, member: SignedIn): Promise<void> {
    const parties = (await partiesOf(tripId, member)).map((party) => ({
      ...party,
      persons: party.persons.map((one) =>
        one.id === member.user.id ? { ...one, coming: 'not_coming' as const } : one,
      ),
    }))
    expect((await member.client.makeSection(tripId, 'people', parties)).status).toBe(200)
  }

  const noticesOf = async (tripId: string) =>
    (
      await app.db
        .selectFrom('notices')
        .select(['user_id', 'kind', 'about', 'read_at', 'push_at', 'is_urgent'])
        .where('trip_id', '=', tripId)
        .orderBy('kind')
        .execute()
    ).map((row) => ({ ...row, text: noticeText({ kind: row.kind, about: row.about as About }) }))
  const textsOf = async (tripId: string, { user }: SignedIn) =>
    (await noticesOf(tripId)).filter((one) => one.user_id === user.id && !one.read_at).map(({ text }) => text)

  it('a driver who cancels is told to riders and organizers at once, and not to the driver', async () => {
    const { trip, ana, ben, kim } = await openTrip()
    expect(await noticesOf(trip.id)).toEqual([])
    await decline(trip.id, ben)
    await openWatch().look(trip.id)
    expect(await textsOf(trip.id, kim)).toEqual(['You’ve lost your seat in Ben’s car.'])
    expect(await textsOf(trip.id, ana)).toEqual(['Ben’s car is no longer available. 1 person needs another ride.'])
    expect(await textsOf(trip.id, ben)).toEqual([])
    expect((await noticesOf(trip.id)).every(({ is_urgent, push_at }) => is_urgent && push_at)).toBeTruthy()
    await openWatch().look(trip.id)
    expect(await noticesOf(trip.id)).toHaveLength(2)
  })

  it('two processes that look at once store each notice once', async () => {
    const { trip, ben } = await openTrip()
    await decline(trip.id, ben)
    await Promise.all([openWatch().look(trip.id), openWatch().look(trip.id), openWatch().look(trip.id)])
    expect(await noticesOf(trip.id)).toHaveLength(2)
  })

  it('a change whose process died is found by the next round over all trips', async () => {
    const { trip, ben, kim } = await openTrip()
    await decline(trip.id, ben)
    await openWatch().lookAtAll()
    expect(await textsOf(trip.id, kim)).toHaveLength(1)
  })

  it('a running process tells of a change by itself, also if it changes on and on', async () => {
    const { trip, ben, kim } = await openTrip()
    const told: string[] = []
    const watch = openWatchOf(app, { settleMs: 20, onNotices: (id) => told.push(id) })
    watch.start()
    try {
      for (let times = 0; times < 5; times += 1) await decline(trip.id, ben)
      // Called after the notices are stored.
      await expect.poll(() => told, { timeout: 15_000 }).toContain(trip.id)
      expect(await textsOf(trip.id, kim)).toHaveLength(1)
      expect(told.filter((id) => id === trip.id)).toHaveLength(1)
    } finally {
      await watch.close()
    }
  })

  it('somebody without an account is told through who travels with them, and nobody who has left the trip', async () => {
    const { trip, ana, ben, kim } = await openTrip()
    const child = buildComing('Mia')
    const parties = (await partiesOf(trip.id, ana)).map((party) =>
      party.id === kim.user.id ? { ...party, persons: [...party.persons, child] } : party,
    )
    await ana.client.makeSection(trip.id, 'people', parties)
    await openWatch().look(trip.id)
    const poll = { ...newPoll(randomUUID(), 'question'), question: 'Tents or cabins?' }
    poll.options = [newTextOption(randomUUID(), 'Tents'), newTextOption(randomUUID(), 'Cabins')]
    await app.db.deleteFrom('memberships').where('user_id', '=', ben.user.id).execute()
    await ana.client.makeSection(trip.id, 'polls', { polls: [poll], answers: [] })
    await openWatch().look(trip.id)
    expect(await textsOf(trip.id, kim)).toEqual(['Please answer: “Tents or cabins?”.'])
    expect(await textsOf(trip.id, ben)).toEqual([])
    expect(await textsOf(trip.id, ana)).toEqual([])
  })

  it('a question that is answered is no news any more', async () => {
    const { trip, ana, kim } = await openTrip()
    const poll = {
      ...newPoll(randomUUID(), 'question'),
      question: 'Tents?',
      options: [newTextOption(randomUUID(), 'Yes')],
    }
    await ana.client.makeSection(trip.id, 'polls', { polls: [poll], answers: [] })
    await openWatch().look(trip.id)
    expect(await textsOf(trip.id, kim)).toHaveLength(1)
    await ana.client.makeSection(trip.id, 'polls', { polls: [{ ...poll, is_closed: true }], answers: [] })
    await openWatch().look(trip.id)
    expect(await textsOf(trip.id, kim)).toEqual([])
  })

  describe('is pushed', () => {
    async function subscribe(userId: string): Promise<void> {
      const at = app.clock().toISOString()
      const endpoint = `https://push.example.org/${randomUUID()}`
      await app.db
        .insertInto('push_subscriptions')
        .values({
          id: randomUUID(),
          user_id: userId,
          session_key: '',
          endpoint,
          endpoint_hash: endpoint,
          p256dh: '',
          auth: '',
          public_key: '',
          device: '',
          created_at: at,
          renewed_at: at,
          failures: 0,
          failed_since: null,
        })
        .execute()
    }
    async function insertNotice(tripId: string, userId: string, isUrgent = false): Promise<string> {
      const id = randomUUID()
      // Shortly before: what is days late is not sent any more.
      const at = '2100-07-10T11:59:00.000Z'
      const about = JSON.stringify({ what: 'announcement', name: 'Ana', detail: 'Hello' })
      const row = { id, trip_id: tripId, user_id: userId, kind: 'announcement' as const, subject: id, about }
      await app.db
        .insertInto('notices')
        .values({ ...row, is_urgent: isUrgent, created_at: at, read_at: null, push_at: at, mail_at: null })
        .execute()
      return id
    }
    const openSchedule = (clock: () => Date) =>
      new NoticeSchedule({
        ...{ db: app.db, plan: app.plan, clock, log },
        ...{ addMail: undefined, onPushes: () => {}, onMails: () => {} },
      })
    const pushesOf = (userId: string) => app.db.selectFrom('pushes').selectAll().where('user_id', '=', userId).execute()
    const pushAt = async (id: string) =>
      (await app.db.selectFrom('notices').select('push_at').where('id', '=', id).executeTakeFirstOrThrow()).push_at

    async function openUser(tripTime: string) {
      const id = await insertAccount(app.db)
      const owner = await app.signUp()
      const trip = await insertTrip(app.db, { owner_id: owner.user.id })
      await insertMembership(app.db, { trip_id: trip.id, user_id: id, role: 'member' })
      await owner.client.makeSection(trip.id, 'details', { ...details.empty, time_zone: 'UTC' })
      await subscribe(id)
      const clock = () => new Date(tripTime)
      await app.db.updateTable('notices').set({ push_at: null }).execute()
      return { id, trip, clock, schedule: openSchedule(clock) }
    }

    it('to each device, as one push for all that is new, and not again within an hour', async () => {
      const { id, trip, schedule } = await openUser('2100-07-10T12:00:00.000Z')
      await subscribe(id)
      await insertNotice(trip.id, id)
      await insertNotice(trip.id, id)
      await schedule.sendDue()
      expect(await pushesOf(id)).toHaveLength(2)
      await app.db.deleteFrom('pushes').execute()
      const later = await insertNotice(trip.id, id)
      await schedule.sendDue()
      expect(await pushesOf(id)).toEqual([])
      expect(await pushAt(later)).toBe('2100-07-10T13:00:00.000Z')
      await insertNotice(trip.id, id, true)
      await schedule.sendDue()
      expect(await pushesOf(id)).toHaveLength(2)
    })

    it('not in quiet hours, which are those of the trip', async () => {
      const { id, trip, schedule } = await openUser('2100-07-10T23:30:00.000Z')
      const held = await insertNotice(trip.id, id)
      await schedule.sendDue()
      expect(await pushesOf(id)).toEqual([])
      expect(await pushAt(held)).toBe('2100-07-11T07:00:00.000Z')
    })

    it('by one of two processes', async () => {
      const { id, trip, clock } = await openUser('2100-07-10T12:00:00.000Z')
      for (let times = 0; times < 20; times += 1) await insertNotice(trip.id, id)
      await Promise.all([openSchedule(clock).sendDue(), openSchedule(clock).sendDue()])
      expect(await pushesOf(id)).toHaveLength(1)
    })
  })
})
