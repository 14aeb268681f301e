import { expect, type Page } from '@playwright/test'
import type { TestServer } from './test-server.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Creates an invitation over the API as the person signed in on the page. Returns its token. */
export async function createInvitation(page: Page, server: TestServer, tripId: string): Promise<string> {
  const answer = await page.context().request.post(`${server.address}/api/trips/${tripId}/invitations`, {
    data: {},
    headers: { origin: server.address },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).token
}

export async function joinAsGuest(page: Page, link: string, name: string): Promise<void> {
  await joinBy(page, link, name)
  await openPlan(page)
}

export async function joinBy(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await button(page, 'Join').click()
}

/** Opens the plan from the page that people see first after joining, which asks who is coming. */
export async function openPlan(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/trip\/[0-9a-f-]{36}\/group\?joined$/)
  await button(page, 'Open the plan').click()
  await expect(page).toHaveURL(/\/trip\/[0-9a-f-]{36}$/)
}

export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}
