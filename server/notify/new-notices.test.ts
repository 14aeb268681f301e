import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_NOTICES } from '#domain/api/notices.ts'
import type { News } from '#domain/notices/compare.ts'
import { URGENT_MAILS_A_DAY, URGENT_PAUSE_MS } from '#domain/notices/send-limits.ts'
import { newPayment } from '#domain/plan/costs.ts'
import type { Party } from '#domain/plan/people.ts'
import { newPoll, newPollAnswer, newTextOption } from '#domain/plan/polls.ts'
import { buildComing } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openToldTrip, openWatch, type SignedIn, type ToldTrip, toldTo } from '#server/testing/told-trip.ts'
import type { ToldMember } from './members.ts'
import { type NewNotice, storeNotices, toNotices } from './new-notices.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(engines)('new notices, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app.remove())

  const lookAt = (trip: ToldTrip, time: number) => openWatch(app, { clock: () => new Date(time) }).look(trip.trip.id)
  const textsTo = async (trip: ToldTrip, who: SignedIn) =>
    (await toldTo(app, trip.trip.id, who)).filter((one) => !one.read_at).map(({ text }) => text)

  describe('that are urgent', () => {
    /** When somebody is pushed and mailed what is urgent. */
    async function timesOf(trip: ToldTrip, who: SignedIn) {
      const urgent = (await toldTo(app, trip.trip.id, who)).filter((one) => one.is_urgent && !one.read_at)
      return urgent.map(({ push_at, mail_at }) => ({
        push: Date.parse(push_at ?? ''),
        mail: Date.parse(mail_at ?? ''),
      }))
    }

    it('come at once, but once in ten minutes, however often a seat is taken and given back', async () => {
      const trip = await openToldTrip(app)
      const { ben, kim, rides } = trip
      const start = app.clock().getTime()
      const pushes = new Set<number>()
      for (let count = 0; count < 8; count += 1) {
        const isLost = count % 2 === 0
        await ben.client.makeSection(trip.trip.id, 'rides', isLost ? { ...rides, riders: [] } : rides)
        await lookAt(trip, start + count * 15_000)
        const times = await timesOf(trip, kim)
        expect(times).toHaveLength(isLost ? 1 : 0)
        for (const { push, mail } of times) {
          expect(mail).toBe(push + MINUTE_MS)
          pushes.add(push - start)
        }
      }
      expect([...pushes]).toEqual([0, URGENT_PAUSE_MS])
      // Long after the last one, it is told at once again.
      const later = start + 60 * MINUTE_MS
      await ben.client.makeSection(trip.trip.id, 'rides', { ...rides, riders: [] })
      await lookAt(trip, later)
      expect(await timesOf(trip, kim)).toEqual([{ push: later, mail: later + MINUTE_MS }])
    })

    it('are no news if they were undone within a minute, and are if it took longer', async () => {
      const trip = await openToldTrip(app)
      const { ben, kim, rides } = trip
      const start = app.clock().getTime()
      const lose = (time: number, isLost: boolean) =>
        ben.client
          .makeSection(trip.trip.id, 'rides', isLost ? { ...rides, riders: [] } : rides)
          .then(() => lookAt(trip, time))
      await lose(start, true)
      expect(await textsTo(trip, kim)).toEqual(['You’ve lost your seat in Ben’s car.'])
      await lose(start + 20_000, false)
      expect(await textsTo(trip, kim)).toEqual([])
      const [undone] = await toldTo(app, trip.trip.id, kim)
      expect(undone).toMatchObject({ push_at: null, mail_at: null })
      await lose(start + MINUTE_MS, true)
      await lose(start + 3 * MINUTE_MS, false)
      expect(await textsTo(trip, kim)).toEqual(['You have a seat in Ben’s car.'])
    })

    it('come to organizers once in ten minutes, also about new cars each time', async () => {
      const trip = await openToldTrip(app)
      const { ana, ben, kim } = trip
      const start = app.clock().getTime()
      for (let count = 0; count < 3; count += 1) {
        const car = buildCar(ben.user.id)
        const riders = [{ id: kim.user.id, car: car.id }]
        await ben.client.makeSection(trip.trip.id, 'rides', { cars: [car], riders })
        await lookAt(trip, start + count * 30_000)
        await ben.client.makeSection(trip.trip.id, 'rides', { cars: [], riders: [] })
        await lookAt(trip, start + count * 30_000 + 15_000)
      }
      const times = await timesOf(trip, ana)
      expect(times.length).toBeGreaterThanOrEqual(3)
      expect(new Set(times.map(({ push }) => push)).size).toBe(2)
      expect(new Set(times.map(({ mail }) => mail)).size).toBe(2)
    })

    it('are mailed ten times a day at most, and go on being pushed', async () => {
      const trip = await openToldTrip(app)
      const start = app.clock().getTime()
      const mails: number[] = []
      for (let count = 0; count < 40; count += 1) {
        const now = new Date(start + count * 11 * MINUTE_MS)
        const notice = { ...lost(trip.kim), subject: `riders/${count}` }
        await app.db.transaction().execute((trx) => storeNotices(trx, trip.trip.id, [notice], now))
        const one = (await toldTo(app, trip.trip.id, trip.kim)).find(({ subject }) => subject === notice.subject)
        expect(Date.parse(one?.push_at ?? '')).toBe(now.getTime())
        mails.push(Date.parse(one?.mail_at ?? ''))
      }
      const sent = [...new Set(mails)]
      expect(sent.slice(0, URGENT_MAILS_A_DAY)).toEqual(mails.slice(0, URGENT_MAILS_A_DAY))
      expect(sent.slice(URGENT_MAILS_A_DAY)).toEqual([start + MINUTE_MS + DAY_MS])
    })

    const lost = ({ user }: SignedIn): NewNotice => ({
      user_id: user.id,
      kind: 'promise',
      subject: 'seat',
      about: { what: 'seat_lost', name: 'Ben' },
      is_urgent: true,
      has_mail: true,
    })
  })

  it('of a payment reach a member who is not on the list of people', async () => {
    const trip = await openToldTrip(app)
    const { ana, ben, parties } = trip
    const others = parties.filter(({ id }) => id !== ana.user.id)
    await ana.client.makeSection(trip.trip.id, 'people', others)
    await openWatch(app).look(trip.trip.id)
    const between = { from: ben.user.id, to: ana.user.id, amount: 1000, currency: 'EUR' }
    const payments = [newPayment(crypto.randomUUID(), between, ben.user.id)]
    const costs = { currency: 'EUR', expenses: [], former: [], payees: [], fees: [], payments }
    expect((await ben.client.makeSection(trip.trip.id, 'costs', costs)).status).toBe(200)
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, ana)).toEqual(['Ben says they paid you €10.00. Please confirm it.'])
  })

  it('are read once a question is for somebody who was removed, but not while it is for somebody else', async () => {
    const trip = await openToldTrip(app)
    const { ana, kim, parties } = trip
    const withChildren = (...names: string[]): Party[] =>
      parties.map((party) =>
        party.id === kim.user.id
          ? { ...party, persons: [...party.persons, ...names.map((name) => buildComing(name, { id: idOf(name) }))] }
          : party,
      )
    const idOf = (name: string) => (name === 'Leo' ? leo : mia)
    const [leo, mia] = [crypto.randomUUID(), crypto.randomUUID()]
    await ana.client.makeSection(trip.trip.id, 'people', withChildren('Leo', 'Mia'))
    const question = { ...newPoll(crypto.randomUUID(), 'question'), question: 'Tents?' }
    const poll = { ...question, options: [newTextOption(crypto.randomUUID(), 'Yes')] }
    await openWatch(app).look(trip.trip.id)
    await ana.client.makeSection(trip.trip.id, 'polls', { polls: [poll], answers: [] })
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, kim)).toEqual(['Please answer: “Tents?”.'])
    const kims = newPollAnswer(
      { poll: poll.id, option: poll.options[0]?.id ?? '' },
      { id: kim.user.id, coming: 'coming' },
      'yes',
    )
    const answered = await kim.client.makeSection(trip.trip.id, 'polls', { polls: [poll], answers: [kims] })
    expect(answered.status).toBe(200)
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, kim)).toHaveLength(1)
    await ana.client.makeSection(trip.trip.id, 'people', withChildren('Mia'))
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, kim)).toHaveLength(1)
    await ana.client.makeSection(trip.trip.id, 'people', withChildren())
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, kim)).toEqual([])
  })

  it('are as many as a user may have of a trip, what is urgent first', async () => {
    const trip = await openToldTrip(app)
    const { kim } = trip
    const newsOf = (count: number, what: 'duty_given' | 'seat_lost'): News => ({
      to: { person: kim.user.id },
      kind: 'promise',
      subject: `${what}/${count}`,
      about: { what, name: 'Cook' },
      isUrgent: what === 'seat_lost',
      sections: [],
    })
    const many = Array.from({ length: 5 * MAX_NOTICES }, (_, count) => newsOf(count, 'duty_given'))
    const member = { person_id: kim.user.id, party_id: kim.user.id, name: 'Kim', email: 'kim@example.org' }
    const members: ToldMember[] = [{ ...member, user_id: kim.user.id, role: 'member' }]
    const group = { people: trip.parties, members, savers: new Map(), nameOf: () => 'Kim' }
    const notices = toNotices([...many, newsOf(0, 'seat_lost')], group)
    expect(notices).toHaveLength(MAX_NOTICES)
    expect(notices[0]?.is_urgent).toBe(true)
    const now = app.clock()
    await app.db.transaction().execute((trx) => storeNotices(trx, trip.trip.id, notices, now))
    expect(await toldTo(app, trip.trip.id, kim)).toHaveLength(MAX_NOTICES)
  })
})
