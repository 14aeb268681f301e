import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { root } from './command.mjs'

const SLOW_TO_END = `process.on('SIGTERM', () => setTimeout(() => { console.log('cleaned up'); process.exit() }, 300))
  console.log('started')
  setInterval(() => {}, 1000)`
const RUNS_IT = `import { run } from './scripts/setup/command.mjs'
  process.once('exit', (code) => console.log('ended', code))
  await run([process.execPath, '--eval', ${JSON.stringify(SLOW_TO_END)}], { show: true })`

it('waits for the running command to end when the script receives SIGTERM', async () => {
  const script = spawn(process.execPath, ['--input-type=module', '--eval', RUNS_IT], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  script.stdout.on('data', (data) => (output += data))
  await until(script, () => output.includes('started'))
  script.kill('SIGTERM')
  await once(script, 'close')
  expect(output.split('\n')).toEqual(['started', 'cleaned up', 'ended 143', ''])
})

async function until(script: ChildProcess, holds: () => boolean): Promise<void> {
  while (!holds()) {
    expect(script.exitCode, 'the exit code of the script').toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
