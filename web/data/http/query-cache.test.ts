import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { PageEvents } from '../page-events.ts'
import { type Query, QueryCache } from './query-cache.ts'

let queryCache: QueryCache
let queryFn: ReturnType<typeof vi.fn<() => Promise<string[]>>>
let query: Query<string[]>

beforeEach(() => {
  vi.useFakeTimers()
  queryCache = new QueryCache(new PageEvents())
  queryFn = vi.fn(async () => ['Pog Lake'])
  query = { key: ['trips'], queryFn, staleTimeMs: 1000 }
  return () => vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const getResult = () => queryCache.getResult<string[]>(query.key)
/** A response that the test resolves. */
function later() {
  let come: (data: string[]) => void = () => {}
  const promise = new Promise<string[]>((resolve) => {
    come = resolve
  })
  return { promise, come: (data: string[]) => come(data) }
}
/** Shows the query as a component does. `changed` counts the notifications. */
function show() {
  const changed = vi.fn()
  return { changed, leave: queryCache.subscribe(query, changed) }
}

describe('a query', () => {
  it('is sent once for all components that show it, and again for the next one when its data is stale', async () => {
    show()
    show()
    expect(getResult()).toEqual({ data: undefined, error: undefined, isFetching: true })
    await pass(0)
    expect(getResult()).toEqual({ data: ['Pog Lake'], error: undefined, isFetching: false })
    show()
    expect(queryFn).toHaveBeenCalledTimes(1)
    await pass(1000)
    show()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('keeps its data while it is refetched, as the same object if nothing changed', async () => {
    const { changed } = show()
    await pass(0)
    const { data } = getResult()
    await queryCache.refetch(query.key)
    expect(getResult().data).toBe(data)
    queryFn.mockResolvedValue(['Rock Lake'])
    const fetching = queryCache.fetchFresh(query)
    expect(getResult()).toEqual({ data, error: undefined, isFetching: true })
    await fetching
    expect(getResult().data).toEqual(['Rock Lake'])
    expect(changed).toHaveBeenCalledTimes(6)
  })

  it('that is sent twice has the data of the last request', async () => {
    const late = later()
    queryFn.mockReturnValueOnce(late.promise)
    const first = queryCache.fetchFresh(query)
    await queryCache.fetchFresh(query)
    late.come(['Long ago'])
    await first
    expect(getResult()).toMatchObject({ data: ['Pog Lake'], isFetching: false })
  })

  it('is retried once when the server is unreachable, then has an error', async () => {
    const unreachable = new AppError('unreachable')
    queryFn.mockRejectedValue(unreachable)
    show()
    await pass(499)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(getResult()).toEqual({ data: undefined, error: unreachable, isFetching: false })
    queryFn.mockResolvedValue(['Pog Lake'])
    const fetching = queryCache.fetchFresh(query)
    expect(getResult().error).toBeUndefined()
    await fetching
    expect(getResult().data).toEqual(['Pog Lake'])
  })

  it('is not retried when the server refuses it; its data stays', async () => {
    show()
    await pass(0)
    const gone = new AppError('trip_not_found')
    queryFn.mockRejectedValue(gone)
    await expect(queryCache.refetch(query.key)).rejects.toBe(gone)
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(getResult()).toEqual({ data: ['Pog Lake'], error: gone, isFetching: false })
  })

  it('whose data is set from elsewhere is not fetched, unless that is stale', async () => {
    queryCache.set(query.key, ['Known'])
    const { leave } = show()
    expect(queryFn).not.toHaveBeenCalled()
    await queryCache.refetch(query.key)
    expect(getResult().data).toEqual(['Pog Lake'])
    leave()
    queryCache.set(query.key, ['Kept here'], false)
    show()
    expect(getResult()).toMatchObject({ data: ['Kept here'], isFetching: true })
    await pass(0)
    expect(getResult().data).toEqual(['Pog Lake'])
  })

  it('is prefetched once, and returned from the cache while fresh', async () => {
    await Promise.all([queryCache.prefetch(query), queryCache.prefetch(query)])
    expect(await queryCache.fetchQuery(query)).toEqual(['Pog Lake'])
    expect(queryFn).toHaveBeenCalledTimes(1)
    await pass(1000)
    await queryCache.prefetch(query)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await queryCache.fetchQuery(query)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('whose prefetch failed does not show that failure to a component that comes later', async () => {
    queryFn.mockRejectedValueOnce(new AppError('not_found'))
    await queryCache.prefetch(query)
    queryCache.forgetUnseenFailure(query.key)
    expect(getResult().error).toBeUndefined()
    queryFn.mockRejectedValueOnce(new AppError('not_found'))
    show()
    await pass(0)
    queryCache.forgetUnseenFailure(query.key)
    expect(getResult().error).toBeInstanceOf(AppError)
  })

  it('that was prefetched is not refetched for the first component, even on a slow device', async () => {
    await queryCache.prefetch(query)
    await pass(8000)
    show()
    expect(queryFn).toHaveBeenCalledTimes(1)
    show()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('that is invalidated is refetched at once if shown, else when it is next shown', async () => {
    const { leave } = show()
    await pass(0)
    queryCache.invalidate(query.key)
    expect(queryFn).toHaveBeenCalledTimes(2)
    await pass(0)
    leave()
    queryCache.invalidate(query.key)
    expect(queryFn).toHaveBeenCalledTimes(2)
    show()
    expect(queryFn).toHaveBeenCalledTimes(3)
  })

  it('is removed at a sign-out, and a late response is dropped', async () => {
    const late = later()
    queryFn.mockReturnValue(late.promise)
    const fetching = queryCache.fetchFresh(query)
    queryCache.forgetPerson()
    late.come(['Somebody’s'])
    await fetching
    expect(queryCache.get(query.key)).toBeUndefined()
  })

  it('that is the same for everybody stays at a sign-out', async () => {
    const forAll = { ...query, isForAll: true }
    await queryCache.fetchFresh(forAll)
    queryCache.forgetPerson()
    expect(await queryCache.fetchQuery(forAll)).toEqual(['Pog Lake'])
    expect(queryFn).toHaveBeenCalledTimes(1)
  })
})

describe('a query that wants to be refetched', () => {
  const page = { visibilityState: 'visible' }
  const unreachable = new AppError('unreachable')
  let events: PageEvents

  beforeEach(() => {
    // No jitter: each pause is as long as it can be.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    vi.stubGlobal('document', page)
    page.visibilityState = 'visible'
    events = new PageEvents()
    queryCache = new QueryCache(events)
    query = { ...query, shouldRefetch: ({ data, error }) => error !== undefined || data?.length === 0 }
    queryFn.mockResolvedValue([])
    return () => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    }
  })

  function look(visibilityState: 'visible' | 'hidden') {
    page.visibilityState = visibilityState
    events.dispatch('visibilitychange', new Event('visibilitychange'))
  }

  it('is refetched with backoff, and its data stays meanwhile', async () => {
    show()
    await pass(0)
    let times = 1
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await pass(pause - 1)
      expect(queryFn).toHaveBeenCalledTimes(times)
      await pass(1)
      expect(queryFn).toHaveBeenCalledTimes(++times)
      expect(getResult()).toMatchObject({ data: [], error: undefined })
    }
    queryFn.mockResolvedValue(['Pog Lake'])
    await pass(30_000)
    expect(getResult()).toEqual({ data: ['Pog Lake'], error: undefined, isFetching: false })
    await pass(120_000)
    expect(queryFn).toHaveBeenCalledTimes(times + 1)
  })

  it('is refetched after an error, at once when the network returns; the error stays until then', async () => {
    queryFn.mockRejectedValue(unreachable)
    show()
    await pass(500)
    expect(queryFn).toHaveBeenCalledTimes(2)
    await pass(1000 + 500)
    expect(queryFn).toHaveBeenCalledTimes(4)
    await pass(2000)
    expect(getResult()).toEqual({ data: undefined, error: unreachable, isFetching: true })
    await pass(500)
    expect(queryFn).toHaveBeenCalledTimes(6)
    queryFn.mockResolvedValue(['Pog Lake'])
    events.dispatch('online', new Event('online'))
    await pass(0)
    expect(getResult().data).toEqual(['Pog Lake'])
    events.dispatch('online', new Event('online'))
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(7)
  })

  it('is not refetched when the server refuses it', async () => {
    queryFn.mockRejectedValue(new AppError('app_too_old'))
    show()
    await pass(60_000)
    events.dispatch('online', new Event('online'))
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  it('is refetched only while it is shown and the page is visible', async () => {
    const { leave } = show()
    await pass(0)
    look('hidden')
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    look('visible')
    await pass(0)
    expect(queryFn).toHaveBeenCalledTimes(2)
    leave()
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
    // The data is fresh, so the next component waits for the backoff too.
    queryCache.set(query.key, [])
    show()
    expect(queryFn).toHaveBeenCalledTimes(2)
    await pass(2000)
    expect(queryFn).toHaveBeenCalledTimes(3)
  })

  it('is not refetched for another person', async () => {
    const late = later()
    queryFn.mockReturnValueOnce(late.promise)
    show()
    queryCache.forgetPerson()
    late.come([])
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    show()
    await pass(0)
    queryCache.forgetPerson()
    await pass(60_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })
})
