import { sql } from 'kysely'
import { type ChangeEvent, toPersonHere } from '#domain/api/events.ts'
import {
  MAX_OPERATIONS,
  type OperationsRequest,
  type OperationsResponse,
  type PlanOperation,
  type VersionEffect,
} from '#domain/api/operations.ts'
import { AppError } from '#domain/errors.ts'
import { effectOf } from '#domain/operations/applied-mutation.ts'
import { checksum, hasChecksum } from '#domain/operations/checksum.ts'
import { withDefaults } from '#domain/operations/defaults.ts'
import { formAt, isFirstChoice } from '#domain/operations/form.ts'
import { findAt } from '#domain/operations/json.ts'
import { withLowerCaseIdsIn } from '#domain/operations/lower-case-ids.ts'
import { isRefusal, type Mutation, type Path, type RefusalCode } from '#domain/operations/operation.ts'
import { refusalMessage } from '#domain/operations/refusals.ts'
import { typingTime } from '#domain/operations/typing-time.ts'
import { WorkBudget } from '#domain/operations/work-budget.ts'
import type { NamedUser } from '#domain/person.ts'
import { forms } from '#domain/plan/forms.ts'
import { isCommonSectionName, type SectionName, sectionNames } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import type { PrivateParty } from '#domain/plan/private.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { Trip } from '#domain/trip.ts'
import { CommitBatcher } from '../db/commit-batcher.ts'
import { compiled } from '../db/compiled.ts'
import type { TimeDatabase } from '../db/database-times.ts'
import type { Db } from '../db/engine.ts'
import { giveWay, shouldGiveWay } from '../db/turn-of-event-loop.ts'
import { isMissingReference } from '../db/violations.ts'
import { CommitOrder, type Turn } from './commit-order.ts'
import { recordChanges } from './field-changes.ts'
import { appendVersion, findVersion, isFirstVersion, listApplied, UNREPORTED } from './history.ts'
import { rowsOf } from './index.ts'
import { type Decision, findDecisions, rememberDecisions } from './known-operations.ts'
import { CurrentIds, rememberRenamed } from './renamed.ts'
import { CachedSection, SectionCache } from './section-cache.ts'
import { SectionRun } from './section-run.ts'

/*
 * The plans of all trips.
 * Job: loads sections and applies operations. In one transaction, the operations of a request become one new version of
 *   each section that they change: rows, history and version. If they take long, in several, one after the other.
 * Invariants: every change increments a section's version by one. A section's value at a version never changes, so it
 *   can be cached. An operation whose id is known changes nothing, and none fails because somebody else changed the
 *   section. Refused operations are not remembered, so a retry is decided again. Requests that change the same section
 *   lock its row in plan_sections, and their changes are published in commit order. The private section
 *   (domain/plan/private.ts) has neither history nor effects: each user gets their own part of it.
 * Failure: the transaction is rolled back as a whole, nothing of it is cached or published, and the client retries the
 *   same request. If the trip or the author was deleted in the meantime, the error is trip_not_found.
 */

/** A section at a version. `text` is the value as JSON. The value is shared, so it must not be changed. */
export type LoadedSection = Pick<CachedSection, 'version' | 'value' | 'text'>

/** What has versions in a trip. The documents are not a section, but have a version of their own. */
export const versionedNames = [...sectionNames, 'documents'] as const
export type Versions = Record<(typeof versionedNames)[number], number>

/** A client that has missed more versions than this gets the whole value. */
const MAX_DELTA_VERSIONS = 200

/**
 * What the plan needs of its trip. The type and the revision decide the templates. Only those of meals differ between
 * revisions, so those who load no meals may leave it out.
 */
export type PlannedTrip = Pick<Trip, 'id' | 'type'> & Partial<Pick<Trip, 'template_revision'>>

/** So many operations of a request are never separated: most edits are one version, however slow the machine is. */
const MIN_SLICE = 25
/** What a remembered operation takes, in bytes, including its index entry. */
const OPERATION_BYTES = 120

/** What rights may depend on, after the operations before the one in question. */
interface RightsState {
  /** The value of a section that the request names. */
  current: (section: SectionName) => unknown
  /** The entry of the operation's section that was last removed from a place; undefined if none was. */
  findRemoved: (at: Path) => Promise<unknown>
}

