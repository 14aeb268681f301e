import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import type { User } from '#domain/person.ts'
import { newId } from '#web/data/new-id.ts'
import { session } from '#web/data/root/session.ts'
import { ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectTexts } from '#web/testing/screen.ts'
import { UserMenu } from './user-menu.tsx'

const GUEST: User = { ...ROBIN, id: newId(), username: 'Ana', full_name: 'Ana', email: null, is_beta_user: false }
const items = page.getByRole('menuitem')

/* The answer of the server stays as long as the page, so this file has one. Another: invited-guest.test.tsx. */
test('where sign-ups are off, a guest is not offered to become an account, but can move to theirs', async () => {
  let requests = 0
  let respond = () => {}
  const isAsked = new Promise<void>((resolve) => {
    respond = resolve
  })
  responses.set('/api/beta', async () => {
    requests++
    await isAsked
    return {
      beta_users: 1,
      demo: null,
      share_without_sign_in: false,
      sends_mail: false,
      sign_ups: 'off',
    } satisfies BetaResponse
  })
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
  expect(requests).toBe(0)

  // The menu opens with all that it will have: nothing moves under a finger.
  await open(GUEST)
  await expect.poll(() => requests).toBe(1)
  expect(items.elements()).toEqual([])
  respond()
  await expectTexts(items, ['Use on another device', 'I already have an account', 'Settings', 'Sign Out'])
})
