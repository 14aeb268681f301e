import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { Settings } from '../settings/settings.ts'
import type { AppEnv } from './context.ts'

/** Probes do not come from browsers and may use any host name. */
const PROBES = new Set(['/healthz', '/readyz'])

/**
 * Prevents DNS rebinding if PUBLIC_URL is not set: a foreign page could point its own domain at this server and would
 * then be same-origin. So only names that no attacker can control are accepted: IP addresses, `localhost`, and the
 * machine's own name.
 */
export function checkHost({ settings }: { settings: Settings }): MiddlewareHandler<AppEnv> {
  const own = hostname().toLowerCase()
  const names = new Set(['localhost', own, `${own}.local`, settings.host.toLowerCase()])
  return async (c, next) => {
    const host = c.req.header('host')
    if (settings.publicUrl || host === undefined || PROBES.has(c.req.path)) return next()
    const name = nameOf(host)
    if (!names.has(name) && !name.endsWith('.localhost') && isIP(name) === 0) throw new AppError('host_refused')
    return next()
  }
}

/** The name in a Host header, without its port, the brackets of IPv6 or a trailing dot. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
