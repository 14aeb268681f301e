import type { Engine } from '#server/db/engine.ts'
import type { BuiltServer } from '#server/testing/server-process.ts'
import { Random } from '../bench-together/random.ts'
import { checkFirstStart } from './first-start.ts'
import { PostgresCluster } from './postgres-cluster.ts'
import { runRounds } from './rounds.ts'
import { Stage } from './stage.ts'
import { Violation } from './violation.ts'

/** One in so many rounds is a first start. */
const ROUNDS_PER_FIRST_START = 10

interface Check {
  engine: Engine
  built: BuiltServer
  /** How often something ends. */
  rounds: number
  /** Repeats what people choose to do and when something ends; not how they interleave. */
  seed: string
  say: (line: string) => void
}

/**
 * Whether nothing that was acknowledged is lost when processes end at any moment, on a database of this check's own.
 * @returns how many operations and documents were acknowledged
 * @throws Violation at the first thing that does not hold
 */
export async function checkEngine({
  engine,
  built,
  rounds,
  seed,
  say,
}: Check): Promise<{ operations: number; documents: number }> {
  const cluster = engine === 'postgres' ? await PostgresCluster.start() : undefined
  const stages: Stage[] = []
  const makeStage = async () => {
    const stage = await Stage.make(built, cluster)
    stages.push(stage)
    return stage
  }
  try {
    for (let number = 0; number < Math.ceil(rounds / ROUNDS_PER_FIRST_START); number++) {
      await checkFirstStart(await makeStage(), new Random(`${seed} ${engine} first start ${number}`))
      say(`${engine}: a first start killed again and again; the demo trip is whole`)
    }
    return await runRounds({ stage: await makeStage(), cluster, rounds, seed, say })
  } catch (failure) {
    if (!(failure instanceof Violation)) throw failure
    throw new Violation(`${failure.message}\n${(await stages.at(-1)?.stop()) ?? ''}`)
  } finally {
    for (const stage of stages) await stage.remove()
    await cluster?.remove()
  }
}
