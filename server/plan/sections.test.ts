import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apply } from '#domain/operations/apply.ts'
import { equal } from '#domain/operations/json.ts'
import { newSegment } from '#domain/plan/booking.ts'
import { type ChecklistGroup, type ChecklistItem, newChecklistItem } from '#domain/plan/checklist.ts'
import { activityIcons } from '#domain/plan/day-parts.ts'
import { forms } from '#domain/plan/forms.ts'
import { plan, type SectionName, sectionNames } from '#domain/plan/index.ts'
import { type Itinerary, newActivity } from '#domain/plan/itinerary.ts'
import { type Meals, mealDefaults, newLine, newMark, newMealDay } from '#domain/plan/meals.ts'
import type { Note } from '#domain/plan/notes.ts'
import type { Section } from '#domain/plan/section.ts'
import { newTicket, type Ticket, ticketTypes } from '#domain/plan/tickets.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { anyMutation, mutationOf } from '#domain/testing/any-mutation.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import { canonical } from '#domain/testing/canonical.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { entryRows } from './entry-rows.ts'
import { rowsOf } from './index.ts'
import { makeSection } from './make-section.ts'
import { PlanStore } from './plan-store.ts'

type PlanTable = (typeof planTables)[number]
const planTables = [
  'trip_notes',
  'meal_plans',
  'day_snacks',
  'itinerary_days',
  'itinerary_activities',
  'checklist_categories',
  'checklist_items',
  'tickets',
  'trip_distances',
] as const

const empty = Object.fromEntries(sectionNames.map((name) => [name, plan[name].empty])) as Record<SectionName, unknown>
const id = () => randomUUID() as string

