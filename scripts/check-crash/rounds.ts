import { Random } from '../bench-together/random.ts'
import { checkAll } from './check-all.ts'
import { checkSweep } from './check-documents.ts'
import { Crowd } from './crowd.ts'
import { interrupt, kindOf } from './kinds.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { Stage } from './stage.ts'
import { require } from './violation.ts'

/** New trips after so many rounds keep the checks after each round small. */
const ROUNDS_PER_CROWD = 10

interface Rounds {
  stage: Stage
  cluster: PostgresCluster | undefined
  rounds: number
  seed: string
  say: (line: string) => void
}

/**
 * Kills a process in every round while people work, then checks everything.
 * @returns how many operations and documents were acknowledged
 * @throws Violation at the first failed check
 */
export async function runRounds({
  stage,
  cluster,
  rounds,
  seed,
  say,
}: Rounds): Promise<{ operations: number; documents: number }> {
  const crowds: Crowd[] = []
  const all = () => sum(crowds.map((crowd) => crowd.count()))
  await stage.start({ DEMO: 'off' })
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_PER_CROWD === 0)
      crowds.push(await Crowd.create(stage, `${seed} ${stage.engine} crowd ${crowds.length}`))
    const crowd = crowds.at(-1) as Crowd
    const before = crowd.count()
    const kind = kindOf({ cluster }, round)
    const random = new Random(`${seed} ${stage.engine} round ${round}`)
    await crowd.workDuring(() => interrupt(kind, { stage, cluster, random }))
    stage.requireAlive()
    await checkAll(stage, crowd, crowds)
    const unanswered = [...crowd.planners, ...crowd.uploaders].filter((one) => one.unanswered).length
    // Retries must apply once, whether or not the unanswered request was applied.
    await crowd.finish(stage)
    await checkAll(stage, crowd, crowds)
    require(crowd.listUnedited().length === 0, `nothing was edited in ${crowd.listUnedited().join(', ')}`)
    const { operations, documents, notNow } = crowd.count()
    const acknowledged = `${operations - before.operations} operations, ${documents - before.documents} documents`
    say(
      `${stage.engine} ${round + 1}: ${kind}; ${acknowledged} acknowledged, ${unanswered} unanswered, ` +
        `${notNow - before.notNow} 'try again later'`,
    )
  }
  for (const crowd of crowds) await checkAll(stage, crowd, crowds)
  await checkSweep(stage)
  for (const crowd of crowds) await checkAll(stage, crowd, crowds)
  require(all().operations > rounds && all().documents > rounds, 'too few acknowledged changes to check')
  return all()
}

function sum(counts: { operations: number; documents: number }[]): { operations: number; documents: number } {
  const all = { operations: 0, documents: 0 }
  for (const { operations, documents } of counts) {
    all.operations += operations
    all.documents += documents
  }
  return all
}
