import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { OperationsAnswer, OperationsRequest } from '#domain/api/operations.ts'
import type { Save, SaveRequest } from '#domain/api/plan.ts'
import { AppError } from '#domain/errors.ts'
import { diff } from '#domain/operations/diff.ts'
import { effectOf } from '#domain/operations/happened.ts'
import type { Outcome } from '#domain/operations/operation.ts'
import { refusals } from '#domain/operations/refusals.ts'
import { Work } from '#domain/operations/work.ts'
import { forms } from '#domain/plan/forms.ts'
import { type SectionName, type SectionValue, sectionNames } from '#domain/plan/index.ts'
import { mergeSection } from '#domain/plan/merge-section.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/database.ts'
import { SharedCommits } from '../db/shared-commits.ts'
import { appendVersion, findSave, findVersion, listHappened } from './history.ts'
import { rowsOf } from './index.ts'
import { findOutcomes, rememberOutcomes, rememberRemoved } from './known-operations.ts'
import { SectionRun } from './section-run.ts'

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

/** Whoever has missed more versions than this is told the whole value. */
const MOST_VERSIONS_TOLD = 200

type PlannedTrip = Pick<Trip, 'id' | 'type'>

/** How a section stands within a transaction; `text` is the value as JSON, once that is made. */
interface Stored<Name extends SectionName> {
  version: number
  /** See `plan_sections`. */
  sinceWhole: number | null
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
  readonly #commits: SharedCommits
  readonly #clock: () => Date

