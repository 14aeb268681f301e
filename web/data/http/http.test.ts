import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { API_VERSION, APP_HEADER, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { AppError, ownMessages } from '#domain/errors.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'
import { isTooOld, markSessionStarted, onNotSignedIn, onTooOld, request } from './http.ts'

const schema = z.object({ count: z.number() })
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'logged, and not expected').toEqual([])
})

/** What a request fails with. */
async function failureOf(path: string, options?: Parameters<typeof request>[1]): Promise<AppError> {
  const caught = await request(path, options).catch((error: unknown) => error)
  expect(caught).toBeInstanceOf(AppError)
  return caught as AppError
}

describe('a request', () => {
  it('is parsed with the schema of its answer', async () => {
    browser.answer('GET /api/x', json({ count: 3, more: 'from a newer server' }))
    expect(await request('/api/x', { schema })).toEqual({ count: 3 })
  })

  it('SAVE-14 that has no answer within its time is given up, and counts as one that did not reach the server', async () => {
    const late = new AbortController()
    const within = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const hang = (_path: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    vi.stubGlobal('fetch', hang)
    const failed = failureOf('/api/x', { withinMs: 60_000 })
    late.abort()
    expect(await failed).toMatchObject({ code: 'unreachable' })
    expect(within).toHaveBeenCalledExactlyOnceWith(60_000)
  })

  it('sends its body as JSON, and nothing where there is none', async () => {
    const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
      async () => new Response(null, { status: 204 }),
    )
    vi.stubGlobal('fetch', sent)
    const { signal } = new AbortController()
    await request('/api/x', { method: 'PUT', body: { text: 'é' }, keepalive: true, signal })
    await request('/api/x')
    const headers = { 'Content-Type': 'application/json', [APP_HEADER]: String(API_VERSION) }
    expect(sent.mock.calls).toEqual([
      ['/api/x', { method: 'PUT', body: '{"text":"é"}', headers, keepalive: true, signal }],
      ['/api/x', { method: 'GET', keepalive: false }],
    ])
  })

  it('that is too large to outlive its page is sent all the same', async () => {
    const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
      async () => new Response(null, { status: 204 }),
    )
    vi.stubGlobal('fetch', sent)
    for (const text of ['x'.repeat(40_000), 'é'.repeat(40_000)])
      await request('/api/x', { method: 'PUT', body: { text }, keepalive: true })
    expect(sent.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false])
  })

  it('says with each write to its own server, and to no other, of which version the app is', async () => {
    const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
      async () => new Response(null, { status: 204 }),
    )
    vi.stubGlobal('fetch', sent)
    await request('/api/x', { method: 'DELETE' })
    await request('https://ai.example/v1/chat/completions', { method: 'POST', body: {}, bearer: 'key' })
    await request('/api/x')
    expect(sent.mock.calls.map(([, { headers }]) => headers)).toEqual([
      { [APP_HEADER]: String(API_VERSION) },
      { 'Content-Type': 'application/json', Authorization: 'Bearer key' },
      undefined,
    ])
  })

  it('without a schema answers nothing, whatever the server says', async () => {
    browser.answer('POST /api/x', () => new Response('no JSON', { status: 200 }))
    expect(await request('/api/x', { method: 'POST' })).toBeUndefined()
  })

  it.each([
    ['has another form', json({ count: 'three' })],
    ['is no JSON', () => new Response('<html>', { status: 200 })],
    ['is empty', () => new Response(null, { status: 200 })],
  ])('fails as internal_error, without words, when its answer %s', async (_what, answer) => {
    browser.answer('GET /api/x', answer)
    expect(await failureOf('/api/x', { schema })).toMatchObject({ code: 'internal_error', message: '' })
  })
})

