import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySegment } from './testing/any-segment.ts'
import { LINE_START, MAX_LINE_CHARACTERS, readLine, type Segment, writeLine } from './track-line.ts'

describe('a line', () => {
  it('is short, and begins with what the server recognizes', () => {
    const segment = { lats: [38.5, 40.7, 43.252], lons: [-120.2, -120.95, -126.453], elevations: [10, Number.NaN, 12] }
    const text = writeLine([segment])
    expect(text).toBe('{"segments":[{"points":"_izlhA~rlgdFU_{geC~ywl@?_kwzCn`{nIE","has_elevations":true}]}')
    expect(text.startsWith(LINE_START)).toBe(true)
    expect(readLine(text)).toEqual([segment])
  })

  it('has no elevations if none is known', () => {
    const segment = { lats: [38.5, 40.7], lons: [-120.2, -120.95], elevations: [Number.NaN, Number.NaN] }
    // The example of the algorithm, with six digits instead of five.
    expect(writeLine([segment])).toBe('{"segments":[{"points":"_izlhA~rlgdF_{geC~ywl@","has_elevations":false}]}')
    expect(readLine(writeLine([segment]))).toEqual([segment])
  })

  it('reads back, to a millionth of a degree and a metre', () =>
    fc.assert(
      fc.property(fc.array(anySegment(50), { minLength: 1, maxLength: 4 }), (segments) => {
        const read = readLine(writeLine(segments))
        expect(read.length).toBe(segments.length)
        read.forEach((segment, index) => {
          const original = segments[index] as Segment
          expect(segment.elevations).toEqual(original.elevations)
          expect(farthest(segment.lats, original.lats)).toBeLessThan(1e-6)
          expect(farthest(segment.lons, original.lons)).toBeLessThan(1e-6)
        })
        expect(writeLine(read)).toBe(writeLine(segments))
      }),
    ))

  it.each([
    ['no JSON', '{"segments":['],
    ['other JSON', '{"type":"FeatureCollection"}'],
    ['no segments', '{"segments":[]}'],
    ['other members', '{"segments":[{"points":"????","has_elevations":false}],"name":"x"}'],
    ['a segment without two points', '{"segments":[{"points":"??","has_elevations":false}]}'],
    ['a bad letter', '{"segments":[{"points":"?? ?","has_elevations":false}]}'],
    ['a letter that is not ASCII', '{"segments":[{"points":"??é?","has_elevations":false}]}'],
    ['half a point', '{"segments":[{"points":"?????","has_elevations":false}]}'],
    ['half a number', '{"segments":[{"points":"???_","has_elevations":false}]}'],
    ['a number without an end', '{"segments":[{"points":"??~~~~~~~~~~~~?","has_elevations":false}]}'],
    ['91 degrees north', writeLine([{ lats: [91, 91], lons: [0, 0], elevations: [0, 0] }])],
    ['more than ten times around the earth', writeLine([{ lats: [1, 1], lons: [0, 3601], elevations: [0, 0] }])],
    ['an impossible elevation', writeLine([{ lats: [1, 1], lons: [0, 1], elevations: [0, 9001] }])],
    ['white space before it', ' {"segments":[{"points":"????","has_elevations":false}]}'],
    ['too many points', `{"segments":[{"points":"${'?'.repeat(1_000_002)}","has_elevations":false}]}`],
    ['too many characters', `${LINE_START}${' '.repeat(MAX_LINE_CHARACTERS)}[]}`],
  ])('is not %s', (_, text) => expect(() => readLine(text)).toThrow(Error))
})

const farthest = (values: number[], others: number[]) =>
  Math.max(...values.map((value, index) => Math.abs(value - (others[index] ?? Number.NaN))))
