import * as fc from 'fast-check'
import { sectionNames } from '#domain/plan/index.ts'
import { anyMutation } from '#domain/testing/any-mutation.ts'
import { anyText } from '#domain/testing/arbitraries.ts'
import { anyChange, anyDamage, anyHeader, anyPathPiece, type Change, type Damage } from './hostile.ts'
import { anyBodyOf, routeForms } from './route-forms.ts'
import { filesOfWorld, idsOfWorld, type NameOfId, standIn } from './stand-ins.ts'
import { identities } from './world.ts'

const who = fc.constantFrom(...identities, 'owner', 'owner', 'owner', 'organizer', 'organizer', 'member', 'guest')
/** Null, except once in `times`. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>, times: number) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

/** Mostly about our trip, sometimes about theirs: other ids test little. */
const mostly = (ours: NameOfId, theirs: NameOfId) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant(standIn(ours)) },
    { weight: 3, arbitrary: fc.constant(standIn(theirs)) },
    { weight: 2, arbitrary: fc.constantFrom(...idsOfWorld.map(standIn)) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: anyPathPiece },
  )
const params: Record<string, fc.Arbitrary<string>> = {
  '*': mostly('our trip', 'their trip'),
  tripId: mostly('our trip', 'their trip'),
  personId: mostly('member', 'guest'),
  invitationId: mostly('our invitation', 'their invitation'),
  documentId: mostly('our document', 'their document'),
  receiptId: mostly('our receipt', 'their receipt'),
  fileId: mostly('our receipt', 'their receipt'),
  section: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<string>(...sectionNames) },
    { weight: 1, arbitrary: anyPathPiece },
  ),
  key: anyPathPiece,
  passkeyId: fc.oneof(fc.uuid(), anyPathPiece),
  feed: fc.oneof({ weight: 5, arbitrary: fc.constant('known-feed') }, { weight: 1, arbitrary: anyPathPiece }),
  token: fc.oneof({ weight: 5, arbitrary: fc.constant('known-unsubscribing') }, { weight: 1, arbitrary: anyPathPiece }),
  version: fc.oneof({ weight: 3, arbitrary: fc.nat(2).map(String) }, { weight: 1, arbitrary: anyPathPiece }),
  file: fc.oneof(
    { weight: 5, arbitrary: fc.constant('known-file') },
    { weight: 1, arbitrary: fc.constantFrom(...filesOfWorld) },
    { weight: 1, arbitrary: anyPathPiece },
  ),
}

/** Wrong ways to announce the length of a body. */
const announcements = ['in chunks', 'none', 'too small', 'too large', 'negative', 'no number'] as const
const methods = ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'get'] as const

/** What is wrong with a request. Mostly nothing or one thing, as requests with more faults do not get far. */
const faults = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: fc.record({ changes: fc.array(anyChange, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ headers: fc.array(anyHeader, { minLength: 1, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ damage: anyDamage }) },
  { weight: 1, arbitrary: fc.record({ announced: fc.constantFrom(...announcements) }) },
  { weight: 1, arbitrary: fc.record({ method: fc.constantFrom(...methods) }) },
) as fc.Arbitrary<Faults>
interface Faults {
  changes?: Change[]
  headers?: [string, string][]
  damage?: Damage
  announced?: (typeof announcements)[number]
  method?: (typeof methods)[number]
}

function anyRequestTo(route: string) {
  const [, path = ''] = route.split(' ')
  const names = [...path.matchAll(/:\w+|\*/g)].map(([name]) => name)
  const form = routeForms[route] ?? {}
  const pieces = names.map((name) => {
    const piece = params[name.replace(':', '')]
    if (!piece) throw new Error(`Nothing is known of what ${name} may be: add it here`)
    return piece
  })
  return fc.record({
    do: fc.constant('request' as const),
    who,
    route: fc.constant(route),
    path: fc
      .tuple(...pieces)
      .map((all) => all.reduce((so, piece, at) => so.replace(names[at] ?? '', () => piece), path)),
    query: form.query ?? fc.constantFrom('', '', '', 'token=x', '%', '__proto__=1'),
    body: anyBodyOf(form),
    faults,
  })
}

/** Texts with common lines, for merging. */
const lines = fc
  .array(fc.constantFrom('Tarp', 'Rope', 'Tea and salt', 'Rope, 20 m', '', ' ', '\u{1f3d5} tent'), { maxLength: 60 })
  .map((all) => all.join('\n'))
const typed = fc.oneof(
  { weight: 3, arbitrary: lines },
  { weight: 5, arbitrary: anyText(3000) },
  { weight: 1, arbitrary: fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29') },
)

const operate = fc.record({
  do: fc.constant('operate' as const),
  who: fc.constantFrom(...identities.filter((name) => name !== 'nobody' && name !== 'stranger')),
  mutations: fc.array(
    fc.record({
      section: fc.constantFrom(...sectionNames),
      wish: fc.tuple(anyMutation, typed).map(([wish, text]) => ({ ...wish, text })),
      /** A base that differs from the actual value. */
      was: seldom(typed, 3),
      isRestored: fc.boolean(),
      /** A change to what the mutation inserts. */
      change: seldom(anyChange, 6),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  seen: fc.constantFrom('known' as const, 'first' as const, 'none' as const, 'future' as const),
  isRepeated: fc.boolean(),
  /** Whether they are based on the initial plan, before what others have changed since. */
  isLate: fc.boolean(),
  /** A change to the whole request. */
  change: seldom(anyChange, 8),
})

/** One step of a person. `isAlone`: the next step waits for its response. */
export const anyStep = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: operate },
      { weight: 6, arbitrary: fc.oneof(...Object.keys(routeForms).map(anyRequestTo)) },
    ),
    fc.boolean(),
  )
  .map(([step, isAlone]) => ({ ...step, isAlone }))

type ValueOf<Any> = Any extends fc.Arbitrary<infer Value> ? Value : never
export type Step = ValueOf<typeof anyStep>
export type RequestStep = ValueOf<ReturnType<typeof anyRequestTo>>
export type OperateStep = ValueOf<typeof operate>
