import { LRUCache } from 'lru-cache'
import type { BuiltFeed, FeedSource } from './feed-text.ts'
import type { Feed } from './feeds.ts'

/** About 300 bytes each. */
const MAX_FEEDS = 10_000

/*
 * What feeds said when they were last built.
 * Job: apps ask often, and mostly nothing has changed: then the hash of the text is known without building it. Requests
 *   for the same text at once share a build.
 */
export class FeedBuilds {
  readonly #known = new LRUCache<string, { key: string; hash: string }>({ max: MAX_FEEDS })
  readonly #running = new Map<string, Promise<BuiltFeed>>()

  /** The hash of what a feed says; undefined if something it is made of has changed since it was built. */
  findHash({ id, published }: Feed, { keyOf }: FeedSource): string | undefined {
    const known = this.#known.get(id)
    return known?.key === keyOf(published) ? known?.hash : undefined
  }

  build(feed: Feed, source: FeedSource): Promise<BuiltFeed> {
    const key = source.keyOf(feed.published)
    const running = this.#running.get(key) ?? this.#buildNow(feed, source, key)
    this.#running.set(key, running)
    return running
  }

  async #buildNow({ id }: Feed, { keyOf, build }: FeedSource, key: string): Promise<BuiltFeed> {
    try {
      const built = await build()
      this.#known.set(id, { key: keyOf(built.published), hash: built.hash })
      return built
    } finally {
      this.#running.delete(key)
    }
  }
}
