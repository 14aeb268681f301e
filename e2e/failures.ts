import { expect, type Page } from '@playwright/test'
import type { SectionName } from '#domain/plan/index.ts'
import { SEND, touches } from './operations.ts'
import type { TestServer } from './test-server.ts'

/** Hides a table during a callback, so that everything that reads it fails. */
export async function withoutTable(server: TestServer, table: string, during: () => Promise<void>): Promise<void> {
  server.database.exec(`alter table ${table} rename to ${table}_away`)
  try {
    await during()
  } finally {
    server.database.exec(`alter table ${table}_away rename to ${table}`)
  }
}

/** Blocks inserts of a trip's rows into a table during a callback, so that its saves fail on the server. */
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

/** Fails the page's next request with operations on a section. */
export async function failNextSave(page: Page, section: SectionName): Promise<void> {
  let hasFailed = false
  await page.route(SEND, async (route) => {
    if (hasFailed || !touches(route.request(), section)) return route.fallback()
    hasFailed = true
    await route.fulfill({ status: 500, body: '' })
  })
}

/** Expects that a failed save is only logged to the console: the page still shows 'Saving...' and no error. */
export async function expectOnlyLogged(page: Page, failure: string, edit: () => Promise<void>): Promise<void> {
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes(failure),
  )
  await edit()
  await logged
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saving...')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/error|fail|not saved/i)
}
