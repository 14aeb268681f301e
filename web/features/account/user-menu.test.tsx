import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import type { User } from '#domain/person.ts'
import { newId } from '#web/data/new-id.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, dialog, expectTexts } from '#web/testing/screen.ts'
import { UserMenu } from './user-menu.tsx'

const GUEST: User = { ...ROBIN, id: newId(), username: 'Ana', full_name: 'Ana', email: null, is_beta_user: false }
const items = page.getByRole('menuitem')

test('where sign-ups are off, a guest is not offered to become an account, but can move to theirs', async () => {
  const beta: BetaResponse = {
    beta_users: 1,
    demo: null,
    share_without_sign_in: false,
    sends_mail: false,
    sign_ups: 'off',
  }
  const { release: respond, count } = holdResponse('/api/beta', async () => beta)
  const open = async (user: User) => {
    session.enter({ user })
    showPage(
      <header>
        <UserMenu />
      </header>,
    )
    await button(user.username).click()
  }
  // An account asks nothing.
  await open(ROBIN)
  await expectTexts(items, [/Your account/, 'Use on another device', 'Settings', 'Sign Out'])
  expect(count()).toBe(0)

  // The menu opens with all that it will have: nothing moves under a finger.
  await open(GUEST)
  await expect.poll(count).toBe(1)
  expect(items.elements()).toEqual([])
  respond()
  await expectTexts(items, ['Use on another device', 'I already have an account', 'Settings', 'Sign Out'])
})

test('where only invited people register, a guest may become an account', async () => {
  const beta: BetaResponse = {
    ...{ beta_users: 1, demo: null, share_without_sign_in: false, sends_mail: false, sign_ups: 'invited' },
  }
  responses.set('/api/beta', async () => beta)
  responses.set('/auth/v1/user', async () => ({ user: { ...GUEST, email: 'ana@example.org' }, expires_in: 1800 }))
  responses.set('/auth/v1/passkeys', async () => ({ passkeys: [], host: 'localhost', unavailable: null }))
  session.enter({ user: GUEST })
  showPage(
    <header>
      <UserMenu />
    </header>,
  )
  await button('Ana').click()
  await expectTexts(page.getByRole('menuitem'), [
    'Use on another device',
    'Add email and password',
    'I already have an account',
    'Settings',
    'Sign Out',
  ])
  await page.getByRole('menuitem', { name: 'Add email and password' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add email and password' })).toBeVisible()
  await expectNoAxeFindings()
  await dialog().getByLabelText('Email', { exact: true }).fill('ana@example.org')
  await dialog().getByLabelText('Password', { exact: true }).fill('pine-needles')
  await button('Save').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await button('Ana').click()
  await expectTexts(page.getByRole('menuitem'), [/Your account/, 'Use on another device', 'Settings', 'Sign Out'])
})
