import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/**
 * Runs one journey through the product in WebKit and Firefox, and looks at its pages and dialogs there.
 * `npm run check:engines -- webkit` only in WebKit.
 * `npm run check:engines -- webkit trips rides` only at these pages and their dialogs (pageNames in pages.ts).
 */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  // Node 20 has WebSocket only behind this flag.
  const env = { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --experimental-websocket` }
  const { code } = await run(tool('tsx', 'scripts/check-engines/main.ts', ...process.argv.slice(2)), {
    env,
    show: true,
  })
  process.exitCode = code
})
