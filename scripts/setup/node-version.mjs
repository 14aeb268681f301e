// Every script imports this first. It uses only what an old Node has, and there exits with a one-line message.
import { readFileSync } from 'node:fs'

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/** Whether this is a Node of a range such as `^22.12`. @param {string} range */
function isIn(range) {
  const [wantedMajor = 0, wantedMinor = 0] = range.replace('^', '').split('.').map(Number)
  return major === wantedMajor && minor >= wantedMinor
}

if (!engines.node.split(' || ').some(isIn)) {
  console.error(`Wayfare needs Node 22.12 or a later 22 (20.19 works too); this is Node ${process.versions.node}.`)
  process.exit(1)
}
