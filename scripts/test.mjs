import './setup/node-version.mjs'
import { rmSync } from 'node:fs'
import { requireBrowser } from './setup/browser.mjs'
import { buildWhenChanged } from './setup/build.mjs'
import { run, runScript, StepFailed, tool } from './setup/command.mjs'
import { prepare } from './setup/prepare.mjs'
import { findProofs, runProofs } from './setup/proofs.mjs'
import { makeQuickFolder } from './setup/quick-folder.mjs'
import { countEndToEndTests, countUnitTests } from './setup/test-counts.mjs'

/** Chromium may stop drawing a page: then the file that is tested in it never ends, whatever the limit of its tests. */
const MAX_UNIT_MS = 45 * 60_000

const stages = {
  /** @param {NodeJS.ProcessEnv} env */
  async check(env) {
    console.log('Checking types, format and lint…')
    const { code } = await run([process.execPath, 'scripts/check.mjs'], { env, show: true })
    return { passed: 0, failed: code === 0 ? 0 : 1 }
  },
  /**
   * @param {NodeJS.ProcessEnv} env
   * @param {string[]} args
   */
  async unit(env, args) {
    console.log('Testing domain, server and browser code…')
    const { code } = await run(tool('vitest', 'run', ...args), { env, show: true, timeout: MAX_UNIT_MS })
    return showFlaky(countUnitTests(code))
  },
  /**
   * @param {NodeJS.ProcessEnv} env
   * @param {string[]} args
   */
  async proofs(env, args) {
    // The proofs run in parallel, so build once before they start.
    await buildWhenChanged()
    console.log('Proving that nothing is lost or broken…')
    return runProofs(findProofs(args), env)
  },
  /**
   * @param {NodeJS.ProcessEnv} env
   * @param {string[]} args
   */
  async e2e(env, args) {
    console.log('Testing in the browser…')
    // The browser writes thousands of temporary files, and each worker has a server with a database.
    const TMPDIR = makeQuickFolder('wayfare-e2e')
    const { code } = await run(tool('playwright', 'test', ...args), { env: { ...env, TMPDIR }, show: true })
    return showFlaky(countEndToEndTests(code))
  },
}

/** @param {ReturnType<typeof countUnitTests>} counts */
function showFlaky({ flaky, ...counts }) {
  if (flaky.length > 0) console.log(`flaky: ${flaky.length}\n${flaky.map((name) => `  ${name}`).join('\n')}`)
  return counts
}

/**
 * `npm test` runs all stages and stops after one that fails. `npm test -- --only unit server/plan` runs one stage
 * and passes the other arguments to vitest; `--only e2e` passes them to Playwright. `--only proofs check:crash` runs
 * one proof. `--repeat 10 e2e/notes.spec.ts` runs one file so many times: a test that fails once is a defect. With CI
 * set, what fails in the browser is retried once and, if it then passes, listed as flaky. `--strict` never retries.
 */
await runScript(async () => {
  const { only, rest, times } = parseCommandLine()
  const env = { ...process.env }
  await prepare()
  if (!only || only === 'e2e') await buildWhenChanged()
  if (!only || only === 'e2e' || only === 'unit') env['CHROMIUM_PATH'] = await requireBrowser()

  rmSync('test-results', { recursive: true, force: true })
  const total = { passed: 0, failed: 0 }
  /** @param {keyof typeof stages} name */
  const runStage = async (name) => {
    // Playwright repeats the tests of a file by itself, some of them at the same time.
    const [runs, args] = name === 'e2e' ? [1, [...rest, `--repeat-each=${times}`]] : [times, rest]
    for (let run = 0; run < runs && total.failed === 0; run++) {
      const { passed, failed } = await stages[name](env, args)
      total.passed += passed
      total.failed += failed
    }
  }
  // The proofs mostly wait, so the checks run beside them.
  for (const names of only ? [[only]] : /** @type {const} */ ([['check', 'proofs'], ['unit'], ['e2e']])) {
    await Promise.all(names.map(runStage))
    if (total.failed > 0) break
  }
  if (total.failed > 0) process.exitCode = 1
  console.log(`${total.passed} passed, ${total.failed} failed`)
})

/** @returns {{ only: keyof typeof stages | undefined, rest: string[], times: number }} */
function parseCommandLine() {
  const args = process.argv.slice(2)
  const strict = args.indexOf('--strict')
  if (strict !== -1) {
    args.splice(strict, 1)
    process.env['STRICT'] = 'yes'
  }
  const isRepeated = args.includes('--repeat')
  const [, times = '1'] = isRepeated ? args.splice(args.indexOf('--repeat'), 2) : []
  if (!/^[1-9]\d*$/.test(times)) throw new StepFailed(`--repeat should be followed by a number, not '${times}'.`)
  if (isRepeated && !args.includes('--only'))
    args.unshift('--only', args.some((name) => name.includes('.spec')) ? 'e2e' : 'unit')
  const at = args.indexOf('--only')
  if (at === -1) {
    if (args.length > 0)
      throw new StepFailed('Name the stage that the arguments are for: npm test -- --only check|unit|proofs|e2e ...')
    return { only: undefined, rest: [], times: 1 }
  }
  const [, only = ''] = args.splice(at, 2)
  if (only === 'check' || only === 'unit' || only === 'proofs' || only === 'e2e')
    return { only, rest: args, times: Number(times) }
  throw new StepFailed(`--only should be check, unit, proofs or e2e, but is '${only}'.`)
}
