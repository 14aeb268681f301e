import './setup/node-version.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { runScript } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** Runs a built operator command from server/commands: `node scripts/command.mjs NAME ARGUMENTS...`. */
await runScript(async () => {
  const [name = ''] = process.argv.splice(2, 1)
  await prepare()
  await buildWhenChanged()
  await import(new URL(`../dist/server/${name}.js`, import.meta.url).href)
})
