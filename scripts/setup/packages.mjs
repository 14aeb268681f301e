import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { npm, root, runStep } from './command.mjs'

const stampFile = join(root, 'node_modules/.wayfare-packages')

/** Installs the packages, unless those of this package.json, lock file and Node are in place. */
export async function installPackages() {
  const stamp = stampOfPackages()
  if (readIfThere(stampFile) === stamp) return
  if (!installedByHand()) {
    console.log('Installing packages… (a minute or two)')
    // Building and testing need the development packages, also where NODE_ENV=production would leave them out.
    // Where the native package has to be compiled, its two large files are at the same time.
    const env = { JOBS: 'max', ...process.env }
    await runStep(
      'The packages could not be installed: npm ci failed.',
      npm('ci', '--include=dev', '--no-audit', '--no-fund'),
      {
        env,
      },
    )
  }
  writeFileSync(stampFile, stamp)
}

/** Native packages are compiled for one Node ABI and one platform. */
function stampOfPackages() {
  const hash = createHash('sha256').update(`${process.versions.modules} ${process.platform} ${process.arch}\n`)
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

/**
 * Whether somebody ran npm already, or changed only the scripts in package.json: what npm noted in node_modules is what
 * the lock file asks for, and the native package loads. Spares a minute of compiling.
 */
function installedByHand() {
  const note = readIfThere(join(root, 'node_modules/.package-lock.json'))
  if (!note) return false
  /** @typedef {{ version?: string, integrity?: string, optional?: boolean, dependencies?: object, devDependencies?: object }} Entry */
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(note).packages
  /** @type {Record<string, Entry>} */
  const { '': own = {}, ...wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const asked = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lockIsCurrent = same(own.dependencies, asked.dependencies) && same(own.devDependencies, asked.devDependencies)
  const allThere = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path]
    return found ? found.version === version && found.integrity === integrity : optional
  })
  return lockIsCurrent && allThere && nativePackageLoads()
}

function nativePackageLoads() {
  try {
    const SqliteFile = createRequire(import.meta.url)('better-sqlite3')
    new SqliteFile(':memory:').close()
    return true
  } catch {
    return false
  }
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** @param {string} path */
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
