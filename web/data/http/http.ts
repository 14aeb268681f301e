import type * as z from 'zod/mini'
import { API_VERSION, APP_HEADER, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { errorBody } from '#domain/api/error.ts'
import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError, browserMessages } from '#domain/errors.ts'
import { transientErrors } from '#domain/transient-errors.ts'
import { MAX_KEEPALIVE } from './plan-transport.ts'

/*
 * The only place that knows HTTP. Every answer is parsed with its schema, and every failure is an AppError with a code
 * of the closed list: `unreachable` if no answer came, `app_too_old` if the server no longer understands this app (its
 * answer is then not read).
 */

interface Request<Value> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Parses the answer. Without it the body of the answer is not read. */
  schema?: z.ZodMiniType<Value>
  keepalive?: boolean
  signal?: AbortSignal
  /** A timeout in milliseconds: after it the server counts as unreachable. */
  withinMs?: number
  /** An API key, for an AI provider that wants one. */
  bearer?: string
}

/** Sent with every write to this app's own server. */
export const writeHeaders = { [APP_HEADER]: String(API_VERSION) }

const listeners = new Set<{ code: ErrorCode; listener: () => void }>()

let sessionCount = 0
/** Call it when a session begins: a late 'not_signed_in' to an earlier request does not concern the session. */
export const markSessionStarted = () => {
  sessionCount += 1
}
/** The session in which a request is made, for `failureOf`. */
export const currentSessionNumber = () => sessionCount

/** Calls `listener` whenever the server says that nobody is signed in. Returns the unsubscribe function. */
export const onNotSignedIn = (listener: () => void) => onFailure('not_signed_in', listener)

/** Calls `listener` whenever the server says that this app is too old. Returns the unsubscribe function. */
export const onTooOld = (listener: () => void) => onFailure('app_too_old', listener)

let isOutdated = false
export const isTooOld = () => isOutdated

function onFailure(code: ErrorCode, listener: () => void): () => void {
  const entry = { code, listener }
  listeners.add(entry)
  return () => listeners.delete(entry)
}

/**
 * Sends a request to the server.
 * @throws AppError with the server's code and message; unreachable if no answer came; internal_error if the answer does
 *   not match the schema
 */
export async function request<Value = void>(
  path: string,
  { method = 'GET', body, schema, keepalive = false, withinMs, bearer, ...rest }: Request<Value> = {},
): Promise<Value> {
  const askedIn = sessionCount
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
  // Chromium may answer with a response that it fetched before the session began. It is used up now, so ask again.
  if (answer.status === 401 && method === 'GET' && askedIn > 0) answer = await send()
  requireSupportedApp(answer.headers.get(OLDEST_APP_HEADER))
  const read = () => answer.json().catch(() => undefined)
  if (!answer.ok) throw failureOf(await read(), askedIn, answer.status)
  return schema ? parseResponse(await read(), schema) : (undefined as Value)
}

/**
 * Whether a request may outlive its page: browsers reject larger ones (Fetch, 'HTTP-network-or-cache fetch': 64 KiB for
 * all of them). Without `keepalive` most still get out, because a page that is left is mostly only hidden.
 */
function isSmall(body: string | undefined): boolean {
  return body === undefined || new TextEncoder().encode(body).length <= MAX_KEEPALIVE
}

/** Parses an answer. @throws AppError internal_error if it does not match */
export function parseResponse<Value>(body: unknown, schema: z.ZodMiniType<Value>): Value {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new AppError('internal_error', '', { cause: parsed.error })
  return parsed.data
}

/** The version of the app is sent to its own server only. */
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
 * Rejects an answer from a server that no longer understands this app.
 * @param oldest the oldest version that the server understands, if the answer names it
 * @throws AppError app_too_old
 */
export function requireSupportedApp(oldest: string | null): void {
  if (Number(oldest) > API_VERSION)
    throw failureOf({ error: { code: 'app_too_old', message: browserMessages().app_too_old } })
}

/**
 * The server's error with its message, or one without a message if the body has none (a proxy may have answered).
 * @param askedIn the session in which the request was made
 */
export function failureOf(body: unknown, askedIn = sessionCount, status = 0): AppError {
  const parsed = errorBody.safeParse(body)
  const { code, message, at } = parsed.success
    ? parsed.data.error
    : { code: 'internal_error', message: '', at: undefined }
  if (code === 'app_too_old') isOutdated = true
  const isFromEarlierSession = code === 'not_signed_in' && askedIn !== sessionCount
  for (const entry of listeners) if (entry.code === code && !isFromEarlierSession) entry.listener()
  // A newer server may know codes that this app does not.
  return new AppError(status >= 500 && !(code in transientErrors) ? 'internal_error' : (code as ErrorCode), message, {
    at,
  })
}
