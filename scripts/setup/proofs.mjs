import { run, StepFailed } from './command.mjs'

/**
 * A script that fails when something that somebody did is lost.
 * @typedef {{ name: string, what: string, commandLine: string[] }} Proof
 */

/**
 * Short forms of the long proofs, each time with new random choices. Nothing in them depends on how fast the machine is.
 * `check:operations` has none: the unit tests run its properties hundreds of times already, each time with a new seed.
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
].map(({ commandLine, ...proof }) => ({ ...proof, commandLine: [process.execPath, ...commandLine] }))

/**
 * The proofs of these names, all of them where none is named.
 * @param {string[]} names
 */
export function findProofs(names) {
  const unknown = names.find((name) => !proofs.some((proof) => proof.name === name))
  if (unknown) throw new StepFailed(`There is no proof '${unknown}', but ${proofs.map(({ name }) => name).join(', ')}.`)
  return proofs.filter(({ name }) => names.length === 0 || names.includes(name))
}

/**
 * Runs them at the same time, since they mostly wait. Prints each as it ends, with its time, and the output of a failed one.
 * @param {readonly Proof[]} chosen
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./test-counts.mjs').Counts>}
 */
export async function runProofs(chosen, env) {
  const holds = await Promise.all(chosen.map((proof) => runProof(proof, env)))
  const passed = holds.filter(Boolean).length
  return { passed, failed: holds.length - passed }
}

/**
 * @param {Proof} proof
 * @param {NodeJS.ProcessEnv} env
 */
async function runProof({ name, what, commandLine }, env) {
  const begun = performance.now()
  const { code, output } = await run(commandLine, { env })
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(` ${code === 0 ? '✓' : '✘'} ${name}: ${what} (${seconds} s)`)
  if (code !== 0) console.log(output.trim().replace(/^/gm, '   '))
  return code === 0
}
