import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equal } from '../operations/json.ts'
import { type Details, details } from '../plan/details.ts'
import { merge } from './merge.ts'

const RUNS = { numRuns: Number(process.env['MERGE_RUNS'] ?? 300) }

type Row = { id: string; [field: string]: unknown }
const row = (id: string, fields: object = {}): Row => ({ id, ...fields })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('objects', () => {
  it('holds both edits where two people changed different fields', () => {
    expect(merge({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 })).toEqual({ a: 2, b: 2 })
  })

  it('holds the later save where two people changed the same field', () => {
    expect(merge({ a: 1 }, { a: 2 }, { a: 3 })).toEqual({ a: 3 })
  })

  it('merges an object in an object by field too', () => {
    expect(merge({ flight: { a: 1, b: 1 } }, { flight: { a: 2, b: 1 } }, { flight: { a: 1, b: 2 } })).toEqual({
      flight: { a: 2, b: 2 },
    })
  })

  it('drops a field that one side deleted and the other left alone', () => {
    expect(merge<object>({ a: 1, b: 1 }, { a: 1 }, { a: 1, b: 1 })).toEqual({ a: 1 })
    expect(merge<object>({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1 })).toEqual({ a: 2 })
  })

  it('keeps a field that one side deleted and the other edited', () => {
    expect(merge<object>({ a: 1, b: 1 }, { a: 2 }, { a: 1, b: 2 })).toEqual({ a: 2, b: 2 })
    expect(merge<object>({ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 2 })).toEqual({ a: 2, b: 2 })
  })

  it('knows null and an empty value from a missing one', () => {
    expect(merge<object>({}, { a: null }, { b: '' })).toEqual({ a: null, b: '' })
  })

  it('keeps fields whose names every object inherits', () => {
    const parse = (text: string): object => JSON.parse(text)
    const merged = merge(parse('{}'), parse('{"__proto__":{"a":1},"x":1}'), parse('{"__proto__":{"b":1},"toString":2}'))
    expect(Object.entries(merged)).toEqual([
      ['__proto__', { a: 1, b: 1 }],
      ['x', 1],
      ['toString', 2],
    ])
    expect(Object.entries(merge(parse('{}'), parse('{"a":1}'), parse('{"__proto__":{}}')))).toEqual([
      ['a', 1],
      ['__proto__', {}],
    ])
  })
})

describe('lists with ids', () => {
  it('merges the fields of a row that both sides edited', () => {
    expect(merge([row('1', { a: 1, b: 1 })], [row('1', { a: 2, b: 1 })], [row('1', { a: 1, b: 2 })])).toEqual([
      row('1', { a: 2, b: 2 }),
    ])
  })

  it('holds the rows that both sides added', () => {
    expect(ids(merge([row('1')], [row('1'), row('2')], [row('1'), row('3')])).toSorted()).toEqual(['1', '2', '3'])
  })

  it('puts an added row behind the one that it was added behind', () => {
    const base = [row('1'), row('2')]
    expect(ids(merge(base, [row('1'), row('2'), row('9')], [row('1'), row('5'), row('2')]))).toEqual(['1', '5', '2', '9'])
  })

  it('drops a row that one side removed and the other left alone', () => {
    const base = [row('1', { a: 1 }), row('2')]
    expect(merge(base, [row('2')], [row('1', { a: 1 }), row('2'), row('3')])).toEqual([row('2'), row('3')])
    expect(merge(base, [row('1', { a: 1 }), row('2'), row('3')], [row('2')])).toEqual([row('2'), row('3')])
  })

  it('keeps a row that one side removed and the other edited', () => {
    const base = [row('1', { a: 1 })]
    expect(merge(base, [], [row('1', { a: 2 })])).toEqual([row('1', { a: 2 })])
    expect(merge(base, [row('1', { a: 2 })], [])).toEqual([row('1', { a: 2 })])
  })

  it('keeps an order that one side changed while the other edited a row', () => {
    const base = [row('1'), row('2'), row('3')]
    const moved = [row('3'), row('1'), row('2')]
    const edited = [row('1'), row('2', { a: 1 }), row('3')]
    const both = [row('3'), row('1'), row('2', { a: 1 })]
    expect(merge(base, moved, edited)).toEqual(both)
    expect(merge(base, edited, moved)).toEqual(both)
  })

  it('keeps the order of the later save where both sides changed it', () => {
    expect(ids(merge([row('1'), row('2'), row('3')], [row('3'), row('1'), row('2')], [row('2'), row('1'), row('3')]))).toEqual([
      '2',
      '1',
      '3',
    ])
  })
})

