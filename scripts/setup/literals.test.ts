import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { checkLiterals, findLiterals, findUnused } from './literals.mjs'

const textsIn = (code: string) =>
  findLiterals('web/page.tsx', code, parseSync).map((line) => /'(.*)' should be in messages/.exec(line)?.[1])

describe('a text in code', () => {
  it.each([
    ['<p>Sign in</p>', 'Sign in'],
    ['<p>Sign in as {name}</p>', 'Sign in as'],
    ['<Field label="Code" />', 'Code'],
    [`<img alt={isOpen ? \`the \${what}\` : undefined} />`, 'the …'],
    ['<p>{isBusy ? busy : "joining"}</p>', 'joining'],
    [`<p>{who === 'you' && (isHere ? \`\${name} is here\` : '')}</p>`, '… is here'],
    ['useDocumentTitle("Choose a password")', 'Choose a password'],
    ["const failure = { title: 'Offline', isOver: false }", 'Offline'],
    [`const words = \`\${name} has joined the trip.\``, '… has joined the trip.'],
  ])('is found: %s', (code, text) => {
    expect(textsIn(code)).toEqual([text])
  })

  it.each([
    '<p className="Grid grid-cols-1">{m.trips_title()}</p>',
    "<p>{who === 'Kim' && <Name />}{' '}·</p>",
    '<input type="email" autoComplete="name" />',
    "import { Card } from '#web/ui/card.tsx'",
    "const keys = ['Escape', 'Enter']",
    "throw new Error('There is no page')",
    "type Browser = 'Safari' | 'Chrome'",
    "logFailure('The trips could not be loaded', failure)",
    '<path d="M10 10 20 20" fill="none" />',
  ])('is not seen in %s', (code) => {
    expect(textsIn(code)).toEqual([])
  })

  it('is named with its line', () => {
    expect(findLiterals('web/page.tsx', '\n\nconst a = <b>Go</b>', parseSync)).toEqual([
      "web/page.tsx:3 'Go' should be in messages/.",
    ])
  })

  it('is nowhere in the product, and no message is unused', async () => {
    expect(await checkLiterals()).toEqual([])
  })
})

it('a message that nothing uses is named', () => {
  expect(findUnused(['trips_title', 'trips_old'], 'm.trips_title()')).toEqual(['Nothing uses the message trips_old.'])
})
