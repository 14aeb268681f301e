import { type RawBuilder, sql } from 'kysely'
import { mapPersonRefs, mapPersonRefsIn, type RefMap } from '#domain/operations/person-refs.ts'
import { forms } from '#domain/plan/forms.ts'
import type { CommonSectionName } from '#domain/plan/index.ts'
import type { Db } from '../db/engine.ts'
import type { StoredMutation } from '../db/tables.ts'
import { giveWay } from '../db/turn-of-event-loop.ts'
import { findPageEnd } from './history.ts'
import { REFERRING_SECTIONS } from './renamed.ts'

/*
 * Replaces references to people where a trip stores them: in its tombstones and in its history. Only sections that
 * refer to people have any; the people list itself and private records are rewritten by those who change them.
 */

/** A condition: one of these columns names one of these ids, also in upper case, as earlier versions stored them. */
export function namesAny(ids: Iterable<string>, columns: readonly string[]): RawBuilder<boolean> {
  const each = [...new Set(ids)].flatMap((id) =>
    columns.map((column) => sql`lower(cast(${sql.raw(column)} as text)) like ${`%${id}%`}`),
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** @param ids the people whose ids are replaced */
export async function rewriteRemoved(trx: Db, tripId: string, ids: Iterable<string>, map: RefMap): Promise<void> {
  if (REFERRING_SECTIONS.length === 0) return
  const ofTrip = trx.selectFrom('plan_removed').where('trip_id', '=', tripId).where('section', 'in', REFERRING_SECTIONS)
  const rows = await ofTrip
    .select(['section', 'place', 'entry', 'after'])
    .where(namesAny(ids, ['place', 'entry', '"after"']))
    .execute()
  for (const { section, place, entry, after } of rows) {
    await giveWay()
    const insert = { do: 'insert' as const, at: place.split('/'), entry, after }
    const rewritten = mapPersonRefsIn(forms[section as CommonSectionName], insert, map)
    await trx
      .deleteFrom('plan_removed')
      .where('trip_id', '=', tripId)
      .where('section', '=', section)
      .where('place', '=', place)
      .execute()
    await trx
      .insertInto('plan_removed')
      .values({
        trip_id: tripId,
        section,
        place: rewritten.at.join('/'),
        entry: JSON.stringify(rewritten.entry),
        after: rewritten.after ?? null,
      })
      // The other person's entry was removed from there later.
      .onConflict((row) => row.columns(['trip_id', 'section', 'place']).doNothing())
      .execute()
  }
}

/** Deletes the tombstones of people's entries in a list of the costs, so that they cannot be restored. */
export async function forgetRemovedCosts(
  trx: Db,
  tripId: string,
  list: 'former' | 'payees',
  personIds: Iterable<string>,
): Promise<void> {
  const places = Array.from(personIds, (id) => `${list}/${id.toLowerCase()}`)
  const removed = trx.deleteFrom('plan_removed').where('trip_id', '=', tripId).where('section', '=', 'costs')
  await removed.where(sql`lower(place)`, 'in', places).execute()
}

/** Replaces references in every version that names one of the people. */
export async function rewriteHistory(trx: Db, tripId: string, ids: readonly string[], map: RefMap): Promise<void> {
  for (const section of REFERRING_SECTIONS) {
    const form = forms[section]
    await rewriteVersions(trx, { tripId, section, naming: ids }, ({ operations, value }) => ({
      operations: operations.map((mutation) => mapPersonRefsIn(form, mutation, map)),
      value: value === null ? null : mapPersonRefs(form, value, map),
    }))
  }
}

/** What a version in the history holds: its mutations and, if it is a snapshot, its value. */
interface VersionContent {
  operations: StoredMutation[]
  value: unknown
}

/**
 * Rewrites the versions of a section that name one of these ids, a page at a time. A version is left as it is if
 * `rewrite` returns the same object.
 * @param naming the ids
 */
export async function rewriteVersions(
  trx: Db,
  { tripId, section, naming }: { tripId: string; section: CommonSectionName; naming: Iterable<string> },
  rewrite: (content: VersionContent) => VersionContent,
): Promise<void> {
  const versions = trx.selectFrom('plan_history').where('trip_id', '=', tripId).where('section', '=', section)
  const isNaming = namesAny(naming, ['operations', 'value'])
  for (let from = 0; ; ) {
    const to = await findPageEnd(trx, tripId, section, from)
    if (to === undefined) return
    const rows = await versions
      .select(['version', 'operations', 'value'])
      .where('version', '>', from)
      .where('version', '<=', to)
      .where(isNaming)
      .orderBy('version')
      .execute()
    await giveWay()
    for (const { version, ...content } of rows) {
      const rewritten = rewrite(content)
      if (rewritten === content) continue
      const { operations, value } = rewritten
      await trx
        .updateTable('plan_history')
        .set({ operations: JSON.stringify(operations), value: value === null ? null : JSON.stringify(value) })
        .where('trip_id', '=', tripId)
        .where('section', '=', section)
        .where('version', '=', version)
        .execute()
      await giveWay()
    }
    from = to
  }
}
