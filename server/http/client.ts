import type { Context } from 'hono'
import type { Settings } from '../settings.ts'
import type { AppEnv } from './context.ts'

/**
 * Where a request comes from. What a proxy says is believed only for as many proxies as the operator trusts: the
 * rightmost entries are theirs, everything to the left of them anybody can write.
 */
export function clientAddress(c: Context<AppEnv>, { trustedProxies }: Settings): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((address) => address.trim())
  return forwarded.at(-trustedProxies) || socket
}

/** The origin under which the person's browser knows this server. */
export function ownOrigin(c: Context<AppEnv>, settings: Settings): string {
  if (settings.publicUrl) return settings.publicUrl.origin
  const secure = settings.trustedProxies > 0 && c.req.header('x-forwarded-proto') === 'https'
  return `${secure ? 'https' : 'http'}://${c.req.header('host') ?? new URL(c.req.url).host}`
}
