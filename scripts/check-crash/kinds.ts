import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../bench-together/random.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import type { Stage } from './stage.ts'

/** What a round needs to kill a process at a random moment. */
export interface Interruption {
  stage: Stage
  /** Undefined on SQLite. */
  cluster: PostgresCluster | undefined
  random: Random
}

/** The longest times in milliseconds before a kill. A start, a stop and a recovery take about as long. */
const WORK_MS = 400
const START_MS = 700
const STOP_MS = 40

const work = ({ random }: Interruption) => pause(random.between(0, WORK_MS))

/** Starts the server and kills it at a random moment, so many times, then starts it to stay. */
async function startBetweenKills({ stage, random }: Interruption, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    stage.begin({ DEMO: 'off' })
    await pause(random.between(0, START_MS))
    await stage.kill()
  }
  await stage.start({ DEMO: 'off' })
}

async function killServer(ending: Interruption): Promise<void> {
  await work(ending)
  await ending.stage.kill()
  await startBetweenKills(ending, 0)
}

async function crashDatabase(ending: Interruption, between: () => Promise<void>): Promise<void> {
  const { cluster, random } = ending
  await work(ending)
  await cluster?.crash()
  await pause(random.between(0, WORK_MS))
  await between()
  await cluster?.recover()
}

/** What is killed while people work. Each resolves when the server takes requests again. */
const kinds = {
  'server killed': killServer,
  'server killed while it stops': async (ending: Interruption) => {
    await work(ending)
    ending.stage.requestStop()
    await pause(ending.random.between(0, STOP_MS))
    await ending.stage.kill()
    await startBetweenKills(ending, 0)
  },
  'server killed, and again while it starts': async (ending: Interruption) => {
    await work(ending)
    await ending.stage.kill()
    await startBetweenKills(ending, 2)
  },
  /** The server keeps running and must recover by itself. */
  'database crashed': (ending: Interruption) => crashDatabase(ending, async () => {}),
  'database crashed, then server killed': async (ending: Interruption) => {
    await crashDatabase(ending, () => ending.stage.kill())
    await startBetweenKills(ending, 0)
  },
}

export type Kind = keyof typeof kinds

const ofSqlite = ['server killed', 'server killed while it stops', 'server killed, and again while it starts'] as const
const ofPostgres = [
  'server killed',
  'database crashed',
  ...ofSqlite.slice(1),
  'database crashed, then server killed',
] as const

/** What is killed in a round: the kinds take turns. */
export function kindOf({ cluster }: Pick<Interruption, 'cluster'>, round: number): Kind {
  const all: readonly Kind[] = cluster ? ofPostgres : ofSqlite
  return all[round % all.length] as Kind
}

export function interrupt(kind: Kind, ending: Interruption): Promise<void> {
  return kinds[kind](ending)
}
