import { formAt } from '#domain/operations/form.ts'
import type { Mutation, Path } from '#domain/operations/operation.ts'
import { nameOfProfile } from '#domain/person.ts'
import { forms } from '#domain/plan/forms.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { insertAll } from './insert-all.ts'

/*
 * The last change of each typed field of a plan.
 * Job: find who changed a text before or after somebody else, and when a short field was typed, without reading the
 *   history.
 * Invariants: one row per field that was set, with its last change. Ticks and choices are not recorded.
 * Failure: the author of a change from before this table existed is unknown, and so is when it was typed.
 */

interface FieldChange {
  tripId: string
  section: SectionName
  /** A user; null for the app itself. */
  changedBy: string | null
}

/**
 * Records the author of the fields that mutations set.
 * @param typedAt when they were typed, by place
 */
export async function recordChanges(
  trx: Db,
  change: FieldChange,
  mutations: readonly Mutation[],
  typedAt: ReadonlyMap<string, number | undefined>,
): Promise<void> {
  const { tripId, section, changedBy } = change
  const places = new Set(mutations.filter((mutation) => isRecorded(section, mutation)).map(({ at }) => at.join('/')))
  const rows = [...places].map((place) => ({
    trip_id: tripId,
    section,
    place,
    changed_by: changedBy,
    typed_at: timestampOf(typedAt.get(place)),
  }))
  await insertAll(trx, 'field_changes', rows, ['trip_id', 'section', 'place'])
}

/**
 * The last change of a place: when a short field was typed, and who changed it. Undefined if nothing is known.
 * @param now by the server's clock. A later time was stored while the clock was ahead, so it is not known when
 */
export async function findLastChange(
  db: Db,
  tripId: string,
  section: SectionName,
  at: Path,
  now: number,
): Promise<LastChange | undefined> {
  const [row] = await selectChange(db, tripId, section, at.join('/'))
  if (!row) return undefined
  const typedAt = row.typed_at === null ? undefined : Date.parse(row.typed_at)
  return { typedAt: typedAt !== undefined && typedAt > now ? undefined : typedAt, by: row.by, name: nameOfProfile(row) }
}

export interface LastChange {
  /** In milliseconds since 1970. */
  typedAt: number | undefined
  /** A user; null for the app itself, and for a deleted account. */
  by: string | null
  name: string | null
}

const selectChange = compiled((db, tripId: string, section: string, place: string) =>
  db
    .selectFrom('field_changes')
    .leftJoin('profiles', 'profiles.id', 'field_changes.changed_by')
    .select(['typed_at', 'changed_by as by', 'username', 'full_name'])
    .where('trip_id', '=', tripId)
    .where('section', '=', section)
    .where('place', '=', place),
)

const timestampOf = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())

function isRecorded(section: SectionName, mutation: Mutation): boolean {
  if (mutation.do !== 'set') return false
  const form = formAt(forms[section], mutation.at)
  return !(form?.is === 'leaf' && form.content === 'choice')
}
