import './setup/node-version.mjs'
import { requireBrowser } from './setup/browser.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** Measures the built app and fails if a speed budget is exceeded. `npm run bench -- ticks phone` runs only those. */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  const env = { ...process.env, CHROMIUM_PATH: await requireBrowser() }
  const { code } = await run(tool('tsx', 'scripts/bench/main.ts', ...process.argv.slice(2)), { env, show: true })
  process.exitCode = code
})
