import { describe, expect, it } from 'vitest'
import { refusalOf } from './documents.ts'
import { newTrack } from './plan/tracks.ts'
import { lineFileRules, listTrackFiles, storedTypeOf, trackFileRules } from './track-files.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('the file of a track', () => {
  it.each([
    ['<?xml version="1.0"?><gpx>', 'a GPX file'],
    ['\u00ef\u00bb\u00bf<gpx>', 'with a byte order mark'],
    ['\u00ff\u00fe<\0g\0p\0x\0', 'in UTF-16'],
    ['\u00fe\u00ff\0<\0g\0p\0x', 'in UTF-16, the other way round'],
    ['\n  {"type":"FeatureCollection"', 'GeoJSON after white space'],
    ['PK\u0003\u0004\u0014', 'KMZ'],
  ])('may begin with %j: %s', (start) => {
    expect(refusalOf(trackFileRules, bytes(start), 20 * 1024 * 1024)).toBe(undefined)
    expect(refusalOf(trackFileRules, bytes(start), 20 * 1024 * 1024 + 1)?.code).toBe('track_file_too_large')
  })

  it.each(['%PDF-1.7', '\u0089PNG', 'MZ', 'lat,lon', '\0\0\0', 'PK\u0005\u0006'])('may not begin with %j', (start) => {
    expect(refusalOf(trackFileRules, bytes(start), 100)?.code).toBe('track_file_refused')
  })

  it('is never empty', () => expect(refusalOf(trackFileRules, bytes(''), 0)?.code).toBe('document_empty'))
})

it('the file with lines begins as one, and no other file does', () => {
  expect(refusalOf(lineFileRules, bytes('{"segments":[{"points":"'), 6_000_000)).toBe(undefined)
  expect(refusalOf(lineFileRules, bytes('{"segments":[{"points":"'), 6_000_001)?.code).toBe('track_file_too_large')
  for (const start of ['{"type":"Feature"', ' {"segments":', '<gpx>'])
    expect(refusalOf(lineFileRules, bytes(start), 100)?.code, start).toBe('track_file_refused')
})

it('a stored file is served as what it is, and nothing as a page', () => {
  expect(['track', 'lines', 'pdf', 'jpeg', 'png'].map(storedTypeOf)).toEqual([
    'application/octet-stream',
    'application/x-ndjson',
    'application/pdf',
    'image/jpeg',
    'image/png',
  ])
  for (const extension of ['html', 'svg', 'gpx', '']) expect(storedTypeOf(extension)).toBe(undefined)
})

it('tracks of one file need its two files once', () => {
  const [first, second] = [0, 1].map((line) => newTrack(idOf(line), idOf(7), { line, source: idOf(8) }))
  const other = newTrack(idOf(3), idOf(9))
  expect(listTrackFiles([first, second, other].filter((track) => track !== undefined))).toEqual([
    idOf(7),
    idOf(8),
    idOf(9),
  ])
})
