import { describe, expect, it } from 'vitest'
import { findWebAddress, withScheme } from './web-address.ts'

describe('a web address', () => {
  it.each(['https://maps.example/embed?q=Algonquin', 'http://maps.example', 'HTTPS://Maps.Example/'])(
    'is http or https: %s',
    (text) => {
      expect(findWebAddress(text)).toBe(text)
      expect(findWebAddress(` ${text}\n`)).toBe(text)
    },
  )

  it.each([
    '',
    '  ',
    'Algonquin',
    'maps.example/embed',
    '//maps.example',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://maps.example',
    'java\nscript:alert(1)',
    'data:text/html,<p>https://maps.example',
    'blob:https://maps.example/1',
    'file:///etc/passwd',
    'ftp://maps.example',
    'httpx://maps.example',
    'https:',
    'https://',
    'https:// maps.example',
    'see https://maps.example',
    '<iframe src="https://maps.example"></iframe>',
  ])('is not %j', (text) => expect(findWebAddress(text)).toBeUndefined())
})

describe('an address that was typed without a scheme', () => {
  it.each([
    ['maps.example', 'https://maps.example'],
    [
      ' www.openstreetmap.org/export/embed.html?bbox=-80.3,45.3 ',
      'https://www.openstreetmap.org/export/embed.html?bbox=-80.3,45.3',
    ],
    ['Maps.Example:8080#here', 'https://Maps.Example:8080#here'],
  ])('gets https: %j', (text, address) => {
    expect(withScheme(text, 500)).toBe(address)
    expect(findWebAddress(address)).toBe(address)
  })

  it.each([
    '',
    'Algonquin',
    'Mr. Parker knows',
    'see maps.example',
    'javascript:alert(1)',
    'javascript.example:alert(1)',
    'http://maps.example',
    '//maps.example',
    'mailto:robin@maps.example',
    '<iframe src="https://maps.example"></iframe>',
  ])('stays as it is where it is none: %j', (text) => expect(withScheme(text, 500)).toBe(text))

  it('stays as it is if it would become too long', () => expect(withScheme('maps.example', 19)).toBe('maps.example'))
})
