import './setup/node-version.mjs'
import { run, runScript, StepFailed, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Makes the fixtures of today's stored forms: `node scripts/make-upgrade-fixtures.mjs 2026-11-24` writes the folder
 * server/testing/upgrades/2026-11-24. Refuses to replace a folder: see the README there. Needs pg_dump.
 */
await runScript(async () => {
  const [state = ''] = process.argv.slice(2)
  if (!/^\d{4}-\d\d-\d\d$/.test(state)) throw new StepFailed('Name the day whose stored forms these are: 2026-11-24')
  await prepare()
  const config = 'scripts/make-upgrade-fixtures/vitest.config.ts'
  const env = { ...process.env, UPGRADE_STATE: state }
  const { code } = await run(tool('vitest', 'run', '--config', config), { env, show: true })
  process.exitCode = code
})
