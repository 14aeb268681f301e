import './setup/node-version.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * The properties of operations, and of everybody who does them at once, with many more runs than `npm test` has, each time new ones.
 * OPERATIONS_RUNS says how many.
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
