import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { applyEffect } from '#domain/operations/effects.ts'
import type { Effect, Mutation } from '#domain/operations/operation.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { forms } from '#domain/plan/forms.ts'
import { commonSectionNames, plan, type SectionName } from '#domain/plan/index.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import type { Section } from '#domain/plan/section.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { anyMutation, mutationOf } from '#domain/testing/any-mutation.ts'
import type { TripType } from '#domain/trip.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

type Sent = Mutation & { section: SectionName; id?: string }

describe.each(engines)('operations on %s', (engine) => {
  let server: TestApp
  let client: TestClient
  beforeAll(async () => {
    server = await openTestApp(engine)
    client = (await server.signUp()).client
  })
  afterAll(() => server.remove())

  async function newTrip(type: TripType = 'car_trip'): Promise<string> {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name: 'To the lake', type })).status).toBe(201)
    return id
  }
  const withIds = (mutations: Sent[]) => mutations.map((mutation) => ({ id: randomUUID() as string, ...mutation }))
  async function send(tripId: string, mutations: Sent[], seen: object = {}): Promise<OperationsResponse> {
    const { status, body } = await client.post(`/api/trips/${tripId}/operations`, {
      operations: withIds(mutations),
      seen,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return operationsResponse.parse(body)
  }
  /** Opens a trip in a process with an empty cache. */
  async function open<Value>(tripId: string, section: SectionName): Promise<{ version: number; value: Value }> {
    const another = server.openAnother().openClient()
    for (const [name, cookie] of client.cookies) another.cookies.set(name, cookie)
    const { body } = await another.get(`/api/trips/${tripId}`)
    return (body as { sections: Record<SectionName, { version: number; value: Value }> }).sections[section]
  }
  const group = planTemplates.checklist('car_trip')[0] as { id: string; items: { id: string; name: string }[] }
  const item = group.items[0] as { id: string; name: string }
  const tick: Sent = {
    section: 'checklist',
    do: 'set',
    at: [group.id, 'items', item.id, 'checked'],
    to: true,
    was: false,
  }
  const noteText = (id: string, was: string, to: string): Sent => ({
    section: 'notes',
    do: 'set',
    at: [id, 'text'],
    to,
    was,
  })

  it('change what they name, and return the outcome', async () => {
    const trip = await newTrip()
    const id = randomUUID()
    expect(await send(trip, [{ ...tick, id }], { checklist: 0 })).toEqual({
      versions: { checklist: 1 },
      effects: [{ section: 'checklist', version: 1, op: id, at: tick.at, is: true }],
      values: {},
      superseded: [],
      refused: [],
    })
    const { version, value } = await open<(typeof group)[]>(trip, 'checklist')
    expect(version).toBe(1)
    const expected = planTemplates.checklist('car_trip')
    expect(value).toEqual(
      expected.map((one) => ({
        ...one,
        items: one.items.map((other) => ({ ...other, checked: other.id === item.id })),
      })),
    )
  })

  it('change nothing when sent again, whatever else is in the request', async () => {
    const trip = await newTrip()
    const first = { ...tick, id: randomUUID() }
    await send(trip, [first])
    await send(trip, [{ ...tick, to: false, was: true }])
    const other = { ...tick, at: [group.id, 'items', group.items[1]?.id ?? '', 'checked'], id: randomUUID() } as Sent
    expect(await send(trip, [first, other], { checklist: 2 })).toMatchObject({
      versions: { checklist: 3 },
      refused: [],
    })
    const { value } = await open<{ items: { checked: boolean }[] }[]>(trip, 'checklist')
    expect(value[0]?.items.slice(0, 2).map(({ checked }) => checked)).toEqual([false, true])
  })

  it('merge lines that two people add to the same version of a note', async () => {
    const trip = await newTrip()
    const id = randomUUID()
    await send(trip, [{ section: 'notes', do: 'insert', at: [id], entry: { id, text: 'Bring' }, after: null }])
    await send(trip, [noteText(id, 'Bring', 'Bring\nAna: peanuts, carries EpiPen')])
    await send(trip, [noteText(id, 'Bring', 'Bring\nBen: wheat')])
    const { value } = await open<{ id: string; text: string }[]>(trip, 'notes')
    expect(value[0]).toEqual({ id, text: 'Bring\nAna: peanuts, carries EpiPen\nBen: wheat' })
  })

  it('restore a removed entry with its parents if its text is edited, but not if it is ticked', async () => {
    const trip = await newTrip()
    const was = { ...group, items: group.items }
    await send(trip, [{ section: 'checklist', do: 'remove', at: [group.id], was, after: null }])
    const refused = { ...tick, id: randomUUID() }
    const answer = await send(trip, [refused, { section: 'checklist', do: 'move', at: [group.id], after: null }], {
      checklist: 1,
    })
    expect(answer.refused.map(({ code }) => code)).toEqual(['entry_gone', 'entry_gone'])
    expect(answer.refused[0]).toEqual({
      id: refused.id,
      code: 'entry_gone',
      message: 'Someone has removed this, so it can’t be changed.',
    })
    expect(answer).toMatchObject({ versions: { checklist: 1 }, effects: [] })
    const name: Sent = {
      section: 'checklist',
      do: 'set',
      at: [group.id, 'items', item.id, 'name'],
      to: 'Big tent',
      was: item.name,
    }
    // What was refused stays refused, and does not block later operations.
    const second = await send(trip, [refused, name], { checklist: 1 })
    expect(second.refused.map(({ id }) => id)).toEqual([refused.id])
    expect(second.effects).toMatchObject([{ at: [group.id], entry: { id: group.id }, after: null }])
    const { value } = await open<(typeof group)[]>(trip, 'checklist')
    expect(value[0]).toEqual({
      ...group,
      items: group.items.map((one) => (one.id === item.id ? { ...one, name: 'Big tent' } : one)),
    })
  })

  it('that remove an entry edited meanwhile are superseded; a tick is not an edit', async () => {
    const trip = await newTrip()
    const at = [group.id, 'items', item.id]
    const remove: Sent = { section: 'checklist', do: 'remove', at, was: item, after: null, id: randomUUID() }
    await send(trip, [tick, { section: 'checklist', do: 'set', at: [...at, 'name'], to: 'Big tent', was: item.name }])
    expect(await send(trip, [remove])).toMatchObject({ superseded: [{ id: remove.id }], refused: [] })
    const was = { ...item, name: 'Big tent' }
    expect(await send(trip, [{ ...remove, id: randomUUID(), was }])).toMatchObject({ superseded: [], refused: [] })
    const { value } = await open<(typeof group)[]>(trip, 'checklist')
    expect(value[0]?.items.map(({ id }) => id)).not.toContain(item.id)
  })

  it('restore a removed entry as it was, and are refused if another day has taken its place', async () => {
    const trip = await newTrip()
    const plan = planTemplates.meals('car_trip')
    const [was, newDay] = [plan['4'], newMealDay('car_trip', 4)]
    const remove: Sent = { section: 'meals', do: 'remove', at: ['4'], was }
    const restore: Sent = { section: 'meals', do: 'restore', at: ['4'], was }
    await send(trip, [remove])
    expect(await send(trip, [restore])).toMatchObject({ refused: [] })
    expect(await open(trip, 'meals')).toMatchObject({ value: plan })
    await send(trip, [remove, { section: 'meals', do: 'insert', at: ['4'], entry: newDay }])
    expect(await send(trip, [restore])).toMatchObject({ refused: [{ code: 'day_in_use' }] })
    expect(await open(trip, 'meals')).toMatchObject({ value: { ...plan, 4: newDay } })
  })

  it('on several sections are sent in one request, and stored in one transaction', async () => {
    const trip = await newTrip()
    const answer = await send(
      trip,
      [
        { section: 'notes', do: 'set', at: [randomUUID(), 'text'], to: 'x', was: 'y' },
        { section: 'details', do: 'set', at: ['destination_name'], to: 'Pog Lake', was: '' },
        { section: 'meals', do: 'set', at: ['2', 'meals', 'dinner', 'name'], to: 'Chili', was: '' },
        tick,
      ],
      { details: 0, meals: 0, checklist: 0, notes: 0 },
    )
    expect(answer.versions).toEqual({ details: 1, meals: 1, checklist: 1, notes: 0 })
    expect(answer.refused.map(({ code }) => code)).toEqual(['entry_gone'])
    expect(await open(trip, 'details')).toMatchObject({ version: 1, value: { destination_name: 'Pog Lake' } })
    expect(await open(trip, 'meals')).toMatchObject({
      version: 1,
      value: { 2: { meals: { dinner: { name: 'Chili' } } } },
    })
  })

  it('on tickets are refused individually on a trip by car', async () => {
    const id = randomUUID()
    const ticket: Sent = { section: 'tickets', do: 'insert', at: [id], entry: newTicket(id), after: null }
    const answer = await send(await newTrip(), [ticket, tick], { tickets: 0, checklist: 0 })
    expect(answer).toMatchObject({ refused: [{ code: 'not_allowed' }], versions: { tickets: 0, checklist: 1 } })
    expect(await send(await newTrip('air_travel'), [ticket], { tickets: 0 })).toMatchObject({
      refused: [],
      versions: { tickets: 1 },
    })
  })

  it('on stays are refused individually on a trip by car', async () => {
    const id = randomUUID()
    const stay: Sent = { section: 'stays', do: 'insert', at: [id], entry: newStay(id), after: null }
    const answer = await send(await newTrip(), [stay, tick], { stays: 0, checklist: 0 })
    expect(answer).toMatchObject({ refused: [{ code: 'not_allowed' }], versions: { stays: 0, checklist: 1 } })
    expect(await send(await newTrip('air_travel'), [stay], { stays: 0 })).toMatchObject({
      refused: [],
      versions: { stays: 1 },
    })
  })

  it('that do not match their section are refused one by one, a malformed request as a whole', async () => {
    const trip = await newTrip()
    const bad: Sent[] = [
      { section: 'notes', do: 'set', at: ['text'], to: 'x', was: '' },
      { section: 'notes', do: 'insert', at: ['no id'], entry: { id: 'no id', text: '' }, after: null },
      { section: 'notes', do: 'set', at: [randomUUID(), 'text'], to: 1, was: '' },
      { section: 'notes', do: 'set', at: [randomUUID(), '__proto__', 'x'], to: 1, was: '' },
      { section: 'checklist', do: 'set', at: [group.id, 'id'], to: randomUUID(), was: group.id },
      { section: 'checklist', do: 'set', at: [group.id, 'items'], to: [], was: [] },
      {
        section: 'checklist',
        do: 'insert',
        at: [group.id, 'items', item.id],
        entry: newChecklistItem(randomUUID()),
        after: null,
      },
      { section: 'meals', do: 'insert', at: ['01'], entry: newMealDay('car_trip', 1) },
      { section: 'meals', do: 'move', at: ['2'], after: null },
      { section: 'details', do: 'set', at: ['departure_date'], to: 'soon', was: '' },
      { section: 'details', do: 'remove', at: ['destination_name'], was: '' },
    ]
    const answer = await send(trip, [...bad, tick])
    expect(answer.refused.map(({ code }) => code)).toEqual(bad.map(() => 'invalid_operation'))
    expect(answer.versions).toMatchObject({ checklist: 1, notes: 0, meals: 0, details: 0 })

    for (const operations of [
      undefined,
      [],
      {},
      [{ ...tick, id: 1 }],
      [{ ...tick, id: randomUUID(), section: 'budget' }],
      [{ ...tick, id: randomUUID(), do: 'swap' }],
      [{ ...tick, id: randomUUID(), at: [] }],
      withIds(Array.from({ length: 201 }, () => tick)),
    ])
      expect(await client.post(`/api/trips/${trip}/operations`, { operations, seen: {} })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      })
    expect(await open(trip, 'checklist')).toMatchObject({ version: 1 })
  })

  it('are for those who may edit the trip', async () => {
    const trip = await newTrip()
    const stranger = (await server.signUp()).client
    const request = { operations: withIds([tick]), seen: {} }
    for (const [who, status] of [
      [stranger, 404],
      [server.openClient(), 401],
    ] as const)
      expect(await who.post(`/api/trips/${trip}/operations`, request)).toMatchObject({ status })
    expect(await open(trip, 'checklist')).toMatchObject({ version: 0 })
  })

  it('that exceed the size limit of a section are refused, unless they make it smaller', async () => {
    const trip = await newTrip()
    const insert = (): Sent => {
      const id = randomUUID()
      return { section: 'notes', do: 'insert', at: [id], entry: { id, text: 'x'.repeat(5000) }, after: null }
    }
    const refused: string[] = []
    let last: Sent | undefined
    for (let request = 0; request < 5; request++) {
      const operations = Array.from({ length: 100 }, insert)
      const { refused: some } = await send(trip, operations)
      refused.push(...some.map(({ code }) => code))
      if (some.length === 0) last = operations[0]
    }
    expect(new Set(refused)).toEqual(new Set(['section_too_large']))
    expect(JSON.stringify((await open(trip, 'notes')).value).length).toBeLessThanOrEqual(2 * 1024 * 1024)
    const entry = last?.do === 'insert' ? last : undefined
    expect(
      await send(trip, [{ section: 'notes', do: 'remove', at: entry?.at ?? [], was: entry?.entry, after: null }]),
    ).toMatchObject({
      refused: [],
      superseded: [],
    })
  })

  it.each(commonSectionNames)('of many people on %s converge by effects alone', async (section) => {
    // All of these trips together would be more than one account may have.
    client = (await server.signUp()).client
    const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[section]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyMutation, fc.nat(2), fc.boolean()), { maxLength: 15 }), async (steps) => {
        const trip = await newTrip()
        const start = { version: 0, value: planTemplates[section]('car_trip') as unknown, log: [] as Sent[] }
        const people = [start, start, start].map((one) => ({ ...one, log: [] as Sent[] }))
        const sendLog = async (person: (typeof people)[number]) => {
          if (person.log.length === 0) return
          const answer = await send(trip, person.log, { [section]: person.version })
          person.log = []
          if (answer.values[section] !== undefined) person.value = answer.values[section]
          for (const { section: _s, version: _v, op: _o, ...effect } of answer.effects)
            person.value = applyEffect(person.value, effect as Effect)
          person.version = answer.versions[section] ?? 0
        }
        for (const [wish, who, isSent] of steps) {
          const person = people[who] as (typeof people)[number]
          const mutation = mutationOf(forms[section], person.value, wish, (day) => newEntry?.('car_trip', Number(day)))
          if (mutation) person.log.push({ ...mutation, section })
          if (isSent) await sendLog(person)
        }
        for (const person of people) await sendLog(person)
        const stored = await open(trip, section)
        expect(forms[section].schema.safeParse(stored.value).error).toBeUndefined()
        const history = await server.plan.findEarlier({ id: trip, type: 'car_trip' }, section, stored.version)
        expect(history).toEqual(stored.value)
        for (const person of people) if (person.version === stored.version) expect(person.value).toEqual(stored.value)
      }),
      { numRuns: 15 },
    )
  })
})
