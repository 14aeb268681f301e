import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Kills the server (also while it starts or stops) and its database while clients edit and upload. Fails if an
 * acknowledged change is lost. `npm run check:crash -- --rounds 20 --engine sqlite --seed 7` is a quick run. The seed
 * is printed.
 */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  const { code } = await run(tool('tsx', 'scripts/check-crash/main.ts', ...process.argv.slice(2)), { show: true })
  process.exitCode = code
})