export interface Rights {
  /** Why an operation is refused; undefined if it is allowed. */
  refuse: (operation: PlanOperation, state: RightsState) => Promise<RefusalCode | undefined>
  /** Whether there is room for more. If not, every operation that is not known already is refused. */
  hasRoom: boolean
  /** The part of the private records that this user sees. */
  shown: (records: readonly PrivateParty[]) => PrivateParty[]
}
const allRights: Rights = { refuse: async () => undefined, hasRoom: true, shown: (records) => [...records] }
type ChangeListener = (tripId: string, change: ChangeEvent) => void

/** The new value of a section. If the section has a history, also who changed it, and how. */
export interface SectionRewrite {
  section: SectionName
  value: unknown
  by?: string
  applied?: readonly Mutation[]
}

/** A section that a transaction has locked. */
interface OpenSection {
  section: SectionName
  current: CachedSection
  /** See `plan_sections`. */
  sinceWhole: number | null
  run: SectionRun
  /** The number of operations whose outcome is remembered. */
  remembered: number
}

/** What a transaction has changed: the answer, the sections to cache, and the changes to publish. */
interface PlanChange<Answer> {
  answer: Answer
  written: [SectionName, CachedSection][]
  changes: ChangeEvent[]
}

/** What one transaction did of a request. */
interface Slice extends Pick<OperationsResponse, 'superseded' | 'refused'> {
  merged: NonNullable<OperationsResponse['merged']>
  /** The number of its operations. */
  done: number
  /** What else the answer contains; undefined if operations remain. */
  answer: Omit<OperationsResponse, 'superseded' | 'merged' | 'refused'> | undefined
}

interface Request {
  trx: Db
  trip: PlannedTrip
  seen: OperationsRequest['seen']
  /** The names of all sections that the request changes, in their order. */
  sections: readonly SectionName[]
  budget: WorkBudget
  isAtOnce: boolean
  person: NamedUser | null
  /** When it arrived, in milliseconds since 1970. */
  now: number
  /** See `typingTime`. */
  typedAt: (operation: PlanOperation) => number | undefined
  rights: Rights
}

export class PlanStore {
  readonly #cache = new SectionCache()
  /** What open transactions have written so far. Several requests may share a transaction. */
  readonly #written = new WeakMap<Db, Map<string, CachedSection>>()
  readonly #commitOrder = new CommitOrder()
  readonly #db: Db
  readonly #commits: CommitBatcher
  readonly #clock: () => Date
  readonly #listeners = new Set<ChangeListener>()

  constructor(db: Db, clock: () => Date, time?: TimeDatabase) {
    this.#db = db
    this.#commits = new CommitBatcher(db, time)
    this.#clock = clock
  }

  /** Calls `listener` with every change that this process commits, in commit order. */
  onChange(listener: ChangeListener): void {
    this.#listeners.add(listener)
  }

