import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root, runStep, tool } from './command.mjs'
import { copyPlaceData } from './place-data.mjs'

const stampFile = join(root, 'dist/.sources')
const sources = [
  'domain',
  'messages/en',
  'server',
  'web',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.service-worker.config.ts',
  'scripts/place-data',
  'scripts/setup',
]
const testsOnly = /\.test\.tsx?$|^server\/testing\//

/** Whether dist/ was built from exactly these sources. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfSources()
}

/** Builds unless dist/ was built from exactly these sources. */
export async function buildWhenChanged() {
  if (isBuilt()) return
  console.log('Building…')
  await build()
}

/** Builds server, web app and service worker, and compresses what the browser loads. */
export async function build() {
  // Hashed before the build, so that edits during the build trigger another one.
  const stamp = stampOfSources()
  rmSync(stampFile, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  await Promise.all([
    runStep('The web app could not be built.', tool('vite', 'build', '--logLevel', 'warn'), { env }),
    runStep(
      'The server could not be built.',
      tool('vite', 'build', '-c', 'vite.server.config.ts', '--logLevel', 'warn'),
      { env },
    ),
  ])
  await runStep(
    'The service worker could not be built.',
    tool('vite', 'build', '-c', 'vite.service-worker.config.ts', '--logLevel', 'warn'),
    { env },
  )
  copyPlaceData(join(root, 'dist/place-data'))
  const { compressFolder } = await import('./compress.mjs')
  await compressFolder(join(root, 'dist/web'))
  writeFileSync(stampFile, stamp)
}

/** A hash of the contents: a checkout that only touches files triggers no build. */
function stampOfSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => listFiles(join(root, source)))) {
    const path = relative(root, file).split(sep).join('/')
    if (!testsOnly.test(path)) hash.update(`${path}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => listFiles(join(path, name)))
  } catch {
    return [path]
  }
}
