import { AppError } from '#domain/errors.ts'
import { type Airports, readAirports } from '#domain/places/airports.ts'
import airportsFile from '#place-data/airports.txt?url'

/*
 * The airports of the world, for journeys.
 * Job: loaded once, when they are first needed. The service worker has the file, as all files of the app.
 * Failure: without a service worker and a network there is nothing to load. The next call tries again.
 */

let loading: Promise<Airports> | undefined

/** @throws AppError unreachable */
export function loadAirports(): Promise<Airports> {
  loading ??= load().catch((failure) => {
    loading = undefined
    throw failure
  })
  return loading
}

async function load(): Promise<Airports> {
  try {
    const response = await fetch(airportsFile)
    if (!response.ok) throw new Error(`The airports were answered with ${response.status}`)
    return readAirports(await response.text())
  } catch (cause) {
    throw new AppError('unreachable', undefined, { cause })
  }
}
