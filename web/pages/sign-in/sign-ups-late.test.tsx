import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import { responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount } from '#web/testing/screen.ts'
import { SignInPage } from './sign-in-page.tsx'

/* The answer of the server stays as long as the page, so this file has one. */
test('SIGNIN-9 a form that is shown as the server does not answer stays, with what was typed', async () => {
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
