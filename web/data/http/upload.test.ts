import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { API_VERSION, APP_HEADER, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { AppError } from '#domain/errors.ts'
import { markSessionStarted, onNotSignedIn } from './http.ts'
import { type UploadOptions, uploadFile } from './upload.ts'

/** In place of the browser's, with what a test lets the server answer. */
class FakeRequest {
  static last: FakeRequest
  opened: string[] = []
  headers: Record<string, string> = {}
  responseType = ''
  status = 0
  response: unknown = null
  oldest: string | null = null
  sent: unknown
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  abort = vi.fn()
  onload?: () => void
  onerror?: () => void

  constructor() {
    FakeRequest.last = this
  }

  open(...opened: string[]): void {
    this.opened = opened
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  getResponseHeader(name: string): string | null {
    return name === OLDEST_APP_HEADER ? this.oldest : null
  }

  send(body: unknown): void {
    this.sent = body
  }

  /** @param body null if it is no JSON, as the browser says */
  answer(status: number, body: unknown): void {
    Object.assign(this, { status, response: body })
    this.onload?.()
  }
}

const schema = z.object({ id: z.string() })
const file = new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' })

/** Begins an upload. `failed` is its error. */
function start(options?: Partial<UploadOptions>) {
  const done = uploadFile('/api/x', file, schema, options)
  const failed = done.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { done, failed, request: FakeRequest.last }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => void vi.unstubAllGlobals())

it('sends the file as it is with the app’s version, says how much is sent, and parses the answer', async () => {
  const onProgress = vi.fn()
  const { done, request } = start({ onProgress })
  expect(request).toMatchObject({ opened: ['PUT', '/api/x'], headers: { [APP_HEADER]: String(API_VERSION) } })
  expect(request.responseType).toBe('json')
  expect(request.sent).toBe(file)
  request.upload.onprogress?.({ loaded: 4, total: 10 })
  request.upload.onprogress?.({ loaded: 10, total: 10 })
  expect(onProgress.mock.calls).toEqual([[0.4], [1]])
  request.answer(200, { id: 'a', more: 'from a newer server' })
  expect(await done).toEqual({ id: 'a' })
})

it('fails with the server’s code and message', async () => {
  const { failed, request } = start()
  request.answer(507, { error: { code: 'storage_full', message: 'The server has no space left for files.' } })
  expect(await failed).toBeInstanceOf(AppError)
  expect(await failed).toMatchObject({ code: 'storage_full', message: 'The server has no space left for files.' })
})

it.each([
  ['a proxy’s page', 502, null],
  ['JSON of another form', 500, { message: 'no' }],
  ['an answer that does not match the schema', 200, { id: 3 }],
  ['no JSON', 200, null],
])('fails as internal_error without a message if it gets %s', async (_what, status, body) => {
  const { failed, request } = start()
  request.answer(status, body)
  expect(await failed).toBeInstanceOf(AppError)
  expect(await failed).toMatchObject({ code: 'internal_error', message: '' })
})

it('without any answer is unreachable', async () => {
  const { failed, request } = start()
  request.onerror?.()
  expect(await failed).toBeInstanceOf(AppError)
  expect(await failed).toMatchObject({ code: 'unreachable' })
})

it('is ended by its signal, with the signal’s reason', async () => {
  const control = new AbortController()
  const { failed, request } = start({ signal: control.signal })
  expect(request.abort).not.toHaveBeenCalled()
  const reason = new Error('cancelled')
  control.abort(reason)
  expect(await failed).toBe(reason)
  expect(request.abort).toHaveBeenCalledOnce()
})

it('says that nobody is signed in, unless a session has begun meanwhile', async () => {
  const listener = vi.fn()
  const unsubscribe = onNotSignedIn(listener)
  const refusal = { error: { code: 'not_signed_in', message: 'Please sign in.' } }
  const late = start()
  markSessionStarted()
  late.request.answer(401, refusal)
  expect(await late.failed).toMatchObject({ code: 'not_signed_in' })
  expect(listener).not.toHaveBeenCalled()
  const { failed, request } = start()
  request.answer(401, refusal)
  expect(await failed).toMatchObject({ code: 'not_signed_in', message: 'Please sign in.' })
  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
})

it('does not read the answer of a server that no longer understands the app', async () => {
  const { failed, request } = start()
  request.oldest = String(API_VERSION + 1)
  request.answer(200, { id: 'a' })
  expect(await failed).toMatchObject({ code: 'app_too_old' })
})
