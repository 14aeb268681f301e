import './setup/node-version.mjs'
import { build } from './setup/build.mjs'
import { runScript } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

await runScript(async () => {
  await prepare()
  console.log('Building…')
  await build()
})
