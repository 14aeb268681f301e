import { LRUCache } from 'lru-cache'
import type { SectionName } from '#domain/plan/index.ts'

/** A section at a version. Its value is shared, so it must not be changed. */
export class CachedSection {
  readonly version: number
  readonly value: unknown
  /** Length of the value as JSON, in UTF-16 code units. */
  readonly size: number
  #text: string | undefined

  constructor(version: number, value: unknown, size: number) {
    this.version = version
    this.value = value
    this.size = size
  }

  static measured(version: number, value: unknown): CachedSection {
    const text = JSON.stringify(value)
    const cached = new CachedSection(version, value, text.length)
    cached.#text = text
    return cached
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.value)
    return this.#text
  }
}

/** The limit of the cache in bytes, and what a section takes per character of its JSON: its value and its text. */
const MAX_BYTES = 64 * 1024 * 1024
const BYTES_PER_CHARACTER = 4

/** The newest values of recently used sections, so that the next edit reads no rows. */
export class SectionCache {
  readonly #newest = new LRUCache<string, CachedSection>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => size * BYTES_PER_CHARACTER + 1,
  })

  /** The section, if it is cached at exactly this version. */
  find(tripId: string, section: SectionName, version: number): CachedSection | undefined {
    const cached = this.#newest.get(`${tripId} ${section}`)
    return cached?.version === version ? cached : undefined
  }

  /** Caches a committed section, in place of an earlier version. */
  set(tripId: string, section: SectionName, cached: CachedSection): void {
    this.#newest.set(`${tripId} ${section}`, cached)
  }
}
