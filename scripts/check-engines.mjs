import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** One journey through the product in WebKit and in Firefox: `npm run check:engines`, or `npm run check:engines -- webkit`. */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  // Node 20 has a WebSocket only when it is asked for one.
  const env = { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --experimental-websocket` }
  const { code } = await run(tool('tsx', 'scripts/check-engines/main.ts', ...process.argv.slice(2)), {
    env,
    show: true,
  })
  process.exitCode = code
})
