import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { root } from './command.mjs'

const SLOW_TO_END = `process.on('SIGTERM', () => setTimeout(() => { console.log('put away'); process.exit() }, 300)); console.log('begun'); setInterval(() => {}, 1000)`
const RUNS_IT = `import { run } from './scripts/setup/command.mjs'
  process.once('exit', (code) => console.log('ended', code))
  await run([process.execPath, '--eval', ${JSON.stringify(SLOW_TO_END)}], { show: true })`

it('a script that is told to end waits until what it runs has ended', async () => {
  const script = spawn(process.execPath, ['--input-type=module', '--eval', RUNS_IT], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  script.stdout.on('data', (data) => (said += data))
  await until(script, () => said.includes('begun'))
  script.kill('SIGTERM')
  await once(script, 'close')
  expect(said.split('\n')).toEqual(['begun', 'put away', 'ended 143', ''])
})

async function until(script: ChildProcess, holds: () => boolean): Promise<void> {
  while (!holds()) {
    expect(script.exitCode, 'what the script ended with').toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
