import type { HttpBindings } from '@hono/node-server'

/** `Bindings` are Node's; they are absent in tests that call `app.request()`. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; userId?: string; isCounted?: true }
}
