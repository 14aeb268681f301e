import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { tripAnswer } from '#domain/api/trips.ts'
import { equal } from '#domain/operations/json.ts'
import { commonNames } from '#domain/plan/index.ts'
import { demoTrip } from '#server/trips/demo-trip.ts'
import { BenchServer } from '../bench/server.ts'
import { loadOf, printTable } from '../bench/table.ts'
import { register } from './accounts.ts'
import { CrowdMember } from './crowd.ts'
import { readHistory } from './history.ts'
import type { Report, TabReport } from './messages.ts'
import { Random } from './random.ts'
import { listFindings, rowsOf } from './result.ts'

/*
 * Many people edit one trip at once, with the app's own code, over a network that fails half of the time and against a server
 * that is killed again and again.
 * Job: in the end all of them and the server hold the same plan, and nothing that anybody did is missing from it.
 * Invariants: SEED repeats what people choose to do; when it happens, and so how it interleaves, is real.
 * Failure: exit code 1 when an edit is lost, when a change was made that nobody made, or when not everybody has the same.
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
/** How long a killed server stays away, in milliseconds. */
const DOWN_MS = [100, 2500] as const
/** Everybody has the same by then: a stream that fell silent is noticed after 40 s, a save is tried again after 30 s. */
const SETTLED_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 250

/** The clients' code is the app's, for which Node needs it bundled. */
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

/** Kills the server so many times, each at a random moment of its share of the time, and starts it again a moment later. */
async function killAgainAndAgain(server: BenchServer, random: Random): Promise<void> {
  const share = (seconds * 1000) / kills
  const begun = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    await pause(Math.max(0, (kill + random.between(0, 0.8)) * share - (performance.now() - begun)))
    await server.kill()
    await pause(random.between(...DOWN_MS))
    await server.start()
  }
  await pause(Math.max(0, seconds * 1000 - (performance.now() - begun)))
}

/** The plan as the server answers it to somebody who opens the trip. */
async function fetchPlan(server: BenchServer, cookie: string) {
  const answer = await fetch(`${server.address}/api/trips/${demoTrip.id}`, { headers: { cookie } })
  const { sections } = tripAnswer.parse(await answer.json())
  return commonNames.map((name) => {
    const section = sections[name]
    if ('error' in section) throw new Error(`The server does not have ${name}: ${section.error.message}`)
    return { name, version: section.version, value: section.value }
  })
}

/** Waits until everybody has what the server has. Answers what they have then, whether they do or not. */
async function settle(server: BenchServer, cookie: string, crowd: readonly CrowdMember[]) {
  const begun = performance.now()
  for (;;) {
    const reports = await Promise.all(crowd.map((member) => member.report()))
    const stored = await fetchPlan(server, cookie)
    const apart = crowd.filter((_, at) => !isSettled(reports[at] as Report, stored))
    const took = performance.now() - begun
    if (apart.length === 0 || took > SETTLED_WITHIN_MS) return { reports, stored, apart, took }
    await pause(LOOK_EVERY_MS)
  }
}

function isSettled({ tabs }: Report, stored: TabReport['sections']): boolean {
  return tabs.every(({ hasPendingEdits, sections }) => !hasPendingEdits && equal(sections, stored))
}

/** What somebody's tabs have not of what is stored, or have and is not stored. */
function tellApart({ tabs }: Report, stored: TabReport['sections']): string {
  const tabsApart = tabs.map(({ hasPendingEdits, sections }, tab) => {
    const known = new Map(sections.map((section) => [section.name, section]))
    const apart = stored.flatMap((section) => {
      const { version = 'no version' } = known.get(section.name) ?? {}
      return equal(known.get(section.name), section) ? [] : [`${section.name} at ${version} of ${section.version}`]
    })
    return `tab ${tab}: ${[...apart, ...(hasPendingEdits ? ['edits wait'] : [])].join(', ') || 'all'}`
  })
  return tabsApart.join('; ')
}

console.log(`${clients} people edit one trip for ${seconds} seconds, while the server is killed ${kills} times. SEED=${seed}`)
const load = loadOf()
await bundleClient()
const server = new BenchServer()
const crowd: CrowdMember[] = []
try {
  await server.start()
  const accounts: Awaited<ReturnType<typeof register>>[] = []
  for (let number = 1; number <= clients; number++) accounts.push(await register(server.address, number))
  const broken = new Promise<never>((_, reject) => {
    for (const [at, account] of accounts.entries()) {
      const options = { ...account, number: at + 1, seed, tabs, address: server.address, tripId: demoTrip.id }
      crowd.push(new CrowdMember(BUNDLE, options, reject))
    }
  })
  const run = async () => {
    await Promise.all(crowd.map((member) => member.whenReady()))
    for (const member of crowd) member.begin()
    await killAgainAndAgain(server, new Random(`${seed} kills`))
    console.log('Everybody stops editing and comes back…')
    await Promise.all(crowd.map((member) => member.finish()))
    return settle(server, accounts[0]?.cookie ?? '', crowd)
  }
  const settled = await Promise.race([run(), broken])
  await server.stop()
  const history = readHistory(server.dataDir, demoTrip)
  const findings = listFindings(crowd, history)
  for (const finding of findings) console.error(finding)
  for (const member of settled.apart) {
    const report = settled.reports[crowd.indexOf(member)] as Report
    console.error(`Person ${member.number} does not have what the server has. ${tellApart(report, settled.stored)}`)
  }
  const rows = rowsOf({ crowd, history, findings, kills, ...settled })
  if (!printTable(rows, load)) process.exitCode = 1
} finally {
  await Promise.all(crowd.map((member) => member.end()))
  await server.remove()
}