  constructor(db: Db, clock: () => Date) {
    this.#db = db
    this.#commits = new SharedCommits(db)
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
    const saved = await this.#commits.run(async (trx) => {
      const before = await this.#current(trx, trip, section)
      let stored = before
      for (const [index, next] of [...(save.after ?? []), save].entries()) {
        // Each may be large: between two of them everybody else has a turn with the process.
        if (index > 0) await setImmediate()
        stored = await this.#apply(trx, { trip, section, save: next, savedBy, current: stored })
      }
      const written = before.version === 0 ? undefined : before.value
      if (stored !== before) await rowsOf(section).write(trx, trip.id, stored.value, written)
      return { version: stored.version, text: stored.text ?? JSON.stringify(stored.value) }
    })
    this.#texts.set(key(trip, section, saved.version), saved.text)
    return saved
  }

  /**
   * Applies what somebody did to the plan, in all of its sections, in one transaction. An operation that is known changes nothing.
   * @param person who did it
   * @returns what has become of the sections since they were seen, what was not possible, and which sections have changed
   */
  async operate(
    trip: PlannedTrip,
    { operations, seen }: OperationsRequest,
    person: string,
  ): Promise<{ answer: OperationsAnswer; changed: SectionName[] }> {
    const work = new Work()
    const names = [...new Set(operations.map(({ section }) => section))].toSorted()
    const done = await this.#commits.run(async (trx) => {
      const answer: OperationsAnswer = { versions: {}, effects: [], values: {}, superseded: [], refused: [] }
      const runs = new Map<SectionName, { run: SectionRun; current: Stored<SectionName> }>()
      for (const name of names) {
        const current = await this.#current(trx, trip, name)
        const size = (current.text ?? JSON.stringify(current.value)).length
        runs.set(name, { run: new SectionRun(trx, trip.id, name, { value: current.value, size }, work), current })
      }
      const ids = operations.map(({ id }) => id)
      const known = await findOutcomes(trx, trip.id, ids)
      const fresh = new Map<string, Outcome>()
      for (const { id, section, when: _, ...deed } of operations) {
        const before = known.get(id) ?? fresh.get(id)
        const outcome = before ?? (await runs.get(section)?.run.apply(deed, id)) ?? 'invalid_operation'
        if (!before) fresh.set(id, outcome)
        if (outcome === 'superseded') answer.superseded.push(id)
        else if (outcome !== 'applied') answer.refused.push({ id, code: outcome, message: refusals[outcome] })
      }
      await rememberOutcomes(trx, trip.id, fresh)
      const texts: [string, string][] = []
      for (const [name, { run, current }] of runs) {
        const stored = await this.#store(trx, { trip, section: name, savedBy: person, run, current })
        answer.versions[name] = stored.version
        texts.push([key(trip, name, stored.version), stored.text])
        await this.#tellSince(trx, answer, { trip, section: name, seen: seen[name], stored })
      }
      return { answer, texts, changed: names.filter((name) => (runs.get(name)?.run.happened.length ?? 0) > 0) }
    })
    for (const [place, text] of done.texts) this.#texts.set(place, text)
    return done
  }

  /** Writes what has happened to a section as its next version, if anything has. */
  async #store(
    trx: Db,
    { trip, section, savedBy, run, current }: Omit<Deed<SectionName>, 'save'> & { run: SectionRun },
  ): Promise<{ version: number; value: unknown; text: string }> {
    const [first] = run.happened
    if (!first?.id) return { version: current.version, value: current.value, text: current.text ?? JSON.stringify(current.value) }
    const version = current.version + 1
    const { value, size, happened: operations } = run
    await rowsOf(section).write(trx, trip.id, value, current.version === 0 ? undefined : current.value)
    const text = JSON.stringify(value)
    const entry = { tripId: trip.id, section, version, saveId: first.id, savedBy, savedAt: this.#clock() }
    const sinceWhole = await appendVersion(trx, { ...entry, operations, text: () => text, size, sinceWhole: current.sinceWhole })
    await setVersion(trx, version, sinceWhole, trip.id, section)
    return { version, value, text }
  }

  /** Tells what a section has become since it was seen: by effects where all are known and are shorter than the whole. */
  async #tellSince(
    trx: Db,
    answer: OperationsAnswer,
    {
      trip,
      section,
      seen,
      stored: { version, value, text },
    }: {
      trip: PlannedTrip
      section: SectionName
      seen: number | undefined
      stored: { version: number; value: unknown; text: string }
    },
  ): Promise<void> {
    const isKnown = seen !== undefined && seen <= version && version - seen <= MOST_VERSIONS_TOLD
    const since = isKnown ? await listHappened(trx, trip.id, section, { from: seen, to: version }) : undefined
    const effects = since?.flatMap(({ version: at, operations }) =>
      operations.map(({ id: op, ...deed }) => ({ section, version: at, ...(op && { op }), ...effectOf(deed) })),
    )
    if (effects && JSON.stringify(effects).length <= text.length) answer.effects.push(...(effects as OperationsAnswer['effects']))
    else answer.values[section] = value
  }

  /** Takes the section's turn until the transaction ends, and answers how it stands. */
  async #current<Name extends SectionName>(trx: Db, trip: PlannedTrip, section: Name): Promise<Stored<Name>> {
    const { version, since_whole } = await lockVersion(trx, trip.id, section)
    const value = (await this.#currentValue(trx, trip, section, version)) as SectionValue<Name>
    return { version, sinceWhole: since_whole, value }
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
    const text = JSON.stringify(value)
    const operations = diff(forms[section], theirs, value)
    const entry = { tripId: trip.id, section, version, saveId: save.id, savedBy, savedAt: this.#clock() }
    const removed = operations.flatMap((deed) =>
      deed.do === 'remove' ? [{ at: deed.at, entry: deed.was, after: deed.after ?? null }] : [],
    )
    await rememberRemoved(trx, trip.id, section, removed)
    const stored = { operations, text: () => text, size: text.length, sinceWhole: current.sinceWhole }
    const sinceWhole = await appendVersion(trx, { ...entry, ...stored })
    await setVersion(trx, version, sinceWhole, trip.id, section)
    return { version, value, text, sinceWhole }
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

const setVersion = compiled((db, version: number, since_whole: number, tripId: string, section: string) =>
  db.updateTable('plan_sections').set({ version, since_whole }).where('trip_id', '=', tripId).where('section', '=', section),
)

const insertOrLockVersion = compiled((db, trip_id: string, section: string) =>
  db
    .insertInto('plan_sections')
    .values({ trip_id, section, version: 0 })
    .onConflict((row) => row.columns(['trip_id', 'section']).doUpdateSet((eb) => ({ version: eb.ref('plan_sections.version') })))
    .returning(['version', 'since_whole']),
)

/** Takes the section's turn until the transaction ends, and answers its row, which it makes at the first save. */
async function lockVersion(trx: Db, tripId: string, section: SectionName) {
  const [row] = await insertOrLockVersion(trx, tripId, section)
  if (!row) throw new Error('The section has no version')
  return row
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
