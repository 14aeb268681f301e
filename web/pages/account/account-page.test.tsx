import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenSession, RemovalResponse } from '#domain/api/account.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import type { User } from '#domain/person.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { inDark } from '#web/testing/media.ts'
import { ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

const USER = '/auth/v1/user'
const PASSWORD = '/auth/v1/password'
const SESSIONS = '/auth/v1/sessions'
const REMOVAL = '/auth/v1/removal'
const READY = '/auth/v1/export/ready'

const field = (label: string) => page.getByLabelText(label, { exact: true })
const done = (words: string) => page.getByRole('status').filter({ hasText: words })
const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')

const AT = '2026-07-01T12:00:00.000Z'
const sessionOn = (key: string, device: string, is_this = false): OpenSession => ({
  key,
  device,
  began_at: AT,
  seen_at: AT,
  is_this,
})

/** What the server has, and what it was sent. */
let sessions: OpenSession[]
let sent: [string, unknown][]
/** How the server answers next, by method and path. */
const answers = new Map<string, () => Response>()
const refused = (status: number, error: object) => () => Response.json({ error }, { status })
const noContent = () => new Response(null, { status: 204 })

beforeEach(() => {
  sessions = [sessionOn('here', 'Chrome on Linux', true)]
  sent = []
  answers.clear()
  queryCache.forgetPerson()
  responses.set(SESSIONS, async () => ({ sessions }))
  responses.set('/auth/v1/passkeys', async () => ({ passkeys: [], host: 'localhost', unavailable: null }))
  responses.set('/api/beta', async () => ({
    beta_users: 1,
    demo: null,
    share_without_sign_in: true,
    sends_mail: false,
    sign_ups: 'open',
  }))
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const name = `${init?.method ?? 'GET'} ${String(input)}`
    if (!name.startsWith('GET ')) sent.push([name, init?.body ? JSON.parse(String(init.body)) : undefined])
    const answer = answers.get(name)
    if (!answer) return send(input, init)
    return answer()
  })
})

async function openAccount(user: User = ROBIN): Promise<void> {
  session.enter({ user })
  showApp('/account')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
}

