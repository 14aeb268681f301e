import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { Settings } from '../settings/settings.ts'
import type { AppEnv } from './context.ts'

/**
 * The client's address. Only the rightmost `trustedProxies` entries of X-Forwarded-For are written by trusted proxies;
 * a client can forge everything to the left of them.
 */
function clientAddress(c: Context<AppEnv>, { trustedProxies }: Settings): string {
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((address) => address.trim())
  return forwarded.at(-trustedProxies) || socket
}

/** The network that limits count by. For IPv6 the /64: one household usually has all of its addresses. */
export function clientNetwork(c: Context<AppEnv>, settings: Settings): string {
  return networkOf(clientAddress(c, settings))
}

/** The /64 of an IPv6 address. An IPv4 address, including an IPv4-mapped one, is returned as it is. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped || !isIPv6(plain)) return mapped ?? plain
  const [head = '', tail = ''] = plain.split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  // The last 32 bits may be written as an IPv4 address.
  const missing = 8 - first.length - last.length - (plain.includes('.') ? 1 : 0)
  const groups = [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...last]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

export function ownOrigin(c: Context<AppEnv>, settings: Settings): string {
  if (settings.publicUrl) return settings.publicUrl.origin
  const secure = settings.trustedProxies > 0 && c.req.header('x-forwarded-proto') === 'https'
  return `${secure ? 'https' : 'http'}://${c.req.header('host') ?? new URL(c.req.url).host}`
}
