import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { User } from '#domain/person.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { OtherDeviceDialog } from './other-device-dialog.tsx'

/* What a device shows for signing in on another one. That it works there: e2e/account-recovery.spec.ts. */

const GUEST: User = { ...ROBIN, id: newId(), username: 'Ana', full_name: 'Ana', email: null, is_beta_user: false }
const code = dialog().getByLabelText(/^The code is/)
const link = dialog().getByLabelText('Personal link', { exact: true })

/** Opens the dialog. Each code is another one. */
async function openDialog(user: User): Promise<void> {
  let made = 0
  responses.set('/auth/v1/device-code', async () => ({ code: `AB12CD3${made++}`, expires_in: 600 }))
  responses.set('/auth/v1/passkeys', async () => ({ passkeys: [], host: 'localhost', unavailable: null }))
  session.enter({ user })
  queryCache.forgetPerson()
  showPage(
    <main>
      <OtherDeviceDialog onClose={() => {}} />
    </main>,
  )
  await expect.element(code).toBeVisible()
}

test('an expired code is replaced', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  await openDialog(ROBIN)
  await expectText(dialog(), /Works once, until \d.* \(10 minutes\)/)
  const first = code.element().textContent
  expect(first).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
  // The link is for guests: an account has a password.
  await expectCount(dialog().getByText('Or use a personal link'), 0)
  vi.advanceTimersByTime(10 * 60_000 + 1000)
  await expectText(dialog(), 'The code has expired.')
  await button('Show a new code').click()
  await expect.element(code).toBeVisible()
  expect(code.element().textContent).not.toBe(first)
})

test('a guest also has a personal link, which they replace and remove', async () => {
  let made_at: string | null = null
  const secrets = ['first', 'second']
  responses.set('/auth/v1/personal-link', async (_body, _query, method) => {
    if (method === 'GET') return { made_at }
    made_at = method === 'POST' ? '2026-07-01T12:00:00.000Z' : null
    return method === 'POST' ? { secret: secrets.shift() } : null
  })
  await openDialog(GUEST)
  await expectNoAxeFindings()
  await button('Create link').click()
  await expect.element(link).toHaveValue(`${location.origin}/join/me#first`)
  await expectNoAxeFindings()
  await button('Create new link').click()
  await expect.element(link).toHaveValue(`${location.origin}/join/me#second`)
  await button('Remove the link').click()
  await expect.element(button('Create link')).toBeVisible()
  await expectCount(link, 0)

  // On another page, it only says when it was made.
  made_at = '2026-07-01T12:00:00.000Z'
  await openDialog(GUEST)
  await expectText(dialog(), 'You created this link on')
  await expect.element(page.getByRole('button', { name: 'Create new link' })).toBeVisible()
})
