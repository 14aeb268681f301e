import { sql } from 'kysely'
import type { Logger } from 'pino'
import { withLowerCaseIdsIn } from '#domain/operations/lower-case-ids.ts'
import { forms } from '#domain/plan/forms.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { withLowerCaseSection } from '#domain/plan/lower-case-section.ts'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import type { Tables } from '../db/tables.ts'
import type { PlannedTrip, PlanStore, SectionRewrite } from './plan-store.ts'
import { type Renamed, rememberRenamed } from './renamed.ts'

/*
 * Mends plans of earlier versions, which stored ids in upper case if they were sent so (decision 79).
 * Job: every id that the plans and tombstones of a database hold is in lower case, once.
 * Invariants: a section that changes gets a new version without effects, so devices load all of it; its history stays
 *   as it is. Derived ids that change are found by late operations (renamed.ts). A section is mended in one
 *   transaction.
 * Failure: a killed process mends the rest at its next start. What cannot be mended is logged and left.
 */

const NAME = 'ids-in-lower-case'
const PAGE_TRIPS = 50
/** An id with a letter in upper case. Both JavaScript and PostgreSQL understand it. */
const UPPER_ID = '(?=[0-9a-f-]*[A-F])[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'
const upperId = new RegExp(UPPER_ID)

/** Mends all plans, unless that was done before. */
export async function mendIds(db: Db, plan: PlanStore, log: Logger): Promise<void> {
  const done = await db.selectFrom('plan_mends').select('name').where('name', '=', NAME).executeTakeFirst()
  if (done) return
  let mended = 0
  for await (const [trip, sections] of listTripsToMend(db)) {
    for (const section of sections) {
      try {
        await mendSection(plan, trip, section)
        mended += 1
      } catch (err) {
        log.error({ err, trip: trip.id, section }, 'ids in upper case could not be mended')
      }
    }
  }
  if (mended > 0) log.info({ sections: mended }, 'ids in upper case were mended')
  await db
    .insertInto('plan_mends')
    .values({ name: NAME })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function mendSection(plan: PlanStore, trip: PlannedTrip, section: SectionName): Promise<void> {
  await plan.rewriteSections(trip, [section], async (trx, values): Promise<SectionRewrite[]> => {
    const renamed = new Map<string, string>()
    const onDerived = (id: string, currentId: string) => void renamed.set(id, currentId)
    const before = values[section]
    const value = withLowerCaseSection(section, before, onDerived)
    await mendRemoved(trx, trip.id, section, onDerived)
    await renamePlaces(trx, trip.id, section, renamed)
    const entries = [...renamed].map(([id, currentId]): Renamed => ({ kind: 'entry', id, currentId }))
    await rememberRenamed(trx, trip.id, entries)
    const isChanged = value !== before || (await hasUpperHistory(trx, trip.id, section))
    return isChanged ? [{ section, value }] : []
  })
}

/** Tombstones: a late operation may restore what is in them. */
async function mendRemoved(
  trx: Db,
  tripId: string,
  section: SectionName,
  onDerived: (id: string, currentId: string) => void,
): Promise<void> {
  const ofSection = trx.selectFrom('plan_removed').where('trip_id', '=', tripId).where('section', '=', section)
  for (const { place, entry, after } of await ofSection.select(['place', 'entry', 'after']).execute()) {
    const removed = { do: 'insert' as const, at: place.split('/'), entry, after }
    const lowered = withLowerCaseIdsIn(forms[section], removed, { merges: true })
    if (lowered === removed) continue
    const row = { place: lowered.at.join('/'), entry: JSON.stringify(lowered.entry), after: lowered.after ?? null }
    const [id, currentId] = [removed.at.at(-1), lowered.at.at(-1)]
    if (id !== undefined && currentId !== undefined && id !== currentId) onDerived(id, currentId)
    await trx
      .deleteFrom('plan_removed')
      .where('trip_id', '=', tripId)
      .where('section', '=', section)
      .where('place', '=', place)
      .execute()
    await trx
      .insertInto('plan_removed')
      .values({ trip_id: tripId, section, ...row })
      // The same entry was removed from there later.
      .onConflict((conflict) => conflict.columns(['trip_id', 'section', 'place']).doNothing())
      .execute()
  }
}

/** Who typed in an entry, and when, is known by its place. */
async function renamePlaces(
  trx: Db,
  tripId: string,
  section: SectionName,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  if (renamed.size === 0) return
  const ofSection = trx.selectFrom('field_changes').where('trip_id', '=', tripId).where('section', '=', section)
  for (const { place, ...change } of await ofSection.select(['place', 'changed_by', 'typed_at']).execute()) {
    const newPlace = place
      .split('/')
      .map((key) => renamed.get(key) ?? key)
      .join('/')
    if (newPlace === place) continue
    await trx
      .deleteFrom('field_changes')
      .where('trip_id', '=', tripId)
      .where('section', '=', section)
      .where('place', '=', place)
      .execute()
    await trx
      .insertInto('field_changes')
      .values({ trip_id: tripId, section, place: newPlace, ...change })
      .onConflict((conflict) => conflict.columns(['trip_id', 'section', 'place']).doNothing())
      .execute()
  }
}

/** The sections that may hold ids in upper case, by trip, a page of trips at a time. */
async function* listTripsToMend(db: Db): AsyncGenerator<[PlannedTrip, SectionName[]]> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const trips = await db
      .selectFrom('trips')
      .select(['id', 'type', 'template_revision'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_TRIPS)
      .execute()
    const ids = trips.map(({ id }) => id)
    const found = ids.length > 0 ? await findSections(db, ids) : new Map<string, Set<SectionName>>()
    for (const trip of trips) {
      const sections = found.get(trip.id)
      if (sections) yield [trip, [...sections].toSorted()]
    }
    const next = ids.at(-1)
    if (next === undefined) return
    last = next
  }
}

