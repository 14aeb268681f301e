import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import type { ChangeDescription } from '#domain/history/change-description.ts'
import { changeDescription } from '#domain/history/change-description-schema.ts'
import { describeChanges } from '#domain/history/index.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Bed, type Beds, NO_BED, newBed } from '#domain/plan/beds.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { type Car, newCar, type Rides } from '#domain/plan/rides.ts'
import { newItemState, newPurchase, newShoppingItem, type Shopping } from '#domain/plan/shopping.ts'
import { planBeds } from '#domain/seats/beds.ts'
import { planRides } from '#domain/seats/cars.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertMembership, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

type Sent = Mutation & { id?: string }

/** As if everybody were there all the time: nobody is on the list of people. */
const everybodyThere = { people: [], dates: { departure_date: '', return_date: '' } as const, isKnown: () => true }

describe.each(engines)('shopping and rides on %s', (engine) => {
  let server: TestApp
  let ownerId: string
  let owner: TestClient
  let memberId: string
  let member: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
    memberId = await insertAccount(server.db)
    member = await server.openSession({ id: memberId })
  })
  afterAll(() => server.remove())

  async function newTrip(members_edit = true): Promise<string> {
    const { id } = await insertTrip(server.db, { owner_id: ownerId, name: 'To the lake' })
    await insertMembership(server.db, { trip_id: id, user_id: memberId, role: 'member' })
    if (!members_edit) await owner.put(`/api/trips/${id}/people`, { members_edit })
    return id
  }
  async function send(
    client: TestClient,
    trip: string,
    section: SectionName,
    ...all: Sent[]
  ): Promise<OperationsResponse> {
    const operations = all.map((mutation) => ({ id: randomUUID(), section, ...mutation }))
    const { status, body } = await client.post(`/api/trips/${trip}/operations`, { operations, seen: { [section]: 0 } })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsResponse.parse(body)
  }
  const codes = ({ refused }: OperationsResponse) => refused.map(({ code }) => code)
  /** As a process with an empty cache reads it. */
  async function open<Value>(trip: string, section: SectionName): Promise<Value> {
    const another = server.openAnother().openClient()
    for (const [name, cookie] of owner.cookies) another.cookies.set(name, cookie)
    const { body } = await another.get(`/api/trips/${trip}`)
    return (body as { sections: Record<SectionName, { value: Value }> }).sections[section].value
  }
  async function history(
    trip: string,
    section: 'shopping' | 'rides' | 'beds',
    from: number,
    to: number,
  ): Promise<string[]> {
    const { body } = await owner.get(`/api/trips/${trip}/history/${section}/changes?from=${from}&to=${to}`)
    const { changes } = body as { changes: unknown[] }
    return describeChanges(
      section,
      changes.map((change) => changeDescription.parse(change) as ChangeDescription),
    )
  }

  const milk = newItemState('1:milk')
  const insertMilk: Mutation = { do: 'insert', at: ['states', milk.id], entry: milk }
  const setMilk = (field: string, to: unknown, was: unknown): Mutation => ({
    do: 'set',
    at: ['states', milk.id, field],
    to,
    was,
  })

  it('store what both noted who created the same entry', async () => {
    const trip = await newTrip()
    expect(codes(await send(owner, trip, 'shopping', insertMilk, setMilk('is_at_home', true, false)))).toEqual([])
    expect(codes(await send(member, trip, 'shopping', insertMilk, setMilk('shop', 'Metro', '')))).toEqual([])
    const { states } = await open<Shopping>(trip, 'shopping')
    expect(states).toEqual([{ ...milk, is_at_home: true, shop: 'Metro' }])
    expect(await history(trip, 'shopping', 0, 2)).toEqual([
      'marked “milk” as at home',
      'set the shop for “milk” to “Metro”',
    ])
  })

  it('refuse to remove, restore, move or rename a derived entry, and to insert one that is not empty', async () => {
    const trip = await newTrip()
    await send(owner, trip, 'shopping', insertMilk)
    const at = ['states', milk.id]
    const ice = { ...newItemState('1:ice'), note: 'crushed' }
    const refused = await send(
      owner,
      trip,
      'shopping',
      { do: 'remove', at, was: milk },
      { do: 'restore', at, was: milk },
      { do: 'move', at, after: null },
      setMilk('key', '1:ice', '1:milk'),
      { do: 'insert', at: ['states', ice.id], entry: ice },
    )
    expect(codes(refused)).toEqual(Array(5).fill('invalid_operation'))
    expect((await open<Shopping>(trip, 'shopping')).states).toEqual([milk])
  })

  it('set the fields of a contribution that is inserted again', async () => {
    const trip = await newTrip()
    const purchase = { ...newPurchase(randomUUID(), { key: '1:milk', name: 'Milk' }, memberId), amount: '1', unit: 'L' }
    const insert = (amount: string, unit: string): Mutation => ({
      do: 'insert',
      at: ['purchases', purchase.id],
      entry: { ...purchase, amount, unit },
      after: null,
    })
    await send(member, trip, 'shopping', insert('1', 'L'))
    const again = { id: randomUUID(), ...insert('2', '') }
    expect(codes(await send(owner, trip, 'shopping', again))).toEqual([])
    expect((await open<Shopping>(trip, 'shopping')).purchases).toEqual([{ ...purchase, amount: '2' }])
    // A retry changes nothing, also after another change.
    await send(member, trip, 'shopping', insert('3', 'L'))
    await send(owner, trip, 'shopping', again)
    expect((await open<Shopping>(trip, 'shopping')).purchases).toEqual([{ ...purchase, amount: '3' }])
  })

  it('keep the riders of a car in the order of arrival, and send the same effects to everybody', async () => {
    const trip = await newTrip()
    const [red, blue] = [newCar(randomUUID(), ''), newCar(randomUUID(), '')].map((car) => ({ ...car, seats: 1 }))
    if (!red || !blue) throw new Error('No cars')
    const reader = await member.listen(`/api/trips/${trip}/events`)
    await owner.makeSection(trip, 'rides', { cars: [red, blue], riders: [] })
    const [ana, ben] = [randomUUID(), randomUUID()]
    const take = (person: string, car: string): Mutation => ({
      do: 'insert',
      at: ['riders', person],
      entry: { id: person, car },
      after: null,
    })
    const change = (person: string, to: string, was: string): Sent => ({
      id: randomUUID(),
      do: 'set',
      at: ['riders', person, 'car'],
      to,
      was,
    })
    await send(owner, trip, 'rides', take(ana, red.id))
    await send(member, trip, 'rides', take(ben, red.id))
    const seated = async () =>
      planRides(await open<Rides>(trip, 'rides'), everybodyThere).cars.find(({ car }) => car.id === red.id)?.inside
    expect(await seated()).toEqual([ana])

    const leave = change(ana, blue.id, red.id)
    await send(owner, trip, 'rides', leave)
    const effect = { at: ['riders', ana, 'car'], is: blue.id, last: true, op: leave.id }
    const event = await reader.until<{ effects?: object[] }>('change', ({ effects: all }) =>
      JSON.stringify(all ?? '').includes('last'),
    )
    expect(event.effects).toEqual([effect])
    await send(owner, trip, 'rides', change(ana, red.id, blue.id))
    expect(await seated()).toEqual([ben])
    // A retry does not send her to the end of another car.
    await send(owner, trip, 'rides', leave)
    expect((await open<Rides>(trip, 'rides')).riders).toEqual([
      { id: ben, car: red.id },
      { id: ana, car: red.id },
    ])
    expect(codes(await send(owner, trip, 'rides', { do: 'move', at: ['riders', ana], after: null }))).toEqual([
      'invalid_operation',
    ])
    expect(await history(trip, 'rides', 3, 4)).toEqual(['moved to a seat in another car'])
    await reader.leave()
  })

  it('refuse a car or a bed with too few or too many places', async () => {
    const trip = await newTrip()
    const [car, bed] = [newCar(randomUUID(), ''), newBed(randomUUID())]
    const insert = (list: string, entry: Car | Bed): Mutation => ({ do: 'insert', at: [list, entry.id], entry })
    for (const places of [0, 200, 1.5, -1]) {
      const sent = [
        await send(owner, trip, 'rides', insert('cars', { ...car, seats: places })),
        await send(owner, trip, 'beds', insert('beds', { ...bed, places })),
      ]
      expect(sent.map(codes)).toEqual([['invalid_operation'], ['invalid_operation']])
    }
    expect(await open<Rides>(trip, 'rides')).toEqual({ cars: [], riders: [] })
  })

  it('keep the sleepers of a bed in the order of arrival, and say who sleeps where', async () => {
    const trip = await newTrip()
    const [tent, cabin] = ['Tent', 'Cabin'].map((name) => ({ ...newBed(randomUUID()), name, places: 1 })) as [Bed, Bed]
    await owner.makeSection(trip, 'beds', { beds: [tent, cabin], sleepers: [] })
    const [ana, ben] = [randomUUID(), randomUUID()]
    const take = (person: string): Mutation => ({
      do: 'insert',
      at: ['sleepers', person],
      entry: { id: person, bed: tent.id },
    })
    const change = (person: string, was: string, to: string): Mutation => ({
      do: 'set',
      at: ['sleepers', person, 'bed'],
      was,
      to,
    })
    await send(owner, trip, 'beds', take(ana))
    await send(member, trip, 'beds', take(ben))
    const asleep = async () => planBeds(await open<Beds>(trip, 'beds'), everybodyThere).beds.map(({ inside }) => inside)
    expect(await asleep()).toEqual([[ana], []])
    await send(owner, trip, 'beds', change(ana, tent.id, cabin.id))
    expect(await asleep()).toEqual([[ben], [ana]])
    await send(owner, trip, 'beds', change(ana, cabin.id, ''))
    await send(owner, trip, 'beds', change(ana, '', NO_BED))
    await send(owner, trip, 'beds', change(ana, NO_BED, tent.id))
    const at = (from: number) => history(trip, 'beds', from, from + 1)
    expect([...(await at(1)), ...(await at(3)), ...(await at(4)), ...(await at(5)), ...(await at(6))]).toEqual([
      'took a place to sleep',
      'moved to another bed',
      'gave up a place to sleep',
      'said no bed is needed',
      'took a place to sleep',
    ])
  })

  it('let members contribute for their own party when they may not edit the plan, and for no other', async () => {
    const trip = await newTrip(false)
    const child = buildPerson('Kim')
    const mine = buildParty(buildPerson('Lou', { id: memberId }))
    const theirs = buildParty(buildPerson('Robin', { id: ownerId }))
    await owner.makeSection(trip, 'people', [mine, theirs])
    const ride = (person: string): Mutation => ({
      do: 'insert',
      at: ['riders', person],
      entry: { id: person, car: '' },
    })
    const answer = await send(member, trip, 'rides', ride(memberId), ride(ownerId), ride(child.id))
    expect(codes(answer)).toEqual(['not_allowed', 'not_allowed'])
    // Somebody who joins their party in the same request counts.
    const operations = [
      { section: 'people', do: 'insert', at: [memberId, 'persons', child.id], entry: child, after: null },
      { section: 'rides', ...ride(child.id) },
    ].map((operation) => ({ id: randomUUID(), ...operation }))
    const { body } = await member.post(`/api/trips/${trip}/operations`, { operations, seen: {} })
    expect(codes(operationsResponse.parse(body))).toEqual([])
    expect((await open<Rides>(trip, 'rides')).riders.map(({ id }) => id)).toEqual([memberId, child.id])

    const sleep = (person: string): Mutation => ({
      do: 'insert',
      at: ['sleepers', person],
      entry: { id: person, bed: NO_BED },
    })
    const sleepers = await send(member, trip, 'beds', sleep(memberId), sleep(ownerId), sleep(child.id))
    expect(codes(sleepers)).toEqual(['not_allowed'])
    expect((await open<Beds>(trip, 'beds')).sleepers.map(({ id }) => id)).toEqual([memberId, child.id])
    await send(owner, trip, 'beds', sleep(ownerId))
    const setBed = (person: string): Mutation => ({ do: 'set', at: ['sleepers', person, 'bed'], was: NO_BED, to: '' })
    const changed = await send(member, trip, 'beds', setBed(memberId), setBed(ownerId), setBed(child.id))
    expect(codes(changed)).toEqual(['not_allowed'])
    expect((await open<Beds>(trip, 'beds')).sleepers).toEqual([
      { id: ownerId, bed: NO_BED },
      { id: memberId, bed: '' },
      { id: child.id, bed: '' },
    ])

    const buyers = await send(
      member,
      trip,
      'shopping',
      insertMilk,
      setMilk('is_at_home', true, false),
      setMilk('buyer', ownerId, ''),
      setMilk('buyer', memberId, ''),
      setMilk('note', 'oat', ''),
    )
    expect(codes(buyers)).toEqual(['not_allowed', 'not_allowed'])
    await send(owner, trip, 'shopping', setMilk('buyer', ownerId, memberId))
    expect(codes(await send(member, trip, 'shopping', setMilk('buyer', memberId, ownerId)))).toEqual(['not_allowed'])
    expect((await open<Shopping>(trip, 'shopping')).states).toEqual([{ ...milk, is_at_home: true, buyer: ownerId }])
  })

  it('judge what was removed by whose it was, and paths that name no list by themselves', async () => {
    const trip = await newTrip(false)
    const car = newCar(randomUUID(), ownerId)
    const at = ['cars', car.id]
    await send(owner, trip, 'rides', { do: 'insert', at, entry: car }, { do: 'remove', at, was: car })
    const asMine: Mutation = { do: 'restore', at, was: { ...car, driver: memberId }, after: null }
    expect(codes(await send(member, trip, 'rides', asMine))).toEqual(['not_allowed'])
    const set: Mutation = { do: 'set', at: [...at, 'seats'], to: 2, was: car.seats }
    expect(codes(await send(member, trip, 'rides', set))).toEqual(['not_allowed'])
    expect((await open<Rides>(trip, 'rides')).cars).toEqual([])
    // What is valid in the same request is applied.
    const mine = newCar(randomUUID(), memberId)
    const wrong = ['__proto__', 'constructor', 'toString'].map((list): Mutation => {
      return { do: 'set', at: [list, memberId, 'x'], to: 'x', was: '' }
    })
    const answer = await send(member, trip, 'rides', ...wrong, { do: 'insert', at: ['cars', mine.id], entry: mine })
    expect(codes(answer)).toEqual(['not_allowed', 'not_allowed', 'not_allowed'])
    const removal: Mutation = { do: 'remove', at: ['cars', mine.id], was: mine }
    const back: Mutation = { do: 'restore', at: ['cars', mine.id], was: mine, after: null }
    expect(codes(await send(member, trip, 'rides', removal, back))).toEqual([])
    expect((await open<Rides>(trip, 'rides')).cars).toEqual([mine])
  })

  it('show readers of a share link no person, and nothing of purchases', async () => {
    const trip = await newTrip()
    const car = { ...newCar(randomUUID(), memberId), place: 'Lou’s house' }
    await owner.makeSection(trip, 'rides', { cars: [car], riders: [{ id: ownerId, car: car.id }] })
    await owner.makeSection(trip, 'shopping', {
      items: [{ ...newShoppingItem(randomUUID(), 'Ice'), buyer: ownerId, note: 'Lou gets it' }],
      states: [{ ...milk, buyer: memberId }],
      purchases: [{ ...newPurchase(randomUUID(), { key: '1:saffron', name: 'saffron' }, memberId), amount: '12' }],
    })
    await owner.put(`/api/trips/${trip}/sharing`, { is_public: true })
    const reader = await server.openSession({ id: await insertAccount(server.db) })
    const { text } = await reader.get(`/api/shared/${trip}`)
    for (const shown of ['Ice', '1:milk', car.id]) expect(text.includes(shown), shown).toBe(true)
    for (const secret of [memberId, ownerId, 'Lou', 'saffron']) expect(text.includes(secret), secret).toBe(false)
  })
})
