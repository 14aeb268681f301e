import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './scripts/setup/browser.mjs'

/**
 * 192.0.2.7 is this machine under an address that is not its own: with it pages come by plain http for the browser, without a secure
 * context. Nobody else is found; what asks for another host by https never gets as far (e2e/watched-context.ts).
 */
const HOSTS = '--host-resolver-rules=MAP 192.0.2.7 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

const executablePath = findBrowser()

/** The product in a real browser: the built server, one per worker (e2e/fixtures.ts), and Chromium. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A flaky test is a defect, but one of 500 must not hide that all others pass: it is named at the end (test-counts.mjs).
  retries: process.env['CI'] && !process.env['STRICT'] ? 1 : 0,
  // A test waits for a sixth of its time: with one more than the smallest machine has cores these stay busy.
  workers: 3,
  // Long enough for a slow machine that does other work too: how fast the app is, is measured by `npm run bench`.
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
    // A trace of every test takes a tenth of the time: `npm test -- --only e2e --trace retain-on-failure` writes them.
    trace: 'off',
    screenshot: 'only-on-failure',
    // `page` is the same from test to test: Playwright empties it of cookies, storages and routes (what it leaves is seen to in
    // e2e/fixtures.ts). A browser that has the app's code ready takes a fifth of the time less. `openContext` opens fresh ones.
    reuseContext: true,
  },
})
