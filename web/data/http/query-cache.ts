import type { PageEvents } from '../page-events.ts'
import { withSharedObjects } from '../shared-objects.ts'
import { isTransient } from './failures.ts'

/*
 * A cache of the server's answers, in the words of TanStack Query.
 * Job: a query is sent once for all components that show it, and again when its data is stale.
 * Invariants: of two answers to a query, the one requested last wins. Data stays on screen while it is refetched and
 *   when that fails. What did not change stays the same object.
 * Failure: transient errors are retried once, then reported to the components. A query with `shouldRefetch` is then
 *   refetched as long as it is shown: with exponential backoff, and at once when the network returns or the page
 *   becomes visible. What the server has refused is not retried.
 */

const STALE_TIME_MS = 10_000
const RETRY_MS = 500
const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 30_000

export interface Query<Value> {
  key: readonly unknown[]
  /** @throws AppError */
  queryFn: () => Promise<Value>
  /** For how long data counts as fresh, in milliseconds. */
  staleTimeMs?: number
  /** The answer is the same for everybody: it stays when somebody else signs in. */
  isForAll?: boolean
  /** Whether to refetch automatically while it is shown, given the current result. */
  shouldRefetch?(result: QueryResult<Value>): boolean
}

export interface QueryResult<Value> {
  /** Undefined until it is known. */
  data: Value | undefined
  /** Why the last fetch failed; undefined when it succeeded. */
  error: Error | undefined
  isFetching: boolean
}

interface Entry {
  result: QueryResult<unknown>
  /** When the data arrived, in milliseconds since 1970; 0 when it is stale. */
  updatedAt: number
  /** The data was prefetched and no component has shown it yet. */
  isUnseen: boolean
  fetching: Promise<unknown> | undefined
  listeners: Set<() => void>
  /** The queries of the components that show it. */
  active: Set<Query<unknown>>
  lastQuery: Query<unknown> | undefined
  /** How many fetches in a row wanted a refetch. */
  attempts: number
  refetchTimer: ReturnType<typeof setTimeout> | undefined
}

export class QueryCache {
  readonly #entries = new Map<string, Entry>()

  /** Refetches stale queries on screen when the page becomes visible or the network returns. */
  constructor(page: PageEvents) {
    page.on('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return
      for (const { active } of this.#entries.values()) for (const query of active) this.ensure(query)
    })
    page.on('online', () => {
      for (const entry of this.#entries.values()) {
        entry.attempts = 0
        this.#refetchIfWanted(entry)
      }
    })
  }

  get<Value>(key: readonly unknown[]): Value | undefined {
    return this.#entries.get(JSON.stringify(key))?.result.data as Value | undefined
  }

  getResult<Value>(key: readonly unknown[]): QueryResult<Value> {
    return this.#entryOf(key).result as QueryResult<Value>
  }

  /** Stores data that is known from elsewhere. With `isFresh` false it is refetched at the next opportunity. */
  set<Value>(key: readonly unknown[], data: Value, isFresh = true): void {
    const entry = this.#entryOf(key)
    entry.updatedAt = isFresh ? Date.now() : 0
    entry.isUnseen = false
    this.#setResult(entry, { ...entry.result, data, error: undefined })
  }

  /** Fetches unless fresh data is cached. Errors go to the components that show it. */
  ensure<Value>(query: Query<Value>): void {
    const { staleTimeMs = STALE_TIME_MS } = query
    const entry = this.#entryOf(query.key)
    const { updatedAt, isUnseen, result, fetching } = entry
    // A slow device takes a while to show what was prefetched.
    const lasts = isUnseen ? Math.max(staleTimeMs, STALE_TIME_MS) : staleTimeMs
    const isFresh = result.data !== undefined && result.error === undefined && Date.now() - updatedAt < lasts
    if (!isFresh && !fetching) void this.fetchFresh(query).catch(() => {})
    else this.#planRefetch(entry)
  }

  /** Fetches unless there is data already. Resolves when the fetch has ended, also when it failed. */
  async prefetch<Value>(query: Query<Value>): Promise<void> {
    const { result, fetching } = this.#entryOf(query.key)
    if (result.data === undefined) await (fetching ?? this.fetchFresh(query)).catch(() => {})
  }

  /** Forgets why a prefetch failed, unless a component shows it: a page that opens later tries again. */
  forgetUnseenFailure(key: readonly unknown[]): void {
    const entry = this.#entryOf(key)
    if (entry.active.size === 0 && !entry.fetching) this.#setResult(entry, { ...entry.result, error: undefined })
  }

  /** Returns cached data while it is fresh, else fetches it. @throws what `queryFn` throws */
  async fetchQuery<Value>(query: Query<Value>): Promise<Value> {
    const { updatedAt, result, fetching } = this.#entryOf(query.key)
    if (result.data !== undefined && Date.now() - updatedAt < (query.staleTimeMs ?? STALE_TIME_MS))
      return result.data as Value
    return (fetching ?? this.fetchFresh(query)) as Promise<Value>
  }

