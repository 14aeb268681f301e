import type * as z from 'zod/mini'
import { API_VERSION, APP_HEADER, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { errorBody } from '#domain/api/error.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError, ownMessages, transientErrors } from '#domain/errors.ts'

/*
 * The only place that knows HTTP. Every answer is parsed with its schema, and every failure is an AppError with a code
 * of the closed list: `unreachable` when no answer came, `app_too_old` also where the answer is that of a server which no
 * longer understands this app: it is not read then.
 */

interface Request<Value> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Parses the answer; without one the answer's body is not read. */
  schema?: z.ZodMiniType<Value>
  /** Lets the request finish when the page goes away. */
  keepalive?: boolean
  signal?: AbortSignal
  /** How long its answer is waited for; unreachable after that. */
  withinMs?: number
  /** A key that goes with the body, to a provider that wants one. */
  bearer?: string
}

/** So many bytes may outlive their page; some of the 64 KiB are left to other trips. */
export const MAX_KEEPALIVE = 60_000

/** What is said of an app with each of its writes to its own server. */
export const writeHeaders = { [APP_HEADER]: String(API_VERSION) }

const listeners = new Set<{ code: ErrorCode; listener: () => void }>()

let sessionsBegun = 0
/** To be called when a session begins here: what was asked before, and is answered 'not signed in' later, is none of its. */
export const markSessionStarted = () => {
  sessionsBegun += 1
}
/** In which session something is asked: for `failureOf`. */
export const sessionOfNow = () => sessionsBegun

/** Calls `listener` whenever the server says that nobody is signed in any more. Answers the function that ends it. */
export const onNotSignedIn = (listener: () => void) => onFailure('not_signed_in', listener)

/** Calls `listener` whenever the server says that this app is too old. Answers the function that ends it. */
export const onTooOld = (listener: () => void) => onFailure('app_too_old', listener)

let isOutdated = false
/** Whether the server has said that this app is too old. */
export const isTooOld = () => isOutdated

function onFailure(code: ErrorCode, listener: () => void): () => void {
  const entry = { code, listener }
  listeners.add(entry)
  return () => listeners.delete(entry)
}

/**
 * Asks the server.
 * @throws AppError with the server's code and message; unreachable when no answer came; internal_error when the
 *   answer does not have the agreed form
 */
export async function request<Value = void>(
  path: string,
  { method = 'GET', body, schema, keepalive = false, withinMs, bearer, ...rest }: Request<Value> = {},
): Promise<Value> {
  const askedIn = sessionsBegun
  const signal = withinMs === undefined ? rest.signal : AbortSignal.timeout(withinMs)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const send = () =>
    fetch(path, {
      method,
      keepalive: keepalive && isSmall(text),
      ...(signal && { signal }),
      ...(text !== undefined && { body: text }),
      ...(method !== 'GET' && { headers: headersOf(path, { body, bearer }) }),
    }).catch((cause) => {
      throw new AppError('unreachable', undefined, { cause })
    })
  let answer = await send()
  // Chromium answers with what it fetched beside the page, before the session began here: that refusal is gone once it is read.
  if (answer.status === 401 && method === 'GET' && askedIn > 0) answer = await send()
  requireUnderstood(answer.headers.get(OLDEST_APP_HEADER))
  const read = () => answer.json().catch(() => undefined)
  if (!answer.ok) throw failureOf(await read(), askedIn, answer.status)
  return schema ? parseAnswer(await read(), schema) : (undefined as Value)
}

/**
 * Whether a request may outlive its page: browsers refuse to send a larger one so (Fetch, 'HTTP-network-or-cache fetch': 64 KiB
 * for all of them). Without it most still go out, since a page that is left mostly is only hidden.
 */
function isSmall(body: string | undefined): boolean {
  return body === undefined || new TextEncoder().encode(body).length <= MAX_KEEPALIVE
}

/** An answer's body as its schema has it. @throws AppError */
export function parseAnswer<Value>(body: unknown, schema: z.ZodMiniType<Value>): Value {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new AppError('internal_error', '', { cause: parsed.error })
  return parsed.data
}

/** A server of somebody else's is told nothing of this app. */
function headersOf(
  path: string,
  { body, bearer }: { body: unknown; bearer: string | undefined },
): Record<string, string> {
  return {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(path.startsWith('/') && writeHeaders),
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
  }
}

/**
 * Takes no answer from a server that no longer understands this app.
 * @param oldest the version that the answer names as the oldest one understood, if it names one
 * @throws AppError app_too_old
 */
export function requireUnderstood(oldest: string | null): void {
  if (Number(oldest) > API_VERSION)
    throw failureOf({ error: { code: 'app_too_old', message: ownMessages.app_too_old } })
}

/**
 * The server's own words, or an AppError without words where it (or something on the way to it) gave none.
 * @param askedIn the session of the question
 */
export function failureOf(body: unknown, askedIn = sessionsBegun, status = 0): AppError {
  const parsed = errorBody.safeParse(body)
  const { code, message, at } = parsed.success
    ? parsed.data.error
    : { code: 'internal_error', message: '', at: undefined }
  if (code === 'app_too_old') isOutdated = true
  const isOfBefore = code === 'not_signed_in' && askedIn !== sessionsBegun
  for (const entry of listeners) if (entry.code === code && !isOfBefore) entry.listener()
  // A newer server may know codes that this app does not.
  return new AppError(status >= 500 && !(code in transientErrors) ? 'internal_error' : (code as ErrorCode), message, {
    at,
  })
}
