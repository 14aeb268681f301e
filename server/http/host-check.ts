import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { AppDeps, AppEnv } from './context.ts'

/** What asks these does not come from a browser, and by whatever name. */
const PROBES = new Set(['/healthz', '/readyz'])

/**
 * Where the operator has not said by which address people come: only by one that nobody else can give a meaning to. A page of
 * somebody else's could have its own name lead to this server for a moment (DNS rebinding), and would be its own origin here; an
 * address in digits, `localhost` and the machine's own name it cannot.
 */
export function checkHost({ settings }: AppDeps): MiddlewareHandler<AppEnv> {
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

/** The name in a Host header, without its port and the brackets of IPv6. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
