import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSegment } from '#domain/plan/booking.ts'
import { MAX_CHECKLIST_TEXT, MAX_NEEDED, newChecklistItem } from '#domain/plan/checklist.ts'
import { MAX_DAYS } from '#domain/plan/day-number.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { MAX_ACTIVITY_TEXT, newActivity } from '#domain/plan/itinerary.ts'
import { MAX_MEAL_TEXT, MAX_SERVINGS, newLine, newMealDay } from '#domain/plan/meals.ts'
import { MAX_NOTE } from '#domain/plan/notes.ts'
import { MAX_TICKET_TEXT, newTicket, ticketTypes } from '#domain/plan/tickets.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { TripType } from '#domain/trip.ts'
import { makeSection } from '#server/plan/make-section.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { MAX_BODY } from './request-body.ts'

const tables = [
  'trip_notes',
  'meal_plans',
  'day_snacks',
  'itinerary_days',
  'itinerary_activities',
  'checklist_categories',
  'checklist_items',
  'tickets',
  'trip_distances',
  'plan_history',
] as const

const id = () => randomUUID() as string
const line = (text: unknown) => ({ ...newLine(id(), ''), text })
const note = (text: string, noteId = id()) => ({ id: noteId, text })
const item = (name: string, changed: object = {}) => ({ ...newChecklistItem(id()), name, ...changed })
const group = (category: string, items: object[] = [], groupId = id()) => ({ id: groupId, category, items })
const activity = (changed: object = {}) => ({ ...newActivity(id()), ...changed })
const ticket = (changed: object = {}) => ({ ...newTicket(id()), ...changed })
const ticketTexts = ['title', 'details', 'time', 'location', 'confirmationNumber'] as const
const day = (changed: object = {}) => ({ title: 'Hike', light: [], hard: [], ...changed })
const mealDay = (changed: object = {}) => ({ ...newMealDay('car_trip', 1), ...changed })
const mealsWith = (changed: object) => {
  const { meals, snacks } = newMealDay('car_trip', 1)
  return { 1: { meals: { ...meals, lunch: { ...meals.lunch, ...changed } }, snacks } }
}

