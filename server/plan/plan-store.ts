import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ChangeEvent, PersonHere } from '#domain/api/events.ts'
import type { OperationsAnswer, OperationsRequest, PlanOperation, VersionEffect } from '#domain/api/operations.ts'
import { AppError } from '#domain/errors.ts'
import { effectOf } from '#domain/operations/applied-mutation.ts'
import { checksum, isChecked } from '#domain/operations/checksum.ts'
import type { Mutation, Outcome, RefusalCode } from '#domain/operations/operation.ts'
import { refusals } from '#domain/operations/refusals.ts'
import { WorkBudget } from '#domain/operations/work-budget.ts'
import { forms } from '#domain/plan/forms.ts'
import { isCommonName, type SectionName, sectionNames } from '#domain/plan/index.ts'
import type { PrivateParty } from '#domain/plan/private.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import { CommitBatcher } from '../db/commit-batcher.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'
import { isMissingReference } from '../db/violations.ts'
import type { TimeDatabase } from '../metrics/metrics.ts'
import { CommitOrder, type Turn } from './commit-order.ts'
import { findChanger, recordChanges } from './field-changes.ts'
import { appendVersion, findVersion, listApplied, UNREPORTED } from './history.ts'
import { rowsOf } from './index.ts'
import { findOutcomes, rememberOutcomes } from './known-operations.ts'
import { findRenamed } from './renamed.ts'
import { CachedSection, SectionCache } from './section-cache.ts'
import { SectionRun } from './section-run.ts'

/*
 * The plans of all trips: loading sections, and applying what people do to them.
 * Job: the operations of one request become one new version of each section that they change, in one transaction: rows, history,
 *   version.
 * Invariants: a version counts up by one with every change; a section's value at a version never changes, which is why it is kept;
 *   an operation with an id that is known changes nothing, and none fails because somebody else has changed the section; one that was
 *   refused is not known, and is decided again; requests
 *   that change one section take turns, on its row in plan_sections, and what they changed is told in the order of its versions.
 *   What is private (domain/plan/private.ts) is in no history and told by no effect: each is answered their own part of it.
 * Failure: the transaction is undone as a whole, nothing is kept or told, and the client sends the same request again. Where the trip,
 *   or whoever edits it, was removed meanwhile it is trip_not_found.
 */

/** A section at a version; `text` is the value as JSON. The value is shared, and never changed. */
export type LoadedSection = Pick<CachedSection, 'version' | 'value' | 'text'>

/** What of a trip has versions. The documents are no section, but stand beside them with a version of their own. */
export const versionedNames = [...sectionNames, 'documents'] as const
export type Versions = Record<(typeof versionedNames)[number], number>

/** Whoever has missed more versions than this is told the whole value. */
const MAX_DELTA_VERSIONS = 200

/** What of a trip its plan depends on: the type says what it starts with. */
export type PlannedTrip = Pick<Trip, 'id' | 'type'>

/** A section that takes some 10 ms to be read, in characters of its JSON. */
const LARGE = 200_000
/** What is remembered of an operation that has arrived, in bytes, with its place in an index. */
const OPERATION_BYTES = 120

/** What of a plan is for somebody. */
export interface Rights {
  /** Why an operation is not; undefined where it is. */
  refuse: (operation: PlanOperation) => RefusalCode | undefined
  /** Whether there is room for more; where there is none, nothing can be done but what is known already. */
  hasRoom: boolean
  /** As much as is of what is private. */
  shown: (records: readonly PrivateParty[]) => PrivateParty[]
}
const allRights: Rights = { refuse: () => undefined, hasRoom: true, shown: (records) => [...records] }
type ChangeListener = (tripId: string, change: ChangeEvent) => void

/** How a section is to stand; of one with a history also who is said to have done what. */
export interface Renewal {
  section: SectionName
  value: unknown
  by?: string
  applied?: readonly Mutation[]
}

/** A section within a transaction: how it stood before, and what happens to it. */
interface Open {
  section: SectionName
  current: CachedSection
  /** See `plan_sections`. */
  sinceWhole: number | null
  run: SectionRun
  /** How many of the operations are remembered by their ids. */
  remembered: number
}

