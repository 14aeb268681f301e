import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { SignInPage } from './sign-in-page.tsx'

const password = page.getByLabelText('Password', { exact: true })
const boxOf = () => password.element().getBoundingClientRect()

/** The server, which has no sign-ups and no demo account, answers when the returned function is called. */
function holdBeta(): () => void {
  const beta: BetaResponse = {
    ...{ beta_users: 3, demo: null, share_without_sign_in: false, sends_mail: true, sign_ups: 'off' },
  }
  responses.set('/auth/v1/passkeys/request', async () => ({ challenge: 'AQID', rpId: 'localhost' }))
  return holdResponse('/api/beta', async () => beta).release
}

test('where sign-ups are off, no form is shown before the server says so, and nothing moves', async () => {
  const respond = holdBeta()
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

test('SIGNIN-9 a form that is shown as the server does not answer stays, with what was typed', async () => {
  const respond = holdBeta()
  showPage(<SignInPage onReach={() => {}} />)
  await button('Create Beta Account').click()
  const name = page.getByLabelText('Full Name*')
  await name.fill('Ana Lake')
  const before = name.element().getBoundingClientRect()
  respond()
  await expect.element(page.getByText(/beta users? joined/)).not.toHaveTextContent('Loading...')
  // This server has no demo account.
  await expectCount(page.getByText('Demo credentials'), 0)
  await expect.element(name).toHaveValue('Ana Lake')
  expect(name.element().getBoundingClientRect()).toEqual(before)
})
