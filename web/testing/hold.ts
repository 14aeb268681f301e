import type { SimulatedServer } from '#web/data/testing/simulated-server.ts'
import { type Respond, responses } from './open-trip.tsx'

/** Returns a promise to wait for, and the function that fulfils it. */
export function hold(): { released: Promise<void>; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}

interface Held {
  release: () => void
  /** How many requests were made. */
  count: () => number
}

/** Holds what the server sends back for a path until `release`. */
export function holdResponse(path: string, respond: Respond | undefined = responses.get(path)): Held {
  const [held, control] = holdCalls(async (...request: Parameters<Respond>) => respond?.(...request))
  responses.set(path, held)
  return control
}

/** Holds what is sent about the plan until `release`. */
export function holdSends(server: SimulatedServer): Held {
  const [held, control] = holdCalls(server.send)
  server.send = held
  return control
}

/** Wraps `call` so that it starts only after `release`. */
export function holdCalls<Given extends unknown[], Answer>(
  call: (...given: Given) => Promise<Answer>,
): [(...given: Given) => Promise<Answer>, Held] {
  let count = 0
  const { released, release } = hold()
  const held = async (...given: Given) => {
    count += 1
    await released
    return call(...given)
  }
  return [held, { release, count: () => count }]
}
