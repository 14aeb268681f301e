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
 * Whether nothing that was acknowledged is lost.
 * Job: people edit and upload while the server, its start, its stop or its database is ended without a word; after each time
 *   everything is looked through, and what had no answer is sent again.
 * Invariants: everybody has entries of their own, so that each acknowledged value can be looked up exactly; the seed repeats what
 *   people choose and when something ends, not how it interleaves.
 * Failure: exit code 1 with the seed at the first thing that does not hold.
 */

const WHAT_IT_PROVES = `What this proves: a process that ends at any moment loses nothing that was acknowledged, and leaves nothing by halves.
What it does not: that a power cut loses nothing. What a killed process has written is still in the memory of the machine; a power
cut takes that, but for what was flushed to the disk, and a disk may say that it has what it has not.`

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
        `${engine}: ${operations} operations and ${documents} uploads and deletions were acknowledged; all hold.`,
      )
    }
    if (engines.includes('sqlite'))
      await withStage(built, async (stage) => console.log(await checkFlushed(stage, seed)))
    console.log(await checkReadOnly({ built, seed }))
    console.log(WHAT_IT_PROVES)
  } catch (failure) {
    if (!(failure instanceof Violation)) throw failure
    console.error(`Something does not hold: ${failure.message}\nThe seed is ${seed}.`)
    process.exitCode = 1
  } finally {
    await built.remove()
  }
}

main().catch((failure) => {
  console.error(failure)
  process.exit(1)
})
