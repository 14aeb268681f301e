import './setup/node-version.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { installPackages } from './setup/packages.mjs'

/** The properties of the merge and of the stores that use it, with many more runs than `npm test` has. MERGE_RUNS says how many. */
await runScript(async () => {
  await installPackages()
  const env = { ...process.env, MERGE_RUNS: process.env['MERGE_RUNS'] ?? '10000' }
  const { code } = await run(
    tool('vitest', 'run', 'domain/merge', 'web/data/section-store', 'web/data/shared-outbox', ...process.argv.slice(2)),
    {
      env,
      show: true,
    },
  )
  process.exitCode = code
})
