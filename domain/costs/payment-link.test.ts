import { expect, it } from 'vitest'
import { hostOfLink, isPaymentLink, readPaymentLink } from './payment-link.ts'

it('is an https address with a plain host', () => {
  for (const link of ['https://example.org', 'https://www.paypal.me/robin?a=1#b', 'https://pay.example.org:8443/x'])
    expect([link, isPaymentLink(link), readPaymentLink(link)]).toEqual([link, true, link])
  expect(hostOfLink('https://WWW.Paypal.me/robin')).toBe('paypal.me')
  expect(hostOfLink('https://pay.example.org:8443/x')).toBe('pay.example.org')
})

it('gets its https if it was typed without', () => {
  expect(readPaymentLink(' paypal.me/robin ')).toBe('https://paypal.me/robin')
})

it('is nothing else', () => {
  for (const text of [
    'javascript:alert(1)',
    'JavaScript:alert(document.domain)//example.org',
    'data:text/html,x',
    'http://example.org',
    'https://',
    'https://localhost',
    'https://paypal.com@evil.example',
    'https://paypal.com\\@evil.example',
    'https://exаmple.org',
    'https://example.org/a b',
    'ask me',
    `https://example.org/${'a'.repeat(500)}`,
  ])
    expect(readPaymentLink(text), text).toBeUndefined()
})
