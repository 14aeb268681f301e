import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { compileCatalogue } from './messages.mjs'
import { placeMessages } from './place-messages.mjs'

const texts = {
  trips_title: 'Your trips',
  trips_join: 'Join as {name}',
  trips_twice: '{name}, {name}!',
  trips_found: '{count, plural, one {# trip} other {# trips}}',
  trips_help: 'Read <link>the manual</link>, {name}.',
}

async function place(code: string) {
  const catalogue = await compileCatalogue({ trips: JSON.stringify(texts) })
  const whole = `import * as m from '#messages'\n${code}`
  return placeMessages(whole, parseSync('page.tsx', whole).program, catalogue).replace(/\s+/g, ' ').trim()
}

describe('a message in a build', () => {
  it.each([
    ['use(m.trips_title())', 'use("Your trips")'],
    [
      'const a = <p title={m.trips_title()}>{m.trips_join({ name })}</p>',
      'const a = <p title={"Your trips"}>{("Join as " + (name))}</p>',
    ],
    ['use(m.trips_join({ name: a ?? m.trips_title() }))', 'use(("Join as " + (a ?? "Your trips")))'],
    ['use(m.trips_twice({ name }))', 'use(((name) + ", " + (name) + "!"))'],
    [
      'rich(m.trips_help({ name, link: (text) => <a>{text}</a> }))',
      '<>{("Read ")}{(<a>{("the manual")}</a>)}{(", " + (name) + ".")}</>',
    ],
    ['rich(m.trips_help({ name, link }))', '<>{("Read ")}{(link)("the manual")}{(", " + (name) + ".")}</>'],
    [
      'rich(m.trips_help({ name, link: (text) => <List render={(name) => <b>{text}{name}</b>} /> }))',
      '<>{("Read ")}{((text) => <List render={(name) => <b>{text}{name}</b>} />)("the manual")}{(", " + (name) + ".")}</>',
    ],
  ])('is put where it is used: %s', async (code, placed) => {
    expect(await place(code)).toBe(placed)
  })

  it('stays a function where an argument would be evaluated twice, or the function itself is wanted', async () => {
    expect(await place('use(m.trips_twice({ name: next() }))')).toMatch(
      /const trips_twice = .*; use\(trips_twice\(\{ name: next\(\) \}\)\)$/,
    )
    expect(await place('use(m.trips_title)')).toMatch(/^const trips_title = .*; use\(trips_title\)$/)
  })

  it('brings the functions for plurals only where there is one', async () => {
    expect(await place('use(m.trips_found({ count }))')).toMatch(
      /^import .*plural as \$plural.* use\(\(\$plural\(\(count\), 0, \$en, /,
    )
    expect(await place('use(m.trips_title())')).not.toContain('import')
  })

  it.each([
    ['use(m)', /is the catalogue/],
    ['use(m[key]())', /is the catalogue/],
    ['list.map((m) => m.name)', /is the catalogue|no message/],
    ['use(m.trips_gone())', /no message trips_gone/],
    ['class A { constructor(private title = m.trips_title()) {} }', /not understood/],
  ])('fails where nobody could say what is used: %s', async (code, why) => {
    await expect(place(code)).rejects.toThrow(why)
  })
})
