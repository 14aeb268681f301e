import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Invitation } from '#domain/api/people.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount, press } from '#web/testing/screen.ts'
import { MailInvitation } from './mail-invitation.tsx'

const invitation: Invitation = {
  id: newId(),
  created_by: ROBIN.id,
  created_at: '2026-07-01T12:00:00.000Z',
  expires_at: '2026-07-31T12:00:00.000Z',
  max_uses: null,
  uses: 0,
  state: 'open',
  has_link: true,
}
const address = page.getByLabelText('Send it by email to', { exact: true })
const status = page.getByRole('status')

/** How the server answers the next mail, and what it was sent. */
let answer: () => Response
let sent: unknown[]
const refused = (code: number, error: object) => () => Response.json({ error }, { status: code })

beforeEach(() => {
  sent = []
  answer = () => new Response(null, { status: 204 })
  const send = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).endsWith(`/invitations/${invitation.id}/mails`)) return send(input, init)
    sent.push(JSON.parse(String(init?.body)))
    return answer()
  })
})

function open(sends_mail: boolean): void {
  queryCache.forgetPerson()
  responses.set('/api/beta', async () => ({
    beta_users: 1,
    demo: null,
    share_without_sign_in: true,
    sends_mail,
    sign_ups: 'open',
  }))
  session.enter({ user: ROBIN })
  showPage(
    <main>
      <h1>Invite people</h1>
      <MailInvitation tripId={newId()} made={{ invitation, token: 'a-token' }} />
    </main>,
  )
}

test('an invitation is mailed to one address after the other, until the server says that it is enough', async () => {
  const wrong = 'Please enter a full email address, such as robin@example.org'
  answer = refused(400, { code: 'invalid_request', message: wrong, at: 'email' })
  open(true)
  await address.fill('ana@example')
  await press('Enter')
  await expect.element(address).toHaveFocus()
  await expect.element(address).toHaveAccessibleDescription(/address/)
  await expect.element(address).toHaveValue('ana@example')
  answer = () => new Response(null, { status: 204 })
  await address.fill('ana@example.org')
  await press('Enter')
  await expect.element(status).toHaveTextContent('On its way to ana@example.org.')
  await expect.element(address).toHaveValue('')
  await expect.element(address).toHaveFocus()
  await expectNoAxeFindings()
  await address.fill('ben@example.org')
  await button('Send').click()
  await expect.element(status).toHaveTextContent('ben@example.org')

  const message = 'No more invitations can be sent by email today. Copy the link and send it yourself.'
  answer = refused(429, { code: 'too_many_requests', message })
  await address.fill('dan@example.org')
  await button('Send').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Copy the link and send it yourself.')
  await expect.element(address).toHaveValue('dan@example.org')
  expect(sent).toEqual(
    ['ana@example', 'ana@example.org', 'ben@example.org', 'dan@example.org'].map((email) => ({
      token: 'a-token',
      email,
    })),
  )
})

test('without mail it says what one does instead', async () => {
  open(false)
  await expect
    .element(page.getByText('Email isn’t set up on this server. Copy the link and send it yourself.'))
    .toBeVisible()
  await expectCount(address, 0)
  await expectNoAxeFindings()
})
