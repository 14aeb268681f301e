import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import { NOTICES_PATH } from '#domain/api/notices.ts'
import { followSession } from '#web/app/session-navigation.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { hold } from '#web/testing/hold.ts'
import { ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, press, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/*
 * The page keeps the server's answer about the installation while it is open, so the test in which it fails comes
 * first, and the one that waits for it second.
 */

const TOKEN = '/auth/v1/token?grant_type=password'
const SIGNUP = '/auth/v1/signup'
const BETA: BetaResponse = {
  beta_users: 7,
  demo: { email: 'demo@example.org', password: 'demo-password' },
  share_without_sign_in: true,
  sends_mail: false,
  sign_ups: 'open',
}

const counter = page.getByRole('status').filter({ hasText: /beta users? joined/ })
const trips = page.getByRole('heading', { name: 'Your trips' })

const signInForm = page.getByRole('form', { name: 'Sign In' })
const signIn = {
  email: signInForm.getByLabelText('Email', { exact: true }),
  password: signInForm.getByLabelText('Password', { exact: true }),
  button: signInForm.getByRole('button', { name: /^Sign(ing)? In/ }),
}
const form = page.getByRole('form', { name: 'Create Beta Account', includeHidden: true })
const fullName = form.getByLabelText('Full Name*', { exact: true })
const username = form.getByLabelText('Username*', { exact: true })
const email = form.getByLabelText('Email Address*', { exact: true })
const password = form.getByLabelText('Password*', { exact: true })
const referral = form.getByLabelText('How did you hear about us?', { exact: true })
const create = form.getByRole('button', { name: /^Creat(e|ing) Account/ })

/** What the server was sent, apart from reads and the challenge by which the browser can suggest passkeys. */
let sent: [string, unknown][]
/** How the server answers, by path. */
const answers = new Map<string, () => Promise<Response>>()

const signedIn = async () => Response.json({ user: ROBIN, expires_in: 1800 })
const refused = (status: number, error: object) => async () => Response.json({ error }, { status })
/** Answers once the returned function is called. */
function holdAnswer(path: string, answer: () => Promise<Response>): () => void {
  const { released, release } = hold()
  answers.set(path, () => released.then(answer))
  return release
}

beforeEach(followSession)

beforeEach(() => {
  sent = []
  answers.clear()
  answers.set(TOKEN, signedIn)
  answers.set(SIGNUP, signedIn)
  responses.set('/api/beta', async () => BETA)
  responses.set('/api/trips', async () => ({ trips: [] }))
  responses.set(NOTICES_PATH, async () => ({ notices: [], unread: {} }))
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const path = String(input)
    if (init?.method && init.method !== 'GET')
      sent.push([`${init.method} ${path}`, init.body ? JSON.parse(String(init.body)) : undefined])
    return answers.get(path)?.() ?? send(input, init)
  })
  session.announce('signed_out', null)
})

async function fillRegistration(address: string): Promise<void> {
  await button('Create Beta Account').click()
  await fullName.fill('Robin Tester')
  await username.fill('robin')
  await email.fill(address)
  await password.fill('pine-needles')
}

test('CALL-DATA-3 a failed count shows 0 and logs why', async () => {
  answers.set('/api/beta', async () => new Response('', { status: 500 }))
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  showApp('/')
  await expect.element(counter).toHaveTextContent(/^0beta users joined\(unavailable\)$/)
  expect(log.mock.calls.join()).toContain('beta users could not be counted')
  await expectCount(page.getByText('Demo credentials'), 0)
})

