import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { root } from './command.mjs'

const TWO_DAYS_AGO = new Date(Date.now() - 48 * 3_600_000)

/** Starts a process that creates a folder and then runs `end`. Returns the folder. */
function createInProcess(end: string): string {
  const script = `import { makeQuickFolder } from './scripts/setup/quick-folder.mjs'
    process.stdout.write(makeQuickFolder('wayfare-quick'), () => { ${end} })`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/wayfare-quick-\d+-/)
  return stdout
}

const END = 'process.exit()'
const KILLED = "process.kill(process.pid, 'SIGKILL')"

describe('a quick folder', () => {
  const killed: string[] = []
  afterEach(() => {
    for (const folder of killed.splice(0)) if (existsSync(folder)) utimesSync(folder, TWO_DAYS_AGO, TWO_DAYS_AGO)
    createInProcess(END)
  })

  it('is deleted when its process exits', () => {
    expect(existsSync(createInProcess(END))).toBe(false)
  })

  it('of a killed process is deleted by a later process once it is old', () => {
    const folder = createInProcess(KILLED)
    killed.push(folder)
    expect(existsSync(folder)).toBe(true)
    // Without room in memory the folder is in the system's temporary folder, which the system clears.
    if (dirname(folder) !== '/dev/shm') return
    createInProcess(END)
    expect(readdirSync('/dev/shm').map((name) => `/dev/shm/${name}`)).toContain(folder)
    utimesSync(folder, TWO_DAYS_AGO, TWO_DAYS_AGO)
    createInProcess(END)
    expect(existsSync(folder)).toBe(false)
  })
})
