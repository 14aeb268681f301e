import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyResponse } from '#domain/api/history.ts'
import { peopleResponse } from '#domain/api/people.ts'
import { tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { type Beds, newBed } from '#domain/plan/beds.ts'
import type { Code, Passenger } from '#domain/plan/booking.ts'
import { newParty, newPerson, type Party } from '#domain/plan/people.ts'
import { FORMER_PERSON, nameOfPersonRef } from '#domain/plan/person-ref.ts'
import { newRecord } from '#domain/plan/private.ts'
import { newCar, type Rides } from '#domain/plan/rides.ts'
import { newItemState, newPurchase, type Shopping } from '#domain/plan/shopping.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket, type Ticket } from '#domain/plan/tickets.ts'
import { buildPerson } from '#domain/testing/people.ts'
import { addMail } from '#server/mail/outbox.ts'
import { listTables } from '#server/operating/tables.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, upload } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertMembership } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const NAME = 'Quendolyn Xaverius'
const CHILD = 'Zephyrine Xaverius'

describe.each(engines)('deleting an account on %s', (engine) => {
  let app: DocumentApp
  beforeAll(async () => {
    app = await openDocumentApp(engine, fileStores[0])
  })
  afterAll(() => app.remove())

  const note = (text: string) => [{ id: randomUUID() as string, text }]
  const newTrip = async (client: TestClient, name: string) => {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name, type: 'air_travel' })).status).toBe(201)
    return id
  }
  const planOf = async (client: TestClient, id: string) =>
    tripResponse.parse((await client.get(`/api/trips/${id}`)).body)
  const peopleOf = async (client: TestClient, id: string) => {
    const { people } = (await planOf(client, id)).sections
    return 'value' in people ? people.value : []
  }
  const operate = async (client: TestClient, id: string, operations: object[]) => {
    const body = { operations: operations.map((operation) => ({ id: randomUUID(), ...operation })), seen: {} }
    expect(await client.post(`/api/trips/${id}/operations`, body)).toMatchObject({ status: 200, body: { refused: [] } })
  }

  /** The columns of the database in which one of these texts occurs. */
  async function findIn(texts: string[]): Promise<string[]> {
    const found: string[] = []
    for (const { name } of await listTables(app.db)) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(app.db)
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) {
          const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toLowerCase()
          for (const each of texts) if (text.includes(each.toLowerCase())) found.push(`${name}.${column}: ${each}`)
        }
    }
    return found
  }

  it('leaves no id, e-mail or name in any table, and attributes what they wrote to a former member', async () => {
    const {
      client: mine,
      user,
      password,
    } = await app.signUp({ data: { username: 'quendolyn-x', full_name: NAME, is_beta_user: true, referred_by: null } })
    const { client: other, user: friend } = await app.signUp()
    const own = await newTrip(mine, 'Of my own')
    await mine.makeSection(own, 'notes', note('Mine'))
    await upload(mine, own, 'permit.pdf', buildFile('pdf'))
    await mine.put(`/api/trips/${own}/archived`, { is_archived: true })
    await mine.put(`/api/trips/${await newTrip(mine, 'Deleted')}/deleted`, { is_deleted: true })

    const theirs = await newTrip(other, 'Of somebody else')
    await insertMembership(app.db, { trip_id: theirs, user_id: user.id, role: 'organizer' })
    const place = { person_id: user.id, party_id: user.id }
    const otherParty = newParty({ person_id: friend.id, party_id: friend.id }, friend)
    await other.makeSection(theirs, 'people', [otherParty])
    await mine.makeSection(theirs, 'people', [
      { ...newParty(place, user), persons: [newPerson(user.id, NAME), buildPerson(CHILD)] },
      otherParty,
    ])
    const [canoe] = note('Bring the canoe')
    await mine.makeSection(theirs, 'notes', [canoe])
    // A text of both.
    const write = (to: string) => ({ section: 'notes', do: 'set', at: [canoe?.id, 'text'], was: canoe?.text, to })
    await operate(mine, theirs, [write('Bring the canoe at 7')])
    const merged = { id: randomUUID(), ...write('Bring the canoe at 8') }
    const operateAgain = () => other.post(`/api/trips/${theirs}/operations`, { operations: [merged], seen: {} })
    expect(await operateAgain()).toMatchObject({ body: { merged: [{ id: merged.id, by: NAME }] } })
    const [paddles] = note('And two paddles')
    await operate(mine, theirs, [
      { section: 'notes', do: 'insert', at: [paddles?.id], entry: paddles, after: canoe?.id },
    ])
    // Changes and removals leave traces in the history and in the tombstones.
    const [party] = await peopleOf(mine, theirs)
    const [, child] = (party as Party).persons
    const at = [user.id, 'persons', child?.id ?? '']
    await operate(mine, theirs, [
      { section: 'people', do: 'set', at: [...at, 'name'], was: CHILD, to: `${CHILD} the younger` },
    ])
    await operate(mine, theirs, [
      { section: 'people', do: 'remove', at, was: { ...child, name: `${CHILD} the younger` }, after: user.id },
    ])
    await operate(other, theirs, [{ section: 'people', do: 'move', at: [friend.id], after: user.id }])
    await operate(mine, theirs, [
      { section: 'private', do: 'insert', at: [user.id], entry: { id: user.id, persons: [] }, after: null },
      { section: 'private', do: 'insert', at: [user.id, 'persons', user.id], entry: newRecord(user.id), after: null },
      { section: 'private', do: 'set', at: [user.id, 'persons', user.id, 'contact_name'], was: '', to: NAME },
    ])
    await mine.post(`/api/trips/${theirs}/invitations`, {})
    await mine.put(`/api/trips/${theirs}/seen`, { seen: { notes: 1 } })
    await mine.post('/auth/v1/device-code', {})
    await addMail(app.db, { kind: 'reset', recipient: user.email }, app.clock())
    await app.openClient().post('/auth/v1/token?grant_type=password', { email: user.email, password: 'not this one' })
    const texts = [user.id, user.email, NAME, 'quendolyn-x']
    expect((await findIn(texts)).length).toBeGreaterThan(15)

    expect(await mine.post('/auth/v1/removal', { password: 'not this one', heirs: [], goes: [] })).toMatchObject({
      status: 401,
      body: { error: { code: 'wrong_credentials', at: 'password' } },
    })
    const files = Object.keys(await app.files()).filter((file) => file.startsWith(own))
    expect(files).toHaveLength(1)
    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(await findIn(texts)).toEqual([])
    await expect.poll(async () => Object.keys(await app.files()).filter((file) => file.startsWith(own))).toEqual([])
    expect(await mine.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))

    // The other user's trip is unchanged, except for them.
    expect((await peopleOf(other, theirs)).map(({ id }) => id)).toEqual([friend.id])
    expect(JSON.stringify((await planOf(other, theirs)).sections.notes)).toContain('Bring the canoe')
    expect(await operateAgain()).toMatchObject({ body: { merged: [{ id: merged.id, by: 'Former member' }] } })
    const { entries } = historyResponse.parse((await other.get(`/api/trips/${theirs}/history`)).body)
    expect(entries.find(({ section }) => section === 'notes')?.saved_by?.name).toBe('Former member')
    const versions = entries.filter(({ section }) => section === 'people')
    expect(versions.length).toBeGreaterThan(0)
    for (const { version } of versions)
      expect((await other.get(`/api/trips/${theirs}/history/people/${version}`)).status, `version ${version}`).toBe(200)
    await operate(other, theirs, [
      {
        section: 'people',
        do: 'set',
        at: [friend.id, 'persons', friend.id, 'name'],
        was: otherParty.persons[0]?.name,
        to: 'Somebody',
      },
    ])
    expect(peopleResponse.parse((await other.get(`/api/trips/${theirs}/people`)).body).people).toHaveLength(1)
    expect(
      (await app.openClient().post('/auth/v1/token?grant_type=password', { email: user.email, password })).status,
    ).toBe(401)
  })

  it('removes the user from a family that stays: from list, records and history, also on offline devices', async () => {
    const [{ client: mine, user, password }, { client: spouse, user: partner }, { client: other, user: friend }] = [
      await app.signUp({ data: { username: 'quendolyn-y', full_name: NAME, is_beta_user: true, referred_by: null } }),
      await app.signUp(),
      await app.signUp(),
    ]
    const trip = await newTrip(other, 'With a family')
    const party_id = user.id
    await insertMembership(app.db, { trip_id: trip, user_id: user.id, role: 'member' })
    await insertMembership(app.db, {
      trip_id: trip,
      user_id: partner.id,
      role: 'organizer',
      person_id: partner.id,
      party_id,
    })
    const child = buildPerson(CHILD)
    const family = { ...newParty({ person_id: user.id, party_id }, user), persons: [newPerson(user.id, NAME), child] }
    const otherParty = newParty({ person_id: friend.id, party_id: friend.id }, friend)
    await other.makeSection(trip, 'people', [family, otherParty])
    const persons = [party_id, 'persons']
    const inParty = (mutation: object) => ({ section: 'people', ...mutation })
    const mark = newPerson(partner.id, 'Somebody else')
    await operate(spouse, trip, [inParty({ do: 'insert', at: [...persons, mark.id], entry: mark, after: user.id })])
    await operate(mine, trip, [
      inParty({ do: 'set', at: [...persons, user.id, 'food_note'], was: '', to: `${NAME} eats no eggs` }),
    ])
    await operate(spouse, trip, [inParty({ do: 'set', at: [...persons, child.id, 'age'], was: '', to: '7' })])
    await operate(spouse, trip, [inParty({ do: 'move', at: [...persons, child.id], after: null })])
    await operate(other, trip, [inParty({ do: 'move', at: [party_id], after: friend.id })])
    const priv = (mutation: object) => ({ section: 'private', ...mutation })
    await operate(spouse, trip, [
      priv({ do: 'insert', at: [party_id], entry: { id: party_id, persons: [] }, after: null }),
      priv({ do: 'insert', at: [...persons, user.id], entry: newRecord(user.id), after: null }),
      priv({ do: 'set', at: [...persons, user.id, 'contact_name'], was: '', to: NAME }),
      priv({ do: 'insert', at: [...persons, mark.id], entry: newRecord(mark.id), after: user.id }),
      priv({ do: 'set', at: [...persons, mark.id, 'phone'], was: '', to: '555' }),
    ])
    const { people: peopleSection } = (await planOf(other, trip)).sections
    const seen = 'version' in peopleSection ? peopleSection.version : 0
    const versionOf = async (version: number) =>
      ((await other.get(`/api/trips/${trip}/history/people/${version}`)).body as { value: Party[] }).value
    const versions = Array.from({ length: seen }, (_, index) => index + 1)
    const before = await Promise.all(versions.map(versionOf))
    const changesTo = async (version: number) =>
      (await other.get(`/api/trips/${trip}/history/people/changes?from=${version - 1}&to=${version}`)).body as {
        changes: object[]
      }
    const changesBefore = await Promise.all(versions.map(changesTo))

    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(await findIn([user.id, user.email, NAME, 'quendolyn-y'])).toEqual([])

    const [friends, remaining] = await peopleOf(spouse, trip)
    expect(friends).toEqual(otherParty)
    expect(remaining).toMatchObject({ persons: [{ name: CHILD, age: '7' }, { name: 'Somebody else' }] })
    const { people } = peopleResponse.parse((await spouse.get(`/api/trips/${trip}/people`)).body)
    expect(people.find(({ id }) => id === partner.id)).toMatchObject({ party_id: remaining?.id, person_id: partner.id })
    // Each version is unchanged, except that a former member has taken their place.
    const former = before.map((parties) =>
      parties.map((each) => ({
        ...each,
        ...(each.id === party_id && { id: remaining?.id }),
        persons: each.persons.map((one) =>
          one.id === user.id ? newPerson(remaining?.id ?? '', 'Former member') : one,
        ),
      })),
    )
    expect(await Promise.all(versions.map(versionOf))).toEqual(former)
    const changesAfter = await Promise.all(versions.map(changesTo))
    expect(changesAfter.map(({ changes }) => changes.length)).toEqual(
      changesBefore.map(({ changes }) => (JSON.stringify(changes).includes('no eggs') ? 0 : changes.length)),
    )
    // The family keeps its private records, without theirs.
    expect((await spouse.get(`/api/trips/${trip}/private`)).body).toMatchObject({
      value: [{ id: remaining?.id, persons: [{ id: mark.id, phone: '555' }] }],
    })
    // No effects lead from the list on an offline device to the new one, so it gets the whole list.
    const note = inParty({
      do: 'set',
      at: [remaining?.id, 'persons', mark.id, 'age'],
      was: '',
      to: '40',
      id: randomUUID(),
    })
    const answer = await other.post(`/api/trips/${trip}/operations`, { operations: [note], seen: { people: seen } })
    expect(answer).toMatchObject({ status: 200, body: { refused: [], effects: [], versions: { people: seen + 2 } } })
    expect((answer.body as { values: { people: Party[] } }).values.people).toEqual(await peopleOf(other, trip))
    const next = inParty({
      do: 'set',
      at: [remaining?.id, 'persons', mark.id, 'age'],
      was: '40',
      to: '41',
      id: randomUUID(),
    })
    const known = await other.post(`/api/trips/${trip}/operations`, { operations: [next], seen: { people: seen + 2 } })
    expect(known).toMatchObject({ status: 200, body: { effects: [{ is: '41' }], values: {} } })
  })

  it('refuses late operations of others on the user, and applies those on the people who stay', async () => {
    const [{ client: mine, user, password }, { client: other, user: friend }] = [
      await app.signUp({ data: { username: 'quendolyn-z', full_name: NAME, is_beta_user: true, referred_by: null } }),
      await app.signUp(),
    ]
    const trip = await newTrip(other, 'With late edits')
    await insertMembership(app.db, { trip_id: trip, user_id: user.id, role: 'member' })
    const child = buildPerson(CHILD)
    const party = newParty({ person_id: user.id, party_id: user.id }, user)
    const family = { ...party, persons: [...party.persons, child] }
    await other.makeSection(trip, 'people', [newParty({ person_id: friend.id, party_id: friend.id }, friend), family])
    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)

    const persons = [user.id, 'persons']
    const late = [
      { section: 'people', do: 'set', at: [...persons, child.id, 'food_note'], was: '', to: 'No eggs' },
      { section: 'people', do: 'set', at: [...persons, user.id, 'food_note'], was: '', to: 'No nuts' },
      { section: 'people', do: 'insert', at: [...persons, user.id], entry: party.persons[0], after: null },
      { section: 'people', do: 'restore', at: [...persons, user.id], was: party.persons[0], after: null },
      { section: 'people', do: 'remove', at: [user.id], was: family, after: friend.id },
      { section: 'people', do: 'restore', at: [user.id], was: family, after: friend.id },
      { section: 'private', do: 'insert', at: [user.id], entry: { id: user.id, persons: [] }, after: null },
      { section: 'private', do: 'insert', at: [...persons, child.id], entry: newRecord(child.id), after: null },
      { section: 'private', do: 'set', at: [...persons, child.id, 'medical'], was: '', to: 'Bee stings' },
      { section: 'private', do: 'insert', at: [...persons, user.id], entry: newRecord(user.id), after: null },
    ].map((operation) => ({ id: randomUUID() as string, ...operation }))
    const answer = await other.post(`/api/trips/${trip}/operations`, { operations: late, seen: {} })
    const { refused } = answer.body as { refused: { id: string; code: string }[] }
    expect(refused.map(({ id, code }) => [late.findIndex((operation) => operation.id === id), code])).toEqual(
      [1, 2, 3, 9].map((at) => [at, 'entry_gone']),
    )
    const [, remaining] = await peopleOf(other, trip)
    expect(remaining).toMatchObject({ persons: [{ id: child.id, name: CHILD, food_note: 'No eggs' }] })
    expect((await other.get(`/api/trips/${trip}/private`)).body).toMatchObject({
      value: [{ id: remaining?.id, persons: [{ id: child.id, medical: 'Bee stings' }] }],
    })
    expect(await findIn([user.id, user.email, NAME, 'quendolyn-z'])).toEqual([])
  })

  it('leaves what the user bought, drives and rides in to a former member, and nothing of it names them', async () => {
    const [{ client: mine, user, password }, { client: other, user: friend }] = [
      await app.signUp({ data: { username: 'quendolyn-w', full_name: NAME, is_beta_user: true, referred_by: null } }),
      await app.signUp(),
    ]
    const trip = await newTrip(other, 'With cars')
    await insertMembership(app.db, { trip_id: trip, user_id: user.id, role: 'member' })
    await other.makeSection(trip, 'people', [
      newParty({ person_id: friend.id, party_id: friend.id }, friend),
      newParty({ person_id: user.id, party_id: user.id }, user),
    ])
    const [red, blue] = [newCar(randomUUID(), user.id), newCar(randomUUID(), friend.id)]
    const take = (personId: string, car: string) => ({
      section: 'rides',
      do: 'insert',
      at: ['riders', personId],
      entry: { id: personId, car },
    })
    await mine.makeSection(trip, 'rides', { cars: [red, blue], riders: [] })
    await operate(mine, trip, [take(friend.id, red.id), take(user.id, red.id)])
    const tent = newBed(randomUUID())
    await mine.makeSection(trip, 'beds', { beds: [tent], sleepers: [{ id: user.id, bed: tent.id }] })
    const at = ['riders', user.id]
    await operate(mine, trip, [
      { section: 'rides', do: 'remove', at, was: { id: user.id, car: red.id } },
      { ...take(user.id, blue.id) },
      { section: 'rides', do: 'set', at: ['cars', red.id, 'place'], was: '', to: 'Market square' },
    ])
    const milk = { ...newItemState('1:milk'), buyer: user.id }
    const bought = (amount: string) => ({
      ...newPurchase(randomUUID(), { key: '1:milk', name: 'milk' }, user.id),
      amount,
    })
    const [removed, kept] = [bought('1'), bought('2')]
    await mine.makeSection(trip, 'shopping', { items: [], states: [milk], purchases: [removed, kept] })
    const removal = { section: 'shopping', do: 'remove', at: ['purchases', removed.id], was: removed }
    await operate(mine, trip, [removal])
    const versionOf = async (section: string, version: number) =>
      (await other.get(`/api/trips/${trip}/history/${section}/${version}`)).body as { value: unknown }
    const { sections } = await planOf(other, trip)
    const spans = (['beds', 'rides', 'shopping'] as const).flatMap((name) => {
      const { version } = sections[name] as { version: number }
      return Array.from({ length: version }, (_, index) => [name, index + 1] as const)
    })
    const before = await Promise.all(spans.map((span) => versionOf(...span)))

    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(await findIn([user.id, user.email, NAME, 'quendolyn-w'])).toEqual([])
    const load = async () => {
      const { sections: now } = await planOf(other, trip)
      return { beds: now.beds, rides: now.rides, shopping: now.shopping } as unknown as {
        beds: { value: Beds }
        rides: { value: Rides }
        shopping: { value: Shopping }
      }
    }
    const { beds, rides, shopping } = await load()
    const formerId = rides.value.cars[0]?.driver ?? ''
    expect(rides.value).toEqual({
      cars: [{ ...red, driver: formerId, place: 'Market square' }, blue],
      riders: [
        { id: friend.id, car: red.id },
        { id: formerId, car: blue.id },
      ],
    })
    expect(beds.value.sleepers).toEqual([{ id: formerId, bed: tent.id }])
    expect(shopping.value).toMatchObject({ states: [{ buyer: formerId }], purchases: [{ person_id: formerId }] })
    expect(nameOfPersonRef(await peopleOf(other, trip), formerId)).toBe('Former member')
    const after = await Promise.all(spans.map((span) => versionOf(...span)))
    const texts = (all: { value: unknown }[]) => JSON.stringify(all.map(({ value }) => value))
    expect(texts(after)).toBe(texts(before).replaceAll(user.id, formerId))

    // A phone that was offline still names them.
    const late = [
      take(user.id, red.id),
      { section: 'rides', do: 'set', at: [...at, 'car'], was: blue.id, to: red.id },
      { section: 'rides', do: 'restore', at, was: { id: user.id, car: red.id } },
      { section: 'rides', do: 'set', at: ['cars', blue.id, 'driver'], was: friend.id, to: user.id },
      { section: 'rides', do: 'remove', at, was: { id: user.id, car: blue.id } },
      { section: 'shopping', do: 'set', at: ['states', milk.id, 'buyer'], was: '', to: user.id },
      { ...removal, do: 'restore' },
    ].map((operation) => ({ id: randomUUID() as string, ...operation }))
    const answer = await other.post(`/api/trips/${trip}/operations`, { operations: late, seen: {} })
    const { refused } = answer.body as { refused: { id: string; code: string }[] }
    expect(refused.map(({ id, code }) => [late.findIndex((one) => one.id === id), code])).toEqual(
      [0, 1, 2].map((index) => [index, 'entry_gone']),
    )
    const now = await load()
    expect(now.rides.value.riders).toEqual(rides.value.riders)
    expect(now.rides.value.cars[1]?.driver).toBe(FORMER_PERSON)
    expect(now.shopping.value.states).toMatchObject([{ buyer: FORMER_PERSON }])
    expect(now.shopping.value.purchases).toEqual([
      { ...removed, person_id: formerId },
      { ...kept, person_id: formerId },
    ])
    expect(await findIn([user.id])).toEqual([])
  })

  it('erases the codes of the user’s passes from tickets and stays, their history and what may be restored', async () => {
    const [{ client: mine, user, password }, { client: other, user: friend }] = [
      await app.signUp({ data: { username: 'quendolyn-c', full_name: NAME, is_beta_user: true, referred_by: null } }),
      await app.signUp(),
    ]
    const trip = await newTrip(other, 'With boarding passes')
    await insertMembership(app.db, { trip_id: trip, user_id: user.id, role: 'member' })
    await other.makeSection(trip, 'people', [
      newParty({ person_id: friend.id, party_id: friend.id }, friend),
      newParty({ person_id: user.id, party_id: user.id }, user),
    ])
    const ofPerson = (person_id: string): Passenger => ({ id: randomUUID(), person_id, name: '' })
    const codeOf = ({ id }: Pick<Passenger, 'id'>, text: string): Code => ({
      ...{ id: randomUUID(), format: 'aztec', text, passenger_id: id, segment_id: '' },
    })
    const [theirs, friends, corrected] = [ofPerson(user.id), ofPerson(friend.id), ofPerson(user.id)]
    const [pass, voucher, early, moved, left] = [
      codeOf(theirs, 'M1XAVERIUS PASS'),
      codeOf(theirs, 'M1XAVERIUS VOUCHER'),
      codeOf(theirs, 'M1XAVERIUS EARLY'),
      codeOf({ id: '' }, 'M1XAVERIUS MOVED'),
      codeOf(theirs, 'M1XAVERIUS LEFT'),
    ]
    const [kept, all, mistaken] = [
      codeOf(friends, 'M1OTHER'),
      codeOf({ id: '' }, 'M1EVERYBODY'),
      codeOf(corrected, 'M1MISTAKEN'),
    ]
    const passengers = [theirs, friends, corrected]
    const flight = { ...newTicket(randomUUID()), passengers, codes: [early, moved, left, all, mistaken] }
    const cancelled = { ...newTicket(randomUUID()), passengers: [theirs], codes: [{ ...pass, id: randomUUID() }] }
    const hotel = newStay(randomUUID(), { passengers: [theirs, friends], codes: [voucher, codeOf(friends, 'M1OTHER')] })
    await other.makeSection(trip, 'tickets', [flight, cancelled])
    await other.makeSection(trip, 'stays', [hotel])
    const at = [flight.id, 'codes']
    const whose = [flight.id, 'passengers', corrected.id, 'person_id']
    const operateTickets = (...operations: object[]) =>
      operate(
        mine,
        trip,
        operations.map((one) => ({ section: 'tickets', ...one })),
      )
    await operateTickets(
      { do: 'insert', at: [...at, pass.id], entry: pass, after: all.id },
      { do: 'insert', at: [...at, kept.id], entry: kept, after: pass.id },
    )
    await operateTickets(
      { do: 'set', at: [...at, pass.id, 'text'], was: pass.text, to: `${pass.text} AGAIN` },
      { do: 'set', at: [...at, moved.id, 'passenger_id'], was: '', to: theirs.id },
      { do: 'remove', at: [...at, early.id], was: early, after: null },
      { do: 'remove', at: [cancelled.id], was: cancelled, after: flight.id },
      // As where a passenger is removed.
      { do: 'set', at: [...at, left.id, 'passenger_id'], was: theirs.id, to: '' },
      // The passenger turned out to be somebody else, so the code is not the user’s.
      { do: 'set', at: whose, was: user.id, to: friend.id },
    )
    await operateTickets({
      do: 'remove',
      at: [...at, moved.id],
      was: { ...moved, passenger_id: theirs.id },
      after: null,
    })
    const { sections } = await planOf(other, trip)
    const { version } = sections.tickets as { version: number }
    const versions = Array.from({ length: version }, (_, index) => index + 1)
    const load = async (number: number) =>
      (await other.get(`/api/trips/${trip}/history/tickets/${number}`)).body as { value: Ticket[] }
    const before = await Promise.all(versions.map(load))
    expect((await findIn(['M1XAVERIUS'])).map((found) => found.split('.')[0])).toEqual(
      expect.arrayContaining(['plan_entries', 'plan_history', 'plan_removed', 'tickets']),
    )

    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(await findIn(['M1XAVERIUS', user.id])).toEqual([])
    const now = (await planOf(other, trip)).sections as unknown as Record<'tickets' | 'stays', { value: Ticket[] }>
    const formerId = now.tickets.value[0]?.passengers[0]?.person_id
    expect(formerId).not.toBe(user.id)
    expect(now.tickets.value).toEqual([
      {
        ...flight,
        passengers: [{ ...theirs, person_id: formerId }, friends, { ...corrected, person_id: friend.id }],
        codes: [all, kept, mistaken],
      },
    ])
    expect(now.stays.value).toMatchObject([{ id: hotel.id, codes: [{ text: 'M1OTHER' }] }])
    // Every version still has the codes of the others. They are shown by passenger, so their order does not matter.
    const gone = [pass, early, moved, left, ...cancelled.codes].map(({ id }) => id)
    const ofOthers = (codes: Code[]) =>
      codes.filter(({ id }) => !gone.includes(id)).toSorted((one, another) => one.id.localeCompare(another.id))
    const withoutGone = (value: Ticket[]) =>
      value.map(({ codes, ...ticket }) => ({ ...ticket, codes: ofOthers(codes) }))
    const after = await Promise.all(versions.map(load))
    const texts = (all: { value: Ticket[] }[]) => JSON.stringify(all.map(({ value }) => withoutGone(value)))
    expect(texts(after)).toBe(texts(before).replaceAll(user.id, formerId ?? ''))
  })

  it('asks again if somebody has joined one of the trips in the meantime', async () => {
    const [{ client: mine, user, password }, { client: other, user: friend }] = [await app.signUp(), await app.signUp()]
    const trip = await newTrip(mine, 'Mine alone, a moment ago')
    expect((await mine.get('/auth/v1/removal')).body).toEqual({ trips: [] })
    await insertMembership(app.db, { trip_id: trip, user_id: friend.id, role: 'member' })
    expect(await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).toMatchObject(
      failed(409, 'trips_changed'),
    )
    expect((await other.get(`/api/trips/${trip}`)).status).toBe(200)
    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [trip] })).status).toBe(204)
    expect((await other.get(`/api/trips/${trip}`)).status).toBe(404)
    expect(await findIn([user.id])).toEqual([])
  })

  it('works while others edit a trip that is deleted, and while another member deletes their account', async () => {
    const people = await Promise.all([app.signUp(), app.signUp(), app.signUp()])
    const [
      { client: mine, user, password },
      { client: ben, user: second, password: secondPassword },
      { client: other },
    ] = people
    const [own, shared] = [await newTrip(mine, 'Mine'), await newTrip(other, 'Of somebody else')]
    for (const one of people.slice(1))
      await insertMembership(app.db, { trip_id: own, user_id: one.user.id, role: 'organizer' })
    for (const one of people.slice(0, 2))
      await insertMembership(app.db, { trip_id: shared, user_id: one.user.id, role: 'organizer' })
    let isOver = false
    const edit = async (client: TestClient) => {
      const statuses: number[] = []
      while (!isOver) {
        const [note, box] = [randomUUID(), randomUUID()]
        const operations = [
          { id: randomUUID(), section: 'notes', do: 'insert', at: [note], entry: { id: note, text: 'A note' } },
          {
            id: randomUUID(),
            section: 'checklist',
            do: 'insert',
            at: [box],
            entry: { id: box, category: 'Box', items: [] },
          },
        ]
        statuses.push((await client.post(`/api/trips/${own}/operations`, { operations, seen: {} })).status)
        // Lets everything else in this process run.
        await setImmediate()
      }
      return statuses
    }
    const editing = [edit(ben), edit(other), edit(other)]
    const gone = await Promise.all([
      mine.post('/auth/v1/removal', { password, heirs: [], goes: [own] }),
      ben.post('/auth/v1/removal', { password: secondPassword, heirs: [], goes: [] }),
    ]).finally(() => {
      isOver = true
    })
    expect(gone.map(({ status, body }) => [status, body])).toEqual([
      [204, undefined],
      [204, undefined],
    ])
    const statuses = (await Promise.all(editing)).flat()
    // PostgreSQL ends one of two deadlocked transactions, and the client retries its edit.
    expect(statuses.filter((status) => ![200, 401, 404, 503].includes(status))).toEqual([])
    expect(await findIn([user.id, second.id])).toEqual([])
  })

  it('removes the user from the owner’s party, and keeps the owner’s private records', async () => {
    const [{ client: mine, user, password }, { client: other, user: friend }] = [await app.signUp(), await app.signUp()]
    const trip = await newTrip(other, 'With the owner')
    const child = buildPerson(NAME)
    const party = newParty({ person_id: friend.id, party_id: friend.id }, friend)
    await other.makeSection(trip, 'people', [{ ...party, persons: [...party.persons, child] }])
    const place = { person_id: child.id, party_id: friend.id }
    await insertMembership(app.db, { trip_id: trip, user_id: user.id, role: 'member', ...place })
    const persons = [friend.id, 'persons']
    const records = [friend.id, child.id].flatMap((id) => [
      { section: 'private', do: 'insert', at: [...persons, id], entry: newRecord(id), after: null },
      { section: 'private', do: 'set', at: [...persons, id, 'phone'], was: '', to: '555' },
    ])
    await operate(other, trip, [
      { section: 'private', do: 'insert', at: [friend.id], entry: { id: friend.id, persons: [] } },
    ])
    await operate(other, trip, records)
    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(await findIn([user.id, NAME])).toEqual([])
    expect(await peopleOf(other, trip)).toEqual([party])
    const { value } = (await other.get(`/api/trips/${trip}/private`)).body as { value: object[] }
    expect(value).toEqual([{ id: friend.id, persons: [{ ...newRecord(friend.id), phone: '555' }] }])
  })

  it('erases the user from a trip they have left, and keeps an entry that is now somebody else', async () => {
    const [{ client: mine, user, password }, { client: other }] = [await app.signUp(), await app.signUp()]
    const guest = await app.signUp()
    const trip = await newTrip(other, 'Left before')
    for (const { id } of [user, guest.user])
      await insertMembership(app.db, { trip_id: trip, user_id: id, role: 'organizer' })
    const entry = newParty({ person_id: user.id, party_id: user.id }, user)
    await mine.makeSection(trip, 'people', [{ ...entry, persons: [{ ...newPerson(user.id, 'Anton'), age: '50' }] }])
    expect((await mine.send('DELETE', `/api/trips/${trip}/people/${user.id}`)).status).toBe(204)
    // Somebody else has joined as that entry since then.
    await app.db
      .updateTable('memberships')
      .set({ person_id: user.id, party_id: user.id })
      .where('trip_id', '=', trip)
      .where('user_id', '=', guest.user.id)
      .execute()
    expect((await mine.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
    expect(await findIn([user.id, user.email])).toEqual([])
    const [party] = await peopleOf(other, trip)
    expect(party).toMatchObject({ persons: [{ name: 'Anton', age: '50' }] })
    const { people } = peopleResponse.parse((await other.get(`/api/trips/${trip}/people`)).body)
    expect(people.find(({ id }) => id === guest.user.id)).toMatchObject({
      party_id: party?.id,
      person_id: party?.persons[0]?.id,
    })
  })

  it('transfers the trips to the chosen people', async () => {
    const [{ client: mine, user, password }, { client: other, user: heir }] = [await app.signUp(), await app.signUp()]
    const [given, gone] = [await newTrip(mine, 'Given'), await newTrip(mine, 'Gone')]
    for (const id of [given, gone]) await insertMembership(app.db, { trip_id: id, user_id: heir.id, role: 'member' })
    const listed = (await mine.get('/auth/v1/removal')).body
    expect(listed).toMatchObject({
      trips: expect.arrayContaining([
        { id: given, name: 'Given', others: 1, heirs: [{ id: heir.id, name: heir.full_name }] },
      ]),
    })
    const stranger = await app.signUp()
    // Everything is checked before anything changes.
    const good = { trip_id: given, user_id: heir.id }
    const refused = [
      [{ trip_id: gone, user_id: stranger.user.id }, 'person_not_found'],
      [{ trip_id: await newTrip(other, 'Not mine'), user_id: user.id }, 'trip_not_found'],
      [{ trip_id: gone, user_id: user.id }, 'person_not_found'],
    ] as const
    for (const [wrong, code] of refused)
      expect(await mine.post('/auth/v1/removal', { password, heirs: [good, wrong], goes: [gone] })).toMatchObject(
        failed(404, code),
      )
    expect((await mine.get('/auth/v1/user')).status).toBe(200)
    expect(tripListResponse.parse((await mine.get('/api/trips')).body).trips.find(({ id }) => id === given)?.role).toBe(
      'owner',
    )
    expect(
      (await mine.post('/auth/v1/removal', { password, heirs: [{ trip_id: given, user_id: heir.id }], goes: [gone] }))
        .status,
    ).toBe(204)
    const trips = tripListResponse.parse((await other.get('/api/trips')).body).trips
    expect(trips.find(({ id }) => id === given)).toMatchObject({ role: 'owner' })
    expect(trips.some(({ id }) => id === gone)).toBe(false)
    expect(await findIn([user.id, user.email])).toEqual([])
  })
})
