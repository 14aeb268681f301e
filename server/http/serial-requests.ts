import type { Socket } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './context.ts'

/**
 * Handles the requests of one connection one at a time: each waits until the response before it has been sent.
 * Otherwise a client that requests a large trip a hundred times and reads nothing would fill the memory with its
 * responses.
 */
export function serialRequests(): MiddlewareHandler<AppEnv> {
  const lastResponse = new WeakMap<Socket, Promise<void>>()
  // The router calls a middleware for all paths twice on the path `*`; the request would then wait for itself.
  const started = new WeakSet<object>()
  return async (c, next) => {
    const { incoming, outgoing } = c.env ?? {}
    if (!incoming || !outgoing || started.has(incoming)) return next()
    started.add(incoming)
    const { socket } = incoming
    const previous = lastResponse.get(socket)
    lastResponse.set(socket, new Promise((resolve) => outgoing.once('close', () => resolve())))
    await previous
    return next()
  }
}
