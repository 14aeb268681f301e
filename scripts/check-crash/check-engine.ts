import type { Engine } from '#server/db/engine.ts'
import type { BuiltServer } from '#server/testing/server-process.ts'
import { Random } from '../bench-together/random.ts'
import { checkFirstStart } from './first-start.ts'
import { PostgresCluster } from './postgres-cluster.ts'
import { runRounds } from './rounds.ts'
import { Stage } from './stage.ts'
import { Violation } from './violation.ts'

/** One first-start check per so many rounds. */
const ROUNDS_PER_FIRST_START = 10

interface Check {
  engine: Engine
  built: BuiltServer
  /** How often a process is killed. */
  rounds: number
  /** Repeats people's choices and the moments of the kills, but not how they interleave. */
  seed: string
  say: (line: string) => void
}

/**
 * Checks on a new database that nothing acknowledged is lost when processes are killed at random moments.
 * @returns how many operations and documents were acknowledged
 * @throws Violation at the first failed check
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
      say(`${engine}: first start killed repeatedly; the demo trip is complete`)
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
