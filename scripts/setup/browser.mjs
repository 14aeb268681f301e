import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { npm, root, run, StepFailed, tool } from './command.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The browser of the npm package is unpacked here. */
const cacheFolder = join(root, '.cache/chromium')
const isRoot = process.getuid?.() === 0

/** Chromium refuses its sandbox to root. The rest keeps it from talking to anybody but the pages under test. */
export const browserArgs = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium on this machine, if there is one that runs: the one that CHROMIUM_PATH names, Playwright's own, the
 * system's, or the one that an earlier run unpacked.
 */
export function findBrowser() {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const inPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [playwrightsOwn(), ...inPath, join(cacheFolder, 'chromium')].find(runs)
}

function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return chromium.executablePath()
}

/** @param {string | undefined} path */
function runs(path) {
  try {
    accessSync(path ?? '', constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path ?? '', ['--version'], { timeout: 20_000 }).status === 0
}

/** Finds a browser for the tests or gets one: from Playwright, from the system's packages, from npm. */
export async function requireBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH && !runs(CHROMIUM_PATH)) throw new StepFailed(`CHROMIUM_PATH: ${CHROMIUM_PATH} is not a browser that runs.`)
  let found = findBrowser()
  if (found) return found

  console.log('Installing a browser for the tests…')
  let output = ''
  for (const install of [fromPlaywright, fromSystem, fromNpm]) {
    output += await install()
    found = findBrowser()
    if (found) return found
  }
  throw new StepFailed('No browser for the tests could be installed. Install Chromium, or name one in CHROMIUM_PATH.', output)
}

async function fromPlaywright() {
  return (await run(tool('playwright', 'install', 'chromium'), { timeout: 180_000 })).output
}

async function fromSystem() {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return ''
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run(['apt-get', 'update'], { env, timeout: 180_000 })
  const install = await run(['apt-get', 'install', '-y', 'chromium'], { env, timeout: 300_000 })
  return update.output + install.output
}

/** A Chromium that an npm package carries; it unpacks itself into the folder for temporary files. */
async function fromNpm() {
  mkdirSync(cacheFolder, { recursive: true })
  const install = await run(npm('install', '--prefix', cacheFolder, '--no-save', '@sparticuz/chromium@143.0.4'), {
    timeout: 300_000,
  })
  const script = join(cacheFolder, 'unpack.mjs')
  writeFileSync(script, "import chromium from '@sparticuz/chromium'\nawait chromium.executablePath()\n")
  const unpack = await run([process.execPath, script], { env: { ...process.env, TMPDIR: cacheFolder }, timeout: 120_000 })
  return install.output + unpack.output
}
