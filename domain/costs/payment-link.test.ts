import { expect, it } from 'vitest'
import { hostOfLink, isPaymentLink, MAX_PAYMENT_LINK, readPaymentLink } from './payment-link.ts'

it('is an https address with a plain host', () => {
  for (const link of ['https://example.org', 'https://www.paypal.me/robin?a=1#b', 'https://pay.example.org:8443/x'])
    expect([link, isPaymentLink(link), readPaymentLink(link)]).toEqual([link, true, { link }])
  expect(hostOfLink('https://WWW.Paypal.me/robin')).toBe('paypal.me')
  expect(hostOfLink('https://pay.example.org:8443/x')).toBe('pay.example.org')
})

it('gets its https if it was typed without', () => {
  expect(readPaymentLink(' paypal.me/robin ')).toEqual({ link: 'https://paypal.me/robin' })
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
  ])
    expect(readPaymentLink(text), text).toEqual({ problem: 'form' })
})

it('is not cut if it is too long', () => {
  const longest = `https://example.org/`.padEnd(MAX_PAYMENT_LINK, 'a')
  expect(readPaymentLink(longest)).toEqual({ link: longest })
  expect(readPaymentLink(`${longest}a`)).toEqual({ problem: 'length' })
})