describe.each(engines)('the sections of a plan on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
  })
  afterAll(() => test.remove())

  const rows = (table: PlanTable, trip: Trip) =>
    db.selectFrom(table).selectAll().where('trip_id', '=', trip.id).execute() as Promise<Record<string, unknown>[]>
  /** Sorted, because PostgreSQL may return the same rows in another order each time. */
  const allRows = (trip: Trip) =>
    Promise.all(planTables.map(async (table) => (await rows(table, trip)).map((row) => JSON.stringify(row)).toSorted()))
  const replace = (
    trip: Trip,
    section: SectionName,
    value: unknown,
    previous = empty[section],
    writes: string[] = [],
  ) =>
    db.transaction().execute((trx) => {
      watchWrites(trx, writes)
      return rowsOf(section).write(trx, trip.id, value, previous)
    })
  const load = (trip: Trip, section: SectionName) => rowsOf(section).load(db, trip.id)
  const save = (trip: Trip, section: SectionName, value: unknown) =>
    makeSection(new PlanStore(db, () => new Date()), trip, section, value as never)
  /** As in a process with an empty cache. */
  const open = async (trip: Trip, section: SectionName) => {
    const store = new PlanStore(db, () => new Date())
    const { version, text } = await store.load(trip, section, (await store.listVersions(trip.id))[section])
    return { version, value: JSON.parse(text) as unknown }
  }

  it.each(sectionNames)(
    'SAVE-4..8 return any saved value of %s, whatever it replaces, and leave the rows of other trips alone',
    async (name) => {
      const [own, other] = [await insertTrip(db), await insertTrip(db)]
      const [otherValue] = fc.sample(anyValueOf[name] as fc.Arbitrary<unknown>, { numRuns: 1, seed: 7 })
      await replace(other, name, planTemplates[name]('car_trip'))
      await replace(other, name, otherValue, planTemplates[name]('car_trip'))
      const before = await allRows(other)
      let previous = empty[name]
      await fc.assert(
        fc.asyncProperty(anyValueOf[name] as fc.Arbitrary<unknown>, async (value) => {
          expect(plan[name].schema.parse(value)).toEqual(value)
          await replace(own, name, value, previous)
          previous = value
          expect(await load(own, name)).toEqual(value)
        }),
        { numRuns: 40 },
      )
      expect(await allRows(other)).toEqual(before)
      expect(await load(other, name)).toEqual(otherValue)
    },
  )

  it.each(sectionNames)('return any value of the form of %s from the table that sections share', async (name) => {
    const [own, other] = [await insertTrip(db), await insertTrip(db)]
    const shared = (section: string) => entryRows(section, forms[name])
    const write = (trip: Trip, section: string, value: unknown, previous?: unknown) =>
      db.transaction().execute((trx) => shared(section).write(trx, trip.id, value, previous))
    const [otherValue] = fc.sample(anyValueOf[name] as fc.Arbitrary<unknown>, { numRuns: 1, seed: 7 })
    await write(other, 'gear', otherValue)
    await write(own, 'crews', otherValue)
    let previous: unknown
    const values = fc.oneof(
      { weight: 9, arbitrary: anyValueOf[name] as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.constant(empty[name]) },
    )
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        await write(own, 'gear', value, previous)
        previous = value
        expect(await shared('gear').load(db, own.id)).toEqual(value)
      }),
      { numRuns: 30 },
    )
    expect(await shared('gear').load(db, other.id)).toEqual(otherValue)
    expect(await shared('crews').load(db, own.id)).toEqual(otherValue)
  })

  it.each(sectionNames)(
    'SAVE-2, TMPL-23 return the template of %s for the trip’s type until it is saved, and stay empty if saved empty',
    async (name) => {
      for (const type of ['car_trip', 'air_travel'] as const) {
        const trip = await insertTrip(db, { type })
        const template = planTemplates[name](type)
        expect(await open(trip, name)).toEqual({ version: 0, value: template })
        for (const other of sectionNames) if (other !== name) await save(trip, other, empty[other])
        expect(await open(trip, name)).toEqual({ version: 0, value: template })
        const filled = (anyValueOf[name] as fc.Arbitrary<unknown>).filter(
          (value) => !equal(value, template) && !equal(value, empty[name]),
        )
        await save(trip, name, fc.sample(filled, 1)[0])
        await save(trip, name, empty[name])
        const { version, value } = await open(trip, name)
        expect({ version, value: canonical(forms[name], value) }).toEqual({ version: 2, value: empty[name] })
      }
    },
  )

  it.each(['notes', 'meals', 'itinerary', 'checklist'] as const)(
    'store the templates of %s unchanged, which differ by the trip’s type',
    async (name) => {
      expect(planTemplates[name]('car_trip')).not.toEqual(planTemplates[name]('air_travel'))
      for (const type of ['car_trip', 'air_travel'] as const) {
        const [one, two] = [await insertTrip(db, { type }), await insertTrip(db, { type })]
        const template = planTemplates[name](type)
        // The items of a template have the same ids in every trip.
        for (const trip of [one, two]) await replace(trip, name, template)
        for (const trip of [one, two]) expect(await load(trip, name)).toEqual(template)
      }
    },
  )

  it('SAVE-4, DATA-12, DATA-13, CALL-DATA-18, CALL-DATA-19 store notes in trip_notes, in their order', async () => {
    const trip = await insertTrip(db)
    const notes: Note[] = ['z', 'a', 'm'].map((text) => ({ id: id(), text }))
    await save(trip, 'notes', notes)
    // order_index decides the order, even if another program has changed it.
    const at = (index: number) => ({
      trip_id: trip.id,
      id: notes[index]?.id,
      note_text: notes[index]?.text,
      order_index: index,
    })
    expect(sortBy(await rows('trip_notes', trip), 'order_index')).toEqual([at(0), at(1), at(2)])
    await db
      .updateTable('trip_notes')
      .set({ order_index: 9 })
      .where('trip_id', '=', trip.id)
      .where('note_text', '=', 'z')
      .execute()
    expect((await open(trip, 'notes')).value).toEqual([notes[1], notes[2], notes[0]])
    await save(trip, 'notes', [notes[2]])
    expect(await rows('trip_notes', trip)).toEqual([{ ...at(2), order_index: 0 }])
  })

  it('SAVE-5, DATA-14..16, DATA-20, DATA-24..27, CALL-DATA-22, CALL-DATA-26 store meals and snacks', async () => {
    const trip = await insertTrip(db)
    const fresh = newMealDay('car_trip', 1)
    const chili = { name: 'Chili', description: 'One pot', prep: '1 hour', servings: 28 }
    const lines = (...texts: string[]) => texts.map((text) => newLine(id(), text))
    const [beans, apples] = [lines('beans', 'beans', ''), lines('Apples', 'Nuts')]
    const dinner = { ...chili, ...mealDefaults, ingredients: beans }
    const value: Meals = { 3: { meals: { ...fresh.meals, dinner }, snacks: apples }, 1: { ...fresh, snacks: [] } }
    await save(trip, 'meals', value)
    const meals = await rows('meal_plans', trip)
    expect(meals).toHaveLength(6)
    expect(meals.map(({ day_number, meal_type }) => `${day_number} ${meal_type}`).toSorted()).toEqual(
      [1, 3].flatMap((day) => ['breakfast', 'dinner', 'lunch'].map((type) => `${day} ${type}`)),
    )
    expect(meals.find((row) => row['name'] === 'Chili')).toEqual({
      trip_id: trip.id,
      day_number: 3,
      meal_type: 'dinner',
      ...chili,
      ingredients: ['beans', 'beans', ''],
      ingredient_ids: beans.map((line) => line.id),
      settings: null,
    })
    expect(sortBy(await rows('day_snacks', trip), 'day_number')).toEqual([
      { trip_id: trip.id, day_number: 1, snacks: [], snack_ids: [], settings: null },
      {
        trip_id: trip.id,
        day_number: 3,
        snacks: ['Apples', 'Nuts'],
        snack_ids: apples.map((line) => line.id),
        settings: null,
      },
    ])
    expect(await open(trip, 'meals')).toEqual({ version: 1, value })

    const other = db.insertInto('meal_plans').values({
      trip_id: trip.id,
      day_number: 9,
      meal_type: 'brunch' as never,
      ...chili,
      ingredients: '[]',
      ingredient_ids: '[]',
    })
    await expect(other.execute()).rejects.toThrow(/meal_type/)
    await save(trip, 'meals', { 1: value[1] })
    expect(await rows('meal_plans', trip)).toHaveLength(3)
    expect(await rows('day_snacks', trip)).toHaveLength(1)
  })

  it('CALL-DATA-23, CALL-DATA-27 load days by number and meals by type, whatever the order of their rows', async () => {
    const trip = await insertTrip(db)
    await save(trip, 'meals', {})
    for (const day_number of [12, 3, 1]) {
      const day = { trip_id: trip.id, day_number }
      await db
        .insertInto('day_snacks')
        .values({ ...day, snacks: '[]', snack_ids: '[]' })
        .execute()
      for (const meal_type of ['lunch', 'dinner', 'breakfast'] as const) {
        const meal = { name: `${meal_type} ${day_number}`, description: '', prep: '', servings: 4 }
        await db
          .insertInto('meal_plans')
          .values({ ...day, meal_type, ...meal, ingredients: '[]', ingredient_ids: '[]' })
          .execute()
      }
    }
    const loaded = (await open(trip, 'meals')).value as Meals
    const names = Object.entries(loaded).map(([day, { meals }]) => [
      day,
      ...Object.entries(meals).map(([type, { name }]) => `${type}: ${name}`),
    ])
    expect(names).toEqual(
      [1, 3, 12].map((day) => [
        String(day),
        ...['breakfast', 'dinner', 'lunch'].map((type) => `${type}: ${type} ${day}`),
      ]),
    )
  })

  it('VALID-45 store servings as an integer', async () => {
    const trip = await insertTrip(db)
    const fresh = newMealDay('car_trip', 1)
    const lunch = { ...fresh.meals.lunch, servings: 12 }
    await save(trip, 'meals', { 1: { ...fresh, meals: { ...fresh.meals, lunch } } })
    const kind = engine === 'sqlite' ? sql<string>`typeof(servings)` : sql<string>`pg_typeof(servings)::text`
    const stored = db
      .selectFrom('meal_plans')
      .select(['servings', kind.as('kind')])
      .where('trip_id', '=', trip.id)
    expect(await stored.where('meal_type', '=', 'lunch').execute()).toEqual([{ servings: 12, kind: 'integer' }])
  })

  it('store of meals and lines only the settings that differ from their defaults', async () => {
    const trip = await insertTrip(db)
    const fresh = newMealDay('car_trip', 1)
    const [hummus, beans] = [newLine(id(), 'Hummus'), newLine(id(), 'beans')]
    const forSome = { ...hummus, for_whom: 'only:vegetarian' as const, written_for: 6, read_as: '1 kg hummus' }
    const marks = [{ ...newMark('nuts'), says: 'yes' as const }]
    const forOne = { ...newLine(id(), 'Soy milk'), for_whom: 'people' as const, people: [{ id: id() }], marks }
    const lunch = { ...fresh.meals.lunch, eaters: 12, link: 'https://x.test', ingredients: [beans, forSome] }
    const dinner = { ...fresh.meals.dinner, follows_headcount: false, served_at: '18:30' }
    const value: Meals = { 1: { meals: { ...fresh.meals, lunch, dinner }, snacks: [forOne] } }
    await save(trip, 'meals', value)
    const settings = Object.fromEntries(
      (await rows('meal_plans', trip)).map((row) => [row['meal_type'], row['settings']]),
    )
    const ofHummus = { for_whom: 'only:vegetarian', written_for: 6, read_as: '1 kg hummus' }
    expect(settings).toEqual({
      breakfast: null,
      lunch: { eaters: 12, link: 'https://x.test', lines: { [forSome.id]: ofHummus } },
      dinner: { follows_headcount: false, served_at: '18:30' },
    })
    expect((await rows('day_snacks', trip))[0]?.['settings']).toEqual({
      lines: { [forOne.id]: { for_whom: 'people', people: forOne.people, marks } },
    })
    expect(await open(trip, 'meals')).toEqual({ version: 1, value })
  })

  it('keep the template that a trip started with, until it is saved', async () => {
    const [old, fresh] = [await insertTrip(db, { template_revision: 1 }), await insertTrip(db)]
    const [before, now] = [planTemplates.meals('car_trip', 1), planTemplates.meals('car_trip')]
    expect(before).not.toEqual(now)
    expect(await open(old, 'meals')).toEqual({ version: 0, value: before })
    expect(await open(fresh, 'meals')).toEqual({ version: 0, value: now })
    const { '4': _, ...edited } = before
    await replace(old, 'meals', edited, before)
    expect(await open(old, 'meals')).toMatchObject({ value: edited })
  })

  it('SAVE-6, DATA-28, DATA-29, CALL-DATA-30, CALL-DATA-31 store categories and items in order', async () => {
    const trip = await insertTrip(db)
    const item = (name: string, more: Partial<ChecklistItem> = {}) => ({ ...newChecklistItem(id()), name, ...more })
    const value: ChecklistGroup[] = [
      {
        id: id(),
        category: 'Tent',
        items: [item('Pegs', { checked: true, needed: 40 }), item('Fly', { is_each: true })],
      },
      { id: id(), category: 'Cooking', items: [item('Stove')] },
      { id: id(), category: 'Tent', items: [item('Second tent')] },
      { id: id(), category: 'Empty', items: [] },
    ]
    await save(trip, 'checklist', value)
    const stored = await rows('checklist_items', trip)
    const expected = value.flatMap(({ id: category_id, category, items }) =>
      items.map(({ name, ...item }, order_index) => ({
        trip_id: trip.id,
        category_id,
        category,
        item_name: name,
        ...item,
        order_index,
      })),
    )
    expect(sortBy(stored, 'id')).toEqual(sortBy(expected, 'id'))
    expect(stored.every(({ checked, is_each }) => typeof checked === 'boolean' && typeof is_each === 'boolean')).toBe(
      true,
    )
    expect(await open(trip, 'checklist')).toEqual({ version: 1, value })

    const pegs = db.updateTable('checklist_items').where('trip_id', '=', trip.id).where('item_name', '=', 'Pegs')
    await pegs.set({ order_index: 5 }).execute()
    await db
      .updateTable('checklist_categories')
      .where('category', '=', 'Empty')
      .where('trip_id', '=', trip.id)
      .set({ order_index: -1 })
      .execute()
    const moved = (await open(trip, 'checklist')).value as ChecklistGroup[]
    expect(moved.map(({ category }) => category)).toEqual(['Empty', 'Tent', 'Cooking', 'Tent'])
    expect(moved[1]?.items.map(({ name }) => name)).toEqual(['Fly', 'Pegs'])
    await save(trip, 'checklist', [value[1]])
    expect(await rows('checklist_items', trip)).toEqual([expected[2]])
  })

  it('SAVE-7, DATA-31, DATA-32, DATA-37, DATA-40, CALL-DATA-34, CALL-DATA-35 store activities by level', async () => {
    const trip = await insertTrip(db)
    const activities = activityIcons.map((icon, index) => ({
      id: id(),
      time: `after ${index}`,
      activity: `Activity ${index}`,
      description: 'By canoe',
      duration: 'a while',
      mapUrl: index % 2 ? 'https://maps.example/1' : '',
      icon,
      place_id: index % 2 ? id() : '',
    }))
    const value: Itinerary = {
      10: { title: 'Home', light: [], hard: [] },
      2: { title: 'Hike', light: activities.slice(0, 2), hard: activities.slice(2).reverse() },
    }
    await save(trip, 'itinerary', value)
    const row = (
      { id, mapUrl, icon, activity, place_id, ...texts }: (typeof activities)[number],
      activity_level: string,
      order_index: number,
    ) => ({
      trip_id: trip.id,
      id,
      day_number: 2,
      activity_level,
      ...texts,
      activity_name: activity,
      map_url: mapUrl || null,
      place_id: place_id || null,
      icon_name: icon,
      order_index,
    })
    const day = value[2]
    const expected = [
      ...(day?.light ?? []).map((a, i) => row(a, 'light', i)),
      ...(day?.hard ?? []).map((a, i) => row(a, 'hard', i)),
    ]
    expect(sortBy(await rows('itinerary_activities', trip), 'id')).toEqual(sortBy(expected, 'id'))
    expect(sortBy(await rows('itinerary_days', trip), 'day_number')).toEqual([
      { trip_id: trip.id, day_number: 2, title: 'Hike' },
      { trip_id: trip.id, day_number: 10, title: 'Home' },
    ])
    expect(await open(trip, 'itinerary')).toEqual({ version: 1, value })

    await db
      .updateTable('itinerary_activities')
      .where('id', '=', activities[0]?.id ?? '')
      .set({ order_index: 7 })
      .execute()
    expect(await open(trip, 'itinerary')).toMatchObject({ value: { 2: { light: [activities[1], activities[0]] } } })
    const wrong = { ...row(newActivity(id()), 'easy', 0), activity_level: 'easy' as never }
    await expect(db.insertInto('itinerary_activities').values(wrong).execute()).rejects.toThrow(/activity_level/)
    await save(trip, 'itinerary', { 10: { title: 'Home', light: [activities[0]], hard: [] } })
    expect(await rows('itinerary_activities', trip)).toMatchObject([{ day_number: 10, activity_name: 'Activity 0' }])
  })

  it('DATA-33, DATA-42 give an activity without an icon the icon Activity', async () => {
    const trip = await insertTrip(db)
    await save(trip, 'itinerary', { 1: { title: 'Hike', light: [], hard: [] } })
    const texts = { time: '', activity_name: 'Rest', description: '', duration: '', map_url: null }
    const row = {
      trip_id: trip.id,
      id: id(),
      day_number: 1,
      activity_level: 'light',
      ...texts,
      order_index: 0,
    } as const
    await db.insertInto('itinerary_activities').values(row).execute()
    expect(await rows('itinerary_activities', trip)).toMatchObject([{ icon_name: 'Activity' }])
    expect(await open(trip, 'itinerary')).toMatchObject({ value: { 1: { light: [{ icon: 'Activity' }] } } })
  })

  it('DATA-47, DATA-48, DATA-51, DATA-55, TICK-33 store tickets in tickets, in their order', async () => {
    const trip = await insertTrip(db, { type: 'air_travel' })
    const value = ticketTypes.map(
      (type, index): Ticket => ({
        ...newTicket(id()),
        type,
        title: `By ${type}`,
        details: 'Seat 12A',
        date: (index === 0 ? '' : `2026-05-0${index}`) as Ticket['date'],
        time: 'after lunch',
        location: 'Gate 4',
        confirmationNumber: `QK7F2${index}`,
        place_id: index === 1 ? id() : '',
        segments: index === 2 ? [{ ...newSegment(id()), carrier: 'AC', gate: 'B22' }] : [],
        price: index === 3 ? 4_200 : 0,
      }),
    )
    await save(trip, 'tickets', value)
    const journeys = [null, null, { segments: value[2]?.segments }, { price: 4_200 }]
    const expected = value.map((ticket, order_index) => ({
      trip_id: trip.id,
      ...{ id: ticket.id, type: ticket.type, title: ticket.title, details: ticket.details, time: ticket.time },
      location: ticket.location,
      place_id: ticket.place_id || null,
      date: ticket.date || null,
      confirmation_number: ticket.confirmationNumber,
      journey: journeys[order_index],
      order_index,
    }))
    expect(sortBy(await rows('tickets', trip), 'order_index')).toEqual(expected)
    expect(await open(trip, 'tickets')).toEqual({ version: 1, value })

    await db
      .updateTable('tickets')
      .set({ order_index: 9 })
      .where('trip_id', '=', trip.id)
      .where('id', '=', value[0]?.id ?? '')
      .execute()
    expect((await open(trip, 'tickets')).value).toEqual([...value.slice(1), value[0]])
    const [row] = expected
    const wrong = db.insertInto('tickets').values({ ...row, id: id(), type: 'ferry' as never } as never)
    await expect(wrong.execute()).rejects.toThrow(/type/)
    await save(trip, 'tickets', [value[2]])
    expect(await rows('tickets', trip)).toEqual([{ ...expected[2], order_index: 0 }])
  })

  it('SAVE-8, CALL-DATA-20, CALL-DATA-21, CALL-DATA-24, CALL-DATA-25, CALL-DATA-28, CALL-DATA-29, CALL-DATA-32, CALL-DATA-33, CALL-DATA-36, CALL-DATA-37 replace all rows in few statements', async () => {
    const trip = await insertTrip(db)
    const sets = {
      notes: ['trip_notes'],
      meals: ['meal_plans', 'day_snacks'],
      checklist: ['checklist_items', 'checklist_categories'],
      itinerary: ['itinerary_activities', 'itinerary_days'],
    } satisfies Partial<Record<SectionName, PlanTable[]>>
    for (const [name, tables] of Object.entries(sets) as [SectionName, PlanTable[]][]) {
      await replace(trip, name, planTemplates[name]('car_trip'))
      const statements: string[] = []
      await replace(trip, name, planTemplates[name]('air_travel'), planTemplates[name]('car_trip'), statements)
      for (const table of tables) {
        const own = statements.filter((statement) => statement.endsWith(` ${table}`))
        expect(own.filter((statement) => statement.startsWith('insert')).length, table).toBeLessThanOrEqual(1)
      }
      for (const statement of statements) expect(tables).toContain(statement.split(' ').at(-1))
      expect(await load(trip, name)).toEqual(planTemplates[name]('air_travel'))
    }
  })

  it('SAVE-8 write only the rows that an edit changes', async () => {
    const trip = await insertTrip(db)
    const before = planTemplates.checklist('car_trip')
    const [group, ...others] = before as [ChecklistGroup, ...ChecklistGroup[]]
    const [item, ...items] = group.items as [ChecklistItem, ...ChecklistItem[]]
    await replace(trip, 'checklist', before)
    // Rows that are rewritten lose this text.
    await db.updateTable('checklist_items').set({ item_name: 'left alone' }).where('trip_id', '=', trip.id).execute()
    const statements: string[] = []
    const after = [{ ...group, items: [{ ...item, checked: true }, ...items] }, ...others]
    await replace(trip, 'checklist', after, before, statements)
    expect(statements).toEqual(['insert into checklist_items'])
    const stored = await rows('checklist_items', trip)
    expect(stored.filter(({ item_name }) => item_name !== 'left alone')).toMatchObject([
      { id: item.id, item_name: item.name },
    ])
    expect(stored.filter(({ checked }) => checked)).toMatchObject([{ id: item.id }])

    await replace(trip, 'checklist', [{ ...group, items: [{ ...item, checked: true }] }, ...others], after, statements)
    expect(new Set(statements.slice(1))).toEqual(new Set(['delete from checklist_items']))
    expect(statements.slice(1)).toHaveLength(items.length)
    expect(await rows('checklist_items', trip)).toHaveLength(1 + others.flatMap((other) => other.items).length)
  })

  it.each(sectionNames)(
    'SAVE-8 after any mutations, have the same rows for %s as if its value were written from scratch',
    async (name) => {
      const { newEntry }: Pick<Section<unknown>, 'newEntry'> = plan[name]
      const starts = (day: string) => newEntry?.('car_trip', Number(day))
      const [own, fresh] = [await insertTrip(db), await insertTrip(db)]
      const rowsOfTrip = async (trip: Trip) => {
        const stored = await Promise.all(planTables.map((table) => rows(table, trip)))
        return stored.map((some) => some.map((row) => JSON.stringify({ ...row, trip_id: '' })).toSorted())
      }
      let [value, freshValue] = [empty[name], empty[name]]
      const mutations = fc.array(anyMutation, { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(anyValueOf[name] as fc.Arbitrary<unknown>, mutations, async (start, wishes) => {
          await replace(own, name, start, value)
          value = start
          for (const wish of wishes) {
            const before = value
            const mutation = mutationOf(forms[name], value, wish, starts)
            if (mutation) value = apply(value, mutation, { form: forms[name] }).value
            await replace(own, name, value, before)
          }
          await replace(fresh, name, structuredClone(value), freshValue)
          freshValue = structuredClone(value)
          expect(await rowsOfTrip(own)).toEqual(await rowsOfTrip(fresh))
          expect(await load(own, name)).toEqual(value)
        }),
        { numRuns: 30 },
      )
    },
  )

  it.each(['notes', 'meals', 'itinerary', 'checklist'] as const)(
    'change nothing when saving %s fails halfway',
    async (name) => {
      const trip = await insertTrip(db)
      await save(trip, name, planTemplates[name]('air_travel'))
      const before = await allRows(trip)
      const failing = new PlanStore(db, () => {
        // The clock is read after the rows have been written.
        throw new Error('The clock has stopped')
      })
      const value = planTemplates[name]('car_trip') as never
      await expect(makeSection(failing, trip, name, value)).rejects.toThrow('The clock has stopped')
      expect(await allRows(trip)).toEqual(before)
      expect(await open(trip, name)).toEqual({ version: 1, value: planTemplates[name]('air_travel') })
    },
  )
})

const sortBy = (list: Record<string, unknown>[], field: string) =>
  list.toSorted((a, b) =>
    typeof a[field] === 'number' ? a[field] - Number(b[field]) : String(a[field]) < String(b[field]) ? -1 : 1,
  )

/** Records what a transaction writes, such as 'delete from trip_notes'. */
function watchWrites(trx: Db, statements: string[]): void {
  const executor = trx.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    const [, what, table] = /^(insert into|delete from|update) "(\w+)"/.exec(query.sql) ?? []
    if (what) statements.push(`${what} ${table}`)
    return execute(query)
  }
}
