import { expect, it } from 'vitest'
import { plainLine } from './plain-line.ts'

it.each([
  ['  Hotel \n\t Vila  Galé ', 'Hotel Vila Galé'],
  ['a < b & c > d', 'a < b & c > d'],
  ['Tom &amp; Ana&#39;s', "Tom & Ana's"],
  ['<p>No <b>re</b>funds</p><p>Ever</p>', 'No refunds Ever'],
  ['<style>b {}</style>Gate<br/>B22<script>x()</script>', 'Gate B22'],
  ['<!-- none -->', ''],
  ['<b>&#7;x&#x202e;</b>', 'x'],
  ['\u202e\u0000\u0007\ud800', ''],
  ['\u200b\u00ad', ''],
])('%j', (text, line) => expect(plainLine(text)).toBe(line))

it('has at most 500 characters, no half one, and takes a moment', () => {
  expect(plainLine('x'.repeat(501))).toBe('x'.repeat(500))
  expect(plainLine(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499))
  const started = performance.now()
  for (const part of ['<', '<b', '<b>', '&', '&#', '<!--', '</', ' ', '<script>'])
    expect(plainLine(part.repeat(1_000_000)).length).toBeLessThanOrEqual(500)
  expect(performance.now() - started).toBeLessThan(5000)
})
