import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { AppEnv } from './context.ts'

z.config(z.locales.en())

/** The most that a request may carry, in bytes: a plan of thousands of entries is far below it. */
export const BODY_MAX = 1024 * 1024

/** Documents have a limit of their own, which they are held to while they are streamed. */
const UPLOADS = /^\/api\/trips\/[^/]+\/documents\/[^/]+$/

/** What signs somebody in, makes an account or joins a trip is far below this, and may be sent by anybody. */
export const SIGN_IN_BODY_MAX = 16 * 1024
const SIGN_IN = /^\/(auth|api\/join)(\/|$)/
/** A body that has not come whole by then has its connection closed: it would hold memory for as long as somebody likes. */
const BODY_WITHIN_MS = 60_000

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
  const [limitMost, limitSignIns] = [limitTo(BODY_MAX), limitTo(SIGN_IN_BODY_MAX)]
  return async (c, next) => {
    if (c.req.method === 'PUT' && UPLOADS.test(c.req.path)) return next()
    const isSignIn = SIGN_IN.test(c.req.path)
    const incoming = c.env?.incoming
    const timer = setTimeout(() => incoming?.complete || incoming?.destroy(), withinMs).unref()
    try {
      const length = c.req.header('content-length')
      if (length === undefined || c.req.header('transfer-encoding') !== undefined)
        return await (isSignIn ? limitSignIns : limitMost)(c, next)
      if (Number(length) > (isSignIn ? SIGN_IN_BODY_MAX : BODY_MAX)) throw new AppError('body_too_large')
      return await next()
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Reads the body with a schema.
 * @throws AppError invalid_json, invalid_request (its message names the first field that is wrong)
 */
export async function parseBody<Value>(c: Context<AppEnv>, schema: z.ZodMiniType<Value>): Promise<Value> {
  const body = await c.req.json().catch((cause) => {
    throw cause instanceof AppError ? cause : new AppError('invalid_json')
  })
  const parsed = parseWith(schema, body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('invalid_request', [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
}

/** zod ends with a RangeError where more is wrong with a value than the stack can hold: hundreds of thousands of things. */
function parseWith<Value>(schema: z.ZodMiniType<Value>, body: unknown) {
  try {
    return schema.safeParse(body)
  } catch (cause) {
    throw cause instanceof RangeError ? new AppError('invalid_request', undefined, { cause }) : cause
  }
}

/**
 * Reads an id from the address.
 * @throws AppError invalid_id
 */
export function parseIdParam(c: Context<AppEnv>, name: string): string {
  const parsed = id.safeParse(c.req.param(name))
  if (!parsed.success) throw new AppError('invalid_id')
  return parsed.data
}
