import { join } from 'node:path'
import { BenchServer } from '../bench/server.ts'
import { root } from '../setup/command.mjs'
import type { Driver } from './driver.ts'
import { findEngines } from './engines.ts'
import { runJourney } from './journey.ts'
import { checkPages, pageNames } from './pages.ts'

/*
 * Looks at the product in the engines that the browser tests do not cover: see ../check-engines.mjs. With `--short`
 * only at the pages, at two widths.
 */
const args = process.argv.slice(2)
const isShort = args.includes('--short')
const names = args.filter((arg) => arg !== '--short')
const only = names.filter((name) => pageNames.includes(name))
let allPassed = true

for (const { name, open } of findEngines(names.filter((one) => !only.includes(one)))) {
  console.log(`\n${name}`)
  const folder = join(root, 'test-results/engines', name)
  const tell = (line: string) => console.log(`  ✓ ${line}`)
  if (!isShort && only.length === 0)
    await runIn(open, new BenchServer(), (driver, server) =>
      runJourney(driver, server, { folder: join(folder, 'journey'), tell }),
    )
  // Without the demo trip, which would be in everybody's list.
  await runIn(open, new BenchServer(undefined, { env: { DEMO: 'off' } }), (driver, server) =>
    checkPages(driver, server, { folder: join(folder, 'pages'), tell, isShort, only }),
  )
  console.log(`  Screenshots: ${folder}`)
}
process.exit(allPassed ? 0 : 1)

/** Runs one check in a browser of its own, with a server of its own. */
async function runIn(
  open: () => Promise<Driver>,
  server: BenchServer,
  check: (driver: Driver, server: BenchServer) => Promise<void>,
): Promise<void> {
  await server.start()
  const driver = await open()
  try {
    await check(driver, server)
  } catch (failure) {
    allPassed = false
    console.log(`  ✘ ${failure instanceof Error ? failure.message : failure}`)
  } finally {
    await driver.end()
    await server.remove()
  }
}