test('PROD-9, PROD-12, SIGNIN-9, SIGNIN-20, SIGNIN-21, CALL-DATA-2 the page presents a beta program, its size and the demo account', async () => {
  const release = holdAnswer('/api/beta', async () => Response.json(BETA))
  showApp('/')
  await expect.element(counter).toHaveTextContent('Loading...')
  await expect.element(button('Create Beta Account')).not.toBeInTheDocument()
  release()
  await expect.element(counter).toHaveTextContent(/^7beta users joined$/)
  await expect.element(button('Create Beta Account')).toBeVisible()
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent("We're currently in beta")
  const hint = page.getByText('Demo credentials').element().parentElement
  expect(hint?.textContent).toMatch(/Email \S+@\S+/)
  expect([...(hint?.querySelectorAll('code') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'demo@example.org',
    'demo-password',
  ])
})

test('SIGNIN-1..7, VALID-11, VALID-12 the form requires e-mail and password, and sends nothing without them', async () => {
  showApp('/')
  await expect.element(page.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  await expect.element(signIn.email).toHaveAttribute('type', 'email')
  await expect.element(signIn.email).toBeRequired()
  await expect.element(signIn.password).toHaveAttribute('type', 'password')
  await expect.element(signIn.password).toBeRequired()
  await expect.element(signIn.button).toHaveTextContent(/^Sign In$/)

  await signIn.password.fill('pine-needles')
  await signInForm.getByRole('button', { name: 'Show password' }).click()
  await expect.element(signIn.password).toHaveAttribute('type', 'text')
  await signInForm.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(signIn.password).toHaveAttribute('type', 'password')

  await signIn.button.click()
  await expect.element(signIn.email).toHaveFocus()
  await signIn.email.fill('robin@example.org')
  await signIn.password.fill('')
  await signIn.button.click()
  await expect.element(signIn.password).toHaveFocus()
  expect(sent).toEqual([])

  await signIn.password.fill('pine-needles')
  await signIn.button.click()
  await expect.element(trips).toBeVisible()
  expect(sent.map(([request]) => request)).toEqual(['POST /auth/v1/token?grant_type=password'])
})

test('SIGNIN-8, SIGNIN-22, SESS-3, CALL-AUTH-1..3 signing in shows progress and leads to the trips', async () => {
  const release = holdAnswer(TOKEN, signedIn)
  showApp('/nope?from=a-letter')
  await signIn.email.fill('robin@example.org')
  await signIn.password.fill('pine-needles')
  await press('Enter')
  await expect.element(signIn.button).toHaveTextContent('Signing In...')
  await expect.element(signIn.button).toBeDisabled()
  expect(sent).toEqual([
    ['POST /auth/v1/token?grant_type=password', { email: 'robin@example.org', password: 'pine-needles' }],
  ])
  release()
  await expect.element(trips).toBeVisible()
  expect(location.pathname + location.search).toBe('/')
})

test("ERR-1 a wrong password shows the server's message and keeps what was typed", async () => {
  answers.set(TOKEN, refused(401, { code: 'wrong_credentials', message: 'Invalid email or password' }))
  showApp('/')
  await signIn.email.fill('robin@example.org')
  await signIn.password.fill('not the password')
  await signIn.button.click()
  const alert = signInForm.getByRole('alert')
  await expect.element(alert).toHaveTextContent(/^Invalid email or password$/)
  await expect.element(signIn.email).toHaveValue('robin@example.org')
  await expect.element(signIn.password).toHaveValue('not the password')
  await expect.element(signIn.button).toHaveTextContent(/^Sign In$/)
  await expect.element(signIn.button).toBeEnabled()

  // The message disappears with the next attempt.
  await signIn.password.fill('pine-needles')
  const release = holdAnswer(TOKEN, signedIn)
  await signIn.button.click()
  await expect.element(signIn.button).toHaveTextContent('Signing In...')
  await expectCount(alert, 0)
  release()
  await expect.element(trips).toBeVisible()
})

test('ERR-2, ERR-3, ERR-4 a sign-in that fails without a message, or returns no user, says that it failed', async () => {
  const profile = { code: 'profile_not_loaded', message: 'Failed to load user profile' }
  const failures: [() => Promise<Response>, string][] = [
    [async () => Response.json({}), 'Login failed'],
    [refused(500, profile), 'Failed to load user profile'],
    [refused(500, { code: 'internal_error', message: '' }), 'Login failed'],
    [async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'Login failed'],
  ]
  showApp('/')
  await signIn.email.fill('robin@example.org')
  await signIn.password.fill('pine-needles')
  for (const [index, [answer, sentence]] of failures.entries()) {
    answers.set(TOKEN, answer)
    await signIn.button.click()
    await expect.poll(() => sent.length).toBe(index + 1)
    await expect.element(signInForm.getByRole('alert')).toHaveTextContent(new RegExp(`^${sentence}$`))
    await expect.element(signIn.button).toBeEnabled()
  }
})

test('SIGNIN-10..15, SIGNIN-18 the registration form collapses, labels its fields and can show the password', async () => {
  showApp('/')
  const section = button('Create Beta Account')
  await expect.element(fullName).not.toBeVisible()
  await section.click()
  for (const field of [fullName, username, email, password]) await expect.element(field).toBeVisible()
  await fullName.fill('Robin Tester')
  await section.click()
  await expect.element(fullName).not.toBeVisible()
  await section.click()
  await expect.element(fullName).toHaveValue('Robin Tester')

  await expect.element(email).toHaveAttribute('type', 'email')
  await expect.element(password).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
  await expect.element(create).toHaveTextContent(/^Create Account$/)
})

test('SIGNIN-16, VALID-5..9, CONST-2 registering sends nothing with missing fields or a short password', async () => {
  showApp('/')
  await fillRegistration('robin@example.org')
  const missing: [Locator, string, string][] = [
    [fullName, '', 'Robin Tester'],
    [fullName, '   ', 'Robin Tester'],
    [username, '', 'robin'],
    [username, '   ', 'robin'],
    [email, '', 'robin@example.org'],
    [email, 'robin', 'robin@example.org'],
    [password, '', 'pine-needles'],
  ]
  for (const [field, value, before] of missing) {
    await field.fill(value)
    await create.click()
    await expect.element(field).toHaveFocus()
    await field.fill(before)
  }
  // Typed rather than filled in: the browser validates the length of typed text only.
  await password.fill('')
  await type('12345')
  await create.click()
  await expect.element(password).toHaveFocus()
  await press('End')
  await type('6')
  expect(sent).toEqual([])

  await create.click()
  await expect.element(trips).toBeVisible()
  expect(sent.map(([request]) => request)).toEqual(['POST /auth/v1/signup'])
})

test('SIGNIN-17, SIGNIN-19, SIGNIN-23, SESS-4, CALL-AUTH-4, CALL-AUTH-5 registering shows progress and leads to the trips from any URL', async () => {
  const release = holdAnswer(SIGNUP, signedIn)
  showApp('/trip/not-for-strangers')
  await fillRegistration('robin@example.org')
  await expect.element(referral).toBeVisible()
  await expect.element(referral).toHaveValue('')
  await create.click()
  await expect.element(create).toHaveTextContent('Creating Account...')
  await expect.element(create).toBeDisabled()
  expect(sent).toEqual([
    [
      'POST /auth/v1/signup',
      {
        email: 'robin@example.org',
        password: 'pine-needles',
        data: { username: 'robin', full_name: 'Robin Tester', is_beta_user: true, referred_by: null },
      },
    ],
  ])
  release()
  await expect.element(page.getByText('Where to next, Robin Tester?')).toBeVisible()
  expect(location.pathname).toBe('/')
})

test('VALID-13, ERR-5, ERR-6, ERR-7 a registration that fails says why and keeps what was typed', async () => {
  const failures: [() => Promise<Response>, string][] = [
    [refused(409, { code: 'email_exists', message: 'Email already exists' }), 'Email already exists'],
    [async () => new Response('', { status: 500 }), 'Registration failed'],
    [
      refused(500, { code: 'profile_not_created', message: 'Failed to create user profile' }),
      'Failed to create user profile',
    ],
  ]
  showApp('/')
  await fillRegistration('robin@example.org')
  for (const [index, [answer, sentence]] of failures.entries()) {
    answers.set(SIGNUP, answer)
    await create.click()
    await expect.poll(() => sent.length).toBe(index + 1)
    await expect.element(form.getByRole('alert')).toHaveTextContent(new RegExp(`^${sentence}$`))
    await expect.element(create).toHaveTextContent(/^Create Account$/)
    await expect.element(create).toBeEnabled()
  }
  await expect.element(fullName).toHaveValue('Robin Tester')
  await expect.element(username).toHaveValue('robin')
  await expect.element(email).toHaveValue('robin@example.org')
  await expect.element(password).toHaveValue('pine-needles')
})

test('SIGNIN-13, ERR-1 an address that the server rejects shows an error at its focused field, and stays', async () => {
  const message = 'Please enter a full email address, such as robin@example.org'
  answers.set(SIGNUP, refused(400, { code: 'invalid_request', message, at: 'email' }))
  showApp('/')
  await fillRegistration('robin@lake')
  await create.click()
  await expect.element(email).toHaveAccessibleDescription(message)
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(email).toHaveFocus()
  await expect.element(form.getByText(message)).toBeVisible()
  await expectCount(form.getByRole('alert'), 0)
  await expect.element(email).toHaveValue('robin@lake')
  await expect.element(fullName).toHaveValue('Robin Tester')
  await expect.element(password).toHaveValue('pine-needles')
  await expectNoAxeFindings()
  answers.set(SIGNUP, signedIn)
  await email.fill('robin@example.org')
  await press('Enter')
  await expect.element(trips).toBeVisible()
})

test.each([
  [390, 700],
  [1280, 800],
])('SIGNIN-10 at %i px registration opens in view and focused, and nothing else moves', async (width, height) => {
  await page.viewport(width, height)
  showApp('/')
  await signIn.email.fill('robin@example.org')
  const motto = page.getByText('Plan the trip together.')
  const fromTop = () => motto.element().getBoundingClientRect().top + scrollY
  const before = fromTop()
  await button('Create Beta Account').click()
  await expect.element(fullName).toHaveFocus()
  await expect.element(fullName).toBeInViewport({ ratio: 1 })
  await expect.element(email).toHaveValue('robin@example.org')
  expect(fromTop()).toBe(before)
  await email.fill('other@example.org')
  await button('Create Beta Account').click()
  await button('Create Beta Account').click()
  await expect.element(email).toHaveValue('other@example.org')
})
