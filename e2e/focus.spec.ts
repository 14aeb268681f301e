import { expect, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { button, noteTexts } from './page-parts.ts'

/* What depends on scripts and answers that are late. Where the focus goes on all pages: web/app/focus.test.tsx. */

test('after two quick deletions the focus is near the last one', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  await page.goto(`/trip/${await createTrip(page, { name: 'By keyboard', type: 'car_trip' })}`)
  const bins = page.getByRole('button', { name: /^Delete note/ })
  await expect(bins.first()).toBeVisible()
  const last = await noteTexts(page).last().innerText()
  const count = await bins.count()
  expect(count).toBeGreaterThan(3)
  // The script that moves the focus is still loading at the second deletion.
  const release = await holdRequests(page, 'GET', /near-focus/)
  await bins.first().press('Enter')
  await expect(bins).toHaveCount(count - 1)
  await bins.nth(count - 3).press('Enter')
  await expect(bins).toHaveCount(count - 2)
  await expect(noteTexts(page).last()).toHaveText(last)
  release()
  await expect(bins.last()).toBeFocused()
})

test('a busy button to sign in keeps the focus, and then the page that opens has it', async ({
  page,
  person,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.goto('/')
  const release = await holdRequests(page, 'POST', /\/token$/)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the password')
  await button(page, 'Sign In').press('Enter')
  await expect(button(page, 'Signing In...')).toBeDisabled()
  await expect(button(page, 'Signing In...')).toBeFocused()
  release()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(button(page, 'Sign In')).toBeFocused()

  await password.fill(person.password)
  await password.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your trips' })).toBeFocused()
})