  /** The current version of every section and of the documents; 0 if it was never saved. */
  async listVersions(tripId: string): Promise<Versions> {
    const rows = await selectVersions(this.#db, tripId)
    await this.flushed()
    const saved = new Map(rows.map((row) => [row.section, row.version]))
    return Object.fromEntries(versionedNames.map((name) => [name, saved.get(name) ?? 0])) as Versions
  }

  /**
   * Await this between reading and answering. A power cut may undo a version that is not on disk yet, and its number
   * would then get another value.
   */
  async flushed(): Promise<void> {
    await this.#commits.flushed()
  }

  /** A section at `version`, or at a later one that has been saved in the meantime. */
  async load(trip: PlannedTrip, section: SectionName, version: number): Promise<LoadedSection> {
    if (version === 0) return templateOf(trip, section)
    const cached = this.#cache.find(trip.id, section, version)
    if (cached) return cached
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
        const found = CachedSection.measured(current.version, await loadValue(trx, trip.id, section))
        // All sections of a trip are loaded at once. Other requests run between two large ones.
        await giveWay()
        return found
      })
    this.#cache.set(trip.id, section, loaded)
    // It may be a later version than requested, which is not on disk yet.
    await this.flushed()
    return loaded
  }

  /**
   * A section at an earlier version; undefined if the history does not reach it. Before the first version it is the
   * template. The first version of a restored plan is not 1.
   */
  async findEarlier(trip: PlannedTrip, section: SectionName, version: number): Promise<unknown> {
    const isTemplate = version === 0 || (await isFirstVersion(this.#db, trip.id, section, version + 1))
    return isTemplate ? templateOf(trip, section).value : findVersion(this.#db, trip.id, section, version)
  }

  /**
   * Applies operations to any sections of the plan. An operation that is known changes nothing. What takes long is done
   * in slices, each a transaction and a version of its own, so that others are answered in between. After a failure the
   * slices before it remain, and a retry of the same request does the rest.
   * @param person the author; null for the app itself
   * @param rightsOf finds what the author may do and see. Asked again before each slice, since it may have changed.
   * @param isAtOnce whether it is one transaction, however long that takes
   * @returns what has changed since the versions in `request.seen`, and what was refused or superseded
   */
  async operate(
    trip: PlannedTrip,
    request: OperationsRequest,
    person: NamedUser | null,
    rightsOf: () => Promise<Rights> = async () => allRights,
    isAtOnce = false,
  ): Promise<OperationsResponse> {
    const now = this.#clock().getTime()
    const typedAt = (operation: PlanOperation) => typingTime(operation, request, now)
    const sections = [...new Set(request.operations.map(({ section }) => section))].toSorted()
    const all = { trip, seen: request.seen, sections, person, now, typedAt, isAtOnce, budget: new WorkBudget() }
    const earlier: Slice[] = []
    for (let rest = request.operations; ; ) {
      const operations = isAtOnce ? rest : rest.slice(0, MAX_OPERATIONS)
      const remaining = rest.length - operations.length
      const rights = await rightsOf()
      const slice = await this.#change(trip, (trx, turn) =>
        this.#perform({ trx, ...all, rights }, operations, remaining, turn),
      )
      earlier.push(slice)
      rest = rest.slice(slice.done)
      if (slice.answer) return { ...slice.answer, ...joinReports(earlier) }
    }
  }

  /**
   * Adds a version of the private section without an edit: with the same value, because others now see other parts of
   * it, or without any records. Does nothing if there are no records.
   */
  async rewritePrivate(trip: PlannedTrip, change: 'seen by others' | 'erased'): Promise<void> {
    await this.rewriteSections(trip, ['private'], async (_, { private: value }) =>
      (value as PrivateParty[]).length === 0 ? [] : [{ section: 'private', value: change === 'erased' ? [] : value }],
    )
  }

  /**
   * Adds versions of sections without effects, so that clients load the whole value. The sections stay locked until
   * then.
   * @param sections in the order of their names
   * @param make gets the current values and returns the sections to change; it may rewrite their history
   */
  async rewriteSections<Name extends SectionName>(
    trip: PlannedTrip,
    sections: readonly Name[],
    make: (trx: Db, values: Record<Name, unknown>) => Promise<readonly SectionRewrite[]>,
  ): Promise<void> {
    await this.#change(trip, async (trx, turn) => {
      const currentSections = new Map<SectionName, CachedSection>()
      for (const section of sections) {
        const { version } = await lockVersion(trx, trip.id, section)
        turn.take(sectionKey(trip, section))
        currentSections.set(section, await this.#current(trx, trip, section, version))
        await giveWay()
      }
      const values = Object.fromEntries([...currentSections].map(([section, { value }]) => [section, value])) as Record<
        Name,
        unknown
      >
      const written: [SectionName, CachedSection][] = []
      for (const { section, value, ...rest } of await make(trx, values)) {
        const current = currentSections.get(section) as CachedSection
        await giveWay()
        const stored = CachedSection.measured(current.version + 1, value)
        const { version, text, size } = stored
        await rowsOf(section).write(trx, trip.id, value, current.version === 0 ? undefined : current.value)
        await giveWay()
        let addedBytes = 0
        if (isCommonSectionName(section)) {
          const entry = {
            tripId: trip.id,
            section,
            version,
            saveId: UNREPORTED,
            savedBy: rest.by ?? null,
            savedAt: this.#clock(),
          }
          const history = { operations: rest.applied ?? [], text: () => text, size, sinceWhole: null }
          addedBytes = (await appendVersion(trx, { ...entry, ...history })).bytes
        }
        await setVersion(trx, version, 0, addedBytes, trip.id, section)
        written.push([section, stored])
      }
      return {
        answer: undefined,
        written,
        changes: written.map(([part, { version }]) => ({ part, version, by: null })),
      }
    })
  }

  /** Runs a change in a transaction. After its commit, caches and publishes what it has written. */
  async #change<Answer>(
    trip: PlannedTrip,
    make: (trx: Db, turn: Turn) => Promise<PlanChange<Answer>>,
  ): Promise<Answer> {
    const turn = this.#commitOrder.begin()
    try {
      const { answer, written, changes } = await this.#commits
        .run(async (trx) => {
          const changed = await make(trx, turn)
          this.#recordWritten(trx, trip, changed.written)
          return changed
        })
        .catch((cause) => {
          // The trip or the author was deleted in the meantime.
          throw isMissingReference(cause) ? new AppError('trip_not_found', undefined, { cause }) : cause
        })
      await turn.waitForEarlier()
      for (const [section, cached] of written) this.#cache.set(trip.id, section, cached)
      for (const change of changes) for (const listener of this.#listeners) listener(trip.id, change)
      return answer
    } finally {
      void turn.end()
    }
  }

  /**
   * Applies the first of some operations, as many as there is time for.
   * @param remaining how many operations the request has after these
   */
  async #perform(
    request: Request,
    operations: PlanOperation[],
    remaining: number,
    turn: Turn,
  ): Promise<PlanChange<Slice>> {
    const { person } = request
    const by = person && toPersonHere(person)
    const sections = await this.#openAll(request, turn)
    const { superseded, ...slice } = await this.#applyAll(request, operations, sections)
    const isLast = slice.done === operations.length && remaining === 0
    const answer: Slice['answer'] = { versions: {}, effects: [], values: {} }
    const described = await describeSuperseded(superseded, sections)
    const written: [SectionName, CachedSection][] = []
    const changes: ChangeEvent[] = []
    for (const open of sections.values()) {
      const { section, current, run } = open
      const stored = await this.#store(request, open)
      const { version } = stored
      answer.versions[section] = version
      if (stored !== current) written.push([section, stored])
      if (!isCommonSectionName(section)) {
        answer.values[section] = request.rights.shown(stored.value as PrivateParty[])
        if (stored !== current) changes.push({ part: section, version, by: null })
        continue
      }
      const effects = run.applied.map(({ id: op, ...mutation }) => ({ ...(op && { op }), ...effectOf(mutation) }))
      const check = hasChecksum(version, stored.size) ? checksum(forms[section], stored.value) : undefined
      if (check !== undefined) answer.checks = { ...answer.checks, [section]: check }
      await giveWay()
      if (isLast) await addSince(request, answer, { section, before: current.version, stored, effects })
      if (stored === current) continue
      changes.push({ part: section, version, by, effects, ...(check !== undefined && { check }) })
    }
    return {
      answer: { ...slice, superseded: described, answer: isLast ? answer : undefined },
      written,
      changes,
    }
  }

  #recordWritten(trx: Db, trip: PlannedTrip, written: readonly [SectionName, CachedSection][]): void {
    const all = this.#written.get(trx) ?? new Map<string, CachedSection>()
    this.#written.set(trx, all)
    for (const [section, cached] of written) all.set(sectionKey(trip, section), cached)
  }

  /** Locks the sections until the transaction ends, always in the same order. */
  async #openAll(
    { trx, trip, person, now, rights, sections: names, budget }: Request,
    turn: Turn,
  ): Promise<Map<SectionName, OpenSection>> {
    const sections = new Map<SectionName, OpenSection>()
    for (const section of names) {
      const { version, since_whole } = await lockVersion(trx, trip.id, section)
      turn.take(sectionKey(trip, section))
      const current = await this.#current(trx, trip, section, version)
      const options = { tripId: trip.id, section, authorId: person?.id ?? null, now, isLimited: rights !== allRights }
      const run = new SectionRun(trx, options, current, budget)
      sections.set(section, { section, current, sinceWhole: since_whole, run, remembered: 0 })
    }
    return sections
  }

  async #current(trx: Db, trip: PlannedTrip, section: SectionName, version: number): Promise<CachedSection> {
    if (version === 0) return templateOf(trip, section)
    const written = this.#written.get(trx)?.get(sectionKey(trip, section))
    const cached = written?.version === version ? written : this.#cache.find(trip.id, section, version)
    return cached ?? CachedSection.measured(version, await loadValue(trx, trip.id, section))
  }

  /** The value of a section that this transaction has not locked. */
  async #valueNow(trx: Db, trip: PlannedTrip, section: SectionName): Promise<unknown> {
    const row = await trx
      .selectFrom('plan_sections')
      .select('version')
      .where('trip_id', '=', trip.id)
      .where('section', '=', section)
      .executeTakeFirst()
    return (await this.#current(trx, trip, section, row?.version ?? 0)).value
  }

  /** Applies the operations, as many as there is time for but at least one, and remembers their outcomes. */
  async #applyAll(
    { trx, trip, rights, typedAt, isAtOnce }: Request,
    operations: PlanOperation[],
    sections: ReadonlyMap<SectionName, OpenSection>,
  ): Promise<Pick<Slice, 'done' | 'merged' | 'refused'> & { superseded: PlanOperation[] }> {
    const ids = operations.map(({ id }) => id)
    const known = await findDecisions(trx, trip.id, ids)
    const fresh = new Map<string, Decision>()
    let currentIds = await CurrentIds.load(trx, trip.id, operations, async () => {
      const open = sections.get('people')
      const value = open ? undefined : await this.#valueNow(trx, trip, 'people')
      return () => (open ? open.run.value : value) as Party[]
    })
    const superseded: PlanOperation[] = []
    const merged: Slice['merged'] = []
    const refusals: Slice['refused'] = []
    let done = 0
    const current = (section: SectionName) => sections.get(section)?.run.value
    for (const received of operations) {
      if (!isAtOnce && done >= MIN_SLICE && shouldGiveWay()) break
      await giveWay()
      done += 1
      const sent = withLowerCaseIdsIn(forms[received.section], received)
      // An entry may have thousands of others in it.
      await giveWay()
      const operation = currentIds ? currentIds.resolve(sent, current(sent.section)) : sent
      const { id, section, when: _, ...mutation } = operation ?? sent
      const before = known.get(id) ?? fresh.get(id)
      const run = sections.get(section)?.run
      const state = { current, findRemoved: async (at: Path) => run?.findRemoved(at) }
      const refused = operation ? await refusalBy(rights, operation, state) : 'entry_gone'
      const outcome =
        before?.outcome ?? refused ?? (await run?.apply(mutation, id, typedAt(sent))) ?? 'invalid_operation'
      const mergedWith = before ? before.mergedWith : run?.merged.get(id)
      if (!before) fresh.set(id, { outcome, mergedWith })
      const [idThen, idNow] = [received.at.at(-1), sent.at.at(-1)]
      if (sent.do === 'insert' && idThen && idNow && idThen.toLowerCase() !== idNow && !isRefusal(outcome)) {
        currentIds ??= new CurrentIds(trip.id, new Map(), () => [])
        currentIds.addDerived(idThen.toLowerCase(), idNow)
      }
      if (outcome === 'superseded') superseded.push(operation ?? sent)
      else if (outcome === 'merged') merged.push({ id, by: mergedWith?.name ?? null })
      else if (outcome !== 'applied') refusals.push({ id, code: outcome, message: refusalMessage(outcome) })
    }
    await giveWay()
    // A refused operation changed nothing. A retry is decided again, so nobody can fill a trip with refusals.
    const remembered = new Map([...fresh].filter(([, { outcome }]) => !isRefusal(outcome)))
    await rememberDecisions(trx, trip.id, remembered)
    if (currentIds) await rememberRenamed(trx, trip.id, currentIds.derived)
    for (const { id, section } of operations) {
      const open = sections.get(section)
      if (open && remembered.delete(id)) open.remembered += 1
    }
    return { done, superseded, merged, refused: refusals }
  }

  /**
   * Writes what has changed in a section as its next version. Returns the section, the same one if nothing was applied.
   */
  async #store(
    { trx, trip, person }: Request,
    { section, current, sinceWhole, run, remembered }: OpenSection,
  ): Promise<CachedSection> {
    const [first] = run.applied
    const operationBytes = remembered * OPERATION_BYTES
    if (!first?.id) {
      if (operationBytes > 0) await addBytes(trx, operationBytes, trip.id, section)
      return current
    }
    const stored = new CachedSection(current.version + 1, run.value, run.size)
    const { version, value, size } = stored
    await rowsOf(section).write(trx, trip.id, value, current.version === 0 ? undefined : current.value)
    await giveWay()
    if (!isCommonSectionName(section)) {
      await setVersion(trx, version, 0, operationBytes, trip.id, section)
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
    await giveWay()
    const change = { tripId: trip.id, section, changedBy: person?.id ?? null }
    await recordChanges(trx, change, run.applied, run.typedAt)
    await setVersion(trx, version, since, bytes + operationBytes, trip.id, section)
    return stored
  }
}

