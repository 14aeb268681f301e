import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Save, SaveRequest } from '#domain/api/plan.ts'
import { AppError } from '#domain/errors.ts'
import { type SectionName, type SectionValue, sectionNames } from '#domain/plan/index.ts'
import { mergeSection } from '#domain/plan/merge-section.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/database.ts'
import { appendVersion, findSave, findVersion } from './history.ts'
import { rowsOf } from './index.ts'

/*
 * The plans of all trips: loading and saving whole sections.
 * Job: a save becomes one new version, in one transaction: merge, rows, history, version.
 * Invariants: a version counts up by one with every save; a section's value at a version never changes, which is why
 *   its text may be kept; a save with an id that is known changes nothing; a save never fails because somebody else
 *   saved; saves that come with the one that follows them are stored with it or not at all; saves of one section take turns,
 *   on its row in plan_sections.
 * Failure: the transaction is undone as a whole, and the client sends the same save again.
 */

/** A section at a version; `text` is the value as JSON. */
export interface LoadedSection {
  version: number
  text: string
}

/** What of a trip has versions. The documents are no section, but stand beside them with a version of their own. */
export const versionedNames = [...sectionNames, 'documents'] as const
export type Versions = Record<(typeof versionedNames)[number], number>

type PlannedTrip = Pick<Trip, 'id' | 'type'>

/** How a section stands within a transaction; `text` is the value as JSON, once that is made. */
interface Stored<Name extends SectionName> {
  version: number
  value: SectionValue<Name>
  text?: string
}

/** One save by somebody of a section that stands so. */
interface Deed<Name extends SectionName> {
  trip: PlannedTrip
  section: Name
  save: Save<Name>
  savedBy: string | null
  current: Stored<Name>
}

export class PlanStore {
  readonly #texts = new LRUCache<string, string>({ maxSize: 32 * 1024 * 1024, sizeCalculation: (text) => text.length * 2 + 1 })
  readonly #db: Db
  readonly #clock: () => Date

  constructor(db: Db, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** The current version of every section, and of the documents; 0 for what was never saved. */
  async listVersions(tripId: string): Promise<Versions> {
    const rows = await selectVersions(this.#db, tripId)
    const saved = new Map(rows.map((row) => [row.section, row.version]))
    return Object.fromEntries(versionedNames.map((name) => [name, saved.get(name) ?? 0])) as Versions
  }

  /** A section at `version`, or at a later one that has been saved meanwhile. */
  async load(trip: PlannedTrip, section: SectionName, version: number): Promise<LoadedSection> {
    if (version === 0) return { version, text: templateText(trip, section) }
    const kept = this.#texts.get(key(trip, section, version))
    if (kept !== undefined) return { version, text: kept }
    const loaded = await this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const current = await trx
          .selectFrom('plan_sections')
          .select('version')
          .where('trip_id', '=', trip.id)
          .where('section', '=', section)
          .executeTakeFirstOrThrow()
        return { version: current.version, text: JSON.stringify(await rowsOf(section).load(trx, trip.id)) }
      })
    this.#texts.set(key(trip, section, loaded.version), loaded.text)
    return loaded
  }

