import { setImmediate } from 'node:timers'

/*
 * Long work in short pieces.
 * Job: while one piece of work runs, the process answers nobody. Work that may take long goes on in another turn of the
 *   event loop.
 *   `giveWay` is for what somebody waits for: it goes on at once unless this turn has been long.
 *   `nextTurn` is for background work: each step gets its own turn, so a request waits for one short step per turn.
 *   Pieces as long as `giveWay` allows would add up, because a request takes many turns.
 * Invariants: of all requests that have given way, one piece goes on per turn of the event loop, in order of arrival;
 *   so does one of all background work. Neither waits for the other.
 */

/** How long the work of one turn may hold the event loop before it should give way. */
const PIECE_MS = 30

/** When work of this turn first asked; undefined if none has. */
let startedAt: number | undefined

/**
 * Whether the work of this turn of the event loop should give way. What waits for PostgreSQL or the disk lets the event
 * loop run anyway; SQLite does not.
 */
export function shouldGiveWay(): boolean {
  return performance.now() - startOfTurn() >= PIECE_MS
}

function startOfTurn(): number {
  if (startedAt === undefined) {
    startedAt = performance.now()
    setImmediate(() => {
      startedAt = undefined
    })
  }
  return startedAt
}

/** Lets the event loop run if this turn has been long. */
export async function giveWay(): Promise<void> {
  if (!shouldGiveWay()) return
  await requests.wait()
}

/** Resolves in a turn of the event loop in which no other background work goes on. */
export function nextTurn(): Promise<void> {
  return background.wait()
}

/** Work that waits for a turn of its own. */
class Queue {
  readonly #waiting: (() => void)[] = []

  wait(): Promise<void> {
    return new Promise((resume) => {
      if (this.#waiting.push(resume) === 1) setImmediate(this.#resumeNext)
    })
  }

  readonly #resumeNext = (): void => {
    startOfTurn()
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#resumeNext)
  }
}

const requests = new Queue()
const background = new Queue()

/** Iterates over what may be thousands of items, and gives way in between. */
export async function forEachGivingWay<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  for (const item of items) {
    visit(item)
    if (shouldGiveWay()) await giveWay()
  }
}
