import { expect, type Page } from '@playwright/test'
import type { SectionName } from '#domain/plan/index.ts'
import { SEND, touches } from './operations.ts'
import type { TestServer } from './test-server.ts'

/** Lets a table be away while something is done: whatever has to read it fails. */
export async function withoutTable(server: TestServer, table: string, during: () => Promise<void>): Promise<void> {
  server.database.exec(`alter table ${table} rename to ${table}_away`)
  try {
    await during()
  } finally {
    server.database.exec(`alter table ${table}_away rename to ${table}`)
  }
}

/** Lets no row of a trip be written to a table while something is done: its saves fail on the server. */
export async function withFullDisk(
  server: TestServer,
  table: string,
  tripId: string,
  during: () => Promise<void>,
): Promise<void> {
  const fail = "select raise(abort, 'disk is full')"
  server.database.exec(
    `create trigger full_disk before insert on ${table} when new.trip_id = '${tripId}' begin ${fail}; end`,
  )
  try {
    await during()
  } finally {
    server.database.exec('drop trigger full_disk')
  }
}

/** Fails the next request by which the page brings the server something of a section. */
export async function failNextSave(page: Page, section: SectionName): Promise<void> {
  let hasFailed = false
  await page.route(SEND, async (route) => {
    if (hasFailed || !touches(route.request(), section)) return route.fallback()
    hasFailed = true
    await route.fulfill({ status: 500, body: '' })
  })
}

/** Expects of an edit whose save fails that the log says so, and the page only that it is saving. */
export async function expectOnlyLogged(page: Page, failure: string, edit: () => Promise<void>): Promise<void> {
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes(failure),
  )
  await edit()
  await logged
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saving…')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/error|fail|not saved/i)
}
