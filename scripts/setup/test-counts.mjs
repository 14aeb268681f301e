import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * How many tests passed and failed. A stage that fails without a failed test (a file does not load, a worker crashes)
 * counts as one failure.
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * Playwright's JSON report.
 * @typedef {{ title: string, file: string, line: number, tests: { status: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Vitest's JSON report.
 * @typedef {{ name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} File
 */

/**
 * Counts flaky tests, which pass on a retry, as passed.
 * @param {number} exitCode
 * @returns {Counts & { flaky: string[] }} `flaky`: file and title of each flaky test
 */
export function countUnitTests(exitCode) {
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: File[] } | undefined} */
  const report = readReport('test-results/vitest.json')
  const { numPassedTests, numFailedTests, testResults = [] } = report ?? {}
  return { ...count(exitCode, numPassedTests, numFailedTests), flaky: listFlakyUnits(testResults) }
}

/**
 * @param {File[]} files
 * @returns {string[]}
 */
export function listFlakyUnits(files) {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => `${relative('.', name)} ${fullName}`),
  )
}

/**
 * Counts flaky tests as passed, too.
 * @param {number} exitCode
 * @returns {Counts & { flaky: string[] }} `flaky`: location and title of each flaky test
 */
export function countEndToEndTests(exitCode) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[] } | undefined} */
  const report = readReport('test-results/playwright.json')
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  return { ...count(exitCode, expected + flaky, unexpected), flaky: listFlaky(report?.suites ?? []) }
}

/**
 * @param {Suite[]} suites
 * @returns {string[]}
 */
export function listFlaky(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...listFlaky(inner),
  ])
}

/** @param {number} exitCode */
function count(exitCode, passed = 0, failed = 0) {
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) }
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