/** Loads a section's value, complete even if an older version of the app stored it. */
async function loadValue(db: Db, tripId: string, section: SectionName): Promise<unknown> {
  return withDefaults(forms[section], await rowsOf(section).load(db, tripId))
}

/** With what replaced a short field, and who typed it. Nobody is told that a choice had been made already. */
async function describeSuperseded(
  superseded: readonly PlanOperation[],
  sections: ReadonlyMap<SectionName, OpenSection>,
): Promise<OperationsResponse['superseded']> {
  const described: OperationsResponse['superseded'] = []
  for (const { id, section, at, ...mutation } of superseded) {
    const run = sections.get(section)?.run
    if (mutation.do !== 'set' || isFirstChoice(formAt(forms[section], at))) described.push({ id })
    else described.push({ id, by: (await run?.findLastChange(at))?.name ?? null, is: findAt(run?.value, at) ?? null })
  }
  return described
}

function joinReports(slices: readonly Slice[]): Pick<OperationsResponse, 'superseded' | 'merged' | 'refused'> {
  const merged = slices.flatMap((slice) => slice.merged)
  return {
    superseded: slices.flatMap((slice) => slice.superseded),
    refused: slices.flatMap((slice) => slice.refused),
    ...(merged.length > 0 && { merged }),
  }
}

