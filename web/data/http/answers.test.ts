import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { Answers, type Question } from './answers.ts'

let answers: Answers
let ask: ReturnType<typeof vi.fn<() => Promise<string[]>>>
let question: Question<string[]>

beforeEach(() => {
  vi.useFakeTimers()
  answers = new Answers()
  ask = vi.fn(async () => ['Pog Lake'])
  question = { key: ['trips'], ask, freshMs: 1000 }
  return () => vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const known = () => answers.getAnswer<string[]>(question.key)
/** An answer that comes when the test says so. */
function later() {
  let come: (data: string[]) => void = () => {}
  const promise = new Promise<string[]>((resolve) => {
    come = resolve
  })
  return { promise, come: (data: string[]) => come(data) }
}
/** Shows the question as a page does; counts how often what is known has changed. */
function show() {
  const changed = vi.fn()
  return { changed, leave: answers.subscribe(question, changed) }
}

describe('a question', () => {
  it('is asked once for all who show it, and again by whoever comes when its answer is no longer fresh', async () => {
    show()
    show()
    expect(known()).toEqual({ data: undefined, error: undefined, isFetching: true })
    await pass(0)
    expect(known()).toEqual({ data: ['Pog Lake'], error: undefined, isFetching: false })
    show()
    expect(ask).toHaveBeenCalledTimes(1)
    await pass(1000)
    show()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('keeps its answer while it is asked again, as the same object where nothing has changed', async () => {
    const { changed } = show()
    await pass(0)
    const { data } = known()
    await answers.refetch(question.key)
    expect(known().data).toBe(data)
    ask.mockResolvedValue(['Rock Lake'])
    const asking = answers.fetch(question)
    expect(known()).toEqual({ data, error: undefined, isFetching: true })
    await asking
    expect(known().data).toEqual(['Rock Lake'])
    expect(changed).toHaveBeenCalledTimes(6)
  })

  it('that was asked for twice has the answer that was asked for last', async () => {
    const late = later()
    ask.mockReturnValueOnce(late.promise)
    const first = answers.fetch(question)
    await answers.fetch(question)
    late.come(['Long ago'])
    await first
    expect(known()).toMatchObject({ data: ['Pog Lake'], isFetching: false })
  })

  it('is asked a second time where the server could not be reached, and says why it has no answer then', async () => {
    const unreachable = new AppError('unreachable')
    ask.mockRejectedValue(unreachable)
    show()
    await pass(499)
    expect(ask).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(known()).toEqual({ data: undefined, error: unreachable, isFetching: false })
    ask.mockResolvedValue(['Pog Lake'])
    const asking = answers.fetch(question)
    expect(known().error).toBeUndefined()
    await asking
    expect(known().data).toEqual(['Pog Lake'])
  })

  it('that the server has decided is not asked a second time; what was known stays', async () => {
    show()
    await pass(0)
    const gone = new AppError('trip_not_found')
    ask.mockRejectedValue(gone)
    await expect(answers.refetch(question.key)).rejects.toBe(gone)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(known()).toEqual({ data: ['Pog Lake'], error: gone, isFetching: false })
  })

  it('whose answer is put in otherwise is not asked, unless that may be outdated', async () => {
    answers.set(question.key, ['Known'])
    const { leave } = show()
    expect(ask).not.toHaveBeenCalled()
    leave()
    answers.set(question.key, ['Kept here'], false)
    show()
    expect(known()).toMatchObject({ data: ['Kept here'], isFetching: true })
    await pass(0)
    expect(known().data).toEqual(['Pog Lake'])
  })

  it('is prefetched once, and found without asking while it is fresh', async () => {
    await Promise.all([answers.prefetch(question), answers.prefetch(question)])
    expect(await answers.find(question)).toEqual(['Pog Lake'])
    expect(ask).toHaveBeenCalledTimes(1)
    await pass(1000)
    await answers.prefetch(question)
    expect(ask).toHaveBeenCalledTimes(1)
    await answers.find(question)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('that was asked in advance is not asked again for the first who shows it, also where that takes a slow device its time', async () => {
    await answers.prefetch(question)
    await pass(8000)
    show()
    expect(ask).toHaveBeenCalledTimes(1)
    show()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('that is invalid is asked at once where it is shown, else when it is shown next', async () => {
    const { leave } = show()
    await pass(0)
    answers.invalidate(question.key)
    expect(ask).toHaveBeenCalledTimes(2)
    await pass(0)
    leave()
    answers.invalidate(question.key)
    expect(ask).toHaveBeenCalledTimes(2)
    show()
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('is forgotten with the person, and an answer that comes later is nobody’s', async () => {
    const late = later()
    ask.mockReturnValue(late.promise)
    const asking = answers.fetch(question)
    answers.clear()
    late.come(['Somebody’s'])
    await asking
    expect(answers.get(question.key)).toBeUndefined()
  })
})

describe('a question that is not settled', () => {
  const events = new EventTarget()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const unreachable = new AppError('unreachable')

  beforeEach(() => {
    // The longest that each pause may be.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    vi.stubGlobal('document', page)
    page.visibilityState = 'visible'
    answers = new Answers()
    question = { ...question, isUnsettled: ({ data, error }) => error !== undefined || data?.length === 0 }
    ask.mockResolvedValue([])
    return () => {
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    }
  })

  function look(visibilityState: 'visible' | 'hidden') {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }

  it('is asked again with growing pauses until it is, and its data stays meanwhile', async () => {
    show()
    await pass(0)
    let times = 1
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await pass(pause - 1)
      expect(ask).toHaveBeenCalledTimes(times)
      await pass(1)
      expect(ask).toHaveBeenCalledTimes(++times)
      expect(known()).toMatchObject({ data: [], error: undefined })
    }
    ask.mockResolvedValue(['Pog Lake'])
    await pass(30_000)
    expect(known()).toEqual({ data: ['Pog Lake'], error: undefined, isFetching: false })
    await pass(120_000)
    expect(ask).toHaveBeenCalledTimes(times + 1)
  })

  it('is asked again where there was no answer, at once when the network is back; the failure stays until then', async () => {
    ask.mockRejectedValue(unreachable)
    show()
    await pass(500)
    expect(ask).toHaveBeenCalledTimes(2)
    await pass(1000 + 500)
    expect(ask).toHaveBeenCalledTimes(4)
    await pass(2000)
    expect(known()).toEqual({ data: undefined, error: unreachable, isFetching: true })
    await pass(500)
    expect(ask).toHaveBeenCalledTimes(6)
    ask.mockResolvedValue(['Pog Lake'])
    events.dispatchEvent(new Event('online'))
    await pass(0)
    expect(known().data).toEqual(['Pog Lake'])
    events.dispatchEvent(new Event('online'))
    await pass(60_000)
    expect(ask).toHaveBeenCalledTimes(7)
  })

  it('is not asked again where the server has decided', async () => {
    ask.mockRejectedValue(new AppError('app_too_old'))
    show()
    await pass(60_000)
    events.dispatchEvent(new Event('online'))
    await pass(60_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is asked again only while somebody shows it, and the page is looked at', async () => {
    const { leave } = show()
    await pass(0)
    look('hidden')
    await pass(60_000)
    expect(ask).toHaveBeenCalledTimes(1)
    look('visible')
    await pass(0)
    expect(ask).toHaveBeenCalledTimes(2)
    leave()
    await pass(60_000)
    expect(ask).toHaveBeenCalledTimes(2)
    // Its answer is fresh: the next page waits for the next try as the one before did.
    answers.set(question.key, [])
    show()
    expect(ask).toHaveBeenCalledTimes(2)
    await pass(2000)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('is not asked again for somebody else', async () => {
    const late = later()
    ask.mockReturnValueOnce(late.promise)
    show()
    answers.clear()
    late.come([])
    await pass(60_000)
    expect(ask).toHaveBeenCalledTimes(1)
    show()
    await pass(0)
    answers.clear()
    await pass(60_000)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})
