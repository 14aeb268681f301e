import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../bench/browser.ts'
import { BenchServer } from '../bench/server.ts'
import { type Measured, measurePage, noteShifts, writeMeasured } from './measure.ts'
import type { Options, Width } from './options.ts'
import { listShots, type Shot } from './screens.ts'
import { makeExamples } from './trips.ts'
import { scrollThrough, settle, Visits } from './visit.ts'

const AT_ONCE = 3

/** Takes pictures of the chosen screens, or measures them. */
export async function takeAll(options: Options): Promise<void> {
  const { folder, widths, isMeasured } = options
  const started = Date.now()
  await mkdir(folder, { recursive: true })
  const shots = listShots(options.screens, options)
  const servers = { main: new BenchServer(undefined, { env: { DEMO: 'off' } }), demo: new BenchServer() }
  await Promise.all([servers.main.start(), servers.demo.start()])
  const browser = await launchBrowser()
  try {
    const needed = new Set(shots.flatMap(({ needs }) => needs))
    const examples = await makeExamples(servers.main.address, needed)
    console.log(`${needed.size} trips made in ${secondsSince(started)} s.`)
    const visits = new Visits(browser, servers, examples)
    const failures = isMeasured
      ? await measureAll(visits, shots, options)
      : await forEachShot(shots, widths, (shot, width) => take(visits, shot, width, options))
    console.log(`Done after ${secondsSince(started)} s: ${folder}`)
    for (const failure of failures) console.error(failure)
    if (failures.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await Promise.all([servers.main.remove(), servers.demo.remove()])
  }
}

/** Takes what is seen first, and the whole page, in each colour scheme. */
async function take(visits: Visits, shot: Shot, width: Width, { folder, schemes }: Options): Promise<void> {
  const [first = 'light'] = schemes
  await visits.visit(shot, { width, scheme: first }, async (page) => {
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme })
      await settle(page)
      const path = join(folder, `${shot.name}-${width}-${scheme}`)
      await page.screenshot({ path: `${path}.png` })
      if (scheme === first) await scrollThrough(page)
      // A phone's pixels would make a long page higher than the browser can draw.
      await page.screenshot({ path: `${path}-full.png`, fullPage: true, scale: 'css' })
    }
  })
}

async function measureAll(visits: Visits, shots: Shot[], { folder, widths, schemes }: Options): Promise<string[]> {
  const measured: Measured[] = []
  const failures = await forEachShot(shots, widths, async ({ name, ...shot }, width) => {
    for (const scheme of schemes)
      await visits.visit({ name, ...shot }, { width, scheme, watch: noteShifts }, async (page) => {
        measured.push(await measurePage(page, { name, width, scheme }))
      })
  })
  console.log(await writeMeasured(folder, measured))
  return failures
}

/** Visits all screens at all widths, some of them at the same time. Returns what failed. */
async function forEachShot(
  shots: Shot[],
  widths: readonly Width[],
  visit: (shot: Shot, width: Width) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = []
  const tasks = widths.flatMap((width) => shots.map((shot) => ({ shot, width }))).values()
  const work = async () => {
    for (const { shot, width } of tasks)
      await visit(shot, width).catch((error: Error) => {
        failures.push(`${shot.name}-${width}: ${error.message.split('\n')[0]}`)
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures
}

function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(0)
}
