import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { test as base, expect, TestServer } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { button } from './page-parts.ts'

/* Who may create an account, by SIGN_UPS. Where it is `open`: sign-in.spec.ts. */

const ADMIN = fileURLToPath(new URL('../dist/server/admin.js', import.meta.url))
const GUESTS = 'To join a trip, open the invitation link you were sent. You don’t need an account.'

const testWhere = (SIGN_UPS: 'off' | 'invited') =>
  base.extend<object, { server: TestServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
      async ({}, use) => {
        const server = await TestServer.open({ SIGN_UPS })
        await use(server)
        await server.remove()
      },
      { scope: 'worker' },
    ],
  })
const off = testWhere('off')
const invited = testWhere('invited')

const create = (page: Page) => button(page, 'Create Beta Account')
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name })
const newEmail = () => `robin-${crypto.randomUUID()}@example.org`

off(
  'where sign-ups are off, the page says whom to ask, and guests join without an account',
  async ({ page, server, friend, createTrip }) => {
    const tripId = await createTrip(friend, { name: 'To the lake', type: 'car_trip' })
    await page.goto(`/trip/${tripId}`)
    await expect(page.getByText('New accounts can’t be created here. Ask your administrator for one.')).toBeVisible()
    await expect(page.getByText(GUESTS)).toBeVisible()
    await expect(page.getByText('Sign in to open this trip.')).toBeVisible()
    await expect(create(page)).toBeHidden()

    await joinAsGuest(page, `/join/${await createInvitation(friend, server, tripId)}`, 'Ana')
    await button(page, 'Ana').click()
    await expect(menuItem(page, 'I already have an account')).toBeVisible()
    await expect(menuItem(page, 'Add email and password')).toBeHidden()
  },
)

off('where sign-ups are off, the administrator makes an account and sends its link', async ({ page, server }) => {
  const email = newEmail()
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: server.dataDir }
  const command = [ADMIN, 'create', email, 'Ana Lake']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd: server.dataDir })
  await page.goto(/^\/join\/password#.*$/m.exec(stdout)?.[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill('pine-needles')
  await button(page, 'Save and sign in').click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByLabel('Full Name')).toHaveValue('Ana Lake')
  await expect(page.getByText(`You sign in as ${email}.`)).toBeVisible()
})

invited(
  'where only invited people register, an invitation leads to the form',
  async ({ page, server, friend, createTrip }) => {
    await page.goto('/')
    await expect(
      page.getByText('You need an invitation link to create an account. Ask an organizer of your trip for one.'),
    ).toBeVisible()
    await expect(page.getByText(GUESTS)).toBeVisible()
    await expect(create(page)).toBeHidden()

    const tripId = await createTrip(friend, { name: 'To the lake', type: 'car_trip' })
    await page.goto(`/join/${await createInvitation(friend, server, tripId)}`)
    await button(page, 'Already have an account? Sign in').click()
    await create(page).click()
    await page.getByLabel('Full Name*').fill('Ana Lake')
    await page.getByLabel('Username*').fill('ana')
    await page.getByLabel('Email Address*').fill(newEmail())
    await page.getByLabel('Password*').fill('pine-needles')
    await button(page, 'Create Account').click()
    await expect(button(page, 'ana')).toBeVisible()
  },
)
