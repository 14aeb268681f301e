import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarMade, calendarResponse } from '#domain/api/calendar.ts'
import { invitationMade, joined } from '#domain/api/people.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newRecord } from '#domain/plan/private.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { createDemoAccount } from '#server/accounts/demo-account.ts'
import { makeReset } from '#server/accounts/password-resets.ts'
import { makeSection } from '#server/plan/make-section.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, withoutTable } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type Answer, failed, type TestClient } from '#server/testing/test-client.ts'

const DAY = 24 * 60 * 60_000
/** The date so many days after today. */
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

describe.each(engines)('calendars on %s', (engine) => {
  let server: TestApp
  let app: TestApp
  let owner: TestClient
  let ownerId: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    // The feed of a server that knows its address. Calendar apps have no session.
    app = server.openAnother({ env: { PUBLIC_URL: 'https://wayfare.example' } })
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
  })
  afterAll(() => server.remove())

  const activity = (name: string, time = '14:00', more = {}) => ({
    ...newActivity(randomUUID()),
    activity: name,
    description: '',
    time,
    duration: '',
    ...more,
  })
  const day = (...light: object[]) => ({ title: '', light, hard: [] })

  /** A trip of three days that begins in ten days, in Toronto. */
  async function newTrip(client = owner, name = 'To the lake', type = 'air_travel'): Promise<string> {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name, type })).status).toBe(201)
    await setDetails(client, id, { departure_date: inDays(10), return_date: inDays(12), time_zone: 'America/Toronto' })
    return id
  }
  async function setDetails(client: TestClient, id: string, change: Record<string, string>): Promise<void> {
    const { details } = tripResponse.parse((await client.get(`/api/trips/${id}`)).body).sections
    if (!('value' in details)) throw new Error('The details are not loaded.')
    expect((await client.makeSection(id, 'details', { ...details.value, ...change })).status).toBe(200)
  }
  async function newMember(tripId: string, role: 'organizer' | 'member' = 'member') {
    const id = await insertAccount(server.db)
    await insertMembership(server.db, { trip_id: tripId, user_id: id, role })
    return { id, client: await server.openSession({ id }) }
  }
  const pathOf = (tripId?: string) => (tripId === undefined ? '/api/calendar' : `/api/trips/${tripId}/calendar`)
  const subscribe = async (client: TestClient, tripId?: string) =>
    calendarMade.parse((await client.post(pathOf(tripId), { zone: 'Europe/Berlin' })).body).token
  const read = (token: string, headers: Record<string, string> = {}, at = app) =>
    at.openClient().get(`/calendar/${token}.ics`, headers)
  const eventsOf = ({ text }: Pick<Answer, 'text'>) =>
    new ICAL.Component(ICAL.parse(text) as unknown[] as [string, unknown[], unknown[]])
      .getAllSubcomponents('vevent')
      .map((event) => ({
        title: String(event.getFirstPropertyValue('summary')),
        sequence: Number(event.getFirstPropertyValue('sequence')),
        status: String(event.getFirstPropertyValue('status')),
        start: String(event.getFirstPropertyValue('dtstart')),
        uid: String(event.getFirstPropertyValue('uid')),
        changed: String(event.getFirstPropertyValue('last-modified')),
        alarms: event.getAllSubcomponents('valarm').map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
      }))
  const titlesOf = (answer: Pick<Answer, 'text'>) => eventsOf(answer).map(({ title }) => title)
  const isGone = async (token: string) => {
    const { status, text } = await read(token)
    return status === 404 && text === ''
  }

  describe('a feed', () => {
    it('is the calendar of a trip, for apps that send nothing but its address', async () => {
      const tripId = await newTrip()
      await owner.makeSection(tripId, 'itinerary', { 1: day(activity('Swim, dive; dry\n', '14:00')) })
      const token = await subscribe(owner, tripId)
      const answer = await read(token)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'content-disposition': 'inline; filename="wayfare.ics"',
        etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
      const lines = answer.text.split('\r\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          'X-WR-CALNAME:To the lake',
          `URL:https://wayfare.example/trip/${tripId}`,
          // Where the device is: what floats may be at home. What is at the lake is in UTC.
          'X-WR-TIMEZONE:Europe/Berlin',
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'SUMMARY:Swim\\, dive\\; dry',
        ]),
      )
      expect(answer.text).not.toContain('METHOD')
      expect(answer.text).not.toContain(token)
      // Without a public address there are no links.
      expect((await read(token, {}, server)).text).not.toContain('URL:')
    })

    it('is not sent again while nothing has changed', async () => {
      const tripId = await newTrip()
      await owner.makeSection(tripId, 'itinerary', { 1: day(activity('Swim')) })
      const token = await subscribe(owner, tripId)
      const first = await read(token)
      const tag = first.headers.get('etag') ?? ''
      for (const sent of [tag, tag.replace('W/', ''), `"other", ${tag}`])
        expect(await read(token, { 'if-none-match': sent })).toMatchObject({ status: 304, text: '' })
      expect((await read(token)).text).toBe(first.text)
      expect((await read(token, { 'if-none-match': '"other"' })).status).toBe(200)
    })

    it('has a higher sequence and another tag with each change of what an event says', async () => {
      const tripId = await newTrip()
      const swim = activity('Swim')
      await owner.makeSection(tripId, 'itinerary', { 1: day(swim) })
      const token = await subscribe(owner, tripId)
      const states: { sequence: number; changed: string; tag: string; start: string }[] = []
      const look = async () => {
        const answer = await read(token)
        const [{ sequence = 0, changed = '', start = '' } = {}] = eventsOf(answer).filter(
          ({ title }) => title === 'Swim',
        )
        states.push({ sequence, changed, start, tag: answer.headers.get('etag') ?? '' })
        server.wait({ seconds: 2 })
        app.wait({ seconds: 2 })
      }
      await look()
      await owner.makeSection(tripId, 'itinerary', { 1: day({ ...swim, time: '15:00' }) })
      await look()
      await setDetails(owner, tripId, { departure_date: inDays(11) })
      await look()
      await setDetails(owner, tripId, { time_zone: 'Europe/Berlin' })
      await look()
      const sequences = states.map(({ sequence }) => sequence)
      expect(sequences.map((sequence) => sequence - (sequences[0] ?? 0))).toEqual([0, 1, 2, 3])
      const changes = states.map(({ changed }) => changed)
      expect(changes).toEqual([...new Set(changes)].toSorted())
      expect(new Set(states.map(({ tag }) => tag)).size).toBe(4)
      expect(states.map(({ start }) => start.slice(0, 10))).toEqual([inDays(10), inDays(10), inDays(11), inDays(11)])
    })

    it('has a higher sequence when something changes that is not in the plan', async () => {
      const { client, user } = await server.signUp({ data: { ...buildRegistration().data, full_name: 'Ben' } })
      const tripId = await newTrip(client, 'Lake', 'car_trip')
      const { id: riderId, client: rider } = await newMember(tripId)
      const car = { ...newCar(randomUUID(), user.id), leaves_day: 1, leaves_time: '07:30' }
      await client.makeSection(tripId, 'rides', { cars: [car], riders: [{ id: riderId, car: car.id }] })
      const token = await subscribe(rider, tripId)
      let tag = ''
      const look = async () => {
        app.wait({ seconds: 2 })
        const answer = await read(token, { 'if-none-match': tag })
        tag = answer.headers.get('etag') ?? ''
        expect((await read(token, { 'if-none-match': tag })).status).toBe(304)
        expect((await read(token)).text).toBe(answer.text)
        return eventsOf(answer)[0]
      }
      const first = await look()
      expect(first?.title).toContain('Ben')
      const body = { username: 'ben', full_name: 'Benedict' }
      expect((await client.send('PATCH', '/auth/v1/user', { body })).status).toBe(200)
      const renamed = await look()
      expect(renamed?.title).toContain('Benedict')
      expect(renamed?.sequence).toBe((first?.sequence ?? 0) + 1)
      expect(renamed?.changed.localeCompare(first?.changed ?? '')).toBe(1)
      await rider.send('PATCH', pathOf(tripId), { body: { departure: 'two_hours', duties: 'none' } })
      const reminding = await look()
      expect(reminding).toMatchObject({ sequence: (first?.sequence ?? 0) + 2, alarms: ['-PT120M'] })
    })

    it('is not built again while nothing has changed', async () => {
      const tripId = await newTrip()
      await owner.makeSection(tripId, 'itinerary', { 1: day(activity('Swim')) })
      const token = await subscribe(owner, tripId)
      const another = server.openAnother()
      let builds = 0
      const { load } = another.plan
      another.plan.load = (trip, section, version) => {
        if (section === 'itinerary') builds += 1
        return load.call(another.plan, trip, section, version)
      }
      const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => read(token, {}, another)))
      expect(first?.status).toBe(200)
      for (const { text } of others) expect(text).toBe(first?.text)
      const tag = first?.headers.get('etag') ?? ''
      const isUnchanged = async (seen: string) => (await read(token, { 'if-none-match': seen }, another)).status === 304
      expect(await isUnchanged(tag)).toBe(true)
      builds = 0
      expect(await isUnchanged(tag)).toBe(true)
      expect(builds).toBe(0)
      await owner.makeSection(tripId, 'itinerary', { 1: day(activity('Hike')) })
      expect(await isUnchanged(tag)).toBe(false)
      expect(builds).toBe(1)
      const now = (await read(token, {}, another)).headers.get('etag') ?? ''
      builds = 0
      expect(await isUnchanged(now)).toBe(true)
      expect(builds).toBe(0)
      // What is over, or was cancelled weeks ago, depends on the day.
      another.wait({ minutes: 24 * 60 })
      expect(await isUnchanged(now)).toBe(true)
      expect(builds).toBe(1)
    })

    it('does not fail because of an event that cannot be written', async () => {
      const tripId = await newTrip()
      const absurd = ['99999999999999 h', '9e15 min', '100000 days', '23:00-99999999:00'].map((duration) =>
        activity(duration, '15:00', { duration }),
      )
      await owner.makeSection(tripId, 'itinerary', {
        1: day(activity('Swim'), ...absurd),
        3: day(activity('End', '23:00')),
      })
      const token = await subscribe(owner, tripId)
      const { status, text } = await read(token)
      expect(status).toBe(200)
      expect(titlesOf({ text })).toEqual(expect.arrayContaining(['Swim', 'End']))
      // The last evening of the year 9999 in Toronto is in the year 10000 in UTC.
      await setDetails(owner, tripId, { departure_date: '9999-12-29', return_date: '9999-12-31' })
      const end = await read(token)
      expect(end.status).toBe(200)
      expect(eventsOf(end).filter(({ status }) => status !== 'CANCELLED')).not.toEqual([])
      expect(titlesOf(end)).not.toContain('End')
    })

    it('is a valid calendar without events', async () => {
      const token = await subscribe(owner, await newTrip())
      const { status, text } = await read(token)
      expect(status).toBe(200)
      expect(eventsOf({ text })).toEqual([])
      expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:UTC\r\n')
    })

    it('remembers what it has published without what the ids have in common', async () => {
      const tripId = await newTrip()
      const swim = activity('Swim')
      await owner.makeSection(tripId, 'itinerary', { 1: day(swim) })
      const token = await subscribe(owner, tripId)
      const [event] = eventsOf(await read(token))
      const { published } = await server.db
        .selectFrom('calendar_feeds')
        .select('published')
        .where('trip_id', '=', tripId)
        .executeTakeFirstOrThrow()
      const start = expect.stringMatching(/^\d{8}T\d{6}Z$/)
      const state = [start, event?.sequence, 0, 0, expect.stringMatching(/^[\w-]{8}$/)]
      expect(published).toEqual({ [tripId]: [[event?.uid.replace(`-${tripId}@wayfare`, ''), ...state]] })
    })

    it('shows what its user may see: no private records, no confirmation numbers, nothing of the sample', async () => {
      const tripId = await newTrip()
      const people = [buildParty(buildComing('Robin', { id: ownerId }))]
      await owner.makeSection(tripId, 'people', people)
      const record = { ...newRecord(ownerId), phone: '555-0199', medical: 'Wasps' }
      await makeSection(server.plan, { id: tripId, type: 'air_travel' }, 'private', [
        { id: ownerId, persons: [record] },
      ])
      const ticket = { ...newTicket(randomUUID()), details: '', title: 'Flight', date: inDays(10), time: '07:30' }
      await owner.makeSection(tripId, 'tickets', [{ ...ticket, confirmationNumber: 'XK4T9Q' }])
      const token = await subscribe(owner, tripId)
      const { text } = await read(token)
      expect(titlesOf({ text })).toEqual(['Flight'])
      for (const secret of ['555-0199', 'Wasps', 'XK4T9Q']) expect(text).not.toContain(secret)
    })

    it('is for one person: what they do, in words to them, with the reminders that they chose', async () => {
      const tripId = await newTrip(owner, 'To the lake', 'car_trip')
      const { id: memberId, client } = await newMember(tripId)
      const people = [ownerId, memberId].map((id) => buildParty(buildComing(id === ownerId ? 'Ben' : 'Ana', { id })))
      await owner.makeSection(tripId, 'people', people)
      const car = { ...newCar(randomUUID(), ownerId), leaves_day: 1, leaves_time: '07:30' }
      await owner.makeSection(tripId, 'rides', { cars: [car], riders: [{ id: memberId, car: car.id }] })
      const wash = { ...newDuty(randomUUID(), 'wash_up'), day: 2, meal: 'dinner' }
      await owner.makeSection(tripId, 'duties', { duties: [wash], volunteers: [newVolunteer(wash.id, ownerId)] })
      const [theirs, mine] = [await subscribe(client, tripId), await subscribe(owner, tripId)]
      expect(titlesOf(await read(theirs))).toEqual(['You ride in Ben’s car'])
      expect(titlesOf(await read(mine))).toEqual(['You drive', 'You wash up: Dinner'])
      expect(
        (await owner.send('PATCH', pathOf(tripId), { body: { departure: 'two_hours', duties: 'none' } })).status,
      ).toBe(204)
      expect(eventsOf(await read(mine)).map(({ alarms }) => alarms)).toEqual([['-PT120M'], []])
      expect(eventsOf(await read(theirs)).map(({ alarms }) => alarms)).toEqual([[]])
      // A duty that is handed over is cancelled in one calendar, and begins in the other.
      await owner.makeSection(tripId, 'duties', { duties: [wash], volunteers: [newVolunteer(wash.id, memberId)] })
      expect(eventsOf(await read(mine)).map(({ title, status }) => [title, status])).toEqual([
        ['You drive', 'CONFIRMED'],
        ['Cancelled', 'CANCELLED'],
      ])
      expect(titlesOf(await read(theirs))).toEqual(['You ride in Ben’s car', 'You wash up: Dinner'])
    })

    it('says for four weeks what is cancelled', async () => {
      const tripId = await newTrip()
      await setDetails(owner, tripId, { departure_date: inDays(60), return_date: inDays(62) })
      const [swim, hike] = [activity('Swim'), activity('Hike', '16:00')]
      await owner.makeSection(tripId, 'itinerary', { 1: day(swim, hike) })
      const token = await subscribe(owner, tripId)
      const [before] = eventsOf(await read(token))
      expect(before).toMatchObject({ title: 'Swim', status: 'CONFIRMED' })
      await owner.makeSection(tripId, 'itinerary', { 1: day(hike) })
      const [stays, gone, ...more] = eventsOf(await read(token))
      expect(more).toEqual([])
      expect(stays).toMatchObject({ title: 'Hike', status: 'CONFIRMED' })
      const cancelled = { uid: before?.uid, start: before?.start, title: 'Cancelled', status: 'CANCELLED' }
      expect(gone).toMatchObject({ ...cancelled, sequence: (before?.sequence ?? 0) + 1 })
      expect(eventsOf(await read(token))).toEqual([stays, gone])
      app.wait({ minutes: 28 * 24 * 60 })
      expect(titlesOf(await read(token))).toEqual(['Hike'])
      app.wait({ minutes: -28 * 24 * 60 })
    })

    it('of all trips has those that are one’s own, and says which', async () => {
      const { client, user } = await server.signUp()
      const [first, second] = [await newTrip(client, 'Lake'), await newTrip(client, 'Sea')]
      await client.makeSection(first, 'itinerary', { 1: day(activity('Swim', '10:00')) })
      await client.makeSection(second, 'itinerary', { 2: day(activity('Sail', '10:00')) })
      await server.db
        .insertInto('trips')
        .values({
          id: randomUUID(),
          name: 'Everybody’s',
          type: 'car_trip',
          owner_id: null,
          template_revision: 1,
          created_at: new Date().toISOString(),
          departure_date: inDays(1),
          return_date: inDays(1),
        })
        .execute()
      const token = await subscribe(client)
      const answer = await read(token)
      expect(titlesOf(answer).toSorted()).toEqual(['Sail', 'Swim'])
      expect(answer.text).toContain('X-WR-TIMEZONE:Europe/Berlin\r\n')
      expect(answer.text).toContain('X-WR-CALNAME:Wayfare trips\r\n')
      expect(answer.text).toContain('DESCRIPTION:Lake\r\n')
      // What is in a trip that is gone is cancelled.
      await client.put(`/api/trips/${second}/deleted`, { is_deleted: true })
      expect(titlesOf(await read(token)).toSorted()).toEqual(['Cancelled', 'Swim'])
      expect(
        await server.db.selectFrom('calendar_feeds').select('trip_id').where('user_id', '=', user.id).execute(),
      ).toEqual([{ trip_id: null }])
    })

    it('fails as a whole if a section cannot be loaded, and cancels nothing', async () => {
      const tripId = await newTrip()
      await owner.makeSection(tripId, 'itinerary', { 1: day(activity('Swim')) })
      const token = await subscribe(owner, tripId)
      expect(titlesOf(await read(token))).toEqual(['Swim'])
      const another = server.openAnother()
      const broken = await withoutTable(server.db, 'itinerary_activities', () => read(token, {}, another))
      expect(broken.status).toBe(500)
      const log = JSON.stringify(another.log)
      expect(log).toContain('/calendar/…')
      for (const part of [token.slice(0, 12), token.slice(12)]) expect(log).not.toContain(part)
      expect(titlesOf(await read(token))).toEqual(['Swim'])
    })
  })

  describe('an address', () => {
    it('is shown once, and stored only as a hash; when it was read is known to the day', async () => {
      const tripId = await newTrip()
      const status = async () => calendarResponse.parse((await owner.get(pathOf(tripId))).body).feed
      expect(await status()).toBeNull()
      const made = await owner.post(pathOf(tripId), { zone: '' })
      expect(made.headers.get('cache-control')).toBe('no-store')
      const { token, feed } = calendarMade.parse(made.body)
      expect(Buffer.from(token, 'base64url')).toHaveLength(24)
      expect(feed).toMatchObject({ fetched_on: null, reminders: { departure: 'none', duties: 'none' } })
      expect(await status()).toEqual(feed)
      await read(token)
      expect(await status()).toEqual({ ...feed, fetched_on: new Date().toISOString().slice(0, 10) })
      for (const { name } of await server.db.introspection.getTables()) {
        const rows = await server.db
          .selectFrom(name as 'users')
          .selectAll()
          .execute()
        expect(JSON.stringify(rows), name).not.toContain(token)
      }
    })

    it('is in no line of the log, however it is spelled, and in no export', async () => {
      const { client } = await app.signUp()
      const https = server.openAnother()
      const { client: own } = await https.signUp()
      const tripId = await newTrip(own)
      const tokens = [await subscribe(own, tripId), await subscribe(own)]
      for (const token of tokens) {
        const short = token.slice(0, 12)
        for (const path of [
          `/calendar/${token}.ics`,
          `/calendar/${token}`,
          `/CALENDAR/${token}.ics`,
          `//calendar/${token}.ics`,
          `/calendar%2f${token}.ics`,
          `/calendar/${short}/${token.slice(12)}.ics`,
          `/calendar/x?token=${token}`,
        ]) {
          await https.openClient().get(path)
          await https.openClient().post(path)
        }
      }
      await client.get('/api/trips')
      const log = JSON.stringify(https.log)
      for (const token of tokens)
        for (const part of [token, token.slice(0, 12), token.slice(12)]) expect(log).not.toContain(part)
      const files = unzipSync((await own.get('/auth/v1/export')).bytes)
      const exported = Object.values(files)
        .map((file) => strFromU8(file, true))
        .join('')
      for (const token of tokens) expect(exported).not.toContain(token)
    })

    it('can be replaced and ended; then it fails like one that never existed', async () => {
      const tripId = await newTrip()
      await owner.send('PATCH', pathOf(tripId), { body: { departure: 'evening', duties: 'hour' } })
      const first = await subscribe(owner, tripId)
      await owner.send('PATCH', pathOf(tripId), { body: { departure: 'evening', duties: 'hour' } })
      const second = await subscribe(owner, tripId)
      expect(second).not.toBe(first)
      expect(await isGone(first)).toBe(true)
      expect((await read(second)).status).toBe(200)
      const { feed } = calendarResponse.parse((await owner.get(pathOf(tripId))).body)
      expect(feed?.reminders).toEqual({ departure: 'evening', duties: 'hour' })
      expect((await owner.send('DELETE', pathOf(tripId))).status).toBe(204)
      const answers = await Promise.all([second, 'x'.repeat(32)].map((token) => read(token)))
      const [ended, never] = answers.map(({ status, text, headers }) => {
        const { 'x-request-id': _, ...others } = Object.fromEntries(headers)
        return { status, text, headers: others }
      })
      expect(ended).toEqual(never)
      expect(ended).toMatchObject({ status: 404, text: '', headers: { 'cache-control': 'no-store' } })
      expect((await owner.send('DELETE', pathOf(tripId))).status).toBe(204)
    })

    it.each([
      '',
      'x',
      `${'x'.repeat(31)}`,
      `${'x'.repeat(33)}`,
      '%00',
      '%ED%A0%80',
      '..%2fapi%2ftrips',
      '%2e%2e',
      'x/y',
    ])('that no feed can have gets an empty 404: %s', async (name) => {
      expect(await server.openClient().get(`/calendar/${name}.ics`)).toMatchObject({ status: 404, text: '' })
    })

    it('that does not exist cannot be tried without end, while those that do still work', async () => {
      const another = server.openAnother()
      const token = await subscribe(owner, await newTrip())
      for (let tries = 0; tries < 200; tries++)
        expect((await read(`${String(tries).padStart(32, 'x')}`, {}, another)).status).toBe(404)
      const refused = await read('y'.repeat(32), {}, another)
      expect(refused).toMatchObject(failed(429, 'too_many_requests'))
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      for (let times = 0; times < 30; times++) expect((await read(token, {}, another)).status).toBe(200)
      expect(await read(token, {}, another)).toMatchObject(failed(429, 'too_many_requests'))
    })

    it('that has ended counts neither against invitations, nor while it only does not show anything', async () => {
      const another = server.openAnother()
      const tripId = await newTrip()
      const token = await subscribe(owner, tripId)
      await owner.put(`/api/trips/${tripId}/deleted`, { is_deleted: true })
      expect((await read(token, {}, another)).status).toBe(404)
      for (let tries = 0; tries < 200; tries++) expect((await read('z'.repeat(32), {}, another)).status).toBe(404)
      expect((await read('z'.repeat(32), {}, another)).status).toBe(429)
      expect((await read(token, {}, another)).status).toBe(404)
      const joining = { token: 'x'.repeat(32), device: randomUUID(), name: 'Ana' }
      expect((await another.openClient().post('/api/join', joining)).status).toBe(404)
    })

    it('of one user counts with their others', async () => {
      const another = server.openAnother()
      const { client } = await server.signUp()
      const tokens = [await subscribe(client), await subscribe(client, await newTrip(client))]
      tokens.push(await subscribe(client, await newTrip(client)))
      for (const token of tokens.slice(0, 2))
        for (let times = 0; times < 30; times++) expect((await read(token, {}, another)).status).toBe(200)
      expect(await read(tokens[2] ?? '', {}, another)).toMatchObject(failed(429, 'too_many_requests'))
    })

    it('stores the zone of the device that made it last', async () => {
      const tripId = await newTrip()
      const made = async (zone: unknown) => owner.post(pathOf(tripId), { zone })
      const zoneLine = async (zone: string) => {
        const { token } = calendarMade.parse((await made(zone)).body)
        return /X-WR-TIMEZONE:.*(?=\r)/.exec((await read(token)).text)?.[0]
      }
      expect(await zoneLine('Asia/Tokyo')).toBe('X-WR-TIMEZONE:Asia/Tokyo')
      expect(await zoneLine('America/Toronto')).toBe('X-WR-TIMEZONE:America/Toronto')
      expect(await zoneLine('Mars/Olympus')).toBeUndefined()
      expect(await zoneLine('')).toBeUndefined()
      for (const wrong of ['Europe/Berlin\r\nX:1', 5, undefined])
        expect(await made(wrong)).toMatchObject(failed(400, 'invalid_request'))
    })

    it('is for nobody who only reads a trip, nor for the demo account', async () => {
      const tripId = await newTrip()
      const { client: stranger } = await server.signUp()
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(await stranger.send(method, pathOf(tripId))).toMatchObject(failed(404, 'trip_not_found'))
      await createDemoAccount(server.db, server.clock)
      const { id } = await server.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', DEMO_EMAIL)
        .executeTakeFirstOrThrow()
      const demo = await server.openSession({ id, email: DEMO_EMAIL })
      expect(await demo.post(pathOf(), { zone: '' })).toMatchObject(failed(403, 'demo_account_refused'))
    })
  })

  describe('a feed ends with the membership', () => {
    /** A member with both feeds. */
    async function subscriber() {
      const tripId = await newTrip()
      await owner.makeSection(tripId, 'itinerary', { 1: day(activity('Swim')) })
      const member = await newMember(tripId)
      const [ofTrip, ofAll] = [await subscribe(member.client, tripId), await subscribe(member.client)]
      expect(titlesOf(await read(ofTrip))).toEqual(['Swim'])
      expect(titlesOf(await read(ofAll))).toEqual(['Swim'])
      return { tripId, ...member, ofTrip, ofAll }
    }

    it('when somebody leaves or is removed, also if they join again', async () => {
      for (const isRemoved of [true, false]) {
        const { tripId, id, client, ofTrip, ofAll } = await subscriber()
        const by = isRemoved ? owner : client
        expect((await by.send('DELETE', `/api/trips/${tripId}/people/${id}`)).status).toBe(204)
        expect(await isGone(ofTrip)).toBe(true)
        expect(titlesOf(await read(ofAll))).toEqual(['Cancelled'])
        await insertMembership(server.db, { trip_id: tripId, user_id: id, role: 'member' })
        expect(await isGone(ofTrip)).toBe(true)
        expect(titlesOf(await read(ofAll))).toEqual(['Swim'])
      }
    })

    it('while a trip is deleted, and for good once it is gone', async () => {
      const { tripId, ofTrip, ofAll } = await subscriber()
      await owner.put(`/api/trips/${tripId}/deleted`, { is_deleted: true })
      expect(await isGone(ofTrip)).toBe(true)
      expect(titlesOf(await read(ofAll))).toEqual(['Cancelled'])
      await owner.put(`/api/trips/${tripId}/deleted`, { is_deleted: false })
      expect(titlesOf(await read(ofTrip))).toEqual(['Swim'])
      await owner.put(`/api/trips/${tripId}/deleted`, { is_deleted: true })
      expect((await owner.send('DELETE', `/api/trips/${tripId}`)).status).toBe(204)
      expect(await isGone(ofTrip)).toBe(true)
      expect(await server.db.selectFrom('calendar_feeds').select('id').where('trip_id', '=', tripId).execute()).toEqual(
        [],
      )
    })

    it('when an account is removed', async () => {
      const { client, user, password } = await server.signUp()
      const tripId = await newTrip()
      await insertMembership(server.db, { trip_id: tripId, user_id: user.id, role: 'member' })
      const tokens = [await subscribe(client, tripId), await subscribe(client)]
      expect((await client.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
      for (const token of tokens) expect(await isGone(token)).toBe(true)
      const rows = server.db.selectFrom('calendar_feeds').select('id').where('user_id', '=', user.id)
      expect(await rows.execute()).toEqual([])
    })

    it('when its user changes their password or signs out all other devices', async () => {
      const { client, password } = await server.signUp()
      const tripId = await newTrip(client)
      const subscribeTwice = async () => [await subscribe(client, tripId), await subscribe(client)]
      const first = await subscribeTwice()
      expect((await client.post('/auth/v1/password', { current: password, password: 'birch-leaves' })).status).toBe(204)
      expect(await Promise.all(first.map(isGone))).toEqual([true, true])
      const second = await subscribeTwice()
      expect((await client.send('DELETE', '/auth/v1/sessions')).status).toBe(204)
      expect(await Promise.all(second.map(isGone))).toEqual([true, true])
    })

    it('when its user resets their password', async () => {
      const { client, user } = await server.signUp()
      const token = await subscribe(client)
      const secret = await makeReset(server.db, user.id, server.clock())
      expect((await server.openClient().post('/auth/v1/reset', { secret, password: 'birch-leaves' })).status).toBe(200)
      expect(await isGone(token)).toBe(true)
    })

    it('goes with a guest into their account, unless it has one of its own', async () => {
      const join = async (client: TestClient, tripId: string, name?: string) => {
        const { token } = invitationMade.parse((await owner.post(`/api/trips/${tripId}/invitations`, {})).body)
        return joined.parse(
          (await client.post('/api/join', { token, device: randomUUID(), ...(name && { name }) })).body,
        ).user
      }
      const [first, second] = [await newTrip(), await newTrip()]
      const client = server.openClient()
      const guest = await join(client, first, 'Ana')
      await join(client, second)
      const { user: account, client: elsewhere } = await server.signUp()
      await insertMembership(server.db, { trip_id: second, user_id: account.id, role: 'member' })
      const guestTokens = [await subscribe(client, first), await subscribe(client, second), await subscribe(client)]
      const ofAccount = await subscribe(elsewhere, second)
      const body = { email: account.email, password: 'pine-needles', guest: guest.id }
      expect((await client.post('/auth/v1/token?grant_type=password', body)).status).toBe(200)
      expect(await Promise.all(guestTokens.map(isGone))).toEqual([false, true, false])
      expect(await isGone(ofAccount)).toBe(false)
      const rows = server.db.selectFrom('calendar_feeds').select('id').where('user_id', '=', guest.id)
      expect(await rows.execute()).toEqual([])
    })

    it('is not for a session that an organizer opened for a guest', async () => {
      const tripId = await newTrip()
      const guest = await insertAccount(server.db, { email: null })
      await insertMembership(server.db, { trip_id: tripId, user_id: guest, role: 'member' })
      const { body } = await owner.post(`/api/trips/${tripId}/people/${guest}/personal-link`)
      const helped = server.openClient()
      await helped.post('/auth/v1/token?grant_type=personal_link', body)
      expect(await helped.post(pathOf(tripId), { zone: '' })).toMatchObject(failed(403, 'helped_session'))
      const own = await server.openSession({ id: guest, email: null })
      expect((await own.post(pathOf(tripId), { zone: '' })).status).toBe(200)
    })
  })
})
