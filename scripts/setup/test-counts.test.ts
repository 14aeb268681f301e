import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listFlaky, listFlakyUnits } from './test-counts.mjs'

it('lists flaky tests by location and title, also in nested groups', () => {
  const spec = (title: string, status: string) => ({ title, file: 'meals.spec.ts', line: 7, tests: [{ status }] })
  const suites = [
    { specs: [spec('passes', 'expected'), spec('passes when tried again', 'flaky')] },
    { suites: [{ specs: [spec('in a group', 'flaky'), spec('fails', 'unexpected')] }] },
  ]
  expect(listFlaky(suites)).toEqual(['meals.spec.ts:7 passes when tried again', 'meals.spec.ts:7 in a group'])
})

it('lists flaky unit tests and tests of screens by file and title', () => {
  const result = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    result('passes', 'passed'),
    result('passes when tried again', 'passed', ['AssertionError']),
    result('fails', 'failed', ['AssertionError']),
  ]
  expect(listFlakyUnits([{ name: resolve('web/app/notes.test.tsx'), assertionResults }])).toEqual([
    'web/app/notes.test.tsx passes when tried again',
  ])
})
