import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { uploadPath } from '#domain/api/documents.ts'
import { expect, type Person, type TestServer, test } from './fixtures.ts'
import { countEntries, waitUntilTripPersisted } from './on-device.ts'
import { button, noteTexts, openHistory } from './page-parts.ts'
import { addMember, shareWithEverybody } from './stored-plan.ts'
import { PNG } from './test-files.ts'

/* The account page: name, password, signed-in devices, export and deletion. Its texts: account-page.test.tsx. */

test.use({ isSignedIn: true })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const statusMessage = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function admin(server: TestServer, ...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('../dist/server/admin.js', import.meta.url))
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: server.dataDir }
  return (await promisify(execFile)(process.execPath, [script, ...args], { env, cwd: server.dataDir })).stdout
}

async function fillSignIn(page: Page, { email }: Pick<Person, 'email'>, password: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.keyboard.press('Enter')
}

test('ROUTE-10 changes a name that everybody sees and a password, and signs out other devices', async ({
  page,
  person,
  friend,
  server,
  createTrip,
  openSignedIn,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 401/)
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  shareWithEverybody(server, id)
  await friend.goto(`/trip/${id}`)
  await page.goto('/account')
  await test.step('the name', async () => {
    await field(page, 'Full Name').fill('Ana María Okafor')
    await field(page, 'Username').fill('ana')
    await page.keyboard.press('Enter')
    await expect(statusMessage(page, 'Saved')).toBeVisible()
    await expect(button(page, 'ana')).toBeVisible()
    await expect(button(page, person.username)).toHaveCount(0)
    await page.goto(`/trip/${id}`)
    await expect(friend.getByRole('img', { name: 'Ana María Okafor is here too' })).toBeVisible()
  })

  const [phone, desk] = (await Promise.all([
    openSignedIn({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    }),
    openSignedIn({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0' }),
  ])) as [Page, Page]
  await page.goto('/account')
  await expect(page.getByText(`You sign in as ${person.email}.`)).toBeVisible()
  const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await test.step('the devices', async () => {
    await expect(devices).toHaveCount(3)
    await expect(devices.first()).toContainText('This device')
    await button(page, 'Sign out on Safari on iPhone').click()
    await expect(devices).toHaveCount(2)
    await phone.goto('/account')
    await expect(phone.getByRole('form', { name: 'Sign In' })).toBeVisible()
    await desk.goto('/')
    await expect(desk.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  })
  await test.step('the password, which ends all other sessions', async () => {
    await field(page, 'Current password').fill(person.password)
    await field(page, 'New password').fill('a longer one')
    await button(page, 'Change password').click()
    await expect(statusMessage(page, 'Your password has been changed')).toBeVisible()
    await expect(devices).toHaveCount(1)
    await desk.reload()
    await expect(desk.getByRole('form', { name: 'Sign In' })).toBeVisible()
    await fillSignIn(desk, person, person.password)
    await expect(desk.getByRole('alert')).toContainText('Invalid email or password')
    await fillSignIn(desk, person, 'a longer one')
    await expect(desk.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
    await expect(devices).toHaveCount(2)
  })
})

test('downloads all data as one file, with plans and documents', async ({ page, person, server, createTrip }) => {
  const plan = { notes: [{ id: randomUUID(), text: 'Window seats' }] }
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel', plan })
  const stored = await page.request.put(`${server.address}${uploadPath(id, randomUUID(), 'boarding-pass.png')}`, {
    data: PNG,
    headers: { origin: server.address, 'content-type': 'image/png' },
  })
  expect(stored.ok()).toBe(true)
  await page.goto('/account')
  const saving = page.waitForEvent('download')
  await button(page, 'Download everything').click()
  const saved = await saving
  await expect(page.getByRole('region', { name: 'Your data' }).getByRole('alert')).toHaveCount(0)
  expect(saved.suggestedFilename()).toMatch(/^wayfare-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(readFileSync(await saved.path()))
  const text = (name: string) => strFromU8(files[name] as Uint8Array)
  expect(JSON.parse(text('account.json'))).toMatchObject({ email: person.email, trips: [{ name: 'Lisbon in May' }] })
  expect(text('trips/1 Lisbon in May/trip.json')).toContain('Window seats')
  expect(text('trips/1 Lisbon in May/history.json')).toContain('Window seats')
  expect(Buffer.from(files['trips/1 Lisbon in May/documents/1 boarding-pass.png'] ?? []).equals(PNG)).toBe(true)
})

test('deletes an account with its trips, except those transferred to others, and clears the device', async ({
  page,
  friend,
  person,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 40[14]/)
  const plan = { notes: [{ id: randomUUID(), text: 'Bring the canoe' }] }
  const [given, gone] = await Promise.all([
    createTrip(page, { name: 'Given away', type: 'car_trip', plan }),
    createTrip(page, { name: 'Of mine alone', type: 'car_trip' }),
  ])
  const { user } = await (await friend.request.get(`${server.address}/auth/v1/user`)).json()
  const { user: me } = await (await page.request.get(`${server.address}/auth/v1/user`)).json()
  addMember(server, given, user)
  await page.goto(`/trip/${given}`)
  await waitUntilTripPersisted(page, given)
  await page.goto('/account')
  await button(page, 'Delete my account').click()
  const confirmation = page.getByRole('dialog')
  await expect(confirmation.getByRole('combobox')).toHaveCount(1)
  await confirmation.getByLabel('Given away').selectOption({ label: `Transfer it to ${user.full_name}` })
  await field(page, 'Your password').fill(person.password)
  await button(page, 'Delete permanently').click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect.poll(() => countEntries(page, 'wayfare-trips')).toBe(0)
  const readStorage = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const mine of [person.email, me.id, given, gone]) await expect.poll(readStorage).not.toContain(mine)
  await fillSignIn(page, person, person.password)
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')

  await friend.goto(`/trip/${given}`)
  await expect(noteTexts(friend).last()).toHaveText('Bring the canoe')
  await openHistory(friend)
  await expect(friend.getByRole('dialog').getByText('former member').first()).toBeVisible()
  const left = server.database.prepare('select count(*) as n from trips where id = ?').get(gone)
  expect(left).toEqual({ n: 0 })
})

test.describe('a person who has forgotten their password', () => {
  test.use({ isSignedIn: false })

  test('chooses a new one by a link from the administrator', async ({
    page,
    server,
    person,
    signIn,
    openContext,
    allowConsole,
  }) => {
    allowConsole(/the server responded with a status of 4/)
    const desk = await (await openContext()).newPage()
    await signIn(desk, person)
    await desk.goto('/')
    await expect(desk.getByRole('heading', { name: 'Your trips' })).toBeVisible()

    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByText('Ask your administrator for a link')).toBeVisible()

    const [link = ''] = /\/join\/password#\S+/.exec(await admin(server, 'reset-password', person.email)) ?? []
    expect(link).not.toBe('')
    await desk.goto(link)
    await expect(desk.getByText(`You’re signed in as ${person.full_name} on this device.`)).toBeVisible()
    await page.goto(link)
    const form = page.getByRole('form', { name: 'Choose a new password' })
    await expect(form).toBeVisible()
    expect(page.url()).not.toContain('#')
    await field(page, 'New password').fill('a longer one')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await expect(form).toHaveCount(0)
    await desk.goto('/')
    await expect(desk.getByRole('form', { name: 'Sign In' })).toBeVisible()

    await desk.goto(link)
    await field(desk, 'New password').fill('one more try')
    await button(desk, 'Save and sign in').click()
    await expect(desk.getByRole('alert')).toContainText('This link no longer works')
  })
})
