import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { User } from '#domain/person.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { ROBIN, showPage } from '#web/testing/open-trip.tsx'
import { dialog } from '#web/testing/screen.ts'
import { AccountDialog } from './account-dialog.tsx'

const GUEST: User = { ...ROBIN, id: newId(), username: 'Ana', full_name: 'Ana', email: null, is_beta_user: false }
const WARNING = 'Passkeys that you added as a guest will stop working.'
const passkey = { id: newId(), name: 'Phone', host: 'localhost', created_at: '2027-06-12T10:00:00.000Z', used_at: null }

/** Opens the dialog in which a guest signs in. What the server says about their passkeys waits for `answer`. */
function openMerge(passkeys: object[]) {
  const passkeysOfGuest = { passkeys, host: 'localhost', unavailable: null }
  const { release: answer } = holdResponse('/auth/v1/passkeys', async () => passkeysOfGuest)
  session.enter({ user: GUEST })
  queryCache.forgetPerson()
  showPage(
    <main>
      <AccountDialog hasAccount onClose={() => {}} />
    </main>,
  )
  return { answer }
}

const email = page.getByLabelText('Email', { exact: true })

test.each([
  ['with passkeys', [passkey], true],
  ['without one', [], false],
] as const)('the sign-in of a guest %s opens with all that it says', async (_, passkeys, warns) => {
  const { answer } = openMerge([...passkeys])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(dialog().elements()).toEqual([])
  answer()
  await expect.element(email).toBeVisible()
  expect(dialog().element().textContent?.includes(WARNING)).toBe(warns)
  await expectNoAxeFindings()
})

test('nobody waits long for it, and what comes later moves no field', async () => {
  const { answer } = openMerge([])
  await expect.element(dialog()).toHaveTextContent(WARNING)
  await email.fill('ana@example.org')
  const before = email.element().getBoundingClientRect().y
  answer()
  await expect.poll(() => queryCache.get(['passkeys'])).toBeDefined()
  expect(email.element().getBoundingClientRect().y).toBe(before)
  await expect.element(email).toHaveValue('ana@example.org')
})
