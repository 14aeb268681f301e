import { join } from 'node:path'
import { BenchServer } from '../bench/server.ts'
import { root } from '../setup/command.mjs'
import { findEngines } from './engines.ts'
import { runJourney } from './journey.ts'

/*
 * Runs the journey in the engines that the browser tests do not cover: `npm run check:engines`, or for one engine
 * `npm run check:engines -- firefox`.
 */
let allPassed = true
for (const { name, open } of findEngines(process.argv.slice(2))) {
  const server = new BenchServer()
  await server.start()
  const driver = await open()
  const folder = join(root, 'test-results/engines', name)
  try {
    console.log(`\n${name}`)
    await runJourney(driver, server, { folder, tell: (line) => console.log(`  ✓ ${line}`) })
  } catch (failure) {
    allPassed = false
    console.log(`  ✘ ${failure instanceof Error ? failure.message : failure}`)
  } finally {
    await driver.end()
    await server.remove()
  }
  console.log(`  Screenshots: ${folder}`)
}
process.exit(allPassed ? 0 : 1)
