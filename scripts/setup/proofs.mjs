import { run, StepFailed } from './command.mjs'
import { findFirefox } from './find-program.mjs'

/**
 * A script that fails if an edit or upload is lost, or if a page looks broken in another browser.
 * `findNeeded` returns undefined where what it needs is not installed.
 * @typedef {{ name: string, what: string, commandLine: string[], needs?: string, findNeeded?: () => unknown }} Proof
 */

/**
 * Short runs of the long proofs, with a new seed each time. Their results do not depend on the speed of the machine.
 * `check:operations` is not here: the unit tests run its properties hundreds of times already, with a new seed each
 * time.
 * @type {Proof[]}
 */
const proofs = [
  {
    name: 'bench:together',
    what: '10 people edit one trip for 15 s while the server is killed twice',
    commandLine: ['scripts/bench-together.mjs', '--clients', '10', '--seconds', '15', '--kills', '2'],
  },
  {
    name: 'check:crash',
    what: 'SQLite and PostgreSQL, 3 rounds each: processes are killed while people edit and upload',
    commandLine: ['scripts/check-crash.mjs', '--rounds', '6'],
  },
  {
    name: 'check:engines',
    what: "every page of a large group's trips in Firefox, on a narrow phone and a desktop",
    commandLine: ['scripts/check-engines.mjs', 'firefox', '--short'],
    needs: 'Firefox',
    findNeeded: findFirefox,
  },
].map(({ commandLine, ...proof }) => ({ ...proof, commandLine: [process.execPath, ...commandLine] }))

/**
 * Returns the named proofs, or all of them.
 * @param {string[]} names
 */
export function findProofs(names) {
  const unknown = names.find((name) => !proofs.some((proof) => proof.name === name))
  if (unknown) throw new StepFailed(`There is no proof '${unknown}', but ${proofs.map(({ name }) => name).join(', ')}.`)
  return proofs.filter(({ name }) => names.length === 0 || names.includes(name))
}

/**
 * Runs the proofs in parallel, since they mostly wait. Prints each when it ends, with the output if it failed, and
 * those that cannot run here.
 * @param {readonly Proof[]} chosen
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./test-counts.mjs').Counts>}
 */
export async function runProofs(chosen, env) {
  /** @param {Proof} proof */
  const isPossible = ({ findNeeded }) => findNeeded === undefined || findNeeded() !== undefined
  for (const { name, needs } of chosen.filter((proof) => !isPossible(proof)))
    console.log(` - ${name}: not run, because ${needs} is not installed`)
  const results = await Promise.all(chosen.filter(isPossible).map((proof) => runProof(proof, env)))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

/**
 * @param {Proof} proof
 * @param {NodeJS.ProcessEnv} env
 */
async function runProof({ name, what, commandLine }, env) {
  const startedAt = performance.now()
  const { code, output } = await run(commandLine, { env })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(` ${code === 0 ? '✓' : '✘'} ${name}: ${what} (${seconds} s)`)
  if (code !== 0) console.log(output.trim().replace(/^/gm, '   '))
  return code === 0
}
