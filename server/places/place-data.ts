import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundPlace, ZoneResponse } from '#domain/api/places.ts'
import type { Gazetteer } from '#domain/places/gazetteer.ts'
import type { Position } from '#domain/places/position.ts'
import { findNearest, searchGazetteer } from '#domain/places/search.ts'
import { readGazetteer } from './gazetteer-file.ts'
import { type Zone, ZoneFile } from './zone-file.ts'

/** The bundled data of places: the gazetteer and the time zones. Each is loaded when it is first needed. */
export class PlaceData {
  readonly #gazetteer: () => Promise<Gazetteer>
  readonly #zones: () => Promise<ZoneFile>

  /** @param folder the files that scripts/setup/place-data.mjs made */
  constructor(folder: string) {
    this.#gazetteer = loadOnce(async () => readGazetteer(await readFile(join(folder, 'gazetteer.bin'))))
    this.#zones = loadOnce(() => ZoneFile.open(join(folder, 'zones.bin')))
  }

  /** The places that a text finds, at most ten. @param near prefers places near it */
  async search(query: string, near: Position | undefined): Promise<FoundPlace[]> {
    return searchGazetteer(await this.#gazetteer(), query, near)
  }

  /** The time zone and country at a position. At sea the zone is that of its longitude, and there is no country. */
  async findZone(position: Position): Promise<ZoneResponse> {
    const zone = await (await this.#zones()).find(position)
    if (!zone) return { zone: zoneAtSea(position), country: '' }
    return { zone: zone.name, country: zone.isShared ? await this.#countryNear(position, zone) : zone.country }
  }

  /** Hanoi has the zone of Bangkok. There the nearest city says which country it is. */
  async #countryNear(position: Position, zone: Zone): Promise<string> {
    const gazetteer = await this.#gazetteer()
    const nearest = findNearest(gazetteer, position)
    return (nearest !== undefined && gazetteer.regions[gazetteer.regionOf[nearest] ?? 0]?.country) || zone.country
  }
}

const DEGREES_PER_HOUR = 15

/** The zone that ships use. In its name, east has a minus sign. */
function zoneAtSea({ lon }: Position): string {
  const hours = Math.round(lon / DEGREES_PER_HOUR)
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** Loads at the first call. After a failure, the next call tries again. */
function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load().catch((failure) => {
      loading = undefined
      throw failure
    })
    return loading
  }
}
