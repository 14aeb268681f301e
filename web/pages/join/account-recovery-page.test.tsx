import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { inDark } from '#web/testing/media.ts'
import { ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

const RECOVER = '/auth/v1/recover'
const RESET = '/auth/v1/reset'
const email = page.getByRole('textbox', { name: 'Email', exact: true })
const password = page.getByLabelText('New password', { exact: true })
const alert = page.getByRole('alert')

let sent: [string, unknown][]
/** How the server answers the next POST, by path. */
const answers = new Map<string, () => Response>()
const refused = (status: number, error: object) => () => Response.json({ error }, { status })

beforeEach(() => {
  sent = []
  answers.clear()
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'POST') return send(input, init)
    sent.push([String(input), JSON.parse(String(init.body))])
    return answers.get(String(input))?.() ?? send(input, init)
  })
})

function openAt(address: string, sends_mail: boolean): void {
  responses.set('/api/beta', async () => ({
    beta_users: 1,
    demo: null,
    share_without_sign_in: true,
    sends_mail,
    sign_ups: 'open',
  }))
  showApp(address)
}

/** Opens a link for a new password, as if it had just been followed. */
async function openLink(sendsMail: boolean): Promise<void> {
  openAt('/join/password', sendsMail)
  // The page that is open takes the secret of the link.
  location.hash = '#a-secret-of-a-link'
  await expect.element(password).toBeVisible()
  expect(location.hash).toBe('')
}

test('where mail is set up, a link is requested, with no axe violations, light and dark, on phone and desktop', async () => {
  answers.set(RECOVER, () => new Response(null, { status: 204 }))
  openAt('/join/password', true)
  await expect.element(page.getByRole('form', { name: 'Get a link by email' })).toBeVisible()
  for (const width of [390, 1280]) {
    await page.viewport(width, 844)
    await expectNoAxeFindings()
    await inDark(expectNoAxeFindings)
  }
  await email.fill('robin@example.org')
  await press('Enter')
  await expect
    .element(page.getByRole('status').filter({ hasText: 'If robin@example.org has an account here' }))
    .toHaveTextContent('If robin@example.org has an account here, you’ll get an email soon.')
  expect(sent).toEqual([[RECOVER, { email: 'robin@example.org' }]])
  await expectNoAxeFindings()
})

test('without mail, the page says whom to ask, and leads back to the sign-in', async () => {
  openAt('/join/password', false)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await expect.element(page.getByText('Ask your administrator for a link')).toBeVisible()
  await expectCount(email, 0)
  await expectNoAxeFindings()
  await button('Back to sign-in').click()
  await expect.element(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
})

test('a password that is easy to guess is said at its field', async () => {
  const message = 'This password is too easy to guess. Please choose another one.'
  answers.set(RESET, refused(400, { code: 'invalid_request', message, at: 'password' }))
  await openLink(false)
  await expectNoAxeFindings()
  await password.fill('password1')
  await button('Save and sign in').click()
  await expect.element(password).toHaveAccessibleDescription(/too easy to guess/)
})

test.each([true, false])('a used link says so, and how to get a new one, with mail: %s', async (sendsMail) => {
  answers.set(RESET, refused(404, { code: 'link_not_found', message: 'This link no longer works.' }))
  await openLink(sendsMail)
  await password.fill('one more try')
  await button('Save and sign in').click()
  await expect.element(alert).toHaveTextContent('This link no longer works')
  const link = page.getByRole('link', { name: 'Send a new link' })
  if (sendsMail) await expect.element(link).toHaveAttribute('href', '/join/password')
  else await expect.element(page.getByText('Ask the person who gave it to you for a new one.')).toBeVisible()
  await expectCount(link, sendsMail ? 1 : 0)
  await expectNoAxeFindings()
})

test('on a device where somebody is signed in, the link says so', async () => {
  openAt('/join/password', false)
  session.enter({ user: ROBIN })
  location.hash = '#a-secret-of-a-link'
  await expect.element(page.getByText('You’re signed in as Robin Tester on this device.')).toBeVisible()
})
