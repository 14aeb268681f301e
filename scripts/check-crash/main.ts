import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Engine } from '#server/db/engine.ts'
import { BuiltServer } from '#server/testing/server-process.ts'
import { checkEngine } from './check-engine.ts'
import { checkFlushed } from './flushed.ts'
import { checkNoRoom, checkReadOnly } from './no-room.ts'
import { Stage } from './stage.ts'
import { Violation } from './violation.ts'

/*
 * Checks that nothing acknowledged is lost.
 * Job: clients edit and upload while the server (running, starting or stopping) or its database is killed. After each
 *   kill everything is checked, and unanswered requests are retried.
 * Invariants: the sections of a trip are dealt among its clients, so that each can be compared exactly. The
 *   seed repeats the clients' choices and the moments of the kills, but not how they interleave.
 * Failure: exits with code 1 and prints the seed at the first failed check.
 */

const WHAT_IT_PROVES = `This proves that a process killed at any moment loses nothing acknowledged and leaves nothing
half done. It does not prove that a power cut loses nothing. What a killed process wrote is still in the machine's
memory. A power cut loses that, except for what was flushed to disk, and a disk may report a flush that it has not done.`

function readOptions(): { engines: Engine[]; rounds: number; seed: string } {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '200' },
      engine: { type: 'string' },
      seed: { type: 'string', default: randomUUID().slice(0, 8) },
    },
  })
  const rounds = Number(values.rounds)
  const engines: Engine[] = (['sqlite', 'postgres'] as const).filter(
    (engine) => !values.engine || engine === values.engine,
  )
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds should be a whole number from 1, but is '${values.rounds}'.`)
  if (engines.length === 0) throw new Error(`--engine should be sqlite or postgres, but is '${values.engine}'.`)
  return { engines, rounds: Math.ceil(rounds / engines.length), seed: values.seed }
}

async function withStage(built: BuiltServer, run: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await Stage.make(built, undefined)
  try {
    await run(stage)
  } finally {
    await stage.remove()
  }
}

async function main(): Promise<void> {
  const { engines, rounds, seed } = readOptions()
  console.log(`${rounds} rounds on ${engines.join(' and on ')}. The seed is ${seed}.`)
  const built = await BuiltServer.inDist()
  try {
    for (const engine of engines) {
      const { operations, documents } = await checkEngine({ engine, built, rounds, seed, say: console.log })
      console.log(await checkNoRoom({ engine, built, seed }))
      console.log(
        `${engine}: ${operations} operations and ${documents} uploads and deletions acknowledged; nothing was lost.`,
      )
    }
    if (engines.includes('sqlite'))
      await withStage(built, async (stage) => console.log(await checkFlushed(stage, seed)))
    console.log(await checkReadOnly({ built, seed }))
    console.log(WHAT_IT_PROVES)
  } catch (failure) {
    if (!(failure instanceof Violation)) throw failure
    console.error(`A check failed: ${failure.message}\nThe seed is ${seed}.`)
    process.exitCode = 1
  } finally {
    await built.remove()
  }
}

main().catch((failure) => {
  console.error(failure)
  process.exit(1)
})
