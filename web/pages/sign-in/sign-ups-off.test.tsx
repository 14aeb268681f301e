import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { SignInPage } from './sign-in-page.tsx'

const password = page.getByLabelText('Password', { exact: true })
const boxOf = () => password.element().getBoundingClientRect()

/* The answer of the server stays as long as the page, so this file has one. */
test('where sign-ups are off, no form is shown before the server says so, and nothing moves', async () => {
  let respond = () => {}
  const isAsked = new Promise<void>((resolve) => {
    respond = resolve
  })
  const beta: BetaResponse = {
    ...{ beta_users: 3, demo: null, share_without_sign_in: false, sends_mail: true, sign_ups: 'off' },
  }
  responses.set('/api/beta', async () => {
    await isAsked
    return beta
  })
  responses.set('/auth/v1/passkeys/request', async () => ({ challenge: 'AQID', rpId: 'localhost' }))
  showPage(<SignInPage onReach={() => {}} />)
  await password.fill('typed meanwhile')
  const before = boxOf()
  await expectCount(button('Create Beta Account'), 0)
  await expect.element(page.getByText('Forgot your password?')).not.toBeVisible()
  respond()
  await expect
    .element(page.getByText('New accounts can’t be created here. Ask your administrator for one.'))
    .toBeVisible()
  await expect.element(page.getByText('Forgot your password?')).toBeVisible()
  expect(boxOf()).toEqual(before)
  await expect.element(password).toHaveValue('typed meanwhile')
  await expectNoAxeFindings()
})
