import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { npm, root, run, StepFailed, tool } from './command.mjs'

/** Chromium without a browser window. In a full browser the tests take 1.5 times as long. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const cacheFolder = join(root, '.cache/chromium')
const unattended = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
const isRoot = process.getuid?.() === 0

/** Chromium has no sandbox as root. The other flags mostly stop requests to anything but the pages under test. */
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
 * Finds a Chromium that runs on this machine: CHROMIUM_PATH, Playwright's own, the system's (the headless shell first),
 * or one that an earlier run unpacked.
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

/** Finds a browser for the tests or installs one: from Playwright, from the system's packages, or from npm. */
export async function requireBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH && !runs(CHROMIUM_PATH))
    throw new StepFailed(`CHROMIUM_PATH: ${CHROMIUM_PATH} is not a browser that runs.`)
  let found = findBrowser()
  // CI gets the headless shell if it is available. On a person's machine any browser found is good enough.
  if (found && !found.endsWith(shell) && process.env['CI']) await installFromSystem(shell)
  if (found) return findBrowser()

  console.log('Installing a browser for the tests…')
  let output = ''
  for (const install of [fromPlaywright, fromSystem, fromNpm]) {
    output += await install()
    found = findBrowser()
    if (found) return found
  }
  throw new StepFailed(
    'No browser for the tests could be installed. Install Chromium, or name one in CHROMIUM_PATH.',
    output,
  )
}

async function fromPlaywright() {
  return (await run(tool('playwright', 'install', 'chromium'), { timeout: 180_000 })).output
}

async function fromSystem() {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return ''
  const update = await run(['apt-get', 'update'], { env: unattended, timeout: 180_000 })
  const light = await installFromSystem(shell)
  return update.output + light.output + (light.code === 0 ? '' : (await installFromSystem('chromium')).output)
}

/** @param {string} name */
async function installFromSystem(name) {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return { code: 1, output: '' }
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', name]
  return run(install, { env: unattended, timeout: 300_000 })
}

/** The Chromium in an npm package. It unpacks itself into TMPDIR. */
async function fromNpm() {
  mkdirSync(cacheFolder, { recursive: true })
  const install = await run(npm('install', '--prefix', cacheFolder, '--no-save', '@sparticuz/chromium@143.0.4'), {
    timeout: 300_000,
  })
  const script = join(cacheFolder, 'unpack.mjs')
  writeFileSync(script, "import chromium from '@sparticuz/chromium'\nawait chromium.executablePath()\n")
  const unpack = await run([process.execPath, script], {
    env: { ...process.env, TMPDIR: cacheFolder },
    timeout: 120_000,
  })
  return install.output + unpack.output
}
