import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
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

/** Runs Lighthouse on first visits with its own phone profile, without the photographs of other hosts. */
export async function measureLighthouse(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-lighthouse-'))
  const port = await findPort()
  const { args, ...options } = browserOptions()
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  const measure = async (what: string, path: string) => {
    const reports: Report[] = []
    while (reports.length < VISITS) {
      // Lighthouse does not clear what the app stores on the device, so clear it to make this a first visit.
      await clearStorage(context, server.address)
      reports.push(await report(`${server.address}${path}`, port, folder))
    }
    return rowsOf(what, reports)
  }
  try {
    const signedOut = await measure('Sign-in page', '/')
    await context.addCookies(visitor.cookies)
    const trip = `/trip/${visitor.tripId}`
    return [
      ...signedOut,
      ...(await measure('Trip list', '/')),
      ...(await measure('Open trip', trip)),
      ...(await measure('Meals', `${trip}?tab=meals`)),
      ...(await measure('Itinerary', `${trip}?tab=itinerary`)),
      ...(await measure('Checklist', `${trip}?tab=checklist`)),
      ...(await measure('Group', `${trip}/group`)),
    ]
  } finally {
    await context.close()
    await rm(folder, { recursive: true, maxRetries: 3 })
    visitor.leave()
  }
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
