import type { SeenVersions } from '#domain/api/since.ts'
import type { CommonName, SectionName } from '#domain/plan/index.ts'
import type { Seen } from '../device/persisted-seen.ts'

/*
 * What a person has seen of a trip on this device: up to which version of each section, and when that was so last.
 * Job: when somebody comes back, to know since when they are to be told what others changed.
 * Invariants: seen is what stood on a page that was looked at while it heard of every change at once, of the sections that were on the
 *   screen; what has become newer while nobody looked, or nothing was heard, is not seen before it was told. While something is to be
 *   told nothing more counts as seen. What one does oneself is never told, whatever is kept here: the server leaves it out.
 * Failure: where nothing can be kept the person is told nothing, as on a first visit; what was seen as the page broke off is told again.
 */

/** Who was looking all the time has not been away where nothing was heard for so long: streams end, and are opened again. */
export const BRIEF_MS = 60_000

/** Since when, and since which versions, somebody is to be told what others changed. */
export interface Absence {
  at: number
  versions: SeenVersions
}

export interface LastHereParts {
  /** What is kept on the device; undefined where the person was never here. */
  read: () => Seen | undefined
  keep: (seen: Seen) => void
  /** Tells the server, for the person's other devices. */
  tell: (versions: SeenVersions) => void
  /** How the sections stand here by now. */
  versions: () => SeenVersions
}

/** How the page stands. */
interface Standing {
  /** Somebody looks at the trip. */
  isLooked: boolean
  /** What stands on the page is what the server has, and it hears of every change at once. */
  isLive: boolean
  /** The sections that are on the screen. */
  shown: readonly SectionName[]
  /** Somebody else has just changed something. */
  hasNews: boolean
}

export class LastHere {
  readonly #parts: LastHereParts
  readonly #listeners = new Set<() => void>()
  #absence: Absence | undefined
  /** Whether the person is looking at what is told. */
  #isTold = false
  #isWatching = false
  #shown: readonly SectionName[] = []
  /** Since when nothing was heard while somebody looked. */
  #lostAt: number | undefined
  /** Whether something that others did was seen here since the server was told. */
  #hasNews = false

  constructor(parts: LastHereParts) {
    this.#parts = parts
  }

  /** What is to be told, if anything is: until it is settled. */
  getAbsence = (): Absence | undefined => this.#absence

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** To be called whenever one of these may be another. */
  note({ isLooked, isLive, shown, hasNews }: Standing): void {
    const wasWatching = this.#isWatching
    this.#isWatching = isLooked && isLive
    this.#hasNews ||= this.#isWatching && hasNews
    if (wasWatching) this.#keepShown()
    this.#shown = shown
    if (this.#isWatching && !wasWatching) this.#begin()
    else if (this.#isWatching) this.#keepShown()
    else if (wasWatching) this.#lostAt = Date.now()
    if (!isLooked) this.#leave()
  }

  /** The person looks at what was to be told up to these versions, or has dismissed it. */
  see(versions: SeenVersions): void {
    this.#isTold = true
    this.#keep(versions)
    this.#tell()
  }

  /** Nothing is left to be told up to these versions. */
  settle(versions: SeenVersions): void {
    this.#isTold = false
    this.#keep(versions)
    this.#publish(undefined)
    if (this.#isWatching) this.#keepShown()
  }

  #begin(): void {
    const wasAway = this.#lostAt === undefined || Date.now() - this.#lostAt >= BRIEF_MS
    this.#lostAt = undefined
    const seen = this.#parts.read()
    const newer = seen && wasAway ? findAbsence(seen, this.#parts.versions()) : this.#absence
    // Whoever looks at what is told looks at it still after a moment with another app.
    const absence = newer ?? (this.#isTold ? this.#absence : undefined)
    this.#publish(absence)
    // On a first visit all is as it was found.
    if (!seen) this.#keep(this.#parts.versions())
    else this.#keepShown()
  }

  /** Not as soon as nothing is heard any more: at a sign-out the server ends the stream first, and would refuse what is told it then. */
  #leave(): void {
    this.#lostAt = undefined
    if (this.#hasNews && !this.#absence) this.#tell()
  }

  #tell(): void {
    this.#hasNews = false
    const seen = this.#parts.read() ?? {}
    this.#parts.tell(Object.fromEntries(Object.entries(seen).map(([name, { version }]) => [name, version])))
  }

  /** What is on the screen is seen. Of the rest, what has not changed since it was. */
  #keepShown(): void {
    if (this.#absence) return
    const seen = this.#parts.read() ?? {}
    const versions = Object.entries(this.#parts.versions()) as [CommonName, number][]
    const isSeen = ([name, version]: [SectionName, number]) =>
      this.#shown.includes(name) || version === (seen[name]?.version ?? version)
    this.#keep(Object.fromEntries(versions.filter(isSeen)))
  }

  #keep(versions: SeenVersions): void {
    const seen = { ...this.#parts.read() }
    const at = Date.now()
    for (const [name, version] of Object.entries(versions) as [CommonName, number][])
      seen[name] = { version: Math.max(version, seen[name]?.version ?? 0), at }
    this.#parts.keep(seen)
  }

  #publish(absence: Absence | undefined): void {
    if (absence === this.#absence) return
    this.#absence = absence
    for (const listener of this.#listeners) listener()
  }
}

/** Since when somebody is to be told what has become newer than what they have seen; undefined where nothing has. */
function findAbsence(seen: Seen, versions: SeenVersions): Absence | undefined {
  const known = Object.entries(seen) as [CommonName, { version: number; at: number }][]
  const newer = known.filter(([name, { version }]) => (versions[name] ?? 0) > version)
  if (newer.length === 0) return undefined
  return {
    at: Math.min(...newer.map(([, { at }]) => at)),
    versions: Object.fromEntries(newer.map(([name, { version }]) => [name, version])),
  }
}
