import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserArgs, findBrowser } from './scripts/setup/browser.mjs'
import { compileMessages } from './scripts/setup/messages.mjs'
import { makePlaceData } from './scripts/setup/place-data.mjs'

// Also where vitest is called by itself.
await compileMessages()
await makePlaceData()

const shared = {
  environment: 'node',
  setupFiles: ['server/testing/console.ts', 'server/testing/mocks.ts'],
  restoreMocks: true,
  // With OPERATIONS_RUNS or FUZZ_RUNS, properties run thousands of times.
  testTimeout: process.env['OPERATIONS_RUNS'] || process.env['FUZZ_RUNS'] ? 3_600_000 : 300_000,
  hookTimeout: 120_000,
}

const executablePath = findBrowser()

/**
 * Test files of these projects share a process or a page, because loading the modules takes longer than the tests.
 * Their modules keep no state that one test could leave to another. The modules in web/data do, so each of its test
 * files has its own thread; web/testing/browser.ts takes away what a test of a screen left.
 */
const together = { isolate: false }

const TOUCH = 'web/**/*.touch.test.tsx'

interface Screens {
  include: string[]
  exclude?: string[]
  /** As on a phone, where fields are larger. */
  hasTouch?: boolean
  /** They run after the projects with a lower number. */
  order: number
}

function screens(name: string, { include, exclude = [], hasTouch = false, order }: Screens) {
  return {
    plugins: [react(), tailwindcss()],
    // All libraries are found at the start: one that is found later reloads the page of a running test.
    optimizeDeps: { entries: ['web/main.tsx', 'web/**/*-worker.ts', 'web/**/*.test.tsx'] },
    test: {
      ...together,
      name,
      include,
      exclude,
      setupFiles: ['web/testing/browser.ts'],
      restoreMocks: true,
      unstubGlobals: true,
      testTimeout: 60_000,
      // Enough for a slow, busy machine.
      expect: { poll: { timeout: 20_000 } },
      // As many as there are cores, once the other projects are done: beside more, what a screen shows is late.
      maxWorkers: availableParallelism(),
      // As in e2e. A test that needs it is listed as flaky, and is a defect.
      retry: process.env['CI'] && !process.env['STRICT'] ? 1 : 0,
      sequence: { groupOrder: order },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
          contextOptions: {
            locale: 'en-US',
            timezoneId: 'America/Toronto',
            reducedMotion: 'reduce' as const,
            hasTouch,
          },
        }),
        instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
      },
    },
  }
}

/** One project per layer, so that PostgreSQL is started only where a server test runs. */
export default defineConfig({
  test: {
    // Tests that start servers are often idle, so one worker more than there are cores. Vitest's default is one less.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...shared, ...together, name: 'domain', include: ['domain/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          ...together,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/postgres.ts', 'server/testing/templates.ts'],
        },
      },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        test: { ...shared, ...together, name: 'web', include: ['web/**/*.test.ts'], exclude: ['web/data/**'] },
      },
      {
        test: {
          ...shared,
          setupFiles: [...shared.setupFiles, 'web/data/testing/own-channels.ts'],
          name: 'data',
          include: ['web/data/**/*.test.ts'],
          pool: 'threads',
        },
      },
      screens('screens', { include: ['web/**/*.test.tsx'], exclude: [TOUCH], order: 1 }),
      // Once touch is emulated in a page, it never has a mouse again.
      screens('screens by touch', { include: [TOUCH], hasTouch: true, order: 2 }),
    ],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    retry: 0,
  },
})
