import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { uploadPath } from '#domain/api/documents.ts'
import { expect, expectNoAxeFindings, type Person, type TestServer, test } from './fixtures.ts'
import { countEntries, waitUntilTripPersisted } from './on-device.ts'
import { button, expectSaved, noteTexts, openHistory } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { PNG } from './test-files.ts'

/* The account page: name, password, signed-in devices, export and deletion. */

test.use({ isSignedIn: true })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const statusMessage = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function admin(server: TestServer, ...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL('../dist/server/admin.js', import.meta.url))
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: server.dataDir }
  return (await promisify(execFile)(process.execPath, [script, ...args], { env, cwd: server.dataDir })).stdout
}

async function signInByForm(page: Page, { email }: Pick<Person, 'email'>, password: string): Promise<void> {
  await page.goto('/')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await page.keyboard.press('Enter')
}

test('ROUTE-10 the user menu leads to the account page, by keyboard too, for signed-in people only', async ({
  page,
  person,
  openContext,
}) => {
  await page.goto('/')
  await button(page, person.username).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: person.full_name })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await expect(page).toHaveTitle(/Your account/)
  await page.reload()
  await expect(page.getByText(`You sign in as ${person.email}.`)).toBeVisible()
  const stranger = await (await openContext()).newPage()
  await stranger.goto('/account')
  await expect(stranger.getByRole('form', { name: 'Sign In' })).toBeVisible()
})

