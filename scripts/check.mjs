import './setup/node-version.mjs'
import { checkBrowserFeatures } from './setup/browser-features.mjs'
import { run, runScript, StepFailed, tool } from './setup/command.mjs'
import { checkCommentWidth } from './setup/comment-width.mjs'
import { checkDirections } from './setup/directions.mjs'
import { checkLiterals } from './setup/literals.mjs'
import { prepare } from './setup/prepare.mjs'

const types = {
  'Types of domain/': tool('tsc', '-p', 'domain'),
  'Types of server/': tool('tsc', '-p', 'server'),
  'Types of e2e/, scripts/ and the tests of domain/': tool('tsc', '-p', 'e2e'),
  'Types of web/': tool('tsc', '-p', 'web'),
  'Types of the tests of web/': tool('tsc', '-p', 'web/tsconfig.test.json'),
  'Types of web/service-worker/': tool('tsc', '-p', 'web/service-worker'),
}
const lint = { 'Format and lint': tool('biome', 'check', '--error-on-warnings', '--colors=off') }

/**
 * Checks types, imports, format and lint. Changes nothing and reports all problems, not only the first.
 * `--only types` or `--only lint` runs a part.
 */
await runScript(async () => {
  const [option, part] = process.argv.slice(2)
  const checks =
    part === 'types' ? types : part === 'lint' ? lint : option === undefined ? { ...types, ...lint } : undefined
  if (!checks) throw new StepFailed('Use --only types, --only lint, or nothing.')
  await prepare()
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, commandLine]) => ({ name, ...(await run(commandLine)) })),
  )
  if (part !== 'types') {
    const wrong = checkDirections()
    results.push({ name: 'Directions of imports', code: wrong.length, output: wrong.join('\n') })
    const refusable = checkBrowserFeatures()
    results.push({ name: 'What browsers may refuse', code: refusable.length, output: refusable.join('\n') })
    const wide = checkCommentWidth()
    results.push({ name: 'Width of comments', code: wide.length, output: wide.join('\n') })
    const texts = await checkLiterals()
    results.push({ name: 'Texts outside of the catalogues', code: texts.length, output: texts.join('\n') })
  }
  const failed = results.filter(({ code }) => code !== 0)
  if (failed.length > 0) {
    const output = failed.map(({ name, output }) => `${name}:\n${output.trim()}`).join('\n\n')
    throw new StepFailed(`Check failed: ${failed.map(({ name }) => name).join('; ')}.`, output)
  }
  console.log('Everything checked is fine.')
})
