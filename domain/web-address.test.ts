import { describe, expect, it } from 'vitest'
import { completeAddress, findWebAddress } from './web-address.ts'

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
    'Mr. Parker knows',
    'robin@maps.example',
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
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="https://maps.example"></iframe>',
    '<img src="https://maps.example">',
    '<iframe',
  ])('is not %j', (text) => expect(findWebAddress(text)).toBeUndefined())
})

describe('the code to embed a map', () => {
  const address = 'https://www.google.com/maps/embed?pb=!1m18!1m12!2d-78.4&hl=en'
  it.each([
    `<iframe src="${address}" width="600" height="450" style="border:0;" allowfullscreen="" loading="lazy"></iframe>`,
    `<iframe width='600'\n src='${address}'></iframe><br/><small><a href="https://maps.example">Larger</a></small>`,
    `<IFRAME data-src="https://other.example" SRC = “${address}”></IFRAME>`,
    `<div class="map"><iframe src=${address.replace('&', '&amp;')} width=600></iframe></div>`,
    `<iframe src="${address.replace('https:', '')}">`,
    `<iframe src="${address.replace('https://', '')}">`,
  ])('is the address in it: %s', (text) => {
    expect(findWebAddress(text)).toBe(address)
    expect(completeAddress(text, 500)).toBe(address)
  })
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
    expect(completeAddress(text, 500)).toBe(address)
    expect(findWebAddress(text)).toBe(address)
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
    '<iframe src="javascript:alert(1)"></iframe>',
  ])('stays as it is where it is none: %j', (text) => expect(completeAddress(text, 500)).toBe(text))

  it('stays as it is if it would become too long', () =>
    expect(completeAddress('maps.example', 19)).toBe('maps.example'))
})
