import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node',
  setupFiles: ['server/testing/console.ts'],
  restoreMocks: true,
  // OPERATIONS_RUNS has the properties of operations run thousands of times: see scripts/check-operations.mjs.
  testTimeout: process.env['OPERATIONS_RUNS'] ? 3_600_000 : 300_000,
  hookTimeout: 120_000,
}

/** One project per layer, so that PostgreSQL is started only where a server test runs. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'domain', include: ['domain/**/*.test.ts'] } },
      { test: { ...shared, name: 'server', include: ['server/**/*.test.ts'], globalSetup: ['server/testing/postgres.ts'] } },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    retry: 0,
  },
})
