import './setup/node-version.mjs'
import { requireBrowser } from './setup/browser.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Regenerates the README's screenshots of the built app in docs/pictures. `--all FOLDER` takes pictures of all screens
 * (see scripts/pictures/options.ts).
 */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  const env = { ...process.env, CHROMIUM_PATH: await requireBrowser() }
  const { code } = await run(tool('tsx', 'scripts/pictures/main.ts', ...process.argv.slice(2)), { env, show: true })
  process.exitCode = code
})
