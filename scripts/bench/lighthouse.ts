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

/** Fetched when it is asked for: it is larger than all that the tests need together. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const least = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** What else a machine does moves the figure of one visit by some points: the middle one counts, as Lighthouse's notes on variability say. */
const VISITS = 3
/** Strangers are not found here, so the photograph's failure stands in the console; what else does fails a browser test. */
const SKIPPED = 'errors-in-console'

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

/** What Lighthouse says of a first visit with its own phone profile, without the photographs of other hosts. */
export async function measureLighthouse(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const folder = await mkdtemp(join(tmpdir(), 'wayfare-lighthouse-'))
  const port = await findPort()
  const { args, ...options } = browserOptions()
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  const look = async (what: string, path: string) => {
    const reports: Report[] = []
    while (reports.length < VISITS) {
      // Lighthouse leaves what the app keeps on a device, and a visit that finds it there is no first one.
      await forgetKept(context, server.address)
      reports.push(await report(`${server.address}${path}`, port, folder))
    }
    return rowsOf(what, reports)
  }
  try {
    const signedOut = await look('Sign-in page', '/')
    await context.addCookies(visitor.cookies)
    const trip = `/trip/${visitor.tripId}`
    return [
      ...signedOut,
      ...(await look('Trip list', '/')),
      ...(await look('Open trip', trip)),
      ...(await look('Meals', `${trip}?tab=meals`)),
      ...(await look('Itinerary', `${trip}?tab=itinerary`)),
      ...(await look('Checklist', `${trip}?tab=checklist`)),
      ...(await look('Group', `${trip}/group`)),
    ]
  } finally {
    await context.close()
    await rm(folder, { recursive: true, maxRetries: 3 })
    visitor.leave()
  }
}

async function forgetKept(context: BrowserContext, origin: string): Promise<void> {
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
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${output}`)
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

function rowsOf(what: string, reports: Report[]): Row[] {
  return Object.entries(least).map(([name, bound]) => {
    const scoreOf = ({ categories }: Report) => categories[name]?.score ?? 0
    const sorted = reports.toSorted((one, other) => scoreOf(one) - scoreOf(other))
    // Speed is another one at each visit; what else is missed at one of them is missed.
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

/** A port that nobody listens on. */
function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