test('changes a name, and everybody sees the new one', async ({
  page,
  friend,
  server,
  createTrip,
  person,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 400/)
  const id = await createTrip(page, { name: 'Achray', type: 'car_trip' })
  server.database.prepare('update trips set owner_id = null where id = ?').run(id)
  await friend.goto(`/trip/${id}`)
  await expect(friend.getByRole('heading', { level: 1, name: 'Achray' })).toBeVisible()
  await page.goto('/account')
  await field(page, 'Full Name').fill('Ana María Okafor')
  await field(page, 'Username').fill('   ')
  await button(page, 'Save name').click()
  await expect(field(page, 'Username')).toHaveAccessibleDescription('Please enter a username')
  await expect(field(page, 'Username')).toBeFocused()
  await field(page, 'Username').fill('ana')
  await page.keyboard.press('Enter')
  await expect(statusMessage(page, 'Saved')).toBeVisible()
  await expect(button(page, 'ana')).toBeVisible()
  await expect(button(page, person.username)).toHaveCount(0)
  await page.goto(`/trip/${id}`)
  await expect(friend.getByText('ana', { exact: false }).first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Where to next, Ana María Okafor?')).toBeVisible()
})

test('a new password ends the sessions of all other devices and replaces the old one', async ({
  page,
  person,
  openContext,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 40[01]/)
  const phone = await (await openContext(touchPhone)).newPage()
  await signInByForm(phone, person, person.password)
  await expect(phone.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await page.goto('/account')
  await field(page, 'Current password').fill('not this one')
  await field(page, 'New password').fill('a longer one')
  await button(page, 'Change password').click()
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('This password isn’t correct.')
  await field(page, 'Current password').fill(person.password)
  await field(page, 'New password').fill('password1')
  await button(page, 'Change password').click()
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/too easy to guess/)
  await field(page, 'New password').fill('a longer one')
  await button(page, 'Change password').click()
  await expect(statusMessage(page, 'Your password has been changed')).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue('')

  await phone.reload()
  await expect(phone.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await signInByForm(phone, person, person.password)
  await expect(phone.getByRole('alert')).toContainText('Invalid email or password')
  await signInByForm(phone, person, 'a longer one')
  await expect(phone.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
})

test('lists devices and signs out one of them, or all others', async ({ page, person, openContext, allowConsole }) => {
  allowConsole(/the server responded with a status of 401/)
  const others: Page[] = []
  for (const userAgent of [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0',
  ]) {
    const other = await (await openContext({ userAgent })).newPage()
    await signInByForm(other, person, person.password)
    await expect(other.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    others.push(other)
  }
  await page.goto('/account')
  const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.first()).toContainText('This device')
  await button(page, 'Sign out on Safari on iPhone').click()
  await expect(devices).toHaveCount(2)
  await others[0]?.reload()
  await expect((others[0] as Page).getByRole('form', { name: 'Sign In' })).toBeVisible()
  await others[1]?.reload()
  await expect((others[1] as Page).getByRole('heading', { name: 'Your trips' })).toBeVisible()

  await signInByForm(others[0] as Page, person, person.password)
  await expect((others[0] as Page).getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await page.reload()
  await expect(devices).toHaveCount(3)
  await button(page, 'Sign out on all other devices').click()
  await expect(devices).toHaveCount(1)
  for (const other of others) {
    await other.reload()
    await expect(other.getByRole('form', { name: 'Sign In' })).toBeVisible()
  }
})

test('downloads all data as one file, with plans and documents', async ({
  page,
  person,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED|status of 429/)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const stored = await page.request.put(`${server.address}${uploadPath(id, randomUUID(), 'boarding-pass.png')}`, {
    data: PNG,
    headers: { origin: server.address, 'content-type': 'image/png' },
  })
  expect(stored.ok()).toBe(true)
  await page.goto(`/trip/${id}`)
  await button(page, 'Add Note').click()
  await page.keyboard.type('Window seats')
  await expectSaved(page)
  await page.goto('/account')
  const own = page.getByRole('region', { name: 'Your data' })
  await page.route('**/auth/v1/export/ready', (route) => route.abort(), { times: 1 })
  await button(page, 'Download everything').click()
  await expect(own.getByRole('alert')).toHaveText('We couldn’t reach the server. Please check your connection.')
  const refusal = {
    error: { code: 'too_many_requests', message: 'You’ve downloaded your data 10 times in the last hour.' },
  }
  await page.route('**/auth/v1/export/ready', (route) => route.fulfill({ status: 429, json: refusal }), { times: 1 })
  await button(page, 'Download everything').click()
  await expect(own.getByRole('alert')).toHaveText(refusal.error.message)
  const saving = page.waitForEvent('download')
  await button(page, 'Download everything').click()
  const saved = await saving
  await expect(own.getByRole('alert')).toHaveCount(0)
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
  const [given, gone] = [
    await createTrip(page, { name: 'Given away', type: 'car_trip' }),
    await createTrip(page, { name: 'Of mine alone', type: 'car_trip' }),
  ]
  const { user } = await (await friend.request.get(`${server.address}/auth/v1/user`)).json()
  const { user: me } = await (await page.request.get(`${server.address}/auth/v1/user`)).json()
  server.database
    .prepare(
      `insert into memberships (trip_id, user_id, role, created_at, person_id, party_id, confirmed_at)
       values (@trip, @user, 'member', @at, @user, @user, @at)`,
    )
    .run({ trip: given, user: user.id, at: new Date().toISOString() })
  await page.goto(`/trip/${given}`)
  await button(page, 'Add Note').click()
  await page.keyboard.type('Bring the canoe')
  await expectSaved(page)
  await waitUntilTripPersisted(page, given)
  await page.goto('/account')
  await button(page, 'Delete my account').click()
  const confirmation = page.getByRole('dialog')
  await expect(confirmation.getByRole('combobox')).toHaveCount(1)
  await expectNoAxeFindings(page)
  await expect(confirmation.getByLabel('Given away')).toHaveValue('')
  await confirmation.getByLabel('Given away').selectOption({ label: `Transfer it to ${user.full_name}` })
  await field(page, 'Your password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Your password')).toHaveAccessibleDescription('This password isn’t correct.')
  await field(page, 'Your password').fill(person.password)
  await button(page, 'Delete permanently').click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect.poll(() => countEntries(page, 'wayfare-trips')).toBe(0)
  const readStorage = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  for (const mine of [person.email, me.id, given, gone]) await expect.poll(readStorage).not.toContain(mine)
  await signInByForm(page, person, person.password)
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')

  await friend.goto(`/trip/${given}`)
  await expect(noteTexts(friend).last()).toHaveText('Bring the canoe')
  await openHistory(friend)
  await expect(friend.getByRole('dialog').getByText('former member').first()).toBeVisible()
  const left = server.database.prepare('select count(*) as n from trips where id = ?').get(gone)
  expect(left).toEqual({ n: 0 })
})

test.describe('the demo account', () => {
  test.use({ isSignedIn: false })

  test('has an account page that explains it, with nothing to change', async ({ page, server }) => {
    const { demo } = await (await page.request.get(`${server.address}/api/beta`)).json()
    await signInByForm(page, demo, demo.password)
    await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await page.goto('/account')
    await expect(
      page.getByText(/Everyone shares this account, .* sign out and choose “Create Beta Account”/),
    ).toBeVisible()
    await expect(page.getByRole('form')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Devices' })).toHaveCount(0)
    await expectNoAxeFindings(page)
  })
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
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
    await expect(page.getByText('Ask your administrator for a link')).toBeVisible()
    await expectNoAxeFindings(page)
    await button(page, 'Back to sign-in').click()
    await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()

    const [link = ''] = /\/join\/password#\S+/.exec(await admin(server, 'reset-password', person.email)) ?? []
    expect(link).not.toBe('')
    await desk.goto(link)
    await expect(desk.getByText(`You’re signed in as ${person.full_name} on this device.`)).toBeVisible()
    await page.goto(link)
    const form = page.getByRole('form', { name: 'Choose a new password' })
    await expect(form).toBeVisible()
    expect(page.url()).not.toContain('#')
    await expectNoAxeFindings(page)
    await field(page, 'New password').fill('password1')
    await button(page, 'Save and sign in').click()
    await expect(field(page, 'New password')).toHaveAccessibleDescription(/too easy to guess/)
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
    await expect(desk.getByText('Ask the person who gave it to you for a new one.')).toBeVisible()
    await expectNoAxeFindings(desk)
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test(`no axe violations on the account page, ${colorScheme}, at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/account')
      await expect(page.getByRole('region', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
