import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { AppEnv } from './context.ts'
import { isBounded } from './json-bounds.ts'
import { refusedValue } from './refused-value.ts'

z.config(z.locales.en())

/** The most that a request may carry, in bytes: what people do to a plan of thousands of entries is far below it. */
export const BODY_MAX = 1024 * 1024
const OPERATIONS = /^\/api\/trips\/[^/]+\/operations$/

/** The most of what is asked of an AI provider. */
const AI_BODY_MAX = 256 * 1024
const AI = /^\/ai\//

/** The most of everything else: names, dates, links, what signs somebody in or has them join. */
export const SMALL_BODY_MAX = 16 * 1024

/** Documents have a limit of their own, which they are held to while they are streamed. */
const UPLOADS = /^\/api\/trips\/[^/]+\/documents\/[^/]+$/

/** A body that has not come whole by then has its connection closed: it would hold memory for as long as somebody likes. */
const BODY_WITHIN_MS = 60_000

const mostOf = (path: string) => (OPERATIONS.test(path) ? BODY_MAX : AI.test(path) ? AI_BODY_MAX : SMALL_BODY_MAX)

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('body_too_large')
    },
  })

/**
 * Refuses bodies over the limit: by the length that they announce (Node reads no further than that), or while they arrive
 * where they announce none. And closes connections on which they arrive too slowly.
 */
export function limitBodies({ withinMs = BODY_WITHIN_MS } = {}): MiddlewareHandler<AppEnv> {
  const limits = new Map([BODY_MAX, AI_BODY_MAX, SMALL_BODY_MAX].map((most) => [most, limitTo(most)]))
  return async (c, next) => {
    if (c.req.method === 'PUT' && UPLOADS.test(c.req.path)) return next()
    const most = mostOf(c.req.path)
    const incoming = c.env?.incoming
    const timer = setTimeout(() => incoming?.complete || incoming?.destroy(), withinMs).unref()
    try {
      const length = c.req.header('content-length')
      if (length === undefined || c.req.header('transfer-encoding') !== undefined) return await limits.get(most)?.(c, next)
      if (Number(length) > most) throw new AppError('body_too_large')
      return await next()
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Reads the body with a schema.
 * @throws AppError invalid_json, invalid_request (of the first field that is wrong)
 */
export async function parseBody<Value>(c: Context<AppEnv>, schema: z.ZodMiniType<Value>): Promise<Value> {
  // A body that broke off is none.
  const text = await c.req.text().catch((cause) => {
    throw cause instanceof AppError ? cause : new AppError('invalid_json', undefined, { cause })
  })
  const body = parseJson(text)
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
