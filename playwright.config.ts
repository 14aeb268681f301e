import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/setup/browser.mjs'

/**
 * 192.0.2.7 resolves to this machine: pages from that address come over plain http and so without a secure context.
 * No other host resolves; https requests to other hosts are blocked earlier (e2e/watched-context.ts).
 */
const HOSTS = '--host-resolver-rules=MAP 192.0.2.7 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

const executablePath = findBrowser()

/** The product in a real browser: the built server, one per worker (e2e/fixtures.ts), and Chromium. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A flaky test is a defect, but must not hide that all others pass: test-counts.mjs names it at the end.
  retries: process.env['CI'] && !process.env['STRICT'] ? 1 : 0,
  // A test is idle for a sixth of its time, so one worker more than there are cores.
  workers: availableParallelism() + 1,
  // Enough for a slow, busy machine. `npm run bench` measures how fast the app is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    browserName: 'chromium',
    launchOptions: { args: [...browserArgs, HOSTS], ...(executablePath ? { executablePath } : {}) },
    locale: 'en-US',
    timezoneId: 'America/Toronto',
    contextOptions: { reducedMotion: 'reduce' },
    // Tests of the offline app open contexts with it; all others see each request of their pages.
    serviceWorkers: 'block',
    // Tracing takes a tenth of the time. To get traces: `npm test -- --only e2e --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Tests share one page, which saves a fifth of the time because the app's code is compiled already. Playwright
    // clears cookies, storage and routes; e2e/fixtures.ts clears the rest. `openContext` opens a fresh context.
    reuseContext: true,
  },
})
