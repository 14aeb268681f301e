import { StepFailed } from '../setup/command.mjs'
import { canRun, findFirefox, findProgram } from '../setup/find-program.mjs'
import type { Driver } from './driver.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

interface Engine {
  name: string
  /** Returns undefined if it is not installed. */
  find: () => (() => Promise<Driver>) | undefined
  packages: string
}

const engines: Engine[] = [
  {
    name: 'firefox',
    packages: 'firefox-esr',
    find: () => {
      const binary = findFirefox()
      return binary ? () => openFirefox(binary) : undefined
    },
  },
  {
    name: 'webkit',
    packages: 'webkit2gtk-driver xvfb',
    find: () => {
      const [driver, screen] = [findProgram(['WebKitWebDriver']), findProgram(['Xvfb'])]
      const browser = ['4.1', '4.0', '6.0'].flatMap(placesOfMiniBrowser).find(canRun)
      return driver && screen && browser ? () => openWebKit(driver, browser) : undefined
    },
  },
]

/**
 * Returns the named engines, or all of them.
 * @throws StepFailed with the install command if one is not installed
 */
export function findEngines(names: readonly string[]): { name: string; open: () => Promise<Driver> }[] {
  const unknown = names.find((name) => !engines.some((engine) => engine.name === name))
  if (unknown)
    throw new StepFailed(
      `There is no engine or page '${unknown}'. The engines are ${engines.map(({ name }) => name).join(' and ')}.`,
    )
  return engines.flatMap(({ name, find, packages }) => {
    if (names.length > 0 && !names.includes(name)) return []
    const open = find()
    if (!open) throw new StepFailed(`${name} is not installed: apt-get install ${packages}`)
    return [{ name, open }]
  })
}

const placesOfMiniBrowser = (version: string) =>
  ['/usr/lib', '/usr/libexec', `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`].map(
    (folder) => `${folder}/${version === '6.0' ? 'webkitgtk-6.0' : `webkit2gtk-${version}`}/MiniBrowser`,
  )
