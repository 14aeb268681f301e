import { expect, type Page } from '@playwright/test'
import type { TestServer } from './test-server.ts'

/** Makes an invitation by the person signed in on that page, without showing anything. Answers its token. */
export async function inviteBy(page: Page, server: TestServer, tripId: string): Promise<string> {
  const answer = await page.context().request.post(`${server.address}/api/trips/${tripId}/invitations`, {
    data: {},
    headers: { origin: server.address },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).token
}
