import './setup/node-version.mjs'
import { run, runScript, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'

/** Reads the corpus of lines of food and prints how many are right, not understood and wrong. Lists the wrong ones. */
await runScript(async () => {
  await prepare()
  const { code } = await run(tool('tsx', 'scripts/check-lines/main.ts'), { show: true })
  process.exitCode = code
})