test('ROUTE-10 the user menu leads to the account page, by keyboard too, for signed-in people only', async () => {
  responses.set('/api/trips', async () => ({ trips: [] }))
  responses.set('/api/notices', async () => ({ notices: [], unread: {} }))
  session.enter({ user: ROBIN })
  showApp('/')
  await pressOn(button('robin'), 'Enter')
  await expect.element(page.getByRole('menuitem', { name: 'Robin Tester' })).toHaveFocus()
  await press('Enter')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  expect(location.pathname).toBe('/account')
  await expect.poll(() => document.title).toMatch(/Your account/)
  await expect.element(page.getByText('You sign in as robin@example.org.')).toBeVisible()
  session.announce('signed_out', null)
  showApp('/account')
  await expect.element(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
})

test('a blank name is said at its field, and a new one shows in the menu and the list of trips', async () => {
  responses.set('/api/trips', async () => ({ trips: [] }))
  responses.set('/api/notices', async () => ({ notices: [], unread: {} }))
  answers.set(
    `PATCH ${USER}`,
    refused(400, { code: 'invalid_request', message: 'Please enter a username', at: 'username' }),
  )
  await openAccount()
  await field('Full Name').fill('Ana María Okafor')
  await field('Username').fill('   ')
  await button('Save name').click()
  await expect.element(field('Username')).toHaveAccessibleDescription('Please enter a username')
  await expect.element(field('Username')).toHaveFocus()
  const user: User = { ...ROBIN, full_name: 'Ana María Okafor', username: 'ana' }
  answers.set(`PATCH ${USER}`, () => Response.json({ user, expires_in: 1800 }))
  await field('Username').fill('ana')
  await press('Enter')
  await expect.element(done('Saved')).toBeVisible()
  await expect.element(button('ana')).toBeVisible()
  await expectCount(button('robin'), 0)
  showApp('/')
  await expect.element(page.getByText('Where to next, Ana María Okafor?')).toBeVisible()
  expect(sent.at(-1)).toEqual([`PATCH ${USER}`, { full_name: 'Ana María Okafor', username: 'ana' }])
})

test('a wrong password and one that is easy to guess are said at their fields; a new one empties them', async () => {
  answers.set(
    `POST ${PASSWORD}`,
    refused(401, { code: 'wrong_credentials', message: 'This password isn’t correct.', at: 'current' }),
  )
  await openAccount()
  await field('Current password').fill('not this one')
  await field('New password').fill('a longer one')
  await button('Change password').click()
  await expect.element(field('Current password')).toHaveAccessibleDescription('This password isn’t correct.')
  const easy = 'This password is too easy to guess. Please choose another one.'
  answers.set(`POST ${PASSWORD}`, refused(400, { code: 'invalid_request', message: easy, at: 'password' }))
  await field('Current password').fill('pine-needles')
  await field('New password').fill('password1')
  await button('Change password').click()
  await expect.element(field('New password')).toHaveAccessibleDescription(/too easy to guess/)
  answers.set(`POST ${PASSWORD}`, noContent)
  await field('New password').fill('a longer one')
  await button('Change password').click()
  await expect.element(done('Your password has been changed')).toBeVisible()
  await expect.element(field('New password')).toHaveValue('')
  expect(sent.at(-1)).toEqual([`POST ${PASSWORD}`, { current: 'pine-needles', password: 'a longer one' }])
})

test('lists devices and signs out one of them, or all others', async () => {
  const phone = sessionOn('phone', 'Safari on iPhone')
  sessions = [...sessions, phone, sessionOn('desk', 'Firefox on Windows')]
  await openAccount()
  await expectTexts(devices, [/^Chrome on Linux.*This device/, /^Safari on iPhone/, /^Firefox on Windows/])
  answers.set(`DELETE ${SESSIONS}/phone`, () => {
    sessions = sessions.filter(({ key }) => key !== 'phone')
    return noContent()
  })
  await button('Sign out on Safari on iPhone').click()
  await expectCount(devices, 2)
  // One other device has no button for all others.
  await expectCount(button('Sign out on all other devices'), 0)

  sessions = [...sessions, phone]
  answers.set(`DELETE ${SESSIONS}`, () => {
    sessions = sessions.filter(({ is_this }) => is_this)
    return noContent()
  })
  queryCache.forgetPerson()
  await openAccount()
  await expectCount(devices, 3)
  await button('Sign out on all other devices').click()
  await expectCount(devices, 1)
  expect(sent.map(([request]) => request)).toEqual([`DELETE ${SESSIONS}/phone`, `DELETE ${SESSIONS}`])
})

test('a download that fails says why, until it works', async () => {
  const own = page.getByRole('region', { name: 'Your data' })
  let downloads = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.matches('a[download][href="/auth/v1/export"]')) downloads++
  })
  answers.set(`GET ${READY}`, () => {
    throw new TypeError('Failed to fetch')
  })
  await openAccount()
  await button('Download everything').click()
  const alert = own.getByRole('alert')
  await expect.element(alert).toHaveTextContent(/^We couldn’t reach the server\. Please check your connection\.$/)
  const message = 'You’ve downloaded your data 10 times in the last hour.'
  answers.set(`GET ${READY}`, refused(429, { code: 'too_many_requests', message }))
  await button('Download everything').click()
  await expect.element(alert).toHaveTextContent(message)
  expect(downloads).toBe(0)
  answers.set(`GET ${READY}`, noContent)
  await button('Download everything').click()
  await expectCount(alert, 0)
  await expect.poll(() => downloads).toBe(1)
})

test('deleting an account asks who gets each trip that others plan too, and for the password', async () => {
  const [given, heir] = [newId(), newId()]
  const trips: RemovalResponse['trips'] = [
    { id: given, name: 'Given away', others: 1, heirs: [{ id: heir, name: 'Alex Friend' }] },
  ]
  answers.set(`GET ${REMOVAL}`, () => Response.json({ trips }))
  answers.set(
    `POST ${REMOVAL}`,
    refused(401, { code: 'wrong_credentials', message: 'This password isn’t correct.', at: 'password' }),
  )
  await openAccount()
  await button('Delete my account').click()
  await expectCount(dialog().getByRole('combobox'), 1)
  await expectNoAxeFindings()
  await expect.element(dialog().getByLabelText('Given away')).toHaveValue('')
  await dialog().getByLabelText('Given away').selectOptions('Transfer it to Alex Friend')
  await field('Your password').fill('not this one')
  await press('Enter')
  await expect.element(field('Your password')).toHaveAccessibleDescription('This password isn’t correct.')
  expect(sent).toEqual([
    [`POST ${REMOVAL}`, { password: 'not this one', heirs: [{ trip_id: given, user_id: heir }], goes: [] }],
  ])
})

test('the demo account has an account page that explains it, with nothing to change', async () => {
  await openAccount({ ...ROBIN, email: DEMO_EMAIL })
  await expect
    .element(page.getByText(/Everyone shares this account, .* sign out and choose “Create Beta Account”/))
    .toBeVisible()
  await expectCount(page.getByRole('form'), 0)
  await expectCount(page.getByRole('region', { name: 'Devices' }), 0)
  await expectNoAxeFindings()
})

test.each([390, 1280])('no axe violations on the account page, light and dark, at %i px', async (width) => {
  await page.viewport(width, 844)
  await openAccount()
  await expectCount(devices, 1)
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
  await inDark(expectNoAxeFindings)
})