describe('a failure', () => {
  it('has the server’s code and words', async () => {
    browser.answer('GET /api/x', failure('trip_not_found', 404, 'Trip not found'))
    expect(await failureOf('/api/x', { schema })).toMatchObject({ code: 'trip_not_found', message: 'Trip not found' })
  })

  it('keeps words that are empty, so that the caller can choose its own', async () => {
    browser.answer('GET /api/x', failure('login_failed', 500, ''))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'login_failed', message: '' })
  })

  it('with a code that this browser does not know is an internal_error with the server’s words', async () => {
    browser.answer('GET /api/x', failure('moved_to_mars', 500, 'Gone to Mars'))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'internal_error', message: 'Gone to Mars' })
    // What the server has decided is no mishap, whatever it is called.
    browser.answer('GET /api/x', failure('no_longer_sold', 410, 'Sold out'))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'no_longer_sold', message: 'Sold out' })
  })

  it.each([
    ['a page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['JSON of another form', json({ message: 'no' }, 500)],
  ])('that is %s is an internal_error without words', async (_what, answer) => {
    browser.answer('GET /api/x', answer)
    expect(await failureOf('/api/x')).toMatchObject({ code: 'internal_error', message: '' })
  })

  it('to get an answer at all is unreachable, with its cause', async () => {
    const failed = await failureOf('/api/x', { schema })
    expect(failed).toMatchObject({ code: 'unreachable', message: ownMessages.unreachable })
    expect(failed.cause).toBeInstanceOf(TypeError)
  })
})

describe('onNotSignedIn', () => {
  it('is told when the server says that nobody is signed in, and only then, until it ends', async () => {
    const told = vi.fn()
    const end = onNotSignedIn(told)
    browser.answer('GET /api/x', failure('wrong_credentials', 401))
    await failureOf('/api/x')
    await failureOf('/api/unreachable')
    expect(told).not.toHaveBeenCalled()
    browser.answer('GET /api/x', failure('not_signed_in', 401, 'Please sign in.'))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'not_signed_in' })
    expect(told).toHaveBeenCalledOnce()
    end()
    await failureOf('/api/x')
    expect(told).toHaveBeenCalledOnce()
  })

  it('is not told of what was asked before the session that is', async () => {
    const told = vi.fn()
    const end = onNotSignedIn(told)
    browser.answer('GET /api/x', failure('not_signed_in', 401, 'Please sign in.'))
    const late = failureOf('/api/x')
    markSessionStarted()
    expect(await late).toMatchObject({ code: 'not_signed_in' })
    expect(told).not.toHaveBeenCalled()
    await failureOf('/api/x')
    expect(told).toHaveBeenCalledOnce()
    end()
  })

  it('is not told of a refusal that the browser had fetched before the session began: the second answer is of now', async () => {
    const told = vi.fn()
    const end = onNotSignedIn(told)
    markSessionStarted()
    let isOld = true
    browser.answer('GET /api/x', () => {
      if (!isOld) return json({ count: 3 })()
      isOld = false
      return failure('not_signed_in', 401)()
    })
    expect(await request('/api/x', { schema })).toEqual({ count: 3 })
    expect(told).not.toHaveBeenCalled()
    end()
  })
})

describe('an app that is too old', () => {
  const answerOf =
    (oldest: number, body: object, status = 200) =>
    () =>
      Response.json(body, { status, headers: { [OLDEST_APP_HEADER]: String(oldest) } })

  it('takes the answers of a server that understands it', async () => {
    browser.answer('GET /api/x', answerOf(API_VERSION, { count: 3 }))
    expect(await request('/api/x', { schema })).toEqual({ count: 3 })
    expect(isTooOld()).toBe(false)
  })

  it.each([
    ['is told so by the server', 'PUT', failure('app_too_old', 426, ownMessages.app_too_old)],
    ['reads no answer of a server that no longer understands it', 'GET', answerOf(API_VERSION + 1, { count: 3 })],
    [
      'does not take a failure in it for what it says',
      'GET',
      answerOf(API_VERSION + 1, { error: { code: 'not_signed_in', message: '' } }, 401),
    ],
  ] as const)('%s, and tells whoever listens', async (_what, method, answer) => {
    const [tooOld, signedOut] = [vi.fn(), vi.fn()]
    const ends = [onTooOld(tooOld), onNotSignedIn(signedOut)]
    browser.answer(`${method} /api/x`, answer)
    expect(await failureOf('/api/x', { method, schema })).toMatchObject({
      code: 'app_too_old',
      message: ownMessages.app_too_old,
    })
    expect(tooOld).toHaveBeenCalledOnce()
    expect(signedOut).not.toHaveBeenCalled()
    expect(isTooOld()).toBe(true)
    for (const end of ends) end()
  })
})
