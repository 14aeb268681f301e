import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { runScript } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** Goes from a fresh clone to a running server. The server runs in this process so that signals reach it. */
await runScript(async () => {
  await prepare()
  await buildWhenChanged()
  await import(new URL('../dist/server/main.js', import.meta.url).href)
})