async function refusalBy(
  { refuse, hasRoom }: Rights,
  operation: PlanOperation,
  state: RightsState,
): Promise<RefusalCode | undefined> {
  return (await refuse(operation, state)) ?? (hasRoom ? undefined : 'plans_full')
}

interface SinceOptions {
  section: SectionName
  /** The version before the request, and the section after it. */
  before: number
  stored: CachedSection
  effects: VersionEffect[]
}

/**
 * Adds to the answer what has changed since the seen version: the effects if all are known and shorter than the value,
 * otherwise the value.
 */
async function addSince(
  { trx, trip, seen }: Request,
  answer: NonNullable<Slice['answer']>,
  options: SinceOptions,
): Promise<void> {
  const { section, before, stored, effects } = options
  const from = seen[section]
  const isKnown = from !== undefined && from <= before && before - from < MAX_DELTA_VERSIONS
  const since = isKnown
    ? await listApplied(trx, trip.id, section, { from, to: before, maxBytes: stored.size })
    : undefined
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

const setVersion = compiled(
  (db, version: number, since_whole: number, addedBytes: number, tripId: string, section: string) =>
    db
      .updateTable('plan_sections')
      .set({ version, since_whole, bytes: sql<number>`plan_sections.bytes + ${addedBytes}` })
      .where('trip_id', '=', tripId)
      .where('section', '=', section),
)

const addBytes = compiled((db, addedBytes: number, tripId: string, section: string) =>
  db
    .updateTable('plan_sections')
    .set({ bytes: sql<number>`plan_sections.bytes + ${addedBytes}` })
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

/** Locks the section's row until the transaction ends. Creates the row before the first save. */
async function lockVersion(trx: Db, tripId: string, section: SectionName) {
  const [row] = await insertOrLockVersion(trx, tripId, section)
  if (!row) throw new Error('The section has no version')
  return row
}

const sectionKey = (trip: PlannedTrip, section: SectionName) => `${trip.id} ${section}`

const templates = new Map<string, CachedSection>()

function templateOf({ type, template_revision }: PlannedTrip, section: SectionName): CachedSection {
  const key = `${type} ${template_revision} ${section}`
  let template = templates.get(key)
  if (!template) {
    template = CachedSection.measured(0, planTemplates[section](type, template_revision))
    templates.set(key, template)
  }
  return template
}
