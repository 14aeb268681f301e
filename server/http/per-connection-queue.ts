import type { Socket } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * Works on the requests of one connection one after another, the next when the answer before it has been taken. Somebody who asks for a
 * large trip a hundred times at once, and reads nothing of it, would have all of these answers wait in memory.
 */
export function perConnectionQueue(): MiddlewareHandler<AppEnv> {
  const before = new WeakMap<Socket, Promise<void>>()
  // The router calls what stands for all paths twice where the path itself is a star: a request would wait for itself.
  const begun = new WeakSet<object>()
  return async (c, next) => {
    const { incoming, outgoing } = c.env ?? {}
    if (!incoming || !outgoing || begun.has(incoming)) return next()
    begun.add(incoming)
    const { socket } = incoming
    const former = before.get(socket)
    before.set(socket, new Promise((resolve) => outgoing.once('close', () => resolve())))
    await former
    return next()
  }
}
