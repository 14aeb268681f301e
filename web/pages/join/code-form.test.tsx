import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type ErrorCode, errors } from '#domain/error-statuses.ts'
import * as m from '#messages'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { ROBIN, showPage } from '#web/testing/open-trip.tsx'
import { expectCount, expectText, press } from '#web/testing/screen.ts'
import { AccountRecoveryPage } from './account-recovery-page.tsx'

/* The pages that sign somebody in by a code or a personal link, where they do not. */

const field = page.getByLabelText('Code', { exact: true })

afterEach(() => void vi.restoreAllMocks())

/** Every request is refused so. */
function refuseWith(code: ErrorCode, message: string, at?: string): void {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ error: { code, message, at } }, { status: errors[code] }),
  )
}

test.each([
  ['code_not_found', m.api_errors_code_not_found, /^This code doesn’t exist\./],
  ['code_used', m.api_errors_code_used, /^This code has already been used/],
] as const)('a code that does not sign in says why: %s', async (code, message, words) => {
  history.replaceState(null, '', '/join/code')
  refuseWith(code, message(), 'code')
  showPage(<AccountRecoveryPage />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoAxeFindings()
  await field.fill('0000 0000')
  await press('Enter')
  await expect.element(field).toHaveAccessibleDescription(words)
  await expect.element(field).toHaveFocus()
})

test('a personal link that is no longer one, or lacks its secret, does not work', async () => {
  history.replaceState(null, '', '/join/me')
  refuseWith('link_not_found', m.api_errors_link_not_found())
  showPage(<AccountRecoveryPage />)
  await expect.element(page.getByText('This link doesn’t work', { exact: true })).toBeVisible()
  await expectText(page.getByRole('alert'), 'It was replaced or removed')
  await expectNoAxeFindings()
})

test('a personal link asks first whether somebody is its guest', async () => {
  history.replaceState(null, '', '/join/me#abc')
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ name: 'Ana', is_you: false }))
  showPage(<AccountRecoveryPage />)
  await expect.element(page.getByRole('heading', { name: 'Continue as Ana on this device?' })).toBeVisible()
  expect(location.hash).toBe('')
  await expectNoAxeFindings()
})

test('a person who is signed in gets no code field', async () => {
  history.replaceState(null, '', '/join/code')
  session.enter({ user: ROBIN })
  showPage(<AccountRecoveryPage />)
  await expect.element(page.getByRole('heading', { name: 'You’re already signed in' })).toBeVisible()
  await expectCount(field, 0)
})
