import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContentTag, contentTags } from '../plan/meals.ts'
import { anyText } from '../testing/arbitraries.ts'
import { bitOf, contentsOf } from './contents.ts'
import { contentCorpus } from './testing/content-corpus.ts'

const tagsOf = (text: string) => {
  const bits = contentsOf(text).reduce((all, { tags }) => all | tags, 0)
  return contentTags.filter((tag) => bits & bitOf(tag)).toSorted()
}
/** 'gluten | meat' as tags. Meat and gelatine are neither halal nor kosher unless the line says so. */
function parseTags(contents: string): ContentTag[] {
  const tags = new Set(contents.split(/[ |]+/).filter(Boolean))
  const isHalal = tags.delete('halal-meat')
  if (isHalal) tags.add('meat').add('not_kosher')
  else if (tags.has('meat') || tags.has('gelatin')) tags.add('not_halal').add('not_kosher')
  return [...tags].toSorted() as ContentTag[]
}

describe('what a line contains', () => {
  it.each(contentCorpus)('%s', (text, contents) => expect(tagsOf(text)).toEqual(parseTags(contents)))

  it.each(contentCorpus)('is not hidden by other goods: %s', (text) => {
    expect(tagsOf(`walnuts, ${text}`)).toContain('nuts')
    expect(tagsOf(`${text}; bacon`)).toContain('pork')
    expect(tagsOf(`2 kg pasta and ${text}`)).toContain('gluten')
  })

  it('is found in any text', () => {
    fc.assert(
      fc.property(anyText(200), (text) => {
        for (const { word, tags } of contentsOf(text)) expect(word !== '' && tags > 0).toBe(true)
        expect(tagsOf(`${text}; peanut butter`)).toContain('peanuts')
      }),
    )
  })
})
