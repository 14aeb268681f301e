import * as fc from 'fast-check'

/** Values that replace others. The names appear in failure messages. */
const values: Record<string, unknown> = {
  null: null,
  true: true,
  zero: 0,
  'minus one': -1,
  'minus zero': -0,
  fraction: 1.5,
  huge: 1e308,
  'past what is exact': 2 ** 53,
  'past four bytes': 2 ** 31,
  'far below': -(2 ** 63),
  'empty list': [],
  'empty object': {},
  'list of a list': [[]],
  'empty text': '',
  NUL: '\0',
  'NUL inside': 'a\0b',
  'half a pair': 'a\ud83d',
  'other half': '\ude00b',
  'pair turned round': '\ude00\ud83d',
  controls: '\u0001\b\u001b\u007f\r\n\t\u2028',
  directions: '\u202e\u2066\ufeff',
  'not a character': '\uffff\ufdd0',
  'many marks': `e${'\u0301'.repeat(2000)}`,
  'long text': 'x'.repeat(100_000),
  'many lines': 'a line\n'.repeat(10_000),
  'long word': 'ab'.repeat(30_000),
  'name of the prototype': '__proto__',
  constructor: 'constructor',
  statement: "'); drop table trips; --",
  'number as text': '1e400',
  'no day': '2026-02-30',
  'far year': '+275760-09-13',
  'day 0': '0',
  'JSON in text': '{"a":[1,2]}',
  escape: '\\u0000',
  percent: '%00%zz',
  'upper case id': 'AAAAAAAA-0000-4000-8000-00000000000A',
  'own prototype': ownProto({ is_admin: true }),
  'inherited names': Object.fromEntries(
    ['constructor', 'toString', 'hasOwnProperty', 'then', 'toJSON'].map((name) => [name, 1]),
  ),
  'long list': Array.from({ length: 20_000 }, (_, i) => i),
  'many fields': Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field ${i}`, i])),
  'deep list': nested(4000, (inner) => [inner]),
  'deep object': nested(4000, (inner) => ({ a: inner })),
}

/** An object with an own property `__proto__`, as JSON.parse can produce. */
function ownProto(value: unknown): unknown {
  return Object.defineProperty({}, '__proto__', { value, enumerable: true, configurable: true, writable: true })
}

function nested(depth: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = around(value)
  return value
}

const names = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'id',
  'role',
  'owner_id',
  'trip_id',
  'version',
  '',
  '\0',
  '\ud83d',
  'x'.repeat(5000),
]

/** A change of a JSON value. `at` is the index of the changed node, counted depth-first. */
export type Change =
  | { do: 'replace'; at: number; by: string }
  | { do: 'add'; at: number; name: string; by: string }
  | { do: 'remove' | 'repeat' | 'into a list' | 'into a text'; at: number }

const at = fc.nat(60)
const by = fc.constantFrom(...Object.keys(values))
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('replace' as const), at, by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), at, name: fc.constantFrom(...names), by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('remove', 'repeat', 'into a list', 'into a text'), at }) },
)

const MAX_DEPTH = 30

export function changed(json: unknown, change: Change): unknown {
  const target = change.at % countOf(json)
  let count = 0
  return visit(json, 0)

  function visit(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return value
    const isHere = count++ === target
    if (isHere && change.do === 'replace') return values[change.by]
    if (isHere && change.do === 'into a list') return [value]
    if (isHere && change.do === 'into a text') return JSON.stringify(value)
    if (Array.isArray(value)) {
      const items = value.map((item) => visit(item, depth + 1))
      if (isHere && change.do === 'remove') return items.slice(1)
      if (isHere && change.do === 'repeat') return [...items, ...items]
      return isHere && change.do === 'add' ? [...items, values[change.by]] : items
    }
    if (typeof value !== 'object' || value === null)
      return isHere && change.do === 'repeat' ? `${value}${value}` : value
    const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [name, visit(inner, depth + 1)])
    if (isHere && change.do === 'remove') fields.splice(change.at % Math.max(1, fields.length), 1)
    if (isHere && change.do === 'add') fields.push([change.name, values[change.by]])
    return Object.fromEntries(fields)
  }
}

function countOf(json: unknown, depth = 0): number {
  if (depth > MAX_DEPTH) return 0
  if (typeof json !== 'object' || json === null) return 1
  return Object.values(json).reduce((sum: number, inner) => sum + countOf(inner, depth + 1), 1)
}

/** A path segment that is not an id. */
export const anyPathPiece = fc.constantFrom(
  ...[
    '%',
    '%E0%A4%A',
    '%00',
    '%2e%2e',
    '..',
    '.',
    '%2F',
    '%2e%2e%2f%2e%2e%2fwayfare.sqlite',
    '%5c',
    '__proto__',
    'constructor',
    'null',
  ],
  ...[
    '0',
    '-1',
    '1e3',
    '999999999',
    '9999999999',
    '\u{1f3d5}',
    '%F0%9F%8F%95',
    '%ED%A0%80',
    '%FF',
    '*',
    ':tripId',
    'notes',
    'private',
  ],
  ...[
    'a'.repeat(3000),
    '%41'.repeat(1000),
    "'; --",
    'a%0d%0ab',
    '%u0000',
    'AAAAAAAA-0000-4000-8000-00000000000A',
    '{}',
    ';a=b',
    '%3F',
    '%23',
  ],
)

export const anyHeader = fc.constantFrom<[string, string]>(
  ...(
    [
      'bytes=0-',
      'bytes=-1',
      'bytes=5-2',
      'bytes=0-0,2-3',
      'bytes=99999999999999999999-',
      'bytes=a-b',
      'lines=1',
    ] as const
  ).map((range): [string, string] => ['Range', range]),
  ...(['*', '"x"', 'W/"1.public"', '"', 'x'.repeat(4000), '", "'] as const).map((tag): [string, string] => [
    'If-None-Match',
    tag,
  ]),
  ...(['null', 'http://evil.example', 'http://localhost:3000', 'HTTP://LOCALHOST', '%'] as const).map(
    (origin): [string, string] => ['Origin', origin],
  ),
  ...(
    ['localhost, localhost', 'evil.example', 'localhost:99999', '[::1', '', 'user@localhost', '%00', '\u00e9'] as const
  ).map((host): [string, string] => ['Host', host]),
  ...(
    [
      'wayfare_session',
      'wayfare_session=',
      'wayfare_session=a;b',
      'a=%00; wayfare_session=x',
      ';;;',
      '=',
      'x'.repeat(6000),
    ] as const
  ).map((cookie): [string, string] => ['Cookie', cookie]),
  ...(
    [
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      '/',
      '',
    ] as const
  ).map((type): [string, string] => ['Content-Type', type]),
  ['Content-Encoding', 'gzip'],
  ['Accept-Encoding', 'br;q=nothing, gzip;q=-1, *'],
  ['Accept', 'text/html'],
  ['If-Range', '"x"'],
  ['Wayfare-App', 'NaN'],
  ['Wayfare-App', '0'],
  ['Wayfare-App', '1e99'],
  ['X-Forwarded-For', '::ffff:999.1.1.1, \u00e9'],
  ['X-Forwarded-Proto', 'https'],
  ['Transfer-Encoding', 'chunked, gzip'],
  ['Expect', '100-continue'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
)

/** How a body is damaged in transit. */
export type Damage = { do: 'cut' | 'insert'; at: number; bytes: string } | { do: 'replace'; bytes: string }

const BYTES: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  NUL: Buffer.from([0]),
  'no UTF-8': Buffer.from([0xff, 0xfe, 0xc0]),
  'half a pair in UTF-8': Buffer.from([0xed, 0xa0, 0x80]),
  mark: Buffer.from([0xef, 0xbb, 0xbf]),
  quote: Buffer.from('"'),
  'half a pair as an escape': Buffer.from('"\\ud800"'),
  'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
  gzip: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  null: Buffer.from('null'),
  'huge number': Buffer.from(`{"a":1${'0'.repeat(5000)}}`),
  'no number': Buffer.from('{"a":1e999999}'),
  'deep without an end': Buffer.from('['.repeat(50_000)),
  'deep objects': Buffer.from('{"a":'.repeat(50_000)),
  'two values': Buffer.from('{}{}'),
  spaces: Buffer.alloc(200_000, 32),
  'too much': Buffer.alloc(1_100_000, 120),
  form: Buffer.from('email=a%00&password=b'),
  PDF: Buffer.from('%PDF-1.7\n%%EOF'),
}

const bytes = fc.constantFrom(...Object.keys(BYTES))
export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ do: fc.constantFrom('cut' as const, 'insert' as const), at: fc.nat(300), bytes }),
  fc.record({ do: fc.constant('replace' as const), bytes }),
)

export function damaged(body: Buffer, damage: Damage | undefined): Buffer {
  if (!damage) return body
  const other = BYTES[damage.bytes] ?? Buffer.alloc(0)
  if (damage.do === 'replace') return other
  const at = damage.at % (body.length + 1)
  return damage.do === 'cut' ? body.subarray(0, at) : Buffer.concat([body.subarray(0, at), other, body.subarray(at)])
}
