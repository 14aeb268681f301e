import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { type Examples, type ExampleTrip, keyOf, makeExamples, type TypeName } from '../pictures/trips.ts'
import { npm, run } from '../setup/command.mjs'
import { browserOptions } from './browser.ts'
import type { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** Installed on demand: it is larger than all other development packages together. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const least = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** Scores vary with other load on the machine, so use the median, as Lighthouse's notes on variability advise. */
const VISITS = 3
/** Other hosts are blocked, so the photograph logs an error. The browser tests fail on any other console error. */
const SKIPPED = 'errors-in-console'

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

interface VisitedPage {
  what: string
  path: string
  /** Who is signed in; undefined for nobody. */
  visitor?: Visitor
}

/**
 * Runs Lighthouse on the first visit to every page, with its own phone profile, without the photographs of other hosts.
 * The trip is new, and the group has 60 people.
 */
export async function measureLighthouse(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const { planner, trips } = await makeExamples(server.address, new Set([keyOf('group', 'car'), keyOf('group', 'air')]))
  const [ofSixty, byAir] = [tripOf(trips, 'car'), tripOf(trips, 'air')]
  const trip = `/trip/${visitor.tripId}`
  const group = `/trip/${ofSixty.id}/group`
  const pages: VisitedPage[] = [
    { what: 'Sign-in page', path: '/' },
    { what: 'Invitation', path: `/join/${ofSixty.joinToken}` },
    { what: 'Trip list', path: '/', visitor },
    { what: 'Account', path: '/account', visitor },
    { what: 'Open trip', path: trip, visitor },
    { what: 'Meals', path: `${trip}?tab=meals`, visitor },
    { what: 'Itinerary', path: `${trip}?tab=itinerary`, visitor },
    { what: 'Checklist', path: `${trip}?tab=checklist`, visitor },
    { what: 'Tickets', path: `/trip/${byAir.id}?tab=tickets`, visitor: planner },
    { what: 'Group of one', path: `${trip}/group`, visitor },
    { what: 'People', path: group, visitor: planner },
    { what: 'Shopping', path: `${group}?tab=shopping`, visitor: planner },
    { what: 'Gear', path: `${group}?tab=gear`, visitor: planner },
    { what: 'Rides & duties', path: `${group}?tab=rides`, visitor: planner },
    { what: 'Costs', path: `${group}?tab=costs`, visitor: planner },
    { what: 'Shared trip', path: `/shared/${ofSixty.id}?token=${ofSixty.shareToken}&mode=view`, visitor },
  ]
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-lighthouse-'))
  const port = await findPort()
  const { args, ...options } = browserOptions()
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  try {
    const rows: Row[] = []
    for (const { what, path, visitor: who } of pages) {
      await context.clearCookies()
      if (who) await context.addCookies(who.cookies)
      const reports: Report[] = []
      while (reports.length < VISITS) {
        // Lighthouse does not clear what the app stores on the device, so clear it to make this a first visit.
        await clearStorage(context, server.address)
        reports.push(await report(`${server.address}${path}`, port, folder))
      }
      rows.push(...rowsOf(what, reports))
    }
    return rows
  } finally {
    await context.close()
    await rm(folder, { recursive: true, maxRetries: 3 })
    visitor.leave()
    planner.leave()
  }
}

function tripOf(trips: Examples['trips'], type: TypeName): ExampleTrip {
  const trip = trips.get(keyOf('group', type))
  if (!trip) throw new Error(`There is no example of ${type}`)
  return trip
}

async function clearStorage(context: BrowserContext, origin: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage())
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  await browser.detach()
}

async function report(url: string, port: number, folder: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const flags = [`--port=${port}`, '--output=json', `--output-path=${file}`, '--quiet', `--skip-audits=${SKIPPED}`]
  const only = `--only-categories=${Object.keys(least).join(',')}`
  const { code, output } = await run(npm('exec', '--yes', '--', LIGHTHOUSE, url, ...flags, only))
  if (code !== 0) throw new Error(`Lighthouse exited with ${code}: ${output}`)
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

function rowsOf(what: string, reports: Report[]): Row[] {
  return Object.entries(least).map(([name, bound]) => {
    const scoreOf = ({ categories }: Report) => categories[name]?.score ?? 0
    const sorted = reports.toSorted((one, other) => scoreOf(one) - scoreOf(other))
    // Performance varies, so take the median visit. For the other categories the worst visit counts.
    const { categories, audits } = sorted[name === 'performance' ? Math.floor(sorted.length / 2) : 0] as Report
    const { score, auditRefs = [] } = categories[name] ?? { score: null }
    const lost = auditRefs.flatMap(({ id, weight }) => {
      const { title = id, score = null, displayValue = '' } = audits[id] ?? {}
      return weight > 0 && score !== null && score < 1
        ? [`${title}: ${Math.round(score * 100)} ${displayValue}`.trim()]
        : []
    })
    return {
      what: `${what}: ${name}`,
      measured: Math.round((score ?? Number.NaN) * 100),
      unit: 'of 100',
      least: bound,
      details: lost,
    }
  })
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
