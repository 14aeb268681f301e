import { Random } from '../bench-together/random.ts'
import { checkAll } from './check-all.ts'
import { checkSweep } from './check-documents.ts'
import { Crowd } from './crowd.ts'
import { end, kindOf } from './kinds.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { Stage } from './stage.ts'
import { require } from './violation.ts'

/** After so many rounds there are new trips: what is looked through after each round stays small. */
const ROUNDS_PER_CROWD = 10

interface Rounds {
  stage: Stage
  cluster: PostgresCluster | undefined
  /** How many. */
  rounds: number
  seed: string
  say: (line: string) => void
}

/**
 * People work while something ends, again and again. After each time everything is looked through.
 * @returns how many operations and documents were acknowledged
 * @throws Violation at the first thing that does not hold
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
      crowds.push(await Crowd.gather(stage, `${seed} ${stage.engine} crowd ${crowds.length}`))
    const crowd = crowds.at(-1) as Crowd
    const before = crowd.count()
    const kind = kindOf({ cluster }, round)
    const random = new Random(`${seed} ${stage.engine} round ${round}`)
    await crowd.workDuring(() => end(kind, { stage, cluster, random }))
    stage.requireAlive()
    await checkAll(stage, crowd, crowds)
    const unanswered = [...crowd.planners, ...crowd.uploaders].filter((one) => one.unanswered).length
    // Whether what had no answer was done or not: sent again, it is done once.
    await crowd.finish(stage)
    await checkAll(stage, crowd, crowds)
    const { operations, documents, notNow } = crowd.count()
    const news = `${operations - before.operations} operations, ${documents - before.documents} documents acknowledged`
    say(
      `${stage.engine} ${round + 1}: ${kind}; ${news}, ${unanswered} unanswered, ${notNow - before.notNow} times 'not now'`,
    )
  }
  for (const crowd of crowds) await checkAll(stage, crowd, crowds)
  await checkSweep(stage)
  for (const crowd of crowds) await checkAll(stage, crowd, crowds)
  require(all().operations > rounds && all().documents > rounds, 'hardly anything was acknowledged: nothing was tried')
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