/** What a transaction has made of a trip's plan: what is answered, what stands in it from now on, and what is told. */
interface Changed<Answer> {
  answer: Answer
  written: [SectionName, CachedSection][]
  changes: ChangeEvent[]
}

/** A request within a transaction. */
interface Request {
  trx: Db
  trip: PlannedTrip
  seen: OperationsRequest['seen']
  person: PersonHere | null
  rights: Rights
}

export class PlanStore {
  readonly #kept = new SectionCache()
  /** What transactions that are under way have written so far: several requests may share one. */
  readonly #written = new WeakMap<Db, Map<string, CachedSection>>()
  readonly #turns = new CommitOrder()
  readonly #db: Db
  readonly #commits: CommitBatcher
  readonly #clock: () => Date
  readonly #listeners = new Set<ChangeListener>()

  constructor(db: Db, clock: () => Date, time?: TimeDatabase) {
    this.#db = db
    this.#commits = new CommitBatcher(db, time)
    this.#clock = clock
  }

  /** Calls `listener` with every change that this process has committed: those of one section in the order of their versions. */
  onChange(listener: ChangeListener): void {
    this.#listeners.add(listener)
  }

  /** The current version of every section, and of the documents; 0 for what was never saved. */
  async listVersions(tripId: string): Promise<Versions> {
    const rows = await selectVersions(this.#db, tripId)
    await this.flushed()
    const saved = new Map(rows.map((row) => [row.section, row.version]))
    return Object.fromEntries(versionedNames.map((name) => [name, saved.get(name) ?? 0])) as Versions
  }

  /** To be waited for after what was read: nobody may hear of a version that a power cut could take back, and give to another value. */
  async flushed(): Promise<void> {
    await this.#commits.flushed()
  }

  /** A section at `version`, or at a later one that has been saved meanwhile. */
  async load(trip: PlannedTrip, section: SectionName, version: number): Promise<LoadedSection> {
    if (version === 0) return templateOf(trip, section)
    const kept = this.#kept.find(trip.id, section, version)
    if (kept) return kept
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
        const found = CachedSection.measured(current.version, await rowsOf(section).load(trx, trip.id))
        // All of a trip's sections are asked for at once: between two that are large everybody else has a turn with the process.
        if (found.size > LARGE) await setImmediate()
        return found
      })
    this.#kept.keep(trip.id, section, loaded)
    // It may be a later one than was asked for.
    await this.flushed()
    return loaded
  }

  /** A section as it was at a version; undefined where the history does not reach. Version 0 is the template. */
  async findEarlier(trip: PlannedTrip, section: SectionName, version: number): Promise<unknown> {
    return version === 0 ? templateOf(trip, section).value : findVersion(this.#db, trip.id, section, version)
  }

  /**
   * Applies what somebody did to the plan, in all of its sections, in one transaction. An operation that is known changes nothing.
   * @param person who did it; null for the app itself
   * @param rights what of the plan is for this person
   * @returns what has become of the sections since they were seen, and what was not possible
   */
  async operate(
    trip: PlannedTrip,
    request: OperationsRequest,
    person: PersonHere | null,
    rights = allRights,
  ): Promise<OperationsAnswer> {
    return this.#change(trip, (trx, turn) =>
      this.#perform({ trx, trip, seen: request.seen, person, rights }, request.operations, turn),
    )
  }

  /**
   * Makes a new version of what is private in a trip, without anybody having edited it: of what is there, for others see other parts
   * of it by now, or of nothing at all. Where there is nothing, nothing is done.
   */
  async renewPrivate(trip: PlannedTrip, change: 'seen by others' | 'erased'): Promise<void> {
    await this.renew(trip, ['private'], async (_, { private: value }) =>
      (value as PrivateParty[]).length === 0 ? [] : [{ section: 'private', value: change === 'erased' ? [] : value }],
    )
  }

  /**
   * Makes new versions of sections to which nothing leads that anybody is told: whoever has another one asks for all of it. No operation
   * comes in between.
   * @param sections in the order of their names
   * @param make is given how they stand, and answers those that are to be new, with how they are to stand; it may change their history
   */
  async renew<Name extends SectionName>(
    trip: PlannedTrip,
    sections: readonly Name[],
    make: (trx: Db, values: Record<Name, unknown>) => Promise<readonly Renewal[]>,
  ): Promise<void> {
    await this.#change(trip, async (trx, turn) => {
      const standing = new Map<SectionName, CachedSection>()
      for (const section of sections) {
        const { version } = await lockVersion(trx, trip.id, section)
        turn.take(placeOf(trip, section))
        standing.set(section, await this.#current(trx, trip, section, version))
      }
      const values = Object.fromEntries([...standing].map(([section, { value }]) => [section, value])) as Record<
        Name,
        unknown
      >
      const written: [SectionName, CachedSection][] = []
      for (const { section, value, ...made } of await make(trx, values)) {
        const current = standing.get(section) as CachedSection
        const stored = CachedSection.measured(current.version + 1, value)
        const { version, text, size } = stored
        await rowsOf(section).write(trx, trip.id, value, current.version === 0 ? undefined : current.value)
        let more = 0
        if (isCommonName(section)) {
          const entry = {
            tripId: trip.id,
            section,
            version,
            saveId: UNREPORTED,
            savedBy: made.by ?? null,
            savedAt: this.#clock(),
          }
          const history = { operations: made.applied ?? [], text: () => text, size, sinceWhole: null }
          more = (await appendVersion(trx, { ...entry, ...history })).bytes
        }
        await setVersion(trx, version, 0, more, trip.id, section)
        written.push([section, stored])
      }
      return {
        answer: undefined,
        written,
        changes: written.map(([part, { version }]) => ({ part, version, by: null })),
      }
    })
  }

  /** Runs a change in a transaction that others may share. What it has written is kept, and told, once that is committed and it is its turn. */
  async #change<Answer>(trip: PlannedTrip, make: (trx: Db, turn: Turn) => Promise<Changed<Answer>>): Promise<Answer> {
    const turn = this.#turns.begin()
    try {
      const { answer, written, changes } = await this.#commits
        .run(async (trx) => {
          const changed = await make(trx, turn)
          this.#noteWritten(trx, trip, changed.written)
          return changed
        })
        .catch((cause) => {
          // The trip was removed meanwhile, or whoever edits it.
          throw isMissingReference(cause) ? new AppError('trip_not_found', undefined, { cause }) : cause
        })
      await turn.come()
      for (const [section, kept] of written) this.#kept.keep(trip.id, section, kept)
      for (const change of changes) for (const listener of this.#listeners) listener(trip.id, change)
      return answer
    } finally {
      void turn.end()
    }
  }

  async #perform(request: Request, operations: PlanOperation[], turn: Turn): Promise<Changed<OperationsAnswer>> {
    const { trx, trip, person } = request
    const sections = await this.#openAll(request, operations, turn)
    const answer: OperationsAnswer = { versions: {}, effects: [], values: {}, superseded: [], refused: [] }
    const superseded = await this.#applyAll(request, operations, sections, answer)
    const written: [SectionName, CachedSection][] = []
    const changes: ChangeEvent[] = []
    for (const open of sections.values()) {
      const { section, current, run } = open
      const stored = await this.#store(request, open)
      const { version } = stored
      answer.versions[section] = version
      if (stored !== current) written.push([section, stored])
      if (!isCommonName(section)) {
        answer.values[section] = request.rights.shown(stored.value as PrivateParty[])
        if (stored !== current) changes.push({ part: section, version, by: null })
        continue
      }
      const effects = run.applied.map(({ id: op, ...mutation }) => ({ ...(op && { op }), ...effectOf(mutation) }))
      const check = isChecked(version, stored.size) ? checksum(forms[section], stored.value) : undefined
      if (check !== undefined) answer.checks = { ...answer.checks, [section]: check }
      await addSince(request, answer, { section, before: current.version, stored, effects })
      if (stored === current) continue
      changes.push({ part: section, version, by: person, effects, ...(check !== undefined && { check }) })
    }
    for (const { id, section, at } of superseded) {
      const seen = request.seen[section]
      const by = seen === undefined ? null : await findChanger(trx, trip.id, section, at, seen)
      answer.superseded.push({ id, by })
    }
    return { answer, written, changes }
  }

  #noteWritten(trx: Db, trip: PlannedTrip, written: readonly [SectionName, CachedSection][]): void {
    const all = this.#written.get(trx) ?? new Map<string, CachedSection>()
    this.#written.set(trx, all)
    for (const [section, kept] of written) all.set(placeOf(trip, section), kept)
  }

  /** Takes the turns of the sections until the transaction ends, always in the same order. */
  async #openAll({ trx, trip }: Request, operations: PlanOperation[], turn: Turn): Promise<Map<SectionName, Open>> {
    const work = new WorkBudget()
    const names = [...new Set(operations.map(({ section }) => section))].toSorted()
    const sections = new Map<SectionName, Open>()
    for (const section of names) {
      const { version, since_whole } = await lockVersion(trx, trip.id, section)
      turn.take(placeOf(trip, section))
      const current = await this.#current(trx, trip, section, version)
      const run = new SectionRun(trx, trip.id, section, current, work)
      sections.set(section, { section, current, sinceWhole: since_whole, run, remembered: 0 })
    }
    return sections
  }

  async #current(trx: Db, trip: PlannedTrip, section: SectionName, version: number): Promise<CachedSection> {
    if (version === 0) return templateOf(trip, section)
    const written = this.#written.get(trx)?.get(placeOf(trip, section))
    const kept = written?.version === version ? written : this.#kept.find(trip.id, section, version)
    return kept ?? CachedSection.measured(version, await rowsOf(section).load(trx, trip.id))
  }

  /** Applies the operations and remembers how they ended. Answers those that are superseded. */
  async #applyAll(
    { trx, trip, rights }: Request,
    operations: PlanOperation[],
    sections: ReadonlyMap<SectionName, Open>,
    answer: OperationsAnswer,
  ): Promise<PlanOperation[]> {
    const ids = operations.map(({ id }) => id)
    const known = await findOutcomes(trx, trip.id, ids)
    const fresh = new Map<string, Outcome>()
    const renamed = await findRenamed(trx, trip.id, operations)
    const superseded: PlanOperation[] = []
    for (const sent of operations) {
      const operation = renamed(sent)
      const { id, section, when: _, ...mutation } = operation ?? sent
      const before = known.get(id) ?? fresh.get(id)
      const refused = operation ? refusalBy(rights, operation) : 'entry_gone'
      const outcome = before ?? refused ?? (await sections.get(section)?.run.apply(mutation, id)) ?? 'invalid_operation'
      if (!before) fresh.set(id, outcome)
      if (outcome === 'superseded') superseded.push(operation ?? sent)
      else if (outcome !== 'applied') answer.refused.push({ id, code: outcome, message: refusals[outcome] })
    }
    // What was refused has changed nothing, and is decided again when it is sent again: so nobody fills a trip with refusals.
    const remembered = new Map([...fresh].filter(([, outcome]) => outcome === 'applied' || outcome === 'superseded'))
    await rememberOutcomes(trx, trip.id, remembered)
    for (const { id, section } of operations) {
      const open = sections.get(section)
      if (open && remembered.delete(id)) open.remembered += 1
    }
    return superseded
  }

  /** Writes what has happened to a section as its next version, if anything has. Answers how it stands then. */
  async #store(
    { trx, trip, person }: Request,
    { section, current, sinceWhole, run, remembered }: Open,
  ): Promise<CachedSection> {
    const [first] = run.applied
    const ofOperations = remembered * OPERATION_BYTES
    if (!first?.id) {
      if (ofOperations > 0) await addBytes(trx, ofOperations, trip.id, section)
      return current
    }
    const stored = new CachedSection(current.version + 1, run.value, run.size)
    const { version, value, size } = stored
    await rowsOf(section).write(trx, trip.id, value, current.version === 0 ? undefined : current.value)
    if (!isCommonName(section)) {
      await setVersion(trx, version, 0, ofOperations, trip.id, section)
      return stored
    }
    const entry = {
      tripId: trip.id,
      section,
      version,
      saveId: first.id,
      savedBy: person?.id ?? null,
      savedAt: this.#clock(),
    }
    const history = { operations: run.applied, text: () => stored.text, size, sinceWhole }
    const { since, bytes } = await appendVersion(trx, { ...entry, ...history })
    await recordChanges(trx, { tripId: trip.id, section, version, changedBy: person?.id ?? null }, run.applied)
    await setVersion(trx, version, since, bytes + ofOperations, trip.id, section)
    return stored
  }
}

