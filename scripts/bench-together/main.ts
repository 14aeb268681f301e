import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { privateResponse, tripResponse } from '#domain/api/trips.ts'
import { type CommonSectionName, commonSectionNames } from '#domain/plan/index.ts'
import { BenchServer } from '../bench/server.ts'
import { loadOf, printTable } from '../bench/table.ts'
import { type Account, planTogether, register } from './accounts.ts'
import { CrowdMember } from './crowd.ts'
import { listDifferences, type StoredPlan } from './differences.ts'
import { readHistory } from './history.ts'
import { Random } from './random.ts'
import { listFindings, listPrivateFindings, rowsOf } from './result.ts'

/*
 * Many clients edit one trip at once, with the app's own code, over a network that is down half of the time and a
 * server that is killed again and again.
 * Job: check that at the end all clients and the server have the same plan, and that no edit is lost.
 * Invariants: SEED repeats people's choices. Timing, and so interleaving, is real.
 * Failure: exits with code 1 if an edit is lost, if there is a change that nobody made, or if the clients differ.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    clients: { type: 'string', default: '30' },
    kills: { type: 'string', default: '10' },
    tabs: { type: 'string', default: '1' },
  },
})
const seconds = Number(values.seconds)
const clients = Number(values.clients)
const kills = Number(values.kills)
const tabs = Number(values.tabs)
const seed = process.env['SEED'] ?? randomUUID().slice(0, 8)

const BUNDLE = new URL('../../dist/bench-together/client.js', import.meta.url)
/** How long a killed server stays down, in milliseconds. */
const DOWN_MS = [100, 2500] as const
/** No change for so long means no progress: a silent stream is detected after 40 s, a save retried after 30 s. */
const NO_PROGRESS_MS = 180_000
const POLL_EVERY_MS = 250

/** Node can only run the app's code bundled. */
async function bundleClient(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('client.ts', import.meta.url)),
      outDir: fileURLToPath(new URL('.', BUNDLE)),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      reportCompressedSize: false,
    },
  })
}

/** Kills the server at a random moment in each of `kills` equal intervals, and restarts it a moment later. */
async function killRepeatedly(server: BenchServer, random: Random): Promise<void> {
  const interval = (seconds * 1000) / kills
  const startedAt = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    await pause(Math.max(0, (kill + random.between(0, 0.8)) * interval - (performance.now() - startedAt)))
    await server.kill()
    await pause(random.between(...DOWN_MS))
    await server.start()
  }
  await pause(Math.max(0, seconds * 1000 - (performance.now() - startedAt)))
}

async function get(server: BenchServer, path: string, { cookie }: Account): Promise<unknown> {
  const answer = await fetch(server.address + path, { headers: { cookie } })
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The common sections as the server returns them to an account. */
async function fetchCommon(
  server: BenchServer,
  tripId: string,
  account: Account,
): Promise<Pick<StoredPlan, CommonSectionName>> {
  const { sections } = tripResponse.parse(await get(server, `/api/trips/${tripId}`, account))
  const entries = commonSectionNames.map((name) => {
    const section = sections[name]
    if ('error' in section) throw new Error(`The server returned no ${name}: ${section.error.message}`)
    return [name, section] as const
  })
  return Object.fromEntries(entries) as Pick<StoredPlan, CommonSectionName>
}

const fetchPrivate = async (server: BenchServer, tripId: string, account: Account): Promise<StoredPlan['private']> =>
  privateResponse.parse(await get(server, `/api/trips/${tripId}/private`, account))

/** The plan as the server returns it to each account. */
async function fetchPlans(server: BenchServer, tripId: string, accounts: readonly Account[]): Promise<StoredPlan[]> {
  const common = await fetchCommon(server, tripId, accounts[0] as Account)
  return Promise.all(
    accounts.map(async (account) => ({ ...common, private: await fetchPrivate(server, tripId, account) })),
  )
}

/**
 * Waits until all clients show what the server has, or until there is no more progress. Returns what is stored and what
 * differs then.
 */
async function settle(
  server: BenchServer,
  tripId: string,
  accounts: readonly Account[],
  crowd: readonly CrowdMember[],
) {
  const startedAt = performance.now()
  let last = { differences: '', at: startedAt }
  for (;;) {
    const reports = await Promise.all(crowd.map((member) => member.report()))
    const stored = await fetchPlans(server, tripId, accounts)
    const apart = reports.flatMap(({ tabs }, at) => {
      const differences = listDifferences(tabs, stored[at] as StoredPlan)
      return differences.length > 0 ? [{ number: at + 1, differences }] : []
    })
    const [now, differences] = [performance.now(), JSON.stringify(apart)]
    if (differences !== last.differences) last = { differences, at: now }
    if (apart.length === 0 || now - last.at > NO_PROGRESS_MS) return { reports, stored, apart, took: now - startedAt }
    await pause(POLL_EVERY_MS)
  }
}

console.log(
  `${clients} people edit one trip for ${seconds} seconds while the server is killed ${kills} times. SEED=${seed}`,
)
const load = loadOf()
await bundleClient()
const server = new BenchServer()
const crowd: CrowdMember[] = []
try {
  await server.start()
  const accounts: Account[] = []
  for (let number = 1; number <= clients; number++) accounts.push(await register(server.address, number))
  const trip = await planTogether(server.address, accounts)
  // Registering and joining are not edits.
  const start = await fetchCommon(server, trip.id, accounts[0] as Account)
  const broken = new Promise<never>((_, reject) => {
    for (const [at, account] of accounts.entries()) {
      const options = { ...account, number: at + 1, seed, tabs, address: server.address, tripId: trip.id }
      crowd.push(new CrowdMember(BUNDLE, options, reject))
    }
  })
  const run = async () => {
    await Promise.all(crowd.map((member) => member.whenReady()))
    for (const member of crowd) member.begin()
    await killRepeatedly(server, new Random(`${seed} kills`))
    console.log('Everybody stops editing and goes online…')
    await Promise.all(crowd.map((member) => member.finish()))
    return settle(server, trip.id, accounts, crowd)
  }
  const settled = await Promise.race([run(), broken])
  await server.stop()
  const history = readHistory(server.dataDir, trip, start)
  const stored = settled.stored.map((plan) => plan.private.value)
  const findings = [...listFindings(crowd, history, settled.reports), ...listPrivateFindings(crowd, stored)]
  for (const finding of findings) console.error(finding)
  for (const { number, differences } of settled.apart)
    console.error(`Person ${number} differs from the server. ${differences.join('; ')}`)
  const rows = rowsOf({ crowd, history, findings, kills, ...settled, differing: settled.apart.length })
  if (!printTable(rows, load)) process.exitCode = 1
} finally {
  await Promise.all(crowd.map((member) => member.end()))
  await server.remove()
}
