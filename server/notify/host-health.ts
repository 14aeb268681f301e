/*
 * Which push services work.
 * Job: a service that fails again and again is left alone for a while, so that it costs little and delays nobody else.
 * Invariants: after a pause one push tries whether it works again. Any success ends the pauses.
 * Failure: forgotten with the process. The next one finds out again.
 */

/** As many browsers may fail in a row for reasons of their own. */
const MAX_FAILURES = 20
const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 15 * 60_000
/** Longer than a try takes. */
const PROBE_MS = 30_000

interface Health {
  /** The subscriptions that have failed since the last success, no more than needed. */
  failed: Set<string>
  pauseMs: number
  /** When it may be tried again, in milliseconds since 1970. */
  openAt: number
}

export class HostHealth {
  readonly #hosts = new Map<string, Health>()

  /** Whether a push may be sent to a host now; else when. One that may has to be reported. */
  ask(host: string, now: Date): 'now' | Date {
    const health = this.#hosts.get(host)
    if (!health || health.failed.size < MAX_FAILURES) return 'now'
    // It was stored while the clock was ahead.
    const openAt = Math.min(health.openAt, now.getTime() + MAX_PAUSE_MS)
    if (now.getTime() < openAt) return new Date(openAt)
    health.openAt = now.getTime() + PROBE_MS
    return 'now'
  }

  reportSuccess(host: string): void {
    this.#hosts.delete(host)
  }

  /** @returns for how many milliseconds the host is now left alone, if that begins or goes on */
  reportFailure(host: string, subscription: string, now: Date): number | undefined {
    const health = this.#hosts.get(host) ?? { failed: new Set(), pauseMs: FIRST_PAUSE_MS / 2, openAt: 0 }
    this.#hosts.set(host, health)
    const wasPaused = health.failed.size >= MAX_FAILURES
    if (!wasPaused) health.failed.add(subscription)
    if (health.failed.size < MAX_FAILURES) return undefined
    // Those that were under way when the pause began do not make it longer.
    if (wasPaused && health.openAt - now.getTime() > PROBE_MS) return undefined
    health.pauseMs = Math.min(health.pauseMs * 2, MAX_PAUSE_MS)
    health.openAt = now.getTime() + health.pauseMs
    return health.pauseMs
  }
}
