import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** Sets a header on Node's own answer, which costs a fraction of hono's way; without Node (in tests), on hono's. */
export function setHeader(c: Context<AppEnv>, name: string, value: string): void {
  if (c.env?.outgoing) c.env.outgoing.setHeader(name, value)
  else c.header(name, value)
}
