import type { SeenVersions } from '#domain/api/since.ts'
import type { CommonSectionName, SectionName } from '#domain/plan/index.ts'
import type { Seen } from '../storage/persisted-seen.ts'

/*
 * Which version of each section a person has seen on this device, and when they last saw it (decision 25).
 * Job: when somebody comes back, determines since when others' changes are new to them.
 * Invariants: a version counts as seen only if its section was on a visible page with a working event stream. Newer
 *   versions count as seen once they have been reported. Until an absence is settled, nothing else counts as seen.
 *   The server leaves out the person's own changes.
 * Failure: if nothing can be stored, nothing is reported, as on a first visit. Changes seen just before a crash are
 *   reported again.
 */

/** A shorter gap in the event stream of a visible page is no absence: streams end and are reopened. */
export const BRIEF_MS = 60_000

/** Since when, and since which versions, others' changes are new to the person. */
export interface Absence {
  at: number
  versions: SeenVersions
}

interface LastHereParts {
  /** Returns what is stored on this device; undefined if the person has never opened the trip here. */
  read: () => Seen | undefined
  persist: (seen: Seen) => void
  /** Sends the seen versions to the server, for the person's other devices. */
  reportSeen: (versions: SeenVersions) => void
  /** Returns the current versions on this device. */
  versions: () => SeenVersions
}

interface PageState {
  /** The trip is visible. */
  isVisible: boolean
  /** The page is up to date, and the event stream works. */
  isLive: boolean
  /** The sections on the screen. */
  shown: readonly SectionName[]
  /** Somebody else has just changed something. */
  hasNews: boolean
}

export class LastHere {
  readonly #parts: LastHereParts
  readonly #listeners = new Set<() => void>()
  #absence: Absence | undefined
  /** Whether the person has opened the report of the current absence. */
  #isReportOpen = false
  #isWatching = false
  #shown: readonly SectionName[] = []
  /** When the event stream of the visible page was lost. */
  #lostAt: number | undefined
  /** Whether others' changes were seen since the last report to the server. */
  #hasNews = false

  constructor(parts: LastHereParts) {
    this.#parts = parts
  }

  /** Returns the absence to report, until `settle`. */
  getAbsence = (): Absence | undefined => this.#absence

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Call this whenever the page state may have changed. */
  updatePageState({ isVisible, isLive, shown, hasNews }: PageState): void {
    const wasWatching = this.#isWatching
    this.#isWatching = isVisible && isLive
    this.#hasNews ||= this.#isWatching && hasNews
    if (wasWatching) this.#persistShown()
    this.#shown = shown
    if (this.#isWatching && !wasWatching) this.#onWatching()
    else if (this.#isWatching) this.#persistShown()
    else if (wasWatching) this.#lostAt = Date.now()
    if (!isVisible) this.#onHidden()
  }

  /** The person has opened or dismissed the report up to these versions. */
  see(versions: SeenVersions): void {
    this.#isReportOpen = true
    this.#persist(versions)
    this.#reportSeen()
  }

  /** Nothing is left to report up to these versions. */
  settle(versions: SeenVersions): void {
    this.#isReportOpen = false
    this.#persist(versions)
    this.#setAbsence(undefined)
    if (this.#isWatching) this.#persistShown()
  }

  #onWatching(): void {
    const wasAway = this.#lostAt === undefined || Date.now() - this.#lostAt >= BRIEF_MS
    this.#lostAt = undefined
    const seen = this.#parts.read()
    const newer = seen && wasAway ? findAbsence(seen, this.#parts.versions()) : this.#absence
    // An open report stays open when the person returns from another app.
    const absence = newer ?? (this.#isReportOpen ? this.#absence : undefined)
    this.#setAbsence(absence)
    // On a first visit, everything counts as seen.
    if (!seen) this.#persist(this.#parts.versions())
    else this.#persistShown()
  }

  /** Not called when the stream ends: at a sign-out it ends first, and the server would refuse the report. */
  #onHidden(): void {
    this.#lostAt = undefined
    if (this.#hasNews && !this.#absence) this.#reportSeen()
  }

  #reportSeen(): void {
    this.#hasNews = false
    const seen = this.#parts.read() ?? {}
    this.#parts.reportSeen(Object.fromEntries(Object.entries(seen).map(([name, { version }]) => [name, version])))
  }

  /** Sections on the screen count as seen, and so do sections that have not changed since. */
  #persistShown(): void {
    if (this.#absence) return
    const seen = this.#parts.read() ?? {}
    const versions = Object.entries(this.#parts.versions()) as [CommonSectionName, number][]
    const isSeen = ([name, version]: [SectionName, number]) =>
      this.#shown.includes(name) || version === (seen[name]?.version ?? version)
    this.#persist(Object.fromEntries(versions.filter(isSeen)))
  }

  #persist(versions: SeenVersions): void {
    const seen = { ...this.#parts.read() }
    const at = Date.now()
    for (const [name, version] of Object.entries(versions) as [CommonSectionName, number][])
      seen[name] = { version: Math.max(version, seen[name]?.version ?? 0), at }
    this.#parts.persist(seen)
  }

  #setAbsence(absence: Absence | undefined): void {
    if (absence === this.#absence) return
    this.#absence = absence
    for (const listener of this.#listeners) listener()
  }
}

/** Returns undefined if nothing is newer than what the person has seen. */
function findAbsence(seen: Seen, versions: SeenVersions): Absence | undefined {
  const seenSections = Object.entries(seen) as [CommonSectionName, { version: number; at: number }][]
  const newer = seenSections.filter(([name, { version }]) => (versions[name] ?? 0) > version)
  if (newer.length === 0) return undefined
  return {
    at: Math.min(...newer.map(([, { at }]) => at)),
    versions: Object.fromEntries(newer.map(([name, { version }]) => [name, version])),
  }
}
