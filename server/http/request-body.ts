import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { AppEnv } from './context.ts'
import { isBounded } from './json-bounds.ts'
import { refusedValue } from './refused-value.ts'

z.config(z.locales.en())

/** The most that a request may carry, in bytes: what people do to a plan of thousands of entries is far below it. */
export const MAX_BODY = 1024 * 1024
const OPERATIONS = /^\/api\/trips\/[^/]+\/operations$/

/** The most of what is asked of an AI provider. */
const MAX_AI_BODY = 256 * 1024
const AI = /^\/ai\//

/** The most of everything else: names, dates, links, what signs somebody in or has them join. */
export const MAX_SMALL_BODY = 16 * 1024

/** Documents have a limit of their own, which they are held to while they are streamed. */
const UPLOADS = /^\/api\/trips\/[^/]+\/documents\/[^/]+$/

/** A body that has not come whole by then has its connection closed: it would hold memory for as long as somebody likes. */
const BODY_WITHIN_MS = 60_000

const mostOf = (path: string) => (OPERATIONS.test(path) ? MAX_BODY : AI.test(path) ? MAX_AI_BODY : MAX_SMALL_BODY)

/** What all bodies that have not come whole may hold in memory together: 64 of the largest. */
const MAX_UNFINISHED = 64 * MAX_BODY
const RETRY_AFTER_SECONDS = 5
let unfinishedBytes = 0

/**
 * Refuses bodies that announce a length over the limit, without reading them, and closes connections on which a body arrives too slowly.
 * What announces no length is held to the limit where it is read (`readBody`): routes look at the session first.
 */
export function limitBodies({ withinMs = BODY_WITHIN_MS } = {}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'PUT' && UPLOADS.test(c.req.path)) return next()
    const incoming = c.env?.incoming
    const timer = setTimeout(() => incoming?.complete || incoming?.destroy(), withinMs).unref()
    try {
      if (Number(c.req.header('content-length') ?? 0) > mostOf(c.req.path)) throw new AppError('body_too_large')
      return await next()
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Reads the body as text.
 * @throws AppError body_too_large, too_many_requests where other unfinished bodies hold too much memory, invalid_json where it breaks off
 */
export async function readBody(c: Context<AppEnv>, unfinishedMax = MAX_UNFINISHED): Promise<string> {
  const most = mostOf(c.req.path)
  let received = 0
  /** Why a body is refused of which this is the next piece; undefined where it is not. */
  const count = (chunk: Uint8Array): AppError | undefined => {
    received += chunk.length
    unfinishedBytes += chunk.length
    if (received > most) return new AppError('body_too_large')
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

type Count = (chunk: Uint8Array) => AppError | undefined

/** Has Node's server read the body, which is faster than a stream, and ends that where it is refused. */
async function readIncoming(incoming: IncomingMessage, read: () => Promise<string>, count: Count): Promise<string> {
  let onData = (_: Buffer) => {}
  const refused = new Promise<never>((_, reject) => {
    onData = (chunk) => {
      const refusal = count(chunk)
      if (!refusal) return
      // What is still sent is not gathered.
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

async function readStream(body: ReadableStream<Uint8Array> | null, count: Count): Promise<string> {
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
 * Reads the body with a schema.
 * @throws AppError invalid_json, invalid_request (of the first field that is wrong), and as `readBody`
 */
export async function parseBody<Value>(c: Context<AppEnv>, schema: z.ZodMiniType<Value>): Promise<Value> {
  const body = parseJson(await readBody(c))
  const parsed = parseWith(schema, body)
  if (parsed.success) return parsed.data
  throw refusedValue(parsed.error.issues, body)
}

/** @throws AppError invalid_json, invalid_request */
function parseJson(text: string): unknown {
  if (!isBounded(text)) throw invalidRequest('This has more values than the app ever sends')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_json')
  }
}

/** zod ends with a RangeError where more is wrong with a value than the stack can hold: hundreds of thousands of things. */
function parseWith<Value>(schema: z.ZodMiniType<Value>, body: unknown) {
  try {
    return schema.safeParse(body)
  } catch (cause) {
    throw cause instanceof RangeError ? new AppError('invalid_request', undefined, { cause }) : cause
  }
}

/** A request that no form of the app sends: only developers are told why. */
export const invalidRequest = (reason: string) => new AppError('invalid_request', undefined, { reason })

/**
 * Reads an id from the address.
 * @throws AppError invalid_id
 */
export function parseIdParam(c: Context<AppEnv>, name: string): string {
  const parsed = id.safeParse(c.req.param(name))
  if (!parsed.success) throw new AppError('invalid_id')
  return parsed.data
}
