import './setup/node-version.mjs'
import { requireBrowser } from './setup/browser.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** Regenerates the README's screenshots of the built app in docs/pictures. */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  const env = { ...process.env, CHROMIUM_PATH: await requireBrowser() }
  const { code } = await run(tool('tsx', 'scripts/bench/pictures.ts'), { env, show: true })
  process.exitCode = code
})
