import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../bench/browser.ts'
import { BenchServer } from '../bench/server.ts'
import { measure } from './measure.ts'
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
    if (isMeasured) return await measure(visits, shots, options)
    const tasks = widths.flatMap((width) => shots.map((shot) => ({ shot, width })))
    const failed: string[] = []
    let taken = 0
    await atOnce(AT_ONCE, tasks, async ({ shot, width }) => {
      try {
        taken += await take(visits, shot, width, options)
      } catch (error) {
        failed.push(`${shot.name}-${width}: ${(error as Error).message.split('\n')[0]}`)
      }
    })
    console.log(`${taken} pictures in ${folder} after ${secondsSince(started)} s.`)
    for (const failure of failed) console.error(failure)
    if (failed.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await Promise.all([servers.main.remove(), servers.demo.remove()])
  }
}

/** Takes what is seen first, and the whole page, in each colour scheme. Returns the number of pictures. */
async function take(visits: Visits, shot: Shot, width: Width, { folder, schemes }: Options): Promise<number> {
  const [first = 'light', ...others] = schemes
  await visits.visit(shot, { width, scheme: first }, async (page) => {
    for (const scheme of [first, ...others]) {
      await page.emulateMedia({ colorScheme: scheme })
      await settle(page)
      const path = join(folder, `${shot.name}-${width}-${scheme}`)
      await page.screenshot({ path: `${path}.png` })
      await scrollThrough(page)
      // A phone's pixels would make a long page higher than the browser can draw.
      await page.screenshot({ path: `${path}-full.png`, fullPage: true, scale: 'css' })
    }
  })
  return 2 * schemes.length
}

/** Runs a function for all items, some of them at the same time. */
async function atOnce<Item>(count: number, items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of rest) await run(item)
    }),
  )
}

function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(0)
}
