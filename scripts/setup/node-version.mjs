// Every script imports this first. It uses only what an old Node has, and there exits with a one-line message.
import { readFileSync } from 'node:fs'

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const [wantedMajor = 0, wantedMinor = 0] = engines.node
  .replace(/[^\d.]/g, '')
  .split('.')
  .map(Number)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Wayfare needs Node ${wantedMajor}.${wantedMinor} or later; this is Node ${process.versions.node}.`)
  process.exit(1)
}
