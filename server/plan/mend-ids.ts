import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '#domain/errors.ts'
import { lowerId, withLowerCaseIdsIn } from '#domain/operations/lower-case-ids.ts'
import { mapPersonRefs, mapPersonRefsIn, type RefMap } from '#domain/operations/person-refs.ts'
import { forms } from '#domain/plan/forms.ts'
import { type SectionName, sectionNames } from '#domain/plan/index.ts'
import { isAnyoneInTwoParties, withLowerCaseSection } from '#domain/plan/lower-case-section.ts'
import type { Party } from '#domain/plan/people.ts'
import type { PrivateParty } from '#domain/plan/private.ts'
import type { Db } from '../db/engine.ts'
import { isSqlite } from '../db/is-sqlite.ts'
import type { Tables } from '../db/tables.ts'
import type { PlannedTrip, PlanStore, SectionRewrite } from './plan-store.ts'
import { ALL_WITH_PEOPLE, loadCurrentIds, PEOPLE_SECTIONS, type Renamed, rememberRenamed } from './renamed.ts'

/*
 * Mends plans of earlier versions, which stored ids in upper case if they were sent so (decision 79).
 * Job: every id that the plans and tombstones of a database hold is in lower case, once.
 * Invariants: a section that changes gets a new version without effects, so devices load all of it; its history stays
 *   as it is. Derived ids that change are found by late operations (renamed.ts). A section is mended in one
 *   transaction. A section in which something would be lost is left as it is.
 * Failure: is logged, and the next start tries again. After a killed process, the next start goes on where it was.
 */

const NAME = 'ids-in-lower-case'
/** A UUID in any case. Both JavaScript and PostgreSQL understand it. */
const ANY_ID = '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}'
const anyId = new RegExp(ANY_ID, 'g')
const hasUpperId = (text: string) => text.match(anyId)?.some((id) => id !== id.toLowerCase()) ?? false

/** Mends all plans, unless that was done before. */
export async function mendIds(db: Db, plan: PlanStore, log: Logger): Promise<void> {
  const before = await db.selectFrom('plan_mends').select('last_trip').where('name', '=', NAME).executeTakeFirst()
  if (before?.last_trip === null) return
  let [mended, failed] = [0, 0]
  for await (const [trip, sections] of listTripsToMend(db, before?.last_trip)) {
    const formerPeople = new Map<string, string>()
    for (const section of sections) {
      try {
        if (await mendSection(plan, trip, section, formerPeople)) mended += 1
        else log.warn({ trip: trip.id, section }, 'ids in upper case were left: something would be lost')
      } catch (err) {
        if (err instanceof AppError && err.code === 'trip_not_found') continue
        failed += 1
        log.error({ err, trip: trip.id, section }, 'ids in upper case could not be mended; the next start tries again')
      }
    }
    if (failed === 0) await remember(db, trip.id)
  }
  if (mended > 0) log.info({ sections: mended }, 'ids in upper case were mended')
  if (failed === 0) await remember(db, null)
}

async function remember(db: Db, last_trip: string | null): Promise<void> {
  await db
    .insertInto('plan_mends')
    .values({ name: NAME, last_trip })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_trip }))
    .execute()
}

/**
 * @param formerPeople the ids that stand for people whose account was deleted, by their own
 * @returns false if the section was left
 */
async function mendSection(
  plan: PlanStore,
  trip: PlannedTrip,
  section: SectionName,
  formerPeople: Map<string, string>,
): Promise<boolean> {
  const namesPeople = ALL_WITH_PEOPLE.includes(section)
  const isOfPeople = PEOPLE_SECTIONS.some((name) => name === section)
  const locked = namesPeople ? [...new Set([section, ...PEOPLE_SECTIONS])].toSorted() : [section]
  let isLeft = false
  await plan.rewriteSections(trip, locked, async (trx, values): Promise<SectionRewrite[]> => {
    const before = values[section]
    const current = await loadCurrentIds(trx, trip.id)
    const lists = [values.people, values.private] as [Party[], PrivateParty[]]
    // A person who was removed or merged does not come back.
    const isFormer = ({ id }: { id: string }) => id !== lowerId(id) && current.findPerson(lowerId(id)) !== lowerId(id)
    if (namesPeople && isAnyoneInTwoParties(...lists)) isLeft = true
    if (isOfPeople) isLeft ||= (before as (Party | PrivateParty)[]).some(({ persons }) => persons.some(isFormer))
    const renamed = new Map<string, string>()
    const derived = (id: string, currentId: string) => void renamed.set(id, currentId)
    const lost = () => {
      isLeft = true
    }
    const lowered = withLowerCaseSection(section, before, { derived, lost })
    if (isLeft) return []
    // In lower case, a reference may be one to a person whose account was deleted, or who was merged.
    const references: RefMap = {
      keepsDerived: true,
      person: (id) => {
        const found = current.findPerson(id)
        if (found !== undefined) return found
        const former = formerPeople.get(id) ?? randomUUID()
        formerPeople.set(id, former)
        return former
      },
    }
    const value = isOfPeople ? lowered : mapPersonRefs(forms[section], lowered, references)
    await mendRemoved(trx, trip.id, section, derived, references)
    await renamePlaces(trx, trip.id, section, renamed)
    // As for any former member, nobody speaks for what is left of them in the costs.
    for (const person_id of formerPeople.values())
      await trx
        .insertInto('departed_people')
        .values({ trip_id: trip.id, person_id, hides_record: false })
        .onConflict((row) => row.columns(['trip_id', 'person_id']).doNothing())
        .execute()
    const entries = [...renamed].map(([id, currentId]): Renamed => ({ kind: 'entry', id, currentId }))
    await rememberRenamed(trx, trip.id, entries)
    const isChanged = value !== before || (await hasUpperHistory(trx, trip.id, section))
    return isChanged ? [{ section, value }] : []
  })
  return !isLeft
}

