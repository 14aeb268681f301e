import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { MAX_TRACK_POINTS } from '#domain/tracks/track-line.ts'
import { launchBrowser, openPhone } from './browser.ts'
import type { BenchServer } from './server.ts'
import type { Row } from './table.ts'
import { Visitor } from './visitor.ts'

/** From the choice of the file until its track is listed. The browser slows no workers down, so this is no phone's. */
const READ_SECONDS = 5
/** What the page's process needs at most beside what the map needs, in MB. */
const PEAK_MB = 200
/** What the page holds afterwards, with the track on the map. */
const HELD_MB = 30

/** How long the largest file of a track takes until it is read, and what memory it needs. */
export async function measureTrack(server: BenchServer): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wayfare-bench-'))
  const visitor = await Visitor.arrive(server.address)
  const browser = await launchBrowser()
  try {
    const context = await openPhone(browser)
    await context.addCookies(visitor.cookies)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6
    }
    await page.goto(`${server.address}/trip/${visitor.tripId}/map`)
    await page.waitForSelector('[data-drawn=true]')
    await page.waitForLoadState('networkidle')
    const [heldBefore, peakBefore] = [await heap(), peakOfPages()]
    await page.getByRole('button', { name: 'Add tracks' }).tap()
    const [path, walk] = [join(folder, 'walk.gpx'), buildWalk(MAX_TRACK_POINTS)]
    writeFileSync(path, walk)
    await page.getByLabel('Choose file').setInputFiles(path)
    const readSeconds = await secondsUntil(page, () => page.getByRole('checkbox', { name: 'Long walk' }).waitFor())
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await page.getByRole('button', { name: 'Long walk: open' }).waitFor()
    await page.waitForLoadState('networkidle')
    const megabytes = (walk.length / 1e6).toFixed(1)
    return [
      {
        what: 'Track of 500,000 points read',
        measured: readSeconds,
        unit: 's',
        budget: READ_SECONDS,
        details: [`a GPX file of ${megabytes} MB, in a worker`],
      },
      { what: 'Its peak of memory, beside the map', measured: peakOfPages() - peakBefore, unit: 'MB', budget: PEAK_MB },
      { what: 'Its memory on the map', measured: (await heap()) - heldBefore, unit: 'MB', budget: HELD_MB },
    ]
  } finally {
    await browser.close()
    visitor.leave()
    rmSync(folder, { recursive: true })
  }
}

async function secondsUntil(page: Page, wait: () => Promise<void>): Promise<number> {
  const now = () => page.evaluate(() => performance.now())
  const before = await now()
  await wait()
  return ((await now()) - before) / 1000
}

/** The most memory that a page's process has had, in MB; NaN where the system does not tell. */
function peakOfPages(): number {
  try {
    const peaks = readdirSync('/proc').flatMap((id) => {
      if (!/^\d+$/.test(id) || !read(`/proc/${id}/cmdline`).includes('--type=renderer')) return []
      return Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1000
    })
    return Math.max(...peaks)
  } catch {
    return Number.NaN
  }
}

/** A process may have ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A walk that wanders as one that a GPS recorded, with a point every two metres. */
function buildWalk(count: number): Buffer {
  const parts = ['<gpx><trk><name>Long walk</name><trkseg>']
  let [lat, lon, heading] = [45.5, -78.7, 0]
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  }
  for (let at = 0; at < count; at++) {
    heading += random() / 2
    lat += (Math.cos(heading) + random() / 2) * 2e-5
    lon += (Math.sin(heading) + random() / 2) * 2e-5
    parts.push(`<trkpt lat="${lat.toFixed(5)}" lon="${lon.toFixed(5)}"/>`)
  }
  parts.push('</trkseg></trk></gpx>')
  return Buffer.from(parts.join(''))
}
