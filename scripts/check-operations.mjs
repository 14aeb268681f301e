import './setup/node-version.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Runs the property tests of operations and of sync with many more runs than `npm test`, each time with a new seed.
 * OPERATIONS_RUNS sets the number of runs.
 */
await runScript(async () => {
  await prepare()
  const env = { ...process.env, OPERATIONS_RUNS: process.env['OPERATIONS_RUNS'] ?? '20000' }
  const { code } = await run(
    tool('vitest', 'run', 'domain/operations', 'web/data/sync/everybody', ...process.argv.slice(2)),
    {
      env,
      show: true,
    },
  )
  process.exitCode = code
})