function refusalBy({ refuse, hasRoom }: Rights, operation: PlanOperation): RefusalCode | undefined {
  return refuse(operation) ?? (hasRoom ? undefined : 'plans_full')
}

interface SinceOptions {
  section: SectionName
  /** The version before the request, and what the request has made of the section. */
  before: number
  stored: CachedSection
  effects: VersionEffect[]
}

/** Tells what a section has become since it was seen: by effects where all are known and are shorter than the whole. */
async function addSince({ trx, trip, seen }: Request, answer: OperationsAnswer, options: SinceOptions): Promise<void> {
  const { section, before, stored, effects } = options
  const from = seen[section]
  const isKnown = from !== undefined && from <= before && before - from < MAX_DELTA_VERSIONS
  const since = isKnown ? await listApplied(trx, trip.id, section, { from, to: before, most: stored.size }) : undefined
  const isReported = since?.every(({ save_id }) => save_id !== UNREPORTED)
  const earlier = (isReported ? since : undefined)?.flatMap(({ version, operations }) =>
    operations.map(({ id: op, ...mutation }) => ({ section, version, ...(op && { op }), ...effectOf(mutation) })),
  )
  const all = earlier && [...earlier, ...effects.map((effect) => ({ section, version: stored.version, ...effect }))]
  if (all && JSON.stringify(all).length <= stored.size) answer.effects.push(...all)
  else answer.values[section] = stored.value
}

