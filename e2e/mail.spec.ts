import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { TestSmtpServer } from '#server/testing/smtp-server.ts'
import { test as base, expect, TestServer } from './fixtures.ts'
import { openPlan } from './joining.ts'
import { button, dialog } from './page-parts.ts'
import { touchPhone } from './phone.ts'

/*
 * Mail end to end: from the screen to a local mail server and back by the link in the mail. For installations without
 * mail see account.spec.ts; for errors, account-recovery-page.test.tsx and mail-invitation.test.tsx.
 */

const test = base.extend<object, { smtp: TestSmtpServer; server: TestServer }>({
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const smtp = await TestSmtpServer.start()
      await use(smtp)
      await smtp.goDown()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp }, use) => {
      const PORT = String(await findFreePort())
      const server = await TestServer.open({
        ...smtp.env(`http://localhost:${PORT}`),
        PORT,
      })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

/** Links in mails need the server's address before it starts. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const email = (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true })
const statusMessage = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** Waits until an address has received `count` mails. Returns the link in the last one. */
async function linkTo(smtp: TestSmtpServer, address: string, count = 1): Promise<string> {
  await expect.poll(() => smtp.to(address).length, { timeout: 10_000 }).toBe(count)
  return /http:\/\/localhost:\d+\/join\/\S+/.exec(smtp.to(address).at(-1)?.text ?? '')?.[0] ?? 'no link'
}

async function askForLink(page: Page, address: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await email(page).fill(address)
  await page.keyboard.press('Enter')
  await expect(statusMessage(page, `If ${address} has an account here, you’ll get an email soon.`)).toBeVisible()
}

test('a forgotten password is replaced by a link from a mail, which waits while the mail server is down', async ({
  page,
  person,
  smtp,
  server,
  openContext,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 40[14]/)
  await askForLink(page, 'nobody-at-all@example.org')
  await smtp.goDown()
  await askForLink(page, person.email)
  await expect.poll(() => server.log()).toContain('mail not sent, will be retried')
  // As if the minute until the next attempt had passed.
  await smtp.listen()
  server.database.prepare(`update mails set next_try_at = '2020-01-01T00:00:00.000Z'`).run()
  await page.goto('about:blank')
  await server.stop()
  await server.start()
  const link = await linkTo(smtp, person.email)
  expect(link).toContain('/join/password#')
  expect(smtp.to('nobody-at-all@example.org')).toEqual([])
  expect(server.log()).not.toContain(person.email)

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a longer one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()

  const desk = await (await openContext(touchPhone)).newPage()
  // A used link leads to the form for a new one.
  await desk.goto(link)
  await desk.getByLabel('New password', { exact: true }).fill('one more try')
  await button(desk, 'Save and sign in').click()
  await expect(desk.getByRole('alert')).toContainText('This link no longer works')
  await desk.getByRole('link', { name: 'Send a new link' }).click()
  await expect(desk.getByRole('form', { name: 'Get a link by email' })).toBeVisible()
  await button(desk, 'Back to sign-in').click()
  for (const [password, outcome] of [
    [person.password, desk.getByRole('alert').filter({ hasText: 'Invalid email or password' })],
    ['a longer one', desk.getByRole('heading', { name: 'Your trips' })],
  ] as const) {
    await email(desk).first().fill(person.email)
    await desk.getByLabel('Password', { exact: true }).fill(password)
    await desk.keyboard.press('Enter')
    await expect(outcome).toBeVisible()
  }
})

test('an organizer mails an invitation, and its recipient joins', async ({
  page,
  smtp,
  signIn,
  createTrip,
  openContext,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Lake of Two Rivers', type: 'car_trip' })
  await page.goto(`/trip/${id}/group`)
  await button(page, 'Invite people').click()
  await button(page, 'Create link').click()
  const address = dialog(page).getByLabel('Send it by email to', { exact: true })
  await address.fill('ana@example.org')
  await page.keyboard.press('Enter')
  await expect(statusMessage(page, 'On its way to ana@example.org.')).toBeVisible()
  const link = await linkTo(smtp, 'ana@example.org')
  expect(smtp.to('ana@example.org')[0]?.text).toContain(
    'Robin Tester invites you to plan a trip together: Lake of Two Rivers',
  )
  expect(link).toBe(await dialog(page).getByLabel('Invitation link', { exact: true }).inputValue())

  const guest = await (await openContext()).newPage()
  await guest.goto(link)
  await guest.getByLabel('Your name').fill('Ana')
  await button(guest, 'Join').click()
  await openPlan(guest)
})
