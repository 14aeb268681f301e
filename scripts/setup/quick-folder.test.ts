import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { root } from './command.mjs'

const TWO_DAYS_AGO = new Date(Date.now() - 48 * 3_600_000)

/** Has another process make a folder and end as it is told. Answers the folder. */
function leave(end: string): string {
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
    leave(END)
  })

  it('is gone with the process that has made it', () => {
    expect(existsSync(leave(END))).toBe(false)
  })

  it('that a killed process has left is taken away by a later one, once it is old', () => {
    const folder = leave(KILLED)
    killed.push(folder)
    expect(existsSync(folder)).toBe(true)
    // Where there is no room in memory the system clears its own folder.
    if (dirname(folder) !== '/dev/shm') return
    leave(END)
    expect(readdirSync('/dev/shm').map((name) => `/dev/shm/${name}`)).toContain(folder)
    utimesSync(folder, TWO_DAYS_AGO, TWO_DAYS_AGO)
    leave(END)
    expect(existsSync(folder)).toBe(false)
  })
})
