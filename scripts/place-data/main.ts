import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAirports } from '#domain/places/airports.ts'
import { writeDevicePlaces } from '#domain/places/device-places.ts'
import type { Position } from '#domain/places/position.ts'
import { isCodeName } from '#domain/places/search.ts'
import { searchKey } from '#domain/places/search-key.ts'
import { encodeGazetteer } from '#server/places/gazetteer-file.ts'
import { PlaceData } from '#server/places/place-data.ts'
import { encodeZones } from '#server/places/zone-file.ts'
import { readAirports } from './airports.ts'
import { cutBaseMap } from './base-map.ts'
import { type City, isLatin, readCities } from './cities.ts'
import { describeAirports } from './device-airports.ts'
import { nameCountries, Regions } from './regions.ts'
import { readZones } from './zones.ts'

/** Makes the files of place-data/ from the packages that have the data. Called by scripts/setup/place-data.mjs. */
const DEVICE_CITIES = 5000
const SAME_BEGINNING = 4
const [folder = 'place-data'] = process.argv.slice(2)

const regions = new Regions()
const cities = readCities(regions)
const airports = await readAirports(regions, cities)
const countryNames = nameCountries(regions.list)
const { root, zones } = readZones(cities)
const largest = cities.toSorted((one, other) => other.size - one.size).slice(0, DEVICE_CITIES)
const ofDevice = [...largest.map((city) => ({ ...city, others: chooseForDevice(city) })), ...airports]

mkdirSync(folder, { recursive: true })
write('gazetteer.bin', encodeGazetteer([...cities, ...airports], regions.list, countryNames))
write('zones.bin', encodeZones(root, zones))
write('device-places.txt', writeDevicePlaces(ofDevice, regions.list, countryNames))
// As the server finds them, in the files that were just written.
const places = new PlaceData(folder)
const findZone = async (position: Position) => (await places.findZone(position)).zone
write('airports.txt', writeAirports(await describeAirports(airports, cities, regions.list, findZone)))
write('base-map.pmtiles', cutBaseMap(cities))

/** Other names that begin differently: who types the beginning of 'Londres' finds London. */
function chooseForDevice({ name, others }: City): string[] {
  const beginnings = new Set([beginningOf(name)])
  return others.filter((other) => {
    const beginning = beginningOf(other)
    if (!isLatin(other) || isCodeName(other) || beginnings.has(beginning)) return false
    beginnings.add(beginning)
    return true
  })
}

function beginningOf(name: string): string {
  return searchKey(name).slice(0, SAME_BEGINNING)
}

/** By a rename, so that a process that reads it at the same time never reads half a file. */
function write(name: string, content: string | Buffer): void {
  const path = join(folder, name)
  writeFileSync(`${path}.${process.pid}`, content)
  renameSync(`${path}.${process.pid}`, path)
}
