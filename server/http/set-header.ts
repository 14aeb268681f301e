import type { Context } from 'hono'
import type { AppEnv } from './context.ts'

/** Sets a header on Node's response, which is much cheaper than through Hono. Without Node (in tests), uses Hono. */
export function setHeader(c: Context<AppEnv>, name: string, value: string): void {
  if (c.env?.outgoing) c.env.outgoing.setHeader(name, value)
  else c.header(name, value)
}