describe('single values', () => {
  it('are taken whole from the later save where the shapes differ', () => {
    expect(merge<unknown>({ a: 1 }, [1], 'text')).toBe('text')
    expect(merge<unknown>([], { a: 1 }, [row('1')])).toEqual([row('1')])
  })

  it('are equal whatever the order of their fields', () => {
    expect(equal({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true)
    expect(equal({ a: 1 }, { a: 1, b: undefined })).toBe(false)
    expect(equal([1, 2], [2, 1])).toBe(false)
    expect(equal({}, [])).toBe(false)
    expect(equal(null, {})).toBe(false)
  })
})

/** Few names, ids and values, so that values made apart from each other have much in common and differ in every way. */
const { value } = fc.letrec<{ value: unknown; single: unknown; object: object; rows: Row[] }>((tie) => ({
  single: fc.constantFrom<unknown>(null, true, 0, 1, '', 'a', 'b', 'ü', []),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'id', 'constructor', '__proto__'), tie('value'), { maxKeys: 3 }),
  rows: fc.uniqueArray(
    fc.tuple(fc.constantFrom('1', '2', '3', '4', '5'), tie('object')).map(([id, fields]) => ({ ...fields, id })),
    { selector: ({ id }) => id, maxLength: 5 },
  ),
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('single'), tie('object'), tie('rows')),
}))
const section = fc.record({ title: value, text: value, rows: value, place: value }, { requiredKeys: [] })

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const shortText = fc.oneof(fc.constantFrom('', 'a', 'b'), fc.string({ unit: 'grapheme', maxLength: 8 }))
const day = fc.oneof(
  fc.constantFrom('', '2024-02-29', '2026-06-28'),
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)
const detailFields = {
  destination_name: shortText,
  departure_date: day as fc.Arbitrary<Details['departure_date']>,
  return_date: day as fc.Arbitrary<Details['return_date']>,
  departure_airport_code: shortText,
  arrival_airport_code: shortText,
  map_embed_url: shortText,
  car_trip_distances: fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 0, max: 6 }).map(uuid), place: shortText, distance: shortText }),
    { selector: ({ id }) => id, maxLength: 7 },
  ),
  car_trip_entry_gate: shortText,
  air_travel_flight_info: fc.record({ carrier: shortText, flightNumber: shortText }),
}
/** A base and two values that were edited from it apart, each of them valid details. */
const editedApart: fc.Arbitrary<[Details, Details, Details]> = fc
  .tuple(fc.record(detailFields), fc.record(detailFields, { requiredKeys: [] }), fc.record(detailFields, { requiredKeys: [] }))
  .map(([base, theirs, mine]) => [base, { ...base, ...theirs }, { ...base, ...mine }])

describe.each<[string, fc.Arbitrary<[unknown, unknown, unknown]>]>([
  ['any JSON values', fc.tuple(value, value, value)],
  ['any sections', fc.tuple(section, section, section)],
  ['details', editedApart],
])('the merge of %s', (_, triples) => {
  const holds = (property: (base: unknown, theirs: unknown, mine: unknown) => void) =>
    fc.assert(
      fc.property(triples, ([base, theirs, mine]) => property(base, theirs, mine)),
      RUNS,
    )

  it('is the other side where one side changed nothing', () => {
    holds((base, theirs, mine) => {
      expect(equal(merge(base, base, mine), mine)).toBe(true)
      expect(equal(merge(base, theirs, base), theirs)).toBe(true)
    })
  })

  it('is what both sides have where they have the same', () => {
    holds((base, theirs) => {
      expect(equal(merge(base, theirs, theirs), theirs)).toBe(true)
    })
  })

  it('changes nothing when the same edit is merged again', () => {
    holds((base, theirs, mine) => {
      const merged = merge(base, theirs, mine)
      expect(equal(merge(base, merged, mine), merged)).toBe(true)
    })
  })

  it('leaves the values that it is given as they were', () => {
    holds((base, theirs, mine) => {
      const before = JSON.stringify([base, theirs, mine])
      merge(base, theirs, mine)
      expect(JSON.stringify([base, theirs, mine])).toBe(before)
    })
  })
})

