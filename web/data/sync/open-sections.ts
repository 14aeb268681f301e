import type { OperationsResponse, PlanOperation, SectionEffect } from '#domain/api/operations.ts'
import type { SectionResponse } from '#domain/api/trips.ts'
import type { Effect } from '#domain/operations/operation.ts'
import { plan, type SectionName, type SectionValue, sectionNames } from '#domain/plan/index.ts'
import type { TripType } from '#domain/trip.ts'
import { type SectionPlan, SectionStore, type Versioned } from './section-store.ts'

/*
 * The sections of one open trip: their stores, and their values on disk.
 * Invariants: a value is persisted only if it is newer than the one persisted before, and never after `close`: a
 *   sign-out deletes this user's data.
 */

/** The section values that this device has of one trip, for one user. */
export interface ValueStorage {
  persistValue(name: SectionName, current: Versioned<SectionName>): Promise<void>
  /** The newest value that any tab has persisted. */
  findValue(name: SectionName): Promise<Versioned<SectionName> | undefined>
}

export class OpenSections {
  readonly #type: TripType
  readonly #plan: SectionPlan
  readonly #storage: ValueStorage | undefined
  readonly #stores = new Map<SectionName, SectionStore<SectionName>>()
  readonly #persistedVersions = new Map<SectionName, number>()
  #isClosed = false

  /** @param storage without it the values live in this page alone */
  constructor(type: TripType, plan: SectionPlan, storage: ValueStorage | undefined) {
    this.#type = type
    this.#plan = plan
    this.#storage = storage
  }

  find<Name extends SectionName>(name: Name): SectionStore<Name> | undefined {
    return this.#stores.get(name) as unknown as SectionStore<Name> | undefined
  }

  /** The known versions of the sections that operations are on. */
  versionsOf(operations: readonly PlanOperation[]): Partial<Record<SectionName, number>> {
    const names = new Set(operations.map(({ section }) => section))
    return Object.fromEntries(
      [...names].flatMap((name) => {
        const version = this.#stores.get(name)?.version
        return version === undefined ? [] : [[name, version]]
      }),
    )
  }

  /** Takes over whole sections. The next rebase shows them. Returns whether there was no store for one of them. */
  receive(sections: Partial<Record<SectionName, SectionResponse<SectionName>>>): boolean {
    let hasNewSection = false
    for (const name of sectionNames) {
      const current = sections[name]
      if (!current) continue
      const store = this.#stores.get(name)
      if (store) store.receive(current)
      else this.#stores.set(name, new SectionStore(name, this.#type, current, this.#plan))
      hasNewSection ||= !store
    }
    return hasNewSection
  }

  /** Takes over the answer to sent operations. Returns whether a section is now behind it, or there was none. */
  receiveResponse({ versions, effects, values, checks }: OperationsResponse): {
    isBehind: boolean
    hasNewSection: boolean
  } {
    let isBehind = false
    let hasNewSection = false
    for (const name of sectionNames) {
      const version = versions[name]
      if (version === undefined) continue
      const store = this.#stores.get(name)
      const whole = plan[name].schema.safeParse(values[name])
      // The private section is loaded after the plan, so an answer may be the first to bring it.
      if (whole.success)
        hasNewSection =
          this.receive({ [name]: { version, value: whole.data as SectionValue<SectionName> } }) || hasNewSection
      else if (store)
        for (const [at, effectsOfVersion] of effectsByVersion(effects, name))
          store.receiveEffects(at, effectsOfVersion, at === version ? checks?.[name] : undefined)
      isBehind ||= store !== undefined && (store.version ?? -1) < version
    }
    return { isBehind, hasNewSection }
  }

  /** Replays the pending operations over each section. Then all are shown at once, so that they fit each other. */
  rebase(): void {
    const changed = [...this.#stores.values()].filter((store) => store.rebase())
    for (const store of changed) store.notify()
  }

  /** Resolves when the newest values that this page has are persisted. */
  async persist(): Promise<void> {
    const storage = this.#storage
    if (!storage || this.#isClosed) return
    await Promise.all(
      [...this.#stores].map(async ([name, { current }]) => {
        if (!current || current.version <= (this.#persistedVersions.get(name) ?? -1)) return
        await storage.persistValue(name, current)
        this.#persistedVersions.set(name, current.version)
      }),
    )
  }

  /** Takes over the newest persisted values of the sections that these operations are on. */
  async load(operations: readonly PlanOperation[]): Promise<void> {
    for (const name of new Set(operations.map(({ section }) => section))) {
      const found = await this.#storage?.findValue(name)
      if (found) this.#stores.get(name)?.receive(found)
    }
  }

  close(): void {
    this.#isClosed = true
  }
}

/** The effects of an answer on one section, by the version that they lead to. */
function effectsByVersion(effects: readonly SectionEffect[], name: SectionName): Map<number, Effect[]> {
  const versions = new Map<number, Effect[]>()
  for (const { section, version, op: _, ...effect } of effects)
    if (section === name) versions.set(version, [...(versions.get(version) ?? []), effect])
  return versions
}