/** The columns with ids of the sections that have tables of their own. */
const ownTables: readonly { table: keyof Tables; columns: readonly string[]; section: SectionName }[] = [
  { table: 'trip_distances', columns: ['id'], section: 'details' },
  { table: 'trip_notes', columns: ['id'], section: 'notes' },
  { table: 'meal_plans', columns: ['ingredient_ids', 'settings'], section: 'meals' },
  { table: 'day_snacks', columns: ['snack_ids', 'settings'], section: 'meals' },
  { table: 'itinerary_activities', columns: ['id'], section: 'itinerary' },
  { table: 'checklist_categories', columns: ['id'], section: 'checklist' },
  { table: 'checklist_items', columns: ['id'], section: 'checklist' },
  { table: 'tickets', columns: ['id'], section: 'tickets' },
]

/** PostgreSQL returns their ids in lower case, while their history and devices have them as they were sent. */
const UUID_SECTIONS: readonly SectionName[] = ['itinerary', 'checklist']

async function findSections(db: Db, tripIds: readonly string[]): Promise<Map<string, Set<SectionName>>> {
  const found = new Map<string, Set<SectionName>>()
  const find = async (
    table: keyof Tables,
    columns: readonly string[],
    sectionOf: (name: string) => SectionName | undefined,
  ) => {
    const hasSection = table === 'plan_entries' || table === 'plan_removed' || table === 'plan_history'
    for (const { trip_id, section } of await listWithUpperIds(db, tripIds, table, columns, hasSection)) {
      const name = sectionOf(section)
      if (name) found.set(trip_id, (found.get(trip_id) ?? new Set()).add(name))
    }
  }
  const nameOf = (section: string) => sectionNames.find((name) => name === section.split('/')[0])
  for (const { table, columns, section } of ownTables) await find(table, columns, () => section)
  await find('plan_entries', ['id', 'value'], nameOf)
  await find('plan_removed', ['entry'], nameOf)
  if (!isSqlite(db))
    await find('plan_history', ['operations', 'value'], (section) => UUID_SECTIONS.find((name) => name === section))
  return found
}

/** The trips and sections of rows whose text has an id in upper case. SQLite has no regular expressions. */
async function listWithUpperIds(
  db: Db,
  tripIds: readonly string[],
  table: keyof Tables,
  columns: readonly string[],
  hasSection: boolean,
): Promise<{ trip_id: string; section: string }[]> {
  const section = hasSection ? sql.ref('section') : sql`''`
  const texts = columns.map((column) => sql`coalesce(cast(${sql.ref(column)} as text), '')`)
  const text = sql.join(texts, sql` || ' ' || `)
  const of = sql`from ${sql.table(table)} where trip_id in (${sql.join(tripIds)})`
  if (!isSqlite(db)) {
    const matching = sql<{ trip_id: string; section: string }>`
      select distinct trip_id, ${section} as section ${of} and (${text}) ~ ${UPPER_ID}`
    return (await matching.execute(db)).rows
  }
  const all = sql<{ trip_id: string; section: string; text: string }>`
    select trip_id, ${section} as section, ${text} as text ${of}`
  return (await all.execute(db)).rows.filter((row) => upperId.test(row.text))
}

async function hasUpperHistory(db: Db, tripId: string, section: SectionName): Promise<boolean> {
  if (isSqlite(db) || !UUID_SECTIONS.includes(section)) return false
  const found = await db
    .selectFrom('plan_history')
    .select('version')
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where(sql<boolean>`(cast(operations as text) || ' ' || coalesce(cast(value as text), '')) ~ ${UPPER_ID}`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