describe.each(engines)('sections on %s', (engine) => {
  let server: TestApp
  let client: TestClient
  let owner_id: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    owner_id = await insertAccount(server.db)
    client = await server.openSession({ id: owner_id })
  })
  afterAll(() => server.remove())

  const newTrip = (type: TripType = 'air_travel') => insertTrip(server.db, { owner_id, type })
  const send = (tripId: string, operations: object[], seen: object = {}) =>
    client.post(`/api/trips/${tripId}/operations`, { operations, seen })
  const insert = (section: string, key: unknown, entry: unknown) => ({
    id: id(),
    section,
    do: 'insert',
    at: [key],
    entry,
  })
  /** Operations that insert a value's content: the entries of a list, or days. */
  const insertAll = (section: string, value: object) =>
    Array.isArray(value)
      ? value.map((entry) => insert(section, (entry as { id?: unknown } | null)?.id ?? id(), entry))
      : Object.entries(value).map(([day, entry]) => insert(section, day, entry))

  /** Permissions are checked before the form, and for some sections they allow few mutations. */
  const codeOf = (section: string) =>
    section === 'private' || section === 'announcements' ? 'not_allowed' : 'invalid_operation'

  /** Sends values whose entries must all be refused, and checks that nothing is stored. */
  async function expectRefused(section: string, values: object[]) {
    const trip = await newTrip()
    const before = await countRows(server.db, ...tables)
    const lines = server.log.length
    const code = codeOf(section)
    for (const value of values) {
      const operations = insertAll(section, value)
      const what = `${section} ${JSON.stringify(value)?.slice(0, 200)}`
      const refused = operations.map((operation) => ({ id: operation.id, code }))
      expect(await send(trip.id, operations), what).toMatchObject({ status: 200, body: { refused } })
    }
    expect(await countRows(server.db, ...tables)).toEqual(before)
    expect(server.log.slice(lines).filter((line) => Number(line['level']) >= 50)).toEqual([])
  }

  /** Sets a section to a value, and expects to read back exactly that value from a process without a cache. */
  async function expectStored(section: SectionName, value: unknown) {
    const trip = await newTrip()
    expect(await makeSection(server.plan, trip, section, value as never)).toMatchObject({ refused: [], superseded: [] })
    const reader = await server.openAnother().openSession({ id: owner_id })
    const { sections } = (await reader.get(`/api/trips/${trip.id}`)).body as { sections: Record<string, unknown> }
    expect(sections[section]).toEqual({ version: 1, value })
  }

  const junk = [null, 1, true, [], [null], [[]], {}, { 1: null }]
  it.each(sectionNames)('refuse values that do not match the schema of %s', async (name) => {
    const template = planTemplates[name]('car_trip')
    const entries = Array.isArray(template) ? [planTemplates[name]('car_trip')] : []
    await expectRefused(name, [
      ...[...junk, 'text', template, ...entries].map((entry) => (Array.isArray(template) ? [entry] : { 1: entry })),
    ])
    const trip = await newTrip()
    const set = (at: unknown[], to: unknown) => ({ id: id(), section: name, do: 'set', at, to, was: '' })
    const operations = [
      ...junk.map((to) => set(['destination_name'], to)),
      set(['extra'], 'x'),
      set([id(), 'extra'], 'x'),
    ]
    const answer = await send(trip.id, operations)
    expect(answer).toMatchObject({
      body: { refused: operations.map(() => ({ code: codeOf(name) })) },
    })
  })

  it('refuse days that are not numbered from 1 to 999', async () => {
    const wrong = [
      '0',
      '1.5',
      '01',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '',
      'day1',
      '1e2',
      '1000',
      '٣',
      'NaN',
      'constructor',
      '99999999999',
    ]
    for (const [name, value] of [
      ['meals', mealDay()],
      ['itinerary', day()],
    ] as const) {
      await expectRefused(
        name,
        wrong.map((number) => Object.fromEntries([[number, value]])),
      )
      await expectStored(name, { 1: value, 7: value, [MAX_DAYS]: value })
    }
  })

  it('ignore a day named __proto__', async () => {
    const trip = await newTrip()
    const hidden = JSON.parse(`{"__proto__":{"title":"x"},${JSON.stringify(day()).slice(1)}`)
    const operations = [insert('itinerary', '__proto__', day()), insert('itinerary', '9', hidden)]
    expect(await send(trip.id, operations)).toMatchObject({
      body: { refused: operations.map(({ id: refused }) => ({ id: refused })) },
    })
    expect(({} as Record<string, unknown>)['title']).toBe(undefined)
  })

  it('refuse an unknown icon, level or meal', async () => {
    for (const icon of ['Tent', 'mappin', '', null, 1, 'toString'])
      await expectRefused('itinerary', [{ 1: day({ hard: [activity({ icon })] }) }])
    const { icon: _icon, ...without } = activity()
    const { snacks: _snacks, ...onlyMeals } = mealDay()
    const { lunch, dinner } = newMealDay('car_trip', 1).meals
    await expectRefused('itinerary', [
      { 1: day({ easy: [] }) },
      { 1: { title: '', light: [] } },
      { 1: day({ light: [without] }) },
    ])
    await expectRefused('meals', [
      { 1: mealDay({ meals: { ...mealDay().meals, brunch: lunch } }) },
      { 1: mealDay({ meals: { lunch, dinner } }) },
      { 1: onlyMeals },
    ])
  })

  it('CONST-20, DATA-47, DATA-48 refuse a ticket with an unknown type, missing field or wrong date', async () => {
    const types = ['Flight', 'ferry', '', null, 0, ['flight'], 'toString', '__proto__']
    await expectRefused(
      'tickets',
      types.map((type) => [ticket({ type })]),
    )
    const fields = ['id', 'type', ...ticketTexts, 'date']
    // What was stored before there was any is complete without these.
    const later = ['place_id', 'segments', 'passengers', 'price', 'currency', 'codes', 'files']
    expect(Object.keys(ticket()).toSorted()).toEqual([...fields, ...later].toSorted())
    await expectRefused(
      'tickets',
      fields.map((field) => [ticket({ [field]: undefined })]),
    )
    const dates = ['2026-02-30', '28/06/2026', '2026-06-28T10:30:00Z', 'tomorrow', ' ', null, 20260628]
    await expectRefused(
      'tickets',
      dates.map((date) => [ticket({ date })]),
    )
    await expectRefused('tickets', [[ticket({ seat: '12A' })]])
    const segment = newSegment('0b3f0c5e-0000-4000-8000-000000000001')
    const wrongParts = [
      { from_code: 'yyz' },
      { departs_at: '24:00' },
      { from_zone: 'not a zone' },
      { gate: 7 },
      { seats: {} },
    ]
    await expectRefused('tickets', [
      ...wrongParts.map((wrong) => [ticket({ segments: [{ ...segment, ...wrong }] })]),
      [ticket({ segments: [segment, segment] })],
      [ticket({ price: -1 })],
      [ticket({ currency: 'cad' })],
      [ticket({ codes: [{ id: segment.id, format: 'ean13', text: '1', passenger_id: '', segment_id: '' }] })],
    ])
    await expectStored(
      'tickets',
      ticketTypes.map((type) => ticket({ type, date: '2028-02-29' })),
    )
  })

  it('refuse servings that are not a whole number within the limits, and ticks that are not booleans', async () => {
    const servings = [-1, 2.5, '4', null, MAX_SERVINGS + 1, 1e21, true]
    await expectRefused(
      'meals',
      servings.map((wrong) => mealsWith({ servings: wrong })),
    )
    for (const right of [0, 1, MAX_SERVINGS]) await expectStored('meals', mealsWith({ servings: right }))
    await expectRefused(
      'checklist',
      ['true', 1, null].map((checked) => [group('Tent', [item('Pegs', { checked })])]),
    )
    await expectRefused(
      'checklist',
      [-1, 1.5, 1_000_000, '6', null].map((needed) => [group('Tent', [item('Pegs', { needed })])]),
    )
    for (const needed of [0, MAX_NEEDED]) await expectStored('checklist', [group('Tent', [item('Pegs', { needed })])])
  })

  it('refuse duplicate ids in a list, and ids that are not UUIDs', async () => {
    const twice = id()
    const same = [twice, twice.toUpperCase()]
    await expectRefused('notes', [[note('a', '1')], [note('a', twice.toUpperCase())]])
    await expectRefused('tickets', [[ticket({ id: 'flight-1' })]])
    await expectRefused('checklist', [
      [
        group(
          'Tent',
          same.map((itemId) => item('Pegs', { id: itemId })),
        ),
      ],
      [group('Tent', [item('Pegs', { id: 'x' })])],
    ])
    await expectRefused('itinerary', [{ 1: day({ light: same.map((activityId) => activity({ id: activityId })) }) }])
    // In another list it is another item: a template's items have the same ids in every trip.
    await expectStored('checklist', [
      group('Tent', [item('Pegs', { id: twice })]),
      group('Food', [item('Oats', { id: twice })]),
    ])
    await expectStored('itinerary', {
      1: day({ light: [activity({ id: twice })], hard: [activity({ id: twice })] }),
      2: day({ light: [activity({ id: twice })] }),
    })
  })

  it('refuse texts that are too long or cannot be stored, including one of 1 MB', async () => {
    const wrong = (max: number) => [
      'x'.repeat(max + 1),
      'x'.repeat(MAX_BODY - 4096),
      'a\u0000b',
      'half \ud83d',
      '\ude00 half',
      null,
      1,
    ]
    await expectRefused(
      'notes',
      wrong(MAX_NOTE).map((text) => [note(text as string)]),
    )
    await expectRefused(
      'checklist',
      wrong(MAX_CHECKLIST_TEXT).flatMap((text) => [[group(text as string)], [group('', [item(text as string)])]]),
    )
    for (const field of ['time', 'activity', 'description', 'duration', 'mapUrl']) {
      await expectRefused(
        'itinerary',
        wrong(MAX_ACTIVITY_TEXT).map((text) => ({ 1: day({ light: [activity({ [field]: text })] }) })),
      )
    }
    await expectRefused(
      'itinerary',
      wrong(MAX_ACTIVITY_TEXT).map((title) => ({ 1: day({ title }) })),
    )
    for (const field of ['name', 'description', 'prep'])
      await expectRefused(
        'meals',
        wrong(MAX_MEAL_TEXT).map((text) => mealsWith({ [field]: text })),
      )
    await expectRefused(
      'meals',
      wrong(MAX_MEAL_TEXT).flatMap((text) => [
        mealsWith({ ingredients: [line(text)] }),
        { 1: mealDay({ snacks: [line(text)] }) },
      ]),
    )
    for (const field of ticketTexts)
      await expectRefused(
        'tickets',
        wrong(MAX_TICKET_TEXT).map((text) => [ticket({ [field]: text })]),
      )
    expect(await send((await newTrip()).id, insertAll('notes', [note('x'.repeat(MAX_BODY))]))).toMatchObject(
      failed(413, 'body_too_large'),
    )
  })

  it('VALID-49 store emoji, right-to-left text, control characters and markup exactly', async () => {
    for (const text of [
      '🏕️👩‍👩‍👧‍👦🇨🇦',
      'أهلا بكم في الرحلة \u202bשלום\u202c',
      '\u0001\u0007\u001b[31m\u007f\r\n\t',
      'e\u0301 é \u200b\ufeff',
      '<img src=x onerror=alert(1)>',
      "'; drop table trips; --",
      ' spaces  ',
      '',
      '__proto__',
    ]) {
      await expectStored('notes', [note(text), note(text)])
      await expectStored('checklist', [group(text, [item(text), item(text)]), group(text)])
      await expectStored('tickets', [ticket(Object.fromEntries(ticketTexts.map((field) => [field, text])))])
      await expectStored('itinerary', {
        1: day({
          title: text,
          light: [activity({ time: text, activity: text, description: text, duration: text, mapUrl: text })],
        }),
      })
      await expectStored('meals', {
        1: mealDay({ snacks: [line(text), line(text)] }),
        ...Object.fromEntries([
          ['2', mealsWith({ name: text, description: text, prep: text, ingredients: [line(text), line(text)] })[1]],
        ]),
      })
    }
    await expectStored('notes', [note('x'.repeat(MAX_NOTE)), note('🏕'.repeat(MAX_NOTE / 2))])
  })

  it('are refused if they do not exist', async () => {
    for (const name of [
      'budget',
      'Notes',
      'notes%20',
      'meal',
      'tickets2',
      'toString',
      '__proto__',
      'constructor',
      '%00',
      '%F0%9F%8F%95',
      'notes%2Fx',
    ]) {
      expect(await send((await newTrip()).id, [insert(name, id(), {})]), name).toMatchObject(
        failed(400, 'invalid_request'),
      )
    }
  })

  it.each(sectionNames)(
    'return all of %s if the seen version is too high, and refuse one that is no version',
    async (name) => {
      const value = planTemplates[name]('air_travel')
      const trip = await newTrip()
      const refused = { id: id(), section: name, do: 'set', at: ['nowhere'], to: '', was: '' }
      for (const seen of [1, 2, 1_000_000, Number.MAX_SAFE_INTEGER])
        expect(await send(trip.id, [refused], { [name]: seen })).toMatchObject({
          body: { versions: { [name]: 0 }, effects: [], values: { [name]: value } },
        })
      for (const seen of [-1, 1.5, '0', null, 1e21])
        expect(await send(trip.id, [refused], { [name]: seen })).toMatchObject(failed(400, 'invalid_request'))
    },
  )

  it('store 10,000 items exactly, or refuse them as too much at once', async () => {
    const count = 10_000
    const list = <Item>(build: (n: number) => Item) => Array.from({ length: count }, (_, n) => build(n))
    await expectStored(
      'notes',
      list((n) => note(`note ${n}`)),
    )
    await expectStored('checklist', [
      group(
        'All',
        list((n) => item(`item ${n}`)),
      ),
    ])
    await expectStored('meals', {
      1: mealDay({ snacks: list((n) => line(`snack ${n}`)) }),
    })
    await expectStored('meals', mealsWith({ ingredients: list((n) => line(`food ${n}`)) }))
    const operations = insertAll('itinerary', { 1: day({ light: list(() => activity()) }) })
    expect(JSON.stringify(operations).length).toBeGreaterThan(MAX_BODY)
    expect(await send((await newTrip()).id, operations)).toMatchObject(failed(413, 'body_too_large'))
    await expectStored(
      'itinerary',
      Object.fromEntries(Array.from({ length: MAX_DAYS }, (_, n) => [n + 1, day({ hard: [activity(), activity()] })])),
    )
  })
})
