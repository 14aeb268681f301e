import { readTrackFile, TrackFileError, type TrackRefusal } from '../read-track-file.ts'

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A GPX file with this content. */
export const gpx = (content: string): Uint8Array =>
  utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Somebody" xmlns="http://www.topografix.com/GPX/1/1">${content}</gpx>`,
  )

/** A KML file with this document. */
export const kml = (content: string): Uint8Array =>
  utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${content}</Document></kml>`,
  )

/** Why a file is refused; undefined if it is read. */
export function refusalOf(bytes: Uint8Array): TrackRefusal | undefined {
  try {
    readTrackFile(bytes)
    return undefined
  } catch (error) {
    if (error instanceof TrackFileError) return error.why
    throw error
  }
}

/** A number from 0 to 1, the same at each run. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}
