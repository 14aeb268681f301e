import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { insertNotice } from '#server/testing/notices.ts'
import { TestPushService } from '#server/testing/push-service.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { addressOf, BuiltServer } from '#server/testing/server-process.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tellInvited } from './notice-mails.ts'
import { openPush } from './open-push.ts'
import { PushKeys } from './push-keys.ts'
import { addPushes, finishPushes, leasePushes, postponePushes, sweepPushes } from './push-outbox.ts'
import { PushSender } from './push-sender.ts'
import { openPushService, type SendPush } from './push-service.ts'
import { NoticeSchedule } from './schedule.ts'
import { storeSubscription, sweepSubscriptions } from './subscriptions.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })

describe.each(engines)('pushes on %s', { timeout: 60_000 }, (engine) => {
  let app: TestApp
  let service: TestPushService
  let sender: PushSender
  let publicKey: string
  let outcomes: string[] = []
  beforeAll(async () => {
    service = await TestPushService.start()
    app = await openTestApp(engine, { env: service.env() })
    publicKey = (await new PushKeys(app.db, app.clock).load()).publicKey
  })
  afterAll(async () => {
    await app.remove()
    await service.close()
  })
  beforeEach(async () => {
    for (const table of ['push_subscriptions', 'notices', 'notice_choices'] as const)
      await app.db.deleteFrom(table).execute()
    service.arrived.length = 0
    service.begun = 0
    service.delayMs = 0
    service.reply = () => 201
    outcomes = []
    lines.length = 0
    sender = openSender()
  })

  const openSender = (db = app.db) => {
    const onOutcome = (outcome: string) => void outcomes.push(outcome)
    const push = openPush(app.settings.push, { db, log, clock: app.clock, ca: service.certificate, onOutcome })
    return push?.sender as PushSender
  }
  const sendDue = () => sender.sendDue()
  const waiting = () => app.db.selectFrom('pushes').selectAll().execute()
  const subscriptions = () => app.db.selectFrom('push_subscriptions').selectAll().execute()

  async function subscribe(userId: string, at = app.clock()) {
    const subscription = service.subscribe(publicKey)
    await storeSubscription(app.db, { userId, sessionKey: randomUUID(), device: '' }, subscription, at)
    const { id } = await app.db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('endpoint', '=', subscription.endpoint)
      .executeTakeFirstOrThrow()
    return { ...subscription, id }
  }
  const rowOf = (user_id: string, trip_id: string, subscription_id: string, is_urgent = false) => {
    const at = app.clock().toISOString()
    return {
      ...{ id: randomUUID(), subscription_id, user_id, trip_id },
      is_urgent,
      created_at: at,
      tries: 0,
      next_try_at: at,
    }
  }
  const add = (user_id: string, trip_id: string, subscription_id: string, is_urgent = false) =>
    addPushes(app.db, [rowOf(user_id, trip_id, subscription_id, is_urgent)])

  /** A user with a browser, who has something unread in a trip of somebody else, and a push that waits. */
  async function buildWaiting({ isUrgent = false } = {}) {
    const [owner, user] = [await insertAccount(app.db), await insertAccount(app.db)]
    const trip = await insertTrip(app.db, { owner_id: owner })
    await insertMembership(app.db, { trip_id: trip.id, user_id: user, role: 'member' })
    const notice = await insertNotice(app.db, { trip_id: trip.id, user_id: user })
    const subscription = await subscribe(user)
    await add(user, trip.id, subscription.id, isUrgent)
    return { owner, user, trip, notice, subscription }
  }

  it('say the name of the trip and how much is unread, and reach all browsers of the user', async () => {
    const { user, trip, subscription } = await buildWaiting()
    await insertNotice(app.db, { trip_id: trip.id, user_id: user })
    await insertNotice(app.db, { trip_id: trip.id, user_id: user, read_at: app.clock().toISOString() })
    const second = await subscribe(user)
    await add(user, trip.id, second.id)
    await sendDue()
    for (const browser of [subscription, second])
      expect(service.to(browser)).toMatchObject([
        { content: { trip: 'To the lake', trip_id: trip.id, count: 2 }, ttl: 86_400, urgency: 'normal' },
      ])
    const [one, other] = service.arrived
    expect(one?.topic).toBe(other?.topic)
    expect(one?.topic).toMatch(/^[\w-]{32}$/)
    expect(await waiting()).toEqual([])
    expect(outcomes).toEqual(['sent', 'sent'])
    await sendDue()
    expect(service.arrived).toHaveLength(2)
  })

  describe('about an invitation', () => {
    /** A user with a browser, who is invited to a trip of somebody else, and a push that waits. */
    async function buildInvited({ maxUses = null as number | null } = {}) {
      const [owner, user] = [await insertAccount(app.db), await insertAccount(app.db)]
      const trip = await insertTrip(app.db, { owner_id: owner })
      const now = app.clock()
      const at = now.toISOString()
      const id = randomUUID()
      const expires_at = new Date(now.getTime() + 60_000).toISOString()
      await app.db
        .insertInto('invitations')
        .values({
          ...{ id, trip_id: trip.id, created_by: owner, created_at: at, expires_at, token_hash: id },
          ...{ max_uses: maxUses, uses: 0, revoked_at: null },
        })
        .execute()
      const { email } = await app.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', user)
        .executeTakeFirstOrThrow()
      await tellInvited(app.db, { email: email ?? '', tripId: trip.id, invitationId: id, by: 'Ana' }, now)
      const subscription = await subscribe(user)
      const schedule = new NoticeSchedule({
        ...{ db: app.db, plan: app.plan, clock: app.clock, log, addMail: undefined },
        onMails: () => {},
      })
      // Whenever this runs, it is not in quiet hours.
      await app.db
        .insertInto('notice_settings')
        .values({ user_id: user, quiet_from: '', quiet_until: '', quiet_zone: '' })
        .execute()
      await schedule.sendDue()
      expect(await waiting()).toHaveLength(1)
      return { owner, user, trip, subscription, invitation: id, schedule }
    }

    it('name no trip to somebody who has not shown that the address is theirs', async () => {
      const { trip, subscription } = await buildInvited()
      await sendDue()
      expect(service.to(subscription).map(({ content }) => content)).toEqual([
        { trip: '', trip_id: trip.id, count: 1, is_invited: true },
      ])
    })

    it('reach somebody who is not in the trip, once', async () => {
      const { user, trip, subscription, schedule } = await buildInvited()
      await app.db
        .updateTable('users')
        .set({ email_proven_at: app.clock().toISOString() })
        .where('id', '=', user)
        .execute()
      await sendDue()
      expect(service.to(subscription).map(({ content }) => content)).toEqual([
        { trip: 'To the lake', trip_id: trip.id, count: 1, is_invited: true },
      ])
      await schedule.sendDue()
      await sendDue()
      expect(service.arrived).toHaveLength(1)
    })

    it('tell nothing else about the trip, and members nothing of it', async () => {
      const { user, trip, subscription } = await buildInvited()
      await insertNotice(app.db, { trip_id: trip.id, user_id: user })
      await sendDue()
      expect(service.to(subscription)).toMatchObject([{ content: { count: 1 } }])
      await insertMembership(app.db, { trip_id: trip.id, user_id: user, role: 'member' })
      await add(user, trip.id, subscription.id)
      await sendDue()
      const [, second] = service.to(subscription)
      expect(second?.content).toEqual({ trip: 'To the lake', trip_id: trip.id, count: 1 })
    })

    const change = (id: string, set: object) =>
      app.db.updateTable('invitations').set(set).where('id', '=', id).execute()
    const ends: Record<string, (invited: Awaited<ReturnType<typeof buildInvited>>) => Promise<unknown>> = {
      'it was taken back': ({ invitation }) => change(invitation, { revoked_at: app.clock().toISOString() }),
      'it has expired': ({ invitation }) => change(invitation, { expires_at: app.clock().toISOString() }),
      'it is used up': ({ invitation }) => change(invitation, { max_uses: 1, uses: 1 }),
      'it was deleted': ({ invitation }) => app.db.deleteFrom('invitations').where('id', '=', invitation).execute(),
      'they have read it': ({ user }) =>
        app.db.updateTable('notices').set({ read_at: app.clock().toISOString() }).where('user_id', '=', user).execute(),
      'they have joined': ({ user, trip }) =>
        insertMembership(app.db, { trip_id: trip.id, user_id: user, role: 'member' }),
      'the trip has no owner any more': ({ trip }) =>
        app.db.updateTable('trips').set({ owner_id: null }).where('id', '=', trip.id).execute(),
      'they want nothing about the trip': ({ user, trip }) =>
        app.db
          .updateTable('notice_choices')
          .set({ is_off: true })
          .where('user_id', '=', user)
          .where('trip_id', '=', trip.id)
          .execute(),
    }
    it.each(Object.entries(ends))('are not sent if %s', async (_, end) => {
      await end(await buildInvited({ maxUses: 3 }))
      await sendDue()
      expect([service.arrived, await waiting(), outcomes]).toEqual([[], [], ['void']])
    })
  })

  it('that are urgent say so, and are of no use after some hours', async () => {
    const { subscription } = await buildWaiting({ isUrgent: true })
    await sendDue()
    expect(service.to(subscription)).toMatchObject([{ ttl: 14_400, urgency: 'high' }])
  })

  const reasons: Record<string, (waiting: Awaited<ReturnType<typeof buildWaiting>>) => Promise<unknown>> = {
    'they have read everything': ({ notice }) =>
      app.db.updateTable('notices').set({ read_at: app.clock().toISOString() }).where('id', '=', notice).execute(),
    'they have left the trip': ({ user }) => app.db.deleteFrom('memberships').where('user_id', '=', user).execute(),
    'the trip has no owner any more': ({ trip }) =>
      app.db.updateTable('trips').set({ owner_id: null }).where('id', '=', trip.id).execute(),
    'the trip was deleted': ({ trip }) =>
      app.db.updateTable('trips').set({ deleted_at: app.clock().toISOString() }).where('id', '=', trip.id).execute(),
    'they want none about the trip': ({ user, trip }) =>
      app.db
        .insertInto('notice_choices')
        .values({ user_id: user, trip_id: trip.id, choices: '{}', is_off: true, mailed: '[]' })
        .execute(),
    'somebody else uses the browser now': ({ owner, subscription }) =>
      app.db.updateTable('push_subscriptions').set({ user_id: owner }).where('id', '=', subscription.id).execute(),
  }
  it.each(Object.keys(reasons))('are not sent to somebody if %s', async (reason) => {
    await reasons[reason]?.(await buildWaiting())
    await sendDue()
    expect(service.begun).toBe(0)
    expect(await waiting()).toEqual([])
    expect(outcomes).toEqual(['void'])
  })

  it('are not sent to somebody who wants none about what is unread any more', async () => {
    const { user, trip, notice } = await buildWaiting()
    const choices = JSON.stringify({ asked: { push: false, mail: true } })
    await app.db
      .insertInto('notice_choices')
      .values({ user_id: user, trip_id: trip.id, choices, is_off: false, mailed: '[]' })
      .execute()
    await sendDue()
    expect(outcomes).toEqual(['void'])
    // What is unread counts, if some of it is wanted.
    await insertNotice(app.db, { trip_id: trip.id, user_id: user, kind: 'todo' })
    const [subscription] = await subscriptions()
    await add(user, trip.id, subscription?.id ?? '')
    await sendDue()
    expect(service.arrived).toMatchObject([{ content: { count: 2 } }])
    expect(notice).toBeDefined()
  })

  it('do not count the invitation of somebody who is in the trip', async () => {
    const { user, trip } = await buildWaiting()
    await insertNotice(app.db, {
      trip_id: trip.id,
      user_id: user,
      kind: 'invited',
      about: { what: 'trip', name: 'Ana' },
    })
    await sendDue()
    expect(service.arrived).toMatchObject([{ content: { count: 1 } }])
  })

  it('that failed are not tried again in quiet hours, but after them', async () => {
    const { user, trip, subscription } = await buildWaiting()
    const minute = app.clock().getUTCHours() * 60 + app.clock().getUTCMinutes()
    const timeOf = (minutes: number) =>
      new Date(((minute + minutes + 1440) % 1440) * 60_000).toISOString().slice(11, 16)
    await app.db
      .insertInto('notice_settings')
      .values({ user_id: user, quiet_from: timeOf(5), quiet_until: timeOf(5 + 8 * 60), quiet_zone: 'UTC' })
      .execute()
    await app.db.updateTable('pushes').set({ quiet_zone: '' }).execute()
    service.reply = () => 500
    for (let minutes = 0; minutes < 15; minutes++) {
      await sendDue()
      app.wait({ minutes: 1 })
    }
    service.reply = () => 201
    const tried = service.begun
    for (let minutes = 15; minutes < 8 * 60; minutes += 5) {
      await sendDue()
      app.wait({ minutes: 5 })
    }
    expect(service.begun).toBe(tried)
    // What may come at any time is not held back.
    const urgent = await subscribe(user)
    await add(user, trip.id, urgent.id, true)
    await sendDue()
    expect(service.to(urgent)).toHaveLength(1)
    for (let minutes = 0; minutes < 30; minutes += 5) {
      await sendDue()
      app.wait({ minutes: 5 })
    }
    expect(service.to(subscription)).toHaveLength(1)
  })

  it('that are held in quiet hours do not hold back what may come at any time, nor pause for longer after them', async () => {
    const { user, trip, subscription } = await buildWaiting()
    const minute = app.clock().getUTCHours() * 60 + app.clock().getUTCMinutes()
    const timeOf = (minutes: number) =>
      new Date(((minute + minutes + 1440) % 1440) * 60_000).toISOString().slice(11, 16)
    const hold = () =>
      app.db
        .insertInto('notice_settings')
        .values({ user_id: user, quiet_from: timeOf(-5), quiet_until: timeOf(8 * 60), quiet_zone: 'UTC' })
        .execute()
    await hold()
    await app.db.updateTable('pushes').set({ quiet_zone: 'UTC' }).execute()
    for (let minutes = 0; minutes < 7 * 60; minutes += 10) {
      await sendDue()
      app.wait({ minutes: 10 })
    }
    await sendDue()
    // Nothing was tried.
    expect([service.begun, outcomes]).toEqual([0, []])
    expect(Date.parse((await waiting())[0]?.next_try_at ?? '')).toBeGreaterThan(app.clock().getTime() + 9 * 60_000)
    await addPushes(app.db, [{ ...rowOf(user, trip.id, subscription.id, true), quiet_zone: null }])
    service.reply = () => 500
    await sendDue()
    expect([service.begun, outcomes]).toEqual([1, ['postponed']])
    // Pauses grow with failures only.
    service.reply = () => 201
    app.wait({ seconds: 61 })
    await sendDue()
    expect(service.to(subscription)).toMatchObject([{ urgency: 'high' }])
    expect(await waiting()).toEqual([])
  })

  it('that become free while they are held stay so', async () => {
    const { user, trip, subscription } = await buildWaiting()
    await app.db.updateTable('pushes').set({ quiet_zone: 'UTC' }).execute()
    const [leased] = await leasePushes(app.db, app.clock(), 100)
    await addPushes(app.db, [{ ...rowOf(user, trip.id, subscription.id, true), quiet_zone: null }])
    // The sender that leased it knows only the older one.
    await postponePushes(app.db, leased ? [leased] : [], new Date(app.clock().getTime() + 60 * 60_000))
    await sendDue()
    expect(service.to(subscription)).toHaveLength(1)
  })

  it.each([404, 410])('end for a browser of which its service says %d', async (status) => {
    await buildWaiting()
    service.reply = () => status
    await sendDue()
    expect(await subscriptions()).toEqual([])
    expect(await waiting()).toEqual([])
    expect(outcomes).toEqual(['gone'])
  })

  it('that fail are tried again after growing pauses, and given up after a day', async () => {
    const { subscription } = await buildWaiting()
    service.reply = () => 500
    let minutes = 0
    while ((await waiting()).length > 0 && minutes < 3000) {
      await sendDue()
      minutes += 1
      app.wait({ minutes: 1 })
    }
    // 1 + 2 + 5 + 10 + 20 + 40 minutes, then every hour.
    expect(minutes).toBeGreaterThan(22 * 60)
    expect(minutes).toBeLessThan(25 * 60)
    expect(service.begun).toBeGreaterThan(25)
    expect(service.begun).toBeLessThan(32)
    expect(outcomes.at(-1)).toBe('given_up')
    const [row] = await subscriptions()
    expect(row?.failures).toBe(service.begun)
    expect(row?.failed_since).not.toBeNull()
    service.reply = () => 201
    await add(
      row?.user_id ?? '',
      (await app.db.selectFrom('notices').select('trip_id').executeTakeFirstOrThrow()).trip_id,
      subscription.id,
    )
    await sendDue()
    expect(await subscriptions()).toMatchObject([{ failures: 0, failed_since: null }])
  })

  it('wait as long as the service says, but no longer than an hour', async () => {
    await buildWaiting()
    const nextInMinutes = async () => {
      const [push] = await waiting()
      return Math.round((Date.parse(push?.next_try_at ?? '') - app.clock().getTime()) / 60_000)
    }
    service.reply = () => ({ status: 429, headers: { 'Retry-After': '1800' } })
    await sendDue()
    expect(await nextInMinutes()).toBe(30)
    app.wait({ minutes: 31 })
    service.reply = () => ({ status: 503, headers: { 'Retry-After': '999999' } })
    await sendDue()
    expect(await nextInMinutes()).toBe(60)
  })

  it('that are refused are reported to the operator without saying to whom, and tried again', async () => {
    const { subscription, user } = await buildWaiting()
    service.reply = () => ({ status: 403, body: '{"reason":"BadJwtToken"}' })
    await sendDue()
    expect(outcomes).toEqual(['refused'])
    expect(await waiting()).toMatchObject([{ tries: 1 }])
    expect(lines).toMatchObject([
      {
        ...{ level: 40, host: '127.0.0.1', status: 403, reason: 'BadJwtToken', count: 1 },
        msg: 'push service refused pushes, will be retried',
      },
    ])
    const text = JSON.stringify(lines)
    for (const secret of [subscription.endpoint, ...Object.values(subscription.keys), user, 'To the lake'])
      expect(text).not.toContain(secret)
  })

  it('that are refused for one user delay nobody else', async () => {
    const { user, trip, subscription } = await buildWaiting()
    for (let i = 1; i < 20; i++) await add(user, trip.id, (await subscribe(user)).id)
    service.reply = () => 403
    await sendDue()
    expect(service.begun).toBe(20)
    service.reply = () => 201
    const other = await buildWaiting()
    await sendDue()
    expect(service.to(other.subscription)).toHaveLength(1)
    expect(service.to(subscription)).toEqual([])
    expect(lines.map(({ msg }) => msg)).toEqual(['push service refused pushes, will be retried'])
  })

  it('end for a browser whose service has refused them for a week, not for one that only fails', async () => {
    const { user, trip, subscription } = await buildWaiting()
    const later = async (status: number, days: number) => {
      service.reply = () => status
      app.wait({ minutes: days * 24 * 60 })
      await add(user, trip.id, subscription.id)
      await app.db.updateTable('pushes').set({ next_try_at: app.clock().toISOString() }).execute()
      await sendDue()
      return (await subscriptions()).length
    }
    expect([await later(403, 0), await later(403, 3), await later(500, 5), await later(403, 0)]).toEqual([1, 1, 1, 0])
    expect(outcomes.at(-1)).toBe('gone')
  })

  it('survive a service that is down and go out when it works again', async () => {
    const { subscription } = await buildWaiting()
    await service.goDown()
    await sendDue()
    expect(lines).toMatchObject([{ reason: 'ECONNREFUSED', msg: 'pushes not sent, will be retried' }])
    await service.listen()
    await sendDue()
    expect(service.arrived).toEqual([])
    app.wait({ minutes: 2 })
    await sendDue()
    expect(service.to(subscription)).toHaveLength(1)
  })

  it('that come while one is on its way are not lost', async () => {
    const { user, trip, subscription } = await buildWaiting()
    service.delayMs = 300
    const sending = sendDue()
    await expect.poll(() => service.begun, { timeout: 20_000 }).toBe(1)
    await insertNotice(app.db, { trip_id: trip.id, user_id: user })
    await add(user, trip.id, subscription.id)
    await sending
    expect(service.to(subscription).map(({ content }) => content.count)).toEqual([1, 2])
    expect(await waiting()).toEqual([])
  })

  it('that wait become urgent with something urgent, and stay so', async () => {
    const { user, trip, subscription } = await buildWaiting()
    await add(user, trip.id, subscription.id, true)
    await add(user, trip.id, subscription.id)
    expect(await waiting()).toHaveLength(1)
    await sendDue()
    expect(service.to(subscription)).toMatchObject([{ urgency: 'high' }])
  })

  it('are sent twice at most, and never lost, if the process dies between sending and noting it', async () => {
    const { subscription } = await buildWaiting()
    const [leased] = await leasePushes(app.db, app.clock(), 100)
    expect(leased).toBeDefined()
    // It was sent, and then the process died.
    await sendDue()
    expect(service.arrived).toEqual([])
    app.wait({ minutes: 6 })
    await sendDue()
    expect(service.to(subscription)).toHaveLength(1)
    app.wait({ minutes: 6 })
    await sendDue()
    expect(service.to(subscription)).toHaveLength(1)
  })

  it('that could not be noted as sent are sent again', async () => {
    const { subscription } = await buildWaiting()
    service.delayMs = 200
    const sending = sendDue()
    await expect.poll(() => service.begun, { timeout: 20_000 }).toBe(1)
    await app.db.schema.alterTable('pushes').renameTo('pushes_away').execute()
    await sending
    await app.db.schema.alterTable('pushes_away').renameTo('pushes').execute()
    expect(lines.map(({ msg }) => msg)).toEqual(['the pushes in the outbox could not be sent'])
    app.wait({ minutes: 6 })
    await sendDue()
    expect(service.to(subscription)).toHaveLength(2)
    expect(await waiting()).toEqual([])
  })

  it('that could not be loaded are sent with the next run, not after the lease', async () => {
    const { subscription } = await buildWaiting()
    const others = [await buildWaiting(), await buildWaiting()].map((one) => one.subscription)
    await app.db.schema.alterTable('notice_choices').renameTo('notice_choices_away').execute()
    await sendDue()
    await app.db.schema.alterTable('notice_choices_away').renameTo('notice_choices').execute()
    expect(lines.map(({ msg }) => msg)).toEqual(['the pushes in the outbox could not be sent'])
    expect(service.begun).toBe(0)
    await sendDue()
    for (const browser of [subscription, ...others]) expect(service.to(browser)).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('that could not be loaded are left to the next start if the process stops', async () => {
    const { subscription } = await buildWaiting()
    await app.db.schema.alterTable('notice_choices').renameTo('notice_choices_away').execute()
    await sendDue()
    await app.db.schema.alterTable('notice_choices_away').renameTo('notice_choices').execute()
    await sender.close()
    await openSender().sendDue()
    expect(service.to(subscription)).toHaveLength(1)
  })

  it('that could not be loaded stay with another process that has leased them since', async () => {
    const { subscription } = await buildWaiting()
    await app.db.schema.alterTable('notice_choices').renameTo('notice_choices_away').execute()
    await sendDue()
    await app.db.schema.alterTable('notice_choices_away').renameTo('notice_choices').execute()
    app.wait({ minutes: 6 })
    expect(await leasePushes(app.db, app.clock(), 100)).toHaveLength(1)
    await sendDue()
    expect(service.to(subscription)).toEqual([])
  })

  it('are added and finished at once without waiting for each other', async () => {
    const { user, trip } = await buildWaiting()
    const browsers = [...(await subscriptions())]
    const [template] = browsers
    const more = Array.from({ length: 300 }, () => ({ ...template, id: randomUUID(), endpoint_hash: randomUUID() }))
    await app.db
      .insertInto('push_subscriptions')
      .values(more as never)
      .execute()
    const rows = () => more.map(({ id }) => rowOf(user, trip.id, id))
    await app.db.transaction().execute((trx) => addPushes(trx, rows()))
    for (let round = 0; round < 8; round++) {
      const leased = await app.db.transaction().execute((trx) => leasePushes(trx, app.clock(), 1000))
      const now = app.clock()
      await Promise.all([
        app.db.transaction().execute((trx) => addPushes(trx, rows().reverse())),
        app.db.transaction().execute((trx) => addPushes(trx, rows())),
        app.db.transaction().execute((trx) => finishPushes(trx, leased, now)),
        app.db.transaction().execute((trx) => postponePushes(trx, leased.toReversed(), now)),
      ])
    }
  })

  it('that are left when the process stops go out with the next start', async () => {
    const { user } = await buildWaiting()
    for (let i = 0; i < 60; i++) {
      const trip = await insertTrip(app.db, { owner_id: user })
      await insertNotice(app.db, { trip_id: trip.id, user_id: user })
      await add(user, trip.id, (await subscriptions())[0]?.id ?? '')
    }
    service.delayMs = 1000
    const sending = sendDue()
    await expect.poll(() => service.begun, { timeout: 20_000 }).toBeGreaterThan(0)
    await sender.close()
    await sending
    const left = await waiting()
    expect(left.length).toBeGreaterThan(0)
    expect(service.arrived).toHaveLength(61 - left.length)
    service.delayMs = 0
    await openSender().sendDue()
    expect(new Set(service.arrived.map(({ content }) => content.trip_id)).size).toBe(61)
    expect(service.arrived).toHaveLength(61)
  })

  it('do not delay the stop of a process, even if a service is silent', async () => {
    await buildWaiting()
    service.delayMs = 60_000
    const sending = sendDue()
    await expect.poll(() => service.begun, { timeout: 20_000 }).toBe(1)
    const start = performance.now()
    await sender.close()
    await sending
    expect(performance.now() - start).toBeLessThan(20_000)
    expect(await waiting()).toHaveLength(1)
    service.delayMs = 0
    await openSender().sendDue()
    expect(await waiting()).toEqual([])
  })

  it('of two senders on one database go out once each', async () => {
    const { user, trip } = await buildWaiting()
    const browsers = [...(await subscriptions())]
    for (let i = 0; i < 19; i++) browsers.push({ ...browsers[0], ...(await subscribe(user)) } as never)
    const trips = [trip.id]
    for (let i = 0; i < 19; i++) {
      const { id } = await insertTrip(app.db, { owner_id: user })
      await insertNotice(app.db, { trip_id: id, user_id: user })
      trips.push(id)
    }
    await addPushes(
      app.db,
      trips.flatMap((id) => browsers.map((browser) => rowOf(user, id, browser.id))),
    )
    const database = engine === 'postgres' ? await openDatabase(app.settings) : undefined
    const another = openSender(database?.kysely)
    await Promise.all([sendDue(), another.sendDue()])
    expect(service.arrived).toHaveLength(400)
    expect(await waiting()).toEqual([])
    await another.close()
    await database?.close()
  })

  it('to a service that fails all day cost little and delay nobody else', async () => {
    const { user, trip } = await buildWaiting()
    const broken: SendPush = async () => {
      service.begun += 1
      return { outcome: 'failed', status: 500 }
    }
    const keys = await new PushKeys(app.db, app.clock).load()
    const settings = { services: [service.origin], contact: 'mailto:trips@example.org' }
    const working = await openPushService({ settings, keys, ca: service.certificate })
    const send: SendPush = (message, signal) =>
      message.endpoint.startsWith('https://broken') ? broken(message, signal) : working.send(message, signal)
    const another = new PushSender({
      db: app.db,
      open: async () => ({ send, close: working.close }),
      log,
      clock: app.clock,
    })
    const at = app.clock().toISOString()
    const rows = Array.from({ length: 100 }, (_, i) => ({
      ...{ id: randomUUID(), user_id: user, session_key: 'key', endpoint: `https://broken.example.org/${i}` },
      ...{ endpoint_hash: randomUUID(), p256dh: 'p', auth: 'a', public_key: publicKey, device: '' },
      ...{ created_at: at, renewed_at: at, failures: 0, failed_since: null },
    }))
    await app.db.insertInto('push_subscriptions').values(rows).execute()
    await app.db.deleteFrom('pushes').execute()
    await addPushes(
      app.db,
      rows.map(({ id }) => rowOf(user, trip.id, id)),
    )
    const [browser] = (await subscriptions()).filter(({ endpoint }) => endpoint.startsWith(service.origin))
    app.wait({ seconds: 1 })
    await add(user, trip.id, browser?.id ?? '')
    await another.sendDue()
    expect(service.arrived).toHaveLength(1)
    for (let minutes = 0; minutes < 25 * 60; minutes += 5) {
      app.wait({ minutes: 5 })
      await another.sendDue()
    }
    // Of 100 pushes, each of which would be tried some 28 times.
    expect(service.begun).toBeLessThan(250)
    expect(lines.length).toBeLessThan(600)
    expect(await waiting()).toEqual([])
    await another.close()
  })

  it('of a thousand browsers leave in one go', { timeout: 120_000 }, async () => {
    const { user, trip, subscription } = await buildWaiting()
    const [template] = await subscriptions()
    await app.db.deleteFrom('pushes').execute()
    // One browser stands for all: the service knows its keys.
    for (let from = 0; from < 1000; from += 500) {
      const rows = Array.from({ length: 500 }, () => ({ ...template, id: randomUUID(), endpoint_hash: randomUUID() }))
      await app.db
        .insertInto('push_subscriptions')
        .values(rows as never)
        .execute()
      await addPushes(
        app.db,
        rows.map(({ id }) => rowOf(user, trip.id, id)),
      )
    }
    await sendDue()
    expect(service.to(subscription)).toHaveLength(1000)
    expect(await waiting()).toEqual([])
  })

  it('end after a month of nothing but failures without a start of the app', async () => {
    const user = await insertAccount(app.db)
    const daysAgo = (days: number) => new Date(app.clock().getTime() - days * 86_400_000)
    const fail = async (failed: Date | null, renewed: Date) => {
      const { id } = await subscribe(user, renewed)
      await app.db
        .updateTable('push_subscriptions')
        .set({ failed_since: failed?.toISOString() ?? null, failures: failed ? 5 : 0 })
        .where('id', '=', id)
        .execute()
      return id
    }
    const ended = await fail(daysAgo(31), daysAgo(40))
    const stay = [
      await fail(daysAgo(29), daysAgo(40)),
      await fail(daysAgo(31), daysAgo(1)),
      await fail(null, daysAgo(400)),
    ]
    await sweepSubscriptions(app.db, app.clock())
    const left = (await subscriptions()).map(({ id }) => id)
    expect(left.toSorted()).toEqual(stay.toSorted())
    expect(left).not.toContain(ended)
  })

  it('of more than a day ago are removed, also if none are sent any more', async () => {
    await buildWaiting()
    await sweepPushes(app.db, app.clock())
    expect(await waiting()).toHaveLength(1)
    await sweepPushes(app.db, new Date(app.clock().getTime() + 25 * 60 * 60_000))
    expect(await waiting()).toEqual([])
  })

  it('are signed with one pair of keys, whichever process starts first', async () => {
    await app.db.deleteFrom('push_keys').execute()
    const pairs = await Promise.all(Array.from({ length: 5 }, () => new PushKeys(app.db, app.clock).load()))
    expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(await app.db.selectFrom('push_keys').selectAll().execute()).toHaveLength(1)
    const [pair] = pairs
    expect(Buffer.from(pair?.publicKey ?? '', 'base64url')).toHaveLength(65)
    expect(Buffer.from(pair?.privateKey ?? '', 'base64url')).toHaveLength(32)
    const user = await insertAccount(app.db)
    await subscribe(user)
    expect(await subscriptions()).toHaveLength(1)
    const opened = openPush(app.settings.push, { db: app.db, log, clock: app.clock })
    await opened?.prepare()
    // They subscribed for the keys that are gone.
    expect(await subscriptions()).toEqual([])
    publicKey = pair?.publicKey ?? ''
  })
})

describe('pushes of two processes', { timeout: 180_000 }, () => {
  let built: BuiltServer
  beforeAll(async () => {
    built = await BuiltServer.build()
  }, 120_000)
  afterAll(() => built.remove())

  it('are sent once each by a server that was started as an operator would', async () => {
    const service = await TestPushService.start()
    const { database, settings, remove } = await openTestDatabase('postgres')
    const db = database.kysely
    const clock = () => new Date()
    const { publicKey } = await new PushKeys(db, clock).load()
    const user = await insertAccount(db)
    const subscription = service.subscribe(publicKey)
    await storeSubscription(db, { userId: user, sessionKey: 'key', device: '' }, subscription, clock())
    const { id } = await db.selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow()
    const at = clock().toISOString()
    for (let i = 0; i < 150; i++) {
      const trip = await insertTrip(db, { owner_id: user })
      await insertNotice(db, { trip_id: trip.id, user_id: user })
      const push = { id: randomUUID(), subscription_id: id, user_id: user, trip_id: trip.id }
      await addPushes(db, [{ ...push, is_urgent: false, created_at: at, tries: 0, next_try_at: at }])
    }
    const { dataDir, databaseUrl = '' } = settings
    const env = { ...(await service.processEnv()), DATABASE_URL: databaseUrl, DEMO: 'off', METRICS_PORT: '' }
    const runs = ['one', 'two'].map((name) => built.start({ ...env, DATA_DIR: `${dataDir}/${name}` }))
    await Promise.all(runs.map(addressOf))
    await expect.poll(() => service.arrived.length, { timeout: 20_000 }).toBe(150)
    for (const { child } of runs) child.kill('SIGTERM')
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0])
    expect([service.begun, service.faults]).toEqual([150, []])
    expect(await db.selectFrom('pushes').selectAll().execute()).toEqual([])
    expect(runs.map(({ output }) => output.stdout).join('')).not.toContain(subscription.endpoint)
    await remove()
    await service.close()
  })
})
