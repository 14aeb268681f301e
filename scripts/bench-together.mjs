import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Many clients edit one trip over a bad network while the server is killed again and again. Fails if any edit is lost.
 * `npm run bench:together -- --seconds 20 --clients 6 --kills 2` is a quick run. `--tabs 2` gives each person two tabs.
 * SEED=... repeats the choices that people make.
 */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  const { code } = await run(tool('tsx', 'scripts/bench-together/main.ts', ...process.argv.slice(2)), { show: true })
  process.exitCode = code
})
