import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'

/* The forms and their errors: web/pages/sign-in/sign-in-page.test.tsx. */

test('SIGNIN-17, SIGNIN-23, SESS-4, VALID-10, CALL-AUTH-4, CALL-AUTH-5, DATA-56..58, PERM-4 registering creates a beta user, with who referred them, and leads to the trips from any URL', async ({
  page,
  server,
}) => {
  await page.goto('/trip/not-for-strangers')
  await page.getByRole('button', { name: 'Create Beta Account' }).click()
  const form = page.getByRole('form', { name: 'Create Beta Account' })
  const address = `robin-${randomUUID()}@example.org`
  await form.getByLabel('Full Name*', { exact: true }).fill('Robin Tester')
  await form.getByLabel('Username*', { exact: true }).fill('robin')
  await form.getByLabel('Email Address*', { exact: true }).fill(address)
  await form.getByLabel('Password*', { exact: true }).fill('pine-needles')
  await form.getByLabel('How did you hear about us?', { exact: true }).fill('A friend at the campfire')
  await form.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Where to next, Robin Tester?')).toBeVisible()
  await expect(page).toHaveURL('/')
  const stored = server.database.prepare(
    'SELECT username, full_name, is_beta_user, referred_by FROM users LEFT JOIN profiles ON profiles.id = users.id WHERE email = ?',
  )
  expect(stored.get(address)).toEqual({
    username: 'robin',
    full_name: 'Robin Tester',
    is_beta_user: 1,
    referred_by: 'A friend at the campfire',
  })
})

test('SIGNIN-9, SESS-3 the hint box shows a working account', async ({ page }) => {
  await page.goto('/')
  const hint = page.getByText('Demo credentials').locator('..')
  await expect(hint).toContainText(/Email \S+@\S+/)
  const [email, password] = await hint.locator('code').allTextContents()
  await page.getByLabel('Email', { exact: true }).fill(email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(password ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Demo Algonquin Adventure' })).toBeVisible()
})
