import { setImmediate } from 'node:timers'

/*
 * Long work in short pieces.
 * Job: while one piece of work runs, the process answers nobody. Work that may take long asks now and then whether it
 *   should give way, and goes on when the event loop has run.
 * Invariants: of all work that has given way, one piece goes on per turn of the event loop, in order of arrival.
 */

/** How long the work of one turn may hold the event loop before it should give way. */
const PIECE_MS = 30

/** When work of this turn first asked; undefined if none has. */
let startedAt: number | undefined
const waiting: (() => void)[] = []

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
  await new Promise<void>((resume) => {
    if (waiting.push(resume) === 1) setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  startOfTurn()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}

/** Iterates over what may be thousands of items, and gives way in between. */
export async function forEachGivingWay<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  for (const item of items) {
    visit(item)
    if (shouldGiveWay()) await giveWay()
  }
}
