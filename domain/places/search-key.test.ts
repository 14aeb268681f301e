import { describe, expect, it } from 'vitest'
import { otherFormOf, searchKey, wordsOf } from './search-key.ts'

describe('the key of a text', () => {
  it.each([
    ['São Paulo', 'sao paulo'],
    ['  Île-de-France ', 'ile de france'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Reykjavík', 'reykjavik'],
    ['Ærøskøbing', 'aeroskobing'],
    ['St. John’s', 'st johns'],
    ["Val-d'Or", 'val dor'],
    ['İstanbul', 'istanbul'],
    ['Diyarbakır', 'diyarbakir'],
    ['Москва', 'москва'],
    ['東京', '東京'],
    ['दिल्ली', 'दिल्ली'],
    ['Ｔokyo', 'tokyo'],
    ['...', ''],
    ['', ''],
  ])('%s is %s', (text, key) => expect(searchKey(text)).toBe(key))

  it('has words, which may have another form', () => {
    expect(wordsOf('Saint John, NB')).toEqual(['saint', 'john', 'nb'])
    expect(wordsOf(' – ')).toEqual([])
    expect(otherFormOf('saint')).toBe('st')
    expect(otherFormOf('mt')).toBe('mount')
    expect(otherFormOf('constructor')).toBeUndefined()
  })
})