type Fields = Record<string, unknown>

/** Each field that only one side changed, added or deleted has to be as that side has it. */
function expectOneSidedChanges(base: Fields, theirs: Fields, mine: Fields, merged: Fields): void {
  for (const key of Object.keys({ ...base, ...theirs, ...mine })) {
    const [was, their, my] = [base, theirs, mine].map((side) => [Object.hasOwn(side, key), side[key]])
    const is = [Object.hasOwn(merged, key), merged[key]]
    if (equal(their, was)) expect(equal(is, my), key).toBe(true)
    if (equal(my, was)) expect(equal(is, their), key).toBe(true)
  }
}

describe('what only one side changed', () => {
  it('is as that side has it, field by field', () => {
    fc.assert(
      fc.property(section, section, section, (base, theirs, mine) =>
        expectOneSidedChanges(base, theirs, mine, merge(base, theirs, mine)),
      ),
      RUNS,
    )
  })

  it('is as that side has it in details, in the flight and in each distance', () => {
    fc.assert(
      fc.property(editedApart, ([base, theirs, mine]) => {
        const merged = merge(base, theirs, mine)
        expectOneSidedChanges(base, theirs, mine, merged)
        expectOneSidedChanges(
          base.air_travel_flight_info,
          theirs.air_travel_flight_info,
          mine.air_travel_flight_info,
          merged.air_travel_flight_info,
        )
        const [was, their, my] = [base, theirs, mine].map(distancesById)
        for (const distance of merged.car_trip_distances) {
          const { id } = distance
          if (was?.[id] && their?.[id] && my?.[id]) expectOneSidedChanges(was[id], their[id], my[id], distance)
        }
      }),
      RUNS,
    )
  })
})

const distancesById = ({ car_trip_distances }: Details) =>
  Object.fromEntries(car_trip_distances.map((distance) => [distance.id, distance]))

describe('the distances of two people', () => {
  it('stay where one of them edited or added one, and go where one removed it and the other left it alone', () => {
    fc.assert(
      fc.property(editedApart, ([base, theirs, mine]) => {
        const [was, their, my] = [base, theirs, mine].map(distancesById) as [Fields, Fields, Fields]
        const merged = distancesById(merge(base, theirs, mine))
        for (const id of Object.keys({ ...was, ...their, ...my })) {
          const removed = [their, my].some((side) => !side[id])
          const changed = [their, my].some((side) => side[id] && !equal(side[id], was[id]))
          expect(Boolean(merged[id]), id).toBe(changed || !removed)
        }
      }),
      RUNS,
    )
  })

  it('have ids that stay unique', () => {
    fc.assert(
      fc.property(editedApart, ([base, theirs, mine]) => {
        const merged = ids(merge(base, theirs, mine).car_trip_distances)
        expect(new Set(merged).size).toBe(merged.length)
      }),
      RUNS,
    )
  })

  it('make valid details whenever the details of both are valid', () => {
    fc.assert(
      fc.property(editedApart, (sides) => {
        for (const side of sides) expect(details.schema.parse(side)).toEqual(side)
        const merged = merge(...sides)
        expect(details.schema.parse(merged)).toEqual(merged)
      }),
      RUNS,
    )
  })

  it('stay valid however many both added', () => {
    const many = (from: number): Details => ({
      ...details.empty,
      car_trip_distances: Array.from({ length: 200 }, (_, i) => ({
        id: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}`,
        place: 'Toronto',
        distance: `${i} km`,
      })),
    })
    const merged = merge(details.empty, many(0), many(200))
    expect(merged.car_trip_distances).toHaveLength(400)
    expect(details.schema.safeParse(merged).success).toBe(true)
  })
})
