import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { AppEnv } from './context.ts'
import { isBounded } from './json-bounds.ts'
import { refusedValue } from './refused-value.ts'

z.config(z.locales.en())

/** Limit of a request with operations, in bytes. Those of plans with thousands of entries are far below it. */
export const MAX_BODY = 1024 * 1024
const OPERATIONS = /^\/api\/trips\/[^/]+\/operations$/

/** Limit of a request to the AI provider. */
const MAX_AI_BODY = 256 * 1024
const AI = /^\/ai\//

/** Limit of every other request. */
export const MAX_SMALL_BODY = 16 * 1024

/** Files have their own limit, checked while they are streamed. */
const UPLOADS = /^\/api\/trips\/[^/]+\/(picture|(documents|receipts|tracks|lines)\/[^/]+)$/

export function isUpload({ method, path }: { method: string; path: string }): boolean {
  return method === 'PUT' && UPLOADS.test(path)
}

/** Slower connections are closed: they would hold memory for as long as the client likes. */
const BODY_TIMEOUT_MS = 60_000

const maxBytesFor = (path: string) => (OPERATIONS.test(path) ? MAX_BODY : AI.test(path) ? MAX_AI_BODY : MAX_SMALL_BODY)

/** Limit of all incomplete bodies in memory together: 64 of the largest. */
const MAX_UNFINISHED = 64 * MAX_BODY
const RETRY_AFTER_SECONDS = 5
let unfinishedBytes = 0

/**
 * Refuses bodies whose Content-Length is over the limit, without reading them, and closes connections on which a body
 * arrives too slowly. `readBody` checks bodies without a Content-Length, after the route has checked the session.
 */
export function limitBodies({ withinMs = BODY_TIMEOUT_MS } = {}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (isUpload(c.req)) return next()
    const incoming = c.env?.incoming
    const timer = setTimeout(() => incoming?.complete || incoming?.destroy(), withinMs).unref()
    try {
      if (Number(c.req.header('content-length') ?? 0) > maxBytesFor(c.req.path)) throw new AppError('body_too_large')
      return await next()
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Reads the body as text.
 * @throws AppError body_too_large; too_many_requests if incomplete bodies hold too much memory; invalid_json if the
 *   body is cut off
 */
export async function readBody(c: Context<AppEnv>, unfinishedMax = MAX_UNFINISHED): Promise<string> {
  const maxBytes = maxBytesFor(c.req.path)
  let received = 0
  const count = (chunk: Uint8Array): AppError | undefined => {
    received += chunk.length
    unfinishedBytes += chunk.length
    if (received > maxBytes) return new AppError('body_too_large')
    if (unfinishedBytes <= unfinishedMax) return undefined
    return new AppError('too_many_requests', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  try {
    const incoming = c.env?.incoming
    return incoming ? await readIncoming(incoming, () => c.req.text(), count) : await readStream(c.req.raw.body, count)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('invalid_json', undefined, { cause })
  } finally {
    unfinishedBytes -= received
  }
}

type CountChunk = (chunk: Uint8Array) => AppError | undefined

/** Reads with Node's server, which is faster than a stream, and stops when the body is refused. */
async function readIncoming(
  incoming: IncomingMessage,
  read: () => Promise<string>,
  count: CountChunk,
): Promise<string> {
  let onData = (_: Buffer) => {}
  const refused = new Promise<never>((_, reject) => {
    onData = (chunk) => {
      const refusal = count(chunk)
      if (!refusal) return
      // The rest of the body must not be buffered.
      incoming.removeAllListeners('data')
      reject(refusal)
    }
  })
  incoming.on('data', onData)
  try {
    return await Promise.race([read(), refused])
  } finally {
    incoming.off('data', onData)
  }
}

async function readStream(body: ReadableStream<Uint8Array> | null, count: CountChunk): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    const refusal = count(chunk)
    if (refusal) throw refusal
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Reads and validates the body.
 * @throws AppError invalid_json; invalid_request, about the first wrong field; those of `readBody`
 */
export async function parseBody<Value>(c: Context<AppEnv>, schema: z.ZodMiniType<Value>): Promise<Value> {
  const body = parseJson(await readBody(c))
  const parsed = parseWith(schema, body)
  if (parsed.success) return parsed.data
  throw refusedValue(parsed.error.issues, body)
}

function parseJson(text: string): unknown {
  if (!isBounded(text)) throw invalidRequest('This has more values than the app ever sends')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json')
  }
}

/** zod throws a RangeError if a value has so many issues (hundreds of thousands) that they overflow the stack. */
function parseWith<Value>(schema: z.ZodMiniType<Value>, body: unknown) {
  try {
    return schema.safeParse(body)
  } catch (cause) {
    throw cause instanceof RangeError ? new AppError('invalid_request', undefined, { cause }) : cause
  }
}

/** An error for a request that the app never sends. Only developers see the reason. */
export const invalidRequest = (reason: string) => new AppError('invalid_request', undefined, { reason })

/** @throws AppError invalid_id */
export function parseIdParam(c: Context<AppEnv>, name: string): string {
  const parsed = id.safeParse(c.req.param(name))
  if (!parsed.success) throw new AppError('invalid_id')
  return parsed.data
}
