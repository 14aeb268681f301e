import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { API_VERSION, APP_HEADER, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { AppError, browserMessages } from '#domain/errors.ts'
import { FakeBrowser, failure, json } from '../testing/fake-browser.ts'
import { isTooOld, markSessionStarted, onNotSignedIn, onTooOld, request } from './http.ts'

const schema = z.object({ count: z.number() })
let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

afterEach(() => {
  browser.close()
  expect(browser.takeLog(), 'unexpected log messages').toEqual([])
})

/** The error of a failing request. */
async function failureOf(path: string, options?: Parameters<typeof request>[1]): Promise<AppError> {
  const caught = await request(path, options).catch((error: unknown) => error)
  expect(caught).toBeInstanceOf(AppError)
  return caught as AppError
}

describe('a request', () => {
  it('has its answer parsed with the schema', async () => {
    browser.answer('GET /api/x', json({ count: 3, more: 'from a newer server' }))
    expect(await request('/api/x', { schema })).toEqual({ count: 3 })
  })

  it('SAVE-14 without an answer in time is given up as unreachable', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const hang = (_path: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    vi.stubGlobal('fetch', hang)
    const failed = failureOf('/api/x', { withinMs: 60_000 })
    late.abort()
    expect(await failed).toMatchObject({ code: 'unreachable' })
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000)
  })

  it('sends its body as JSON, and no body if there is none', async () => {
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

  it('that is too large to outlive its page is still sent', async () => {
    const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
      async () => new Response(null, { status: 204 }),
    )
    vi.stubGlobal('fetch', sent)
    for (const text of ['x'.repeat(40_000), 'é'.repeat(40_000)])
      await request('/api/x', { method: 'PUT', body: { text }, keepalive: true })
    expect(sent.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false])
  })

  it('sends the app’s version with each write to its own server, and to no other', async () => {
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

  it('without a schema resolves with undefined, whatever the server answers', async () => {
    browser.answer('POST /api/x', () => new Response('no JSON', { status: 200 }))
    expect(await request('/api/x', { method: 'POST' })).toBeUndefined()
  })

  it.each([
    ['does not match the schema', json({ count: 'three' })],
    ['is not JSON', () => new Response('<html>', { status: 200 })],
    ['is empty', () => new Response(null, { status: 200 })],
  ])('fails as internal_error, without a message, if its answer %s', async (_what, answer) => {
    browser.answer('GET /api/x', answer)
    expect(await failureOf('/api/x', { schema })).toMatchObject({ code: 'internal_error', message: '' })
  })
})

describe('a failure', () => {
  it('has the server’s code and message', async () => {
    browser.answer('GET /api/x', failure('trip_not_found', 404, 'Trip not found'))
    expect(await failureOf('/api/x', { schema })).toMatchObject({ code: 'trip_not_found', message: 'Trip not found' })
  })

  it('keeps an empty message, so that the caller can use its own', async () => {
    browser.answer('GET /api/x', failure('login_failed', 500, ''))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'login_failed', message: '' })
  })

  it('with an unknown code is an internal_error with the server’s message', async () => {
    browser.answer('GET /api/x', failure('moved_to_mars', 500, 'Gone to Mars'))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'internal_error', message: 'Gone to Mars' })
    // A refusal keeps its code, even if it is unknown.
    browser.answer('GET /api/x', failure('no_longer_sold', 410, 'Sold out'))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'no_longer_sold', message: 'Sold out' })
  })

  it.each([
    ['a proxy’s page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['JSON of another form', json({ message: 'no' }, 500)],
  ])('that is %s is an internal_error without a message', async (_what, answer) => {
    browser.answer('GET /api/x', answer)
    expect(await failureOf('/api/x')).toMatchObject({ code: 'internal_error', message: '' })
  })

  it('to get any answer is unreachable, with its cause', async () => {
    const failed = await failureOf('/api/x', { schema })
    expect(failed).toMatchObject({ code: 'unreachable', message: browserMessages().unreachable })
    expect(failed.cause).toBeInstanceOf(TypeError)
  })
})

describe('onNotSignedIn', () => {
  it('notifies when the server says that nobody is signed in, until it is unsubscribed', async () => {
    const listener = vi.fn()
    const unsubscribe = onNotSignedIn(listener)
    browser.answer('GET /api/x', failure('wrong_credentials', 401))
    await failureOf('/api/x')
    await failureOf('/api/unreachable')
    expect(listener).not.toHaveBeenCalled()
    browser.answer('GET /api/x', failure('not_signed_in', 401, 'Please sign in.'))
    expect(await failureOf('/api/x')).toMatchObject({ code: 'not_signed_in' })
    expect(listener).toHaveBeenCalledOnce()
    unsubscribe()
    await failureOf('/api/x')
    expect(listener).toHaveBeenCalledOnce()
  })

  it('does not notify of a request from before the current session', async () => {
    const listener = vi.fn()
    const unsubscribe = onNotSignedIn(listener)
    browser.answer('GET /api/x', failure('not_signed_in', 401, 'Please sign in.'))
    const late = failureOf('/api/x')
    markSessionStarted()
    expect(await late).toMatchObject({ code: 'not_signed_in' })
    expect(listener).not.toHaveBeenCalled()
    await failureOf('/api/x')
    expect(listener).toHaveBeenCalledOnce()
    unsubscribe()
  })

  it('does not notify of a refusal that the browser fetched before the session, but asks again', async () => {
    const listener = vi.fn()
    const unsubscribe = onNotSignedIn(listener)
    markSessionStarted()
    let isOld = true
    browser.answer('GET /api/x', () => {
      if (!isOld) return json({ count: 3 })()
      isOld = false
      return failure('not_signed_in', 401)()
    })
    expect(await request('/api/x', { schema })).toEqual({ count: 3 })
    expect(listener).not.toHaveBeenCalled()
    unsubscribe()
  })
})

describe('an app that is too old', () => {
  const answerOf =
    (oldest: number, body: object, status = 200) =>
    () =>
      Response.json(body, { status, headers: { [OLDEST_APP_HEADER]: String(oldest) } })

  it('reads the answers of a server that still understands it', async () => {
    browser.answer('GET /api/x', answerOf(API_VERSION, { count: 3 }))
    expect(await request('/api/x', { schema })).toEqual({ count: 3 })
    expect(isTooOld()).toBe(false)
  })

  it.each([
    ['gets the server’s error', 'PUT', failure('app_too_old', 426, browserMessages().app_too_old)],
    [
      'does not read the answer of a server that no longer understands it',
      'GET',
      answerOf(API_VERSION + 1, { count: 3 }),
    ],
    [
      'does not act on an error in such an answer',
      'GET',
      answerOf(API_VERSION + 1, { error: { code: 'not_signed_in', message: '' } }, 401),
    ],
  ] as const)('%s, and notifies its listeners', async (_what, method, answer) => {
    const [tooOld, signedOut] = [vi.fn(), vi.fn()]
    const unsubscribers = [onTooOld(tooOld), onNotSignedIn(signedOut)]
    browser.answer(`${method} /api/x`, answer)
    expect(await failureOf('/api/x', { method, schema })).toMatchObject({
      code: 'app_too_old',
      message: browserMessages().app_too_old,
    })
    expect(tooOld).toHaveBeenCalledOnce()
    expect(signedOut).not.toHaveBeenCalled()
    expect(isTooOld()).toBe(true)
    for (const unsubscribe of unsubscribers) unsubscribe()
  })
})
