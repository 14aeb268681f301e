import { expect, it } from 'vitest'
import { checkBrowserFeatures, findRefusable } from './browser-features.mjs'

it.each([
  'await navigator.clipboard.writeText(text)',
  'new Intl.Locale(language)',
  'navigator.locks?.request(name, work)',
  "if ('share' in navigator) show()",
  'const { storage } = navigator',
  'element.checkVisibility()',
])('%s has its place in web/browser/', (code) => {
  expect(findRefusable('web/pages/trip/tab.tsx', code)).toEqual([
    expect.stringContaining('A browser may lack or refuse it'),
  ])
})

it('the place itself may use it, and the app uses it nowhere else', () => {
  expect(findRefusable('web/browser/tab-locks.ts', 'navigator.locks.request(name, work)')).toEqual([])
  expect(checkBrowserFeatures()).toEqual([])
})
