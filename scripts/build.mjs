import './setup/node-version.mjs'
import { build } from './setup/build.mjs'
import { runScript } from './setup/command.mjs'
import { installPackages } from './setup/packages.mjs'

await runScript(async () => {
  await installPackages()
  console.log('Building…')
  await build()
})
