import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeFindings, TestServer, test } from './fixtures.ts'
import { holdResponses, listRequests, pathOf } from './held-requests.ts'
import { watchContext } from './watched-context.ts'

const TOKEN = '**/auth/v1/token?grant_type=password'
const SIGNUP = '**/auth/v1/signup'

test('SIGNIN-1..7, VALID-11, VALID-12 the form requires e-mail and password, and sends nothing without them', async ({
  page,
  person,
}) => {
  await page.goto('/')
  const calls = listWrites(page)
  const { form, email, password, button } = signInForm(page)

  await expect(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveJSProperty('required', true)
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveJSProperty('required', true)
  await expect(button).toHaveText('Sign In')

  await password.fill(person.password)
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await button.click()
  await expect(email).toBeFocused()
  await email.fill(person.email)
  await password.fill('')
  await button.click()
  await expect(password).toBeFocused()
  expect(await calls()).toEqual([])

  await password.fill(person.password)
  await button.click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  expect(await calls()).toEqual(['POST /auth/v1/token?grant_type=password'])
})

test('SIGNIN-8, SIGNIN-22, SESS-3, CALL-AUTH-1..3 signing in shows progress and leads to the trips', async ({
  page,
  person,
}) => {
  await page.goto('/nope?from=a-letter')
  const { email, password, button } = signInForm(page)
  const release = await holdResponses(page, TOKEN)
  const sent = page.waitForRequest(TOKEN)
  await email.fill(person.email)
  await password.fill(person.password)
  await password.press('Enter')

  await expect(button).toHaveText('Signing In...')
  await expect(button).toBeDisabled()
  const call = await sent
  expect(call.method()).toBe('POST')
  expect(new URL(call.url()).search).toBe('?grant_type=password')
  expect(call.postDataJSON()).toEqual({ email: person.email, password: person.password })

  release()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the e-mail address is case-insensitive', async ({ page, person }) => {
  await page.goto('/')
  const { email, password, button } = signInForm(page)
  await email.fill(person.email.toUpperCase())
  await password.fill(person.password)
  await button.click()
  await expect(page.getByText(`Where to next, ${person.full_name}?`)).toBeVisible()
})

test("ERR-1 a wrong password shows the server's message and keeps what was typed", async ({
  page,
  person,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.goto('/')
  const { form, email, password, button } = signInForm(page)
  await email.fill(person.email)
  await password.fill('not the password')
  await button.click()
  await expect(form.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(email).toHaveValue(person.email)
  await expect(password).toHaveValue('not the password')
  await expect(button).toHaveText('Sign In')
  await expect(button).toBeEnabled()

  // The message disappears with the next attempt.
  await password.fill(person.password)
  const release = await holdResponses(page, TOKEN)
  await button.click()
  await expect(button).toHaveText('Signing In...')
  await expect(form.getByRole('alert')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('ERR-2, ERR-3 a sign-in that fails without a message, or returns no user, says that it failed', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 50[02]/)
  await page.goto('/')
  const { form, email, password, button } = signInForm(page)
  await email.fill('robin@example.org')
  await password.fill('pine-needles')
  const answers = [
    { status: 200, json: {} },
    { status: 500, json: { error: { code: 'internal_error', message: '' } } },
    { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
  ]
  for (const answer of answers) {
    await page.route(TOKEN, (route) => route.fulfill(answer), { times: 1 })
    const answered = page.waitForResponse(TOKEN)
    await button.click()
    await answered
    await expect(form.getByRole('alert')).toHaveText('Login failed')
    await expect(button).toBeEnabled()
  }
})

test('ERR-4 an account without a profile cannot sign in, and is told so', async ({
  page,
  server,
  person,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  server.database.prepare('DELETE FROM profiles WHERE id = ?').run(person.id)
  await page.goto('/')
  const { form, email, password, button } = signInForm(page)
  await email.fill(person.email)
  await password.fill(person.password)
  await button.click()
  await expect(form.getByRole('alert')).toHaveText('Failed to load user profile')
})

test('SIGNIN-10..15, SIGNIN-18 the registration form collapses, labels its fields and can show the password', async ({
  page,
}) => {
  await page.goto('/')
  const section = page.getByRole('button', { name: 'Create Beta Account' })
  const { form, fullName, username, email, password, button } = registrationForm(page)
  await expect(fullName).toBeHidden()
  await section.click()
  for (const field of [fullName, username, email, password]) await expect(field).toBeVisible()
  await fullName.fill('Robin Tester')
  await section.click()
  await expect(fullName).toBeHidden()
  await section.click()
  await expect(fullName).toHaveValue('Robin Tester')

  await expect(email).toHaveAttribute('type', 'email')
  await expect(password).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(button).toHaveText('Create Account')
})

test('SIGNIN-16, VALID-5..9, CONST-2 registering sends nothing with missing fields or a short password', async ({
  page,
}) => {
  await page.goto('/')
  const calls = listWrites(page)
  await fillRegistration(page, newEmail())
  const { fullName, username, email, password, button } = registrationForm(page)
  const missing: [Locator, string][] = [
    [fullName, ''],
    [fullName, '   '],
    [username, ''],
    [username, '   '],
    [email, ''],
    [email, 'robin'],
    [password, ''],
  ]
  for (const [field, value] of missing) {
    const before = await field.inputValue()
    await field.fill(value)
    await button.click()
    await expect(field).toBeFocused()
    await field.fill(before)
  }
  // Typed rather than filled in: the browser validates the length of typed text only.
  await password.fill('')
  await password.pressSequentially('12345')
  await button.click()
  await expect(password).toBeFocused()
  await password.press('End')
  await password.pressSequentially('6')
  expect(await calls()).toEqual([])

  await button.click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  expect(await calls()).toEqual(['POST /auth/v1/signup'])
})

test('SIGNIN-17, SIGNIN-19, SIGNIN-23, SESS-4, VALID-10, CALL-AUTH-4, CALL-AUTH-5, DATA-56..58, PERM-4 registering creates a beta user and leads to the trips from any URL', async ({
  page,
  server,
}) => {
  await page.goto('/trip/not-for-strangers')
  await page.getByRole('button', { name: 'Create Beta Account' }).click()
  const { fullName, username, email, password, referral, button } = registrationForm(page)
  const address = newEmail()
  await fullName.fill('Robin Tester')
  await username.fill('robin')
  await email.fill(address)
  await password.fill('pine-needles')
  await expect(referral).toBeVisible()
  await expect(referral).toHaveValue('')
  const release = await holdResponses(page, SIGNUP)
  const sent = page.waitForRequest(SIGNUP)
  await button.click()

  await expect(button).toHaveText('Creating Account...')
  await expect(button).toBeDisabled()
  const call = await sent
  expect(call.method()).toBe('POST')
  expect(call.postDataJSON()).toEqual({
    email: address,
    password: 'pine-needles',
    data: { username: 'robin', full_name: 'Robin Tester', is_beta_user: true, referred_by: null },
  })

  release()
  await expect(page.getByText('Where to next, Robin Tester?')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(findProfile(server, address)).toEqual({
    username: 'robin',
    full_name: 'Robin Tester',
    is_beta_user: 1,
    referred_by: null,
  })
})

test('DATA-58 stores with the account who referred a new user', async ({ page, server }) => {
  await page.goto('/')
  const address = newEmail()
  await fillRegistration(page, address)
  const { referral, button } = registrationForm(page)
  await referral.fill('A friend at the campfire')
  const sent = page.waitForRequest(SIGNUP)
  await button.click()
  expect((await sent).postDataJSON().data).toMatchObject({ referred_by: 'A friend at the campfire' })
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  expect(findProfile(server, address)).toMatchObject({ referred_by: 'A friend at the campfire' })
})

test('VALID-13, ERR-5 rejects an address that has an account, in any letter case, and keeps what was typed', async ({
  page,
  person,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  await page.goto('/')
  const { form, fullName, username, email, password, button } = registrationForm(page)
  for (const address of [person.email, person.email.toUpperCase()]) {
    if (address === person.email) await fillRegistration(page, address)
    else await email.fill(address)
    const answered = page.waitForResponse(SIGNUP)
    await button.click()
    await answered
    await expect(form.getByRole('alert')).toHaveText('Email already exists')
    await expect(button).toHaveText('Create Account')
    await expect(button).toBeEnabled()
  }
  await expect(fullName).toHaveValue('Robin Tester')
  await expect(username).toHaveValue('robin')
  await expect(email).toHaveValue(person.email.toUpperCase())
  await expect(password).toHaveValue('pine-needles')
})

test('SIGNIN-13, ERR-1 an address that the server rejects shows an error at its focused field, and stays', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  await page.goto('/')
  await fillRegistration(page, 'robin@lake')
  const { form, fullName, email, password, button } = registrationForm(page)
  const sentence = 'Please enter a full email address, such as robin@example.org'
  await button.click()
  await expect(email).toHaveAccessibleDescription(sentence)
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expect(form.getByText(sentence)).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(email).toHaveValue('robin@lake')
  await expect(fullName).toHaveValue('Robin Tester')
  await expect(password).toHaveValue('pine-needles')
  await expectNoAxeFindings(page)
  await email.fill(newEmail())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('ERR-6 a registration that fails without a message says that it failed', async ({ page, allowConsole }) => {
  allowConsole(/status of 500/)
  await page.goto('/')
  const { form, button } = registrationForm(page)
  await fillRegistration(page, newEmail())
  await page.route(SIGNUP, (route) => route.fulfill({ status: 500, body: '' }))
  await button.click()
  await expect(form.getByRole('alert')).toHaveText('Registration failed')
})

test('ERR-7 creates no account without a profile: the person is told, and the address stays free', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const address = newEmail()
  server.database.exec(
    "CREATE TRIGGER no_profiles BEFORE INSERT ON profiles BEGIN SELECT RAISE(ABORT, 'profiles are closed today'); END",
  )
  try {
    await page.goto('/')
    await fillRegistration(page, address)
    const { form, button } = registrationForm(page)
    await button.click()
    await expect(form.getByRole('alert')).toHaveText('Failed to create user profile')
  } finally {
    server.database.exec('DROP TRIGGER no_profiles')
  }
  expect(findProfile(server, address)).toBeUndefined()
  await registrationForm(page).button.click()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('PROD-9, PROD-12, SIGNIN-20, SIGNIN-21, CALL-DATA-2 the page presents a beta program and its size', async ({
  page,
  server,
  person,
  register,
}) => {
  const other = await register()
  server.database.prepare('UPDATE profiles SET is_beta_user = 0 WHERE id = ?').run(other.id)
  const { beta, all } = server.database
    .prepare('SELECT count(*) AS "all", sum(is_beta_user) AS beta FROM profiles')
    .get() as {
    beta: number
    all: number
  }
  expect(beta, `${person.email} is counted, ${other.email} is not`).toBeLessThan(all)

  const release = await holdResponses(page, '**/api/beta')
  await page.goto('/')
  const counter = page.getByRole('status').filter({ hasText: /beta users? joined/ })
  await expect(counter).toContainText('Loading...')
  release()
  await expect(counter).toHaveText(`${beta}beta ${beta === 1 ? 'user' : 'users'} joined`)
  await expect(page.getByRole('button', { name: 'Create Beta Account' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText("We're currently in beta")
})

test('CALL-DATA-3 a failed count shows 0 and logs why', async ({ page, allowConsole }) => {
  allowConsole(/status of 500|beta users could not be counted/)
  await page.route('**/api/beta', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/')
  const counter = page.getByRole('status').filter({ hasText: /beta users? joined/ })
  await expect(counter).toHaveText('0beta users joined(unavailable)')
})

test('SIGNIN-9 the hint box shows a working account', async ({ page }) => {
  await page.goto('/')
  const hint = page.getByText('Demo credentials').locator('..')
  await expect(hint).toContainText(/Email \S+@\S+/)
  const [demoEmail, demoPassword] = await hint.locator('code').allTextContents()
  const { email, password, button } = signInForm(page)
  await email.fill(demoEmail ?? '')
  await password.fill(demoPassword ?? '')
  await button.click()
  await expect(page.getByRole('link', { name: 'Demo Algonquin Adventure' })).toBeVisible()
})

test('SIGNIN-9 an operator can turn off the demo account and its hint', async ({ browser, watch }) => {
  const server = await TestServer.open({ DEMO: 'off' })
  const context = await browser.newContext({ baseURL: server.address })
  try {
    watchContext(context, server.address, watch)
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('status')).toHaveText('0beta users joined')
    await expect(page.getByText('Demo credentials')).toBeHidden()
  } finally {
    await context.close()
    await server.remove()
  }
})

function signInForm(page: Page) {
  const form = page.getByRole('form', { name: 'Sign In' })
  return {
    form,
    email: form.getByLabel('Email', { exact: true }),
    password: form.getByLabel('Password', { exact: true }),
    button: form.locator('button[type=submit]'),
  }
}

function registrationForm(page: Page) {
  const form = page.getByRole('form', { name: 'Create Beta Account', includeHidden: true })
  return {
    form,
    fullName: form.getByLabel('Full Name*', { exact: true }),
    username: form.getByLabel('Username*', { exact: true }),
    email: form.getByLabel('Email Address*', { exact: true }),
    password: form.getByLabel('Password*', { exact: true }),
    referral: form.getByLabel('How did you hear about us?', { exact: true }),
    button: form.locator('button[type=submit]'),
  }
}

async function fillRegistration(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Beta Account' }).click()
  const { fullName, username, email, password } = registrationForm(page)
  await fullName.fill('Robin Tester')
  await username.fill('robin')
  await email.fill(address)
  await password.fill('pine-needles')
}

/** Apart from the challenge by which the browser can suggest passkeys. It says nothing about who asks. */
const listWrites = (page: Page) =>
  listRequests(page, (request) => {
    const isOther = request.method() === 'GET' || pathOf(request) === '/auth/v1/passkeys/request'
    return isOther ? undefined : `${request.method()} ${pathOf(request)}`
  })

function findProfile(server: TestServer, email: string): unknown {
  return server.database
    .prepare(
      'SELECT username, full_name, is_beta_user, referred_by FROM users LEFT JOIN profiles ON profiles.id = users.id WHERE email = ?',
    )
    .get(email)
}

function newEmail(): string {
  return `robin-${crypto.randomUUID()}@example.org`
}

for (const [width, height] of [
  [390, 700],
  [1280, 800],
] as const) {
  test(`SIGNIN-10 at ${width} px registration opens in view and focused, and nothing else moves`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await page.getByLabel('Email', { exact: true }).fill('robin@example.org')
    const motto = page.getByText('Plan the trip together.')
    const fromTop = () => motto.evaluate((element) => element.getBoundingClientRect().top + scrollY)
    const before = await fromTop()
    await page.getByRole('button', { name: 'Create Beta Account' }).click()
    const { fullName, email } = registrationForm(page)
    await expect(fullName).toBeFocused()
    await expect(fullName).toBeInViewport({ ratio: 1 })
    await expect(email).toHaveValue('robin@example.org')
    expect(await fromTop()).toBe(before)
    await email.fill('other@example.org')
    await page.getByRole('button', { name: 'Create Beta Account' }).click()
    await page.getByRole('button', { name: 'Create Beta Account' }).click()
    await expect(email).toHaveValue('other@example.org')
  })
}
