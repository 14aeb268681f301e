import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { npm, root, runStep } from './command.mjs'

const stampFile = join(root, 'node_modules/.wayfare-packages')

/** Installs the packages unless they match package.json, the lock file and this Node. */
export async function installPackages() {
  const stamp = stampOfPackages()
  if (readIfThere(stampFile) === stamp) return
  if (!installedByHand()) {
    console.log('Installing packages… (a minute or two)')
    // Building and testing need the development packages, even with NODE_ENV=production.
    // JOBS=max: if the native package has to be compiled, its two large files compile in parallel.
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
 * Whether node_modules already matches the lock file and the native package loads: somebody ran npm, or only the
 * scripts in package.json changed. Saves a minute of compiling.
 */
function installedByHand() {
  const installedLock = readIfThere(join(root, 'node_modules/.package-lock.json'))
  if (!installedLock) return false
  /**
   * @typedef {{ version?: string, integrity?: string, optional?: boolean }} Locked
   * @typedef {Locked & { dependencies?: object, devDependencies?: object }} Entry
   */
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(installedLock).packages
  /** @type {Record<string, Entry>} */
  const { '': own = {}, ...wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const declared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lockIsCurrent =
    same(own.dependencies, declared.dependencies) && same(own.devDependencies, declared.devDependencies)
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
