import type { FoundPlace } from '#domain/api/places.ts'
import { AppError } from '#domain/errors.ts'
import { readDevicePlaces } from '#domain/places/device-places.ts'
import type { Gazetteer } from '#domain/places/gazetteer.ts'
import type { Position } from '#domain/places/position.ts'
import { searchGazetteer } from '#domain/places/search.ts'
import devicePlaces from '#place-data/device-places.txt?url'

/*
 * The largest cities and all airports, for a device without a network.
 * Job: the same search as the server's, in fewer places. Loaded when it is first needed. The service worker has it, as
 *   all files of the app.
 * Failure: without a service worker and a network there is nothing to load. The next search tries again.
 */

let loading: Promise<Gazetteer> | undefined

/**
 * The places on this device that a text finds, at most ten.
 * @param near prefers places near it
 * @throws AppError unreachable
 */
export async function searchOnDevice(query: string, near?: Position): Promise<FoundPlace[]> {
  loading ??= load().catch((failure) => {
    loading = undefined
    throw failure
  })
  return searchGazetteer(await loading, query, near)
}

async function load(): Promise<Gazetteer> {
  try {
    const response = await fetch(devicePlaces)
    if (!response.ok) throw new Error(`The places of the device were answered with ${response.status}`)
    return readDevicePlaces(await response.text())
  } catch (cause) {
    throw new AppError('unreachable', undefined, { cause })
  }
}
