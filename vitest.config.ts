import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node',
  setupFiles: ['server/testing/console.ts', 'server/testing/mocks.ts'],
  restoreMocks: true,
  // OPERATIONS_RUNS and FUZZ_RUNS have properties run thousands of times: see scripts/check-operations.mjs, server/fuzz.test.ts.
  testTimeout: process.env['OPERATIONS_RUNS'] || process.env['FUZZ_RUNS'] ? 3_600_000 : 300_000,
  hookTimeout: 120_000,
}

/**
 * Files of these projects follow each other in one process, which has read its modules once: to do that anew for each file takes as much
 * as a sixth of the run. Their modules keep nothing but what each test would make alike. Those of the browser's code change globals.
 */
const together = { isolate: false }

/** One project per layer, so that PostgreSQL is started only where a server test runs. */
export default defineConfig({
  test: {
    // Tests that start servers wait for them: with one more than there are cores these stay busy. Vitest would leave one to others.
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
      { test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    retry: 0,
  },
})