  /**
   * Saves a section: merges where the edit did not start from the current version, and answers what is stored then.
   * @param savedBy the person, or null for the app itself
   * @throws AppError base_unknown when the version that the edit started from cannot be found; the client then merges
   */
  async save<Name extends SectionName>(
    trip: PlannedTrip,
    section: Name,
    save: SaveRequest<Name>,
    savedBy: string | null,
  ): Promise<LoadedSection> {
    const saved = await this.#db.transaction().execute(async (trx) => {
      const before = await this.#current(trx, trip, section)
      let stored = before
      for (const [index, next] of [...(save.after ?? []), save].entries()) {
        // Each may be large: between two of them everybody else has a turn with the process.
        if (index > 0) await setImmediate()
        stored = await this.#apply(trx, { trip, section, save: next, savedBy, current: stored })
      }
      if (stored !== before) await rowsOf(section).replace(trx, trip.id, stored.value, before.value)
      return { version: stored.version, text: stored.text ?? JSON.stringify(stored.value) }
    })
    this.#texts.set(key(trip, section, saved.version), saved.text)
    return saved
  }

  /** Takes the section's turn until the transaction ends, and answers how it stands. */
  async #current<Name extends SectionName>(trx: Db, trip: PlannedTrip, section: Name): Promise<Stored<Name>> {
    const version = await lockVersion(trx, trip.id, section)
    return { version, value: (await this.#currentValue(trx, trip, section, version)) as SectionValue<Name> }
  }

  /** Stores one save but for the section's rows, unless that was done before; answers how the section stands then. */
  async #apply<Name extends SectionName>(trx: Db, { trip, section, save, savedBy, current }: Deed<Name>): Promise<Stored<Name>> {
    const earlier = await findSave(trx, trip.id, save.id)
    if (earlier && earlier.section !== section) throw new AppError('invalid_request', 'id: Names a save of another section')
    if (earlier) return current

    const { version: before, value: theirs } = current
    const base = save.from ?? (save.base === before ? theirs : await this.#earlierValue(trx, trip, section, save.base, before))
    const value = mergeSection(section, trip.type, base as SectionValue<Name>, theirs, save.value)
    const version = before + 1
    await setVersion(trx, version, trip.id, section)
    const text = JSON.stringify(value)
    await appendVersion(trx, { tripId: trip.id, section, version, saveId: save.id, savedBy, savedAt: this.#clock(), text })
    return { version, value, text }
  }

  /** A section as it was at a version; undefined where the history does not reach. Version 0 is the template. */
  async findEarlier(trip: PlannedTrip, section: SectionName, version: number): Promise<unknown> {
    return version === 0 ? planTemplates[section](trip.type) : findVersion(this.#db, trip.id, section, version)
  }

  async #currentValue(trx: Db, trip: PlannedTrip, section: SectionName, version: number): Promise<unknown> {
    if (version === 0) return planTemplates[section](trip.type)
    const kept = this.#texts.get(key(trip, section, version))
    return kept === undefined ? rowsOf(section).load(trx, trip.id) : JSON.parse(kept)
  }

  async #earlierValue(trx: Db, trip: PlannedTrip, section: SectionName, version: number, current: number): Promise<unknown> {
    if (version === 0) return planTemplates[section](trip.type)
    const value = version < current ? await findVersion(trx, trip.id, section, version) : undefined
    if (value === undefined) throw new AppError('base_unknown')
    return value
  }
}

const selectVersions = compiled((db, tripId: string) =>
  db.selectFrom('plan_sections').select(['section', 'version']).where('trip_id', '=', tripId),
)

const setVersion = compiled((db, version: number, tripId: string, section: string) =>
  db.updateTable('plan_sections').set({ version }).where('trip_id', '=', tripId).where('section', '=', section),
)

const insertOrLockVersion = compiled((db, trip_id: string, section: string) =>
  db
    .insertInto('plan_sections')
    .values({ trip_id, section, version: 0 })
    .onConflict((row) => row.columns(['trip_id', 'section']).doUpdateSet((eb) => ({ version: eb.ref('plan_sections.version') })))
    .returning('version'),
)

/** Takes the section's turn until the transaction ends, and answers its version; makes its row at the first save. */
async function lockVersion(trx: Db, tripId: string, section: SectionName): Promise<number> {
  const [row] = await insertOrLockVersion(trx, tripId, section)
  if (!row) throw new Error('The section has no version')
  return row.version
}

const key = (trip: PlannedTrip, section: SectionName, version: number) => `${trip.id} ${section} ${version}`

/** The templates as JSON, made when they are first needed. */
const templateTexts = new Map<string, string>()

function templateText({ type }: PlannedTrip, section: SectionName): string {
  const place = `${type} ${section}`
  let text = templateTexts.get(place)
  if (text === undefined) {
    text = JSON.stringify(planTemplates[section](type))
    templateTexts.set(place, text)
  }
  return text
}
