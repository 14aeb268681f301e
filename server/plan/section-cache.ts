import { LRUCache } from 'lru-cache'
import type { SectionName } from '#domain/plan/index.ts'

/** A section at a version. Whoever has it shares its value with everybody else, and never changes it. */
export class CachedSection {
  readonly version: number
  readonly value: unknown
  /** How long the value is as JSON, in UTF-16 code units. */
  readonly size: number
  #text: string | undefined

  constructor(version: number, value: unknown, size: number) {
    this.version = version
    this.value = value
    this.size = size
  }

  /** One whose size is not known yet. */
  static measured(version: number, value: unknown): CachedSection {
    const text = JSON.stringify(value)
    const kept = new CachedSection(version, value, text.length)
    kept.#text = text
    return kept
  }

  /** The value as JSON, made when somebody first asks. */
  get text(): string {
    this.#text ??= JSON.stringify(this.value)
    return this.#text
  }
}

/** What all of them may take, in bytes, and what one takes for each character of its JSON: its value, and its text beside it. */
const MAX_BYTES = 64 * 1024 * 1024
const BYTES_PER_CHARACTER = 4

/** The newest value of sections that were asked for lately, so that the next edit reads no rows. */
export class SectionCache {
  readonly #newest = new LRUCache<string, CachedSection>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => size * BYTES_PER_CHARACTER + 1,
  })

  /** The section, where it is kept at just this version. */
  find(tripId: string, section: SectionName, version: number): CachedSection | undefined {
    const kept = this.#newest.get(`${tripId} ${section}`)
    return kept?.version === version ? kept : undefined
  }

  /** Keeps a section that is committed, in the place of an earlier version. */
  keep(tripId: string, section: SectionName, kept: CachedSection): void {
    this.#newest.set(`${tripId} ${section}`, kept)
  }
}
