import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { findProofs, runProofs } from './proofs.mjs'

let print: MockInstance<typeof console.log>
beforeEach(() => {
  print = vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => print.mockRestore())

const proofThat = (name: string, code: string) => ({
  name,
  what: 'what it does',
  commandLine: [process.execPath, '--eval', code],
})

it('counts a failing proof as failed, prints its output and runs the others', async () => {
  const lost = proofThat('loses', "console.log('One edit never arrived. SEED=7'); process.exit(1)")
  const killed = proofThat('crashes', "process.kill(process.pid, 'SIGKILL')")
  const fine = proofThat('holds', "console.log('All hold'); if (process.env.SHORT !== 'yes') process.exit(1)")
  const counts = await runProofs([lost, killed, fine], { ...process.env, SHORT: 'yes' })
  expect(counts).toEqual({ passed: 1, failed: 2 })
  const lines = print.mock.calls
    .flat()
    .join('\n')
    .replaceAll(/\d+ s\)/g, 'N s)')
    .split('\n')
  // Proofs are printed in the order in which they end.
  const [output, heading] = [
    lines.indexOf('   One edit never arrived. SEED=7'),
    lines.indexOf(' ✘ loses: what it does (N s)'),
  ]
  expect(output).toBe(heading + 1)
  expect(lines).toEqual(expect.arrayContaining([' ✘ crashes: what it does (N s)', ' ✓ holds: what it does (N s)']))
})

it('says which proofs cannot run here', async () => {
  const here = { ...proofThat('holds', ''), needs: 'Node', findNeeded: () => process.execPath }
  const elsewhere = { ...proofThat('loses', 'process.exit(1)'), needs: 'Firefox', findNeeded: () => undefined }
  expect(await runProofs([here, elsewhere], process.env)).toEqual({ passed: 1, failed: 0 })
  expect(print).toHaveBeenCalledWith(' - loses: not run, because Firefox is not installed')
})

it('finds proofs by name and throws for an unknown name', () => {
  const names = findProofs([]).map(({ name }) => name)
  expect(names).toEqual(['bench:together', 'check:crash', 'check:engines'])
  expect(findProofs(['check:crash']).map(({ name }) => name)).toEqual(['check:crash'])
  expect(() => findProofs(['check:everything'])).toThrow("There is no proof 'check:everything'")
})