/** Tombstones: a late operation may restore what is in them. */
async function mendRemoved(
  trx: Db,
  tripId: string,
  section: SectionName,
  onDerived: (id: string, currentId: string) => void,
  references: RefMap,
): Promise<void> {
  const ofSection = trx.selectFrom('plan_removed').where('trip_id', '=', tripId).where('section', '=', section)
  for (const { place, entry, after } of await ofSection.select(['place', 'entry', 'after']).execute()) {
    const removed = { do: 'restore' as const, at: place.split('/'), was: entry, after }
    let isWhole = true
    const onLost = () => {
      isWhole = false
    }
    const lowered = withLowerCaseIdsIn(forms[section], removed, { merges: true, onLost })
    if (lowered === removed || !isWhole) continue
    const mended = mapPersonRefsIn(forms[section], lowered, references)
    const row = { place: mended.at.join('/'), entry: JSON.stringify(mended.was), after: mended.after ?? null }
    const at = { trip_id: tripId, section, place }
    const [id, currentId] = [removed.at.at(-1), mended.at.at(-1)]
    if (row.place !== place) {
      // If the same entry was removed from there too, both stay.
      const [inserted] = await trx
        .insertInto('plan_removed')
        .values({ trip_id: tripId, section, ...row })
        .onConflict((conflict) => conflict.columns(['trip_id', 'section', 'place']).doNothing())
        .execute()
      if (!inserted?.numInsertedOrUpdatedRows) continue
      await trx
        .deleteFrom('plan_removed')
        .where(({ and }) => and(at))
        .execute()
      if (id !== undefined && currentId !== undefined && id.toLowerCase() !== currentId) onDerived(id, currentId)
    } else
      await trx
        .updateTable('plan_removed')
        .set(row)
        .where(({ and }) => and(at))
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

/**
 * The sections that may hold ids in upper case, by trip.
 * @param after the last trip that was looked at before
 */
async function* listTripsToMend(
  db: Db,
  after = '00000000-0000-0000-0000-000000000000',
): AsyncGenerator<[PlannedTrip, SectionName[]]> {
  // On SQLite all texts of a page are in memory.
  const pageTrips = isSqlite(db) ? 1 : 50
  for (let last = after; ; ) {
    const trips = await db
      .selectFrom('trips')
      .select(['id', 'type', 'template_revision'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageTrips)
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
  { table: 'tickets', columns: ['id', 'journey'], section: 'tickets' },
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
  await find('plan_removed', ['place', 'entry', 'after'], nameOf)
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
      select distinct trip_id, ${section} as section ${of} and ${namesUpperId(text)}`
    return (await matching.execute(db)).rows
  }
  const all = sql<{ trip_id: string; section: string; text: string }>`
    select trip_id, ${section} as section, ${text} as text ${of} and (${text}) glob '*[A-F]*'`
  return (await all.execute(db)).rows.filter((row) => hasUpperId(row.text))
}

/** A condition on PostgreSQL: first finds the ids, since looking ahead from every letter is slow in long texts. */
const namesUpperId = (text: RawBuilder<unknown>) => sql<boolean>`
  exists (select from regexp_matches(${text}, ${ANY_ID}, 'g') as found (ids) where ids[1] ~ '[A-F]')`

/** Whether the versions since the last snapshot have ids in upper case. */
async function hasUpperHistory(db: Db, tripId: string, section: SectionName): Promise<boolean> {
  if (isSqlite(db) || !UUID_SECTIONS.includes(section)) return false
  const versions = db.selectFrom('plan_history').where('trip_id', '=', tripId).where('section', '=', section)
  const snapshot = versions.where('value', 'is not', null).select(({ fn }) => fn.max('version').as('version'))
  const found = await versions
    .select('version')
    .where('version', '>=', snapshot)
    .where(namesUpperId(sql`cast(operations as text) || ' ' || coalesce(cast(value as text), '')`))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
