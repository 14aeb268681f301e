import './setup/node-version.mjs'
import { run, runScript, StepFailed, tool } from './setup/command.mjs'
import { checkDirections } from './setup/directions.mjs'
import { installPackages } from './setup/packages.mjs'

const checks = {
  'Types of domain/': tool('tsc', '-p', 'domain'),
  'Types of server/, scripts/ and e2e/': tool('tsc', '-p', 'server'),
  'Types of web/': tool('tsc', '-p', 'web'),
  'Types of web/service-worker/': tool('tsc', '-p', 'web/service-worker'),
  'Format and lint': tool('biome', 'check', '--error-on-warnings', '--colors=off'),
}

/** Types, imports, format and lint. Changes nothing; says everything that is wrong, not only the first. */
await runScript(async () => {
  await installPackages()
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, commandLine]) => ({ name, ...(await run(commandLine)) })),
  )
  const wrong = checkDirections()
  results.push({ name: 'Directions of imports', code: wrong.length, output: wrong.join('\n') })
  const failed = results.filter(({ code }) => code !== 0)
  if (failed.length > 0) {
    const output = failed.map(({ name, output }) => `${name}:\n${output.trim()}`).join('\n\n')
    throw new StepFailed(`Check failed: ${failed.map(({ name }) => name).join('; ')}.`, output)
  }
  console.log('Types, imports, format and lint are fine.')
})
