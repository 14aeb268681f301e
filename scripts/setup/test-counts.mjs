import { readFileSync } from 'node:fs'

/**
 * How many tests passed and failed. A stage that failed without a failed test (a file that does not load, a worker that
 * crashed) counts as one.
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countUnitTests(exitCode) {
  /** @type {{ numPassedTests: number, numFailedTests: number } | undefined} */
  const report = readReport('test-results/vitest.json')
  return count(exitCode, report?.numPassedTests, report?.numFailedTests)
}

/**
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countEndToEndTests(exitCode) {
  /** @type {{ stats: { expected: number, unexpected: number } } | undefined} */
  const report = readReport('test-results/playwright.json')
  return count(exitCode, report?.stats.expected, report?.stats.unexpected)
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