  /** Fetches, whatever is cached. @throws what `queryFn` throws */
  async fetchFresh<Value>(query: Query<Value>): Promise<Value> {
    const entry = this.#entryOf(query.key)
    const fetching = retryOnce(query.queryFn)
    const isPrefetch = entry.active.size === 0
    entry.fetching = fetching
    entry.lastQuery = query
    clearTimeout(entry.refetchTimer)
    entry.refetchTimer = undefined
    const { result, attempts } = entry
    const isFirstAttempt = result.data === undefined && attempts === 0
    this.#setResult(entry, { ...result, isFetching: true, error: isFirstAttempt ? undefined : result.error })
    try {
      const data = withSharedObjects(entry.result.data, await fetching)
      if (entry.fetching === fetching) {
        entry.updatedAt = Date.now()
        entry.isUnseen = isPrefetch && entry.active.size === 0
        this.#end(entry, { data, error: undefined, isFetching: false })
      }
      return data
    } catch (failure) {
      const error = failure instanceof Error ? failure : new Error(String(failure))
      if (entry.fetching === fetching) this.#end(entry, { ...entry.result, error, isFetching: false })
      throw failure
    }
  }

  /** Sends the last query under this key again, if there was one. @throws what `queryFn` throws */
  async refetch(key: readonly unknown[]): Promise<void> {
    const { lastQuery } = this.#entryOf(key)
    if (lastQuery) await this.fetchFresh(lastQuery)
  }

  /** Ignores the answer to a fetch under way: it may be older than what is known. */
  ignoreFetch(key: readonly unknown[]): void {
    const entry = this.#entryOf(key)
    if (!entry.fetching) return
    entry.fetching = undefined
    this.#setResult(entry, { ...entry.result, isFetching: false })
  }

  /** Marks the data as stale: it is refetched now if a component shows it, else at the next opportunity. */
  invalidate(key: readonly unknown[]): void {
    const entry = this.#entryOf(key)
    entry.updatedAt = 0
    const [query] = entry.active
    if (query) void this.fetchFresh(query).catch(() => {})
  }

  /** Resolves when no request for this key is under way. */
  async whenIdle(key: readonly unknown[]): Promise<void> {
    await this.#entries.get(JSON.stringify(key))?.fetching?.catch(() => {})
  }

  /** Forgets what belongs to one person. Their responses under way are dropped, and nothing is refetched. */
  forgetPerson(): void {
    for (const [name, { active, lastQuery }] of this.#entries) {
      if (lastQuery?.isForAll) continue
      active.clear()
      this.#entries.delete(name)
    }
  }

  remove(key: readonly unknown[]): void {
    this.#entryOf(key).active.clear()
    this.#entries.delete(JSON.stringify(key))
  }

  subscribe(query: Query<unknown>, listener: () => void): () => void {
    const entry = this.#entryOf(query.key)
    entry.listeners.add(listener)
    entry.active.add(query)
    // What is shown can be refetched, also if its data was only set.
    entry.lastQuery ??= query
    this.ensure(query)
    entry.isUnseen = false
    return () => {
      entry.listeners.delete(listener)
      entry.active.delete(query)
    }
  }

  #entryOf(key: readonly unknown[]): Entry {
    const name = JSON.stringify(key)
    const known = this.#entries.get(name)
    if (known) return known
    const result = { data: undefined, error: undefined, isFetching: false }
    const entry: Entry = {
      result,
      updatedAt: 0,
      isUnseen: false,
      fetching: undefined,
      listeners: new Set(),
      active: new Set(),
      lastQuery: undefined,
      attempts: 0,
      refetchTimer: undefined,
    }
    this.#entries.set(name, entry)
    return entry
  }

  #end(entry: Entry, result: QueryResult<unknown>): void {
    entry.fetching = undefined
    this.#setResult(entry, result)
    entry.attempts = findRefetch(entry) ? entry.attempts + 1 : 0
    this.#planRefetch(entry)
  }

  /** Plans a refetch if a query wants one. A hidden page waits until it is visible. */
  #planRefetch(entry: Entry): void {
    if (!findRefetch(entry) || entry.fetching || entry.refetchTimer) return
    const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (entry.attempts - 1))
    entry.refetchTimer = setTimeout(
      () => {
        entry.refetchTimer = undefined
        if (globalThis.document?.visibilityState !== 'hidden') this.#refetchIfWanted(entry)
      },
      // Jitter: after an outage, clients must not all arrive at the same moment.
      backoff * (0.5 + Math.random() / 2),
    )
  }

  #refetchIfWanted(entry: Entry): void {
    const query = findRefetch(entry)
    if (query) void this.fetchFresh(query).catch(() => {})
  }

  #setResult(entry: Entry, result: QueryResult<unknown>): void {
    entry.result = result
    for (const listener of entry.listeners) listener()
  }
}

async function retryOnce<Value>(queryFn: () => Promise<Value>): Promise<Value> {
  try {
    return await queryFn()
  } catch (failure) {
    if (!isTransient(failure)) throw failure
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return queryFn()
  }
}

/** A query on screen that wants to be refetched. */
function findRefetch({ active, result }: Entry): Query<unknown> | undefined {
  if (result.error !== undefined && !isTransient(result.error)) return undefined
  const [query] = active
  return query?.shouldRefetch?.(result) ? query : undefined
}
