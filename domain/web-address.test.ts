import { describe, expect, it } from 'vitest'
import { findWebAddress } from './web-address.ts'

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