const selectVersions = compiled((db, tripId: string) =>
  db.selectFrom('plan_sections').select(['section', 'version']).where('trip_id', '=', tripId),
)

const setVersion = compiled((db, version: number, since_whole: number, more: number, tripId: string, section: string) =>
  db
    .updateTable('plan_sections')
    .set({ version, since_whole, bytes: sql<number>`plan_sections.bytes + ${more}` })
    .where('trip_id', '=', tripId)
    .where('section', '=', section),
)

const addBytes = compiled((db, more: number, tripId: string, section: string) =>
  db
    .updateTable('plan_sections')
    .set({ bytes: sql<number>`plan_sections.bytes + ${more}` })
    .where('trip_id', '=', tripId)
    .where('section', '=', section),
)

const insertOrLockVersion = compiled((db, trip_id: string, section: string) =>
  db
    .insertInto('plan_sections')
    .values({ trip_id, section, version: 0, bytes: 0 })
    .onConflict((row) =>
      row.columns(['trip_id', 'section']).doUpdateSet((eb) => ({ bytes: eb.ref('plan_sections.bytes') })),
    )
    .returning(['version', 'since_whole']),
)

/** Takes the section's turn until the transaction ends, and answers its row, which it makes at the first save. */
async function lockVersion(trx: Db, tripId: string, section: SectionName) {
  const [row] = await insertOrLockVersion(trx, tripId, section)
  if (!row) throw new Error('The section has no version')
  return row
}

const placeOf = (trip: PlannedTrip, section: SectionName) => `${trip.id} ${section}`

/** The templates, made when they are first needed. */
const templates = new Map<string, CachedSection>()

function templateOf({ type }: PlannedTrip, section: SectionName): CachedSection {
  const place = `${type} ${section}`
  let template = templates.get(place)
  if (!template) {
    template = CachedSection.measured(0, planTemplates[section](type))
    templates.set(place, template)
  }
  return template
}
