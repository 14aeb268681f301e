import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Many people edit one trip over a bad network while the server is killed again and again, and fails when anything of it is lost.
 * `npm run bench:together -- --seconds 20 --clients 6 --kills 2` is a quick look, `--tabs 2` has everybody use
 * the app in two tabs; SEED=... repeats what people do.
 */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  const { code } = await run(tool('tsx', 'scripts/bench-together/main.ts', ...process.argv.slice(2)), { show: true })
  process.exitCode = code
})
