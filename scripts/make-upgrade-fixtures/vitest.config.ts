import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The generator runs in vitest, because it uses the test servers and replaces the globals of a browser. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['scripts/make-upgrade-fixtures/make.ts'],
    globalSetup: ['server/testing/postgres.ts', 'server/testing/templates.ts'],
    testTimeout: 300_000,
  },
})
