import { describe, expect, it } from 'vitest'
import * as m from '#messages'
import { compileCatalogue } from './messages.mjs'

const compile = (trips: Record<string, string>) => compileCatalogue({ trips: JSON.stringify(trips) })

/** The signature of a message, without what it does. */
async function signatureOf(message: string) {
  const { messages } = await compile({ trips_a: message })
  return /^trips_a = (.*?) => [^T]/.exec(messages.get('trips_a')?.code ?? '')?.[1]
}

describe('a message', () => {
  it.each([
    ['Delete trip', '(): string'],
    ['Delete {name}', '(d: { name: string | number }): string'],
    ['{count, plural, one {# trip} other {# trips}}', '(d: { count: number }): string'],
    [
      '{count, plural, one {{name}} other {{count} like {name}}}',
      '(d: { count: number; name: string | number }): string',
    ],
    ['{who, select, you {You} other {{name}}} left', '(d: { who: string; name: string | number }): string'],
    ['Read <link>the {what}</link>.', '<T,>(d: { what: string | number; link: (text: string) => T }): (string | T)[]'],
  ])('becomes a function with typed arguments: %s', async (message, signature) => {
    expect(await signatureOf(message)).toBe(signature)
  })

  it.each([
    ['{count, plural, one {# trip}}', /other/],
    ['{count, plural, few {# trips} other {# trips}}', /few/],
    ['Delete {name', /syntax|end/i],
    ['Read <link>this', /tag is not closed/],
    ['Read <b>this <i>one</i></b>', /inside another/],
    ['<name>{name}</name>', /tag and an argument/],
    ['{day}{hour} left', /text between/],
    ['{who, select, you {{day}{hour}} other {{day}}} left', /text between/],
  ])('does not compile where it is wrong: %s', async (message, why) => {
    const failure = await compile({ trips_a: message }).catch((error: Error) => error.message)
    expect(failure).toMatch(/^messages\/en\/trips.json, trips_a: /)
    expect(failure).toMatch(why)
  })
})

describe('a key', () => {
  it.each([
    ['{"plan_title": "Plan"}', /start with trips_/],
    ['{"trips_Title": "Trips"}', /snake_case/],
    ['{"trips_title": "Trips",\n"trips_title": "All trips"}', /twice/],
    ['{"trips_title": {"other": "Trips"}}', /not a string/],
    ['{"trips_title": ', /JSON/],
  ])('is refused: %s', async (json, why) => {
    await expect(compileCatalogue({ trips: json })).rejects.toThrow(why)
  })
})

describe('the compiled catalogue', () => {
  it.each([
    [1, '1 trip found'],
    [2, '2 trips found'],
    [1200, '1,200 trips found'],
  ])('says a number as the language does: %s', (count, text) => {
    expect(m.trips_search_found({ count })).toBe(text)
  })

  it('gives each tag its text', () => {
    const strong = (text: string) => [text]
    expect(m.session_invited_by({ name: 'Kim', strong })).toEqual([['Kim'], ' invites you to plan this trip together.'])
  })

  it('does not compile with another key, without an argument, or with one of another type', () => {
    // @ts-expect-error
    expect(() => m.trips_search_lost()).toThrow()
    // @ts-expect-error
    expect(() => m.trips_search_found()).toThrow()
    // @ts-expect-error
    expect(m.trips_search_found({ count: 'two' })).toContain('trips found')
  })
})
