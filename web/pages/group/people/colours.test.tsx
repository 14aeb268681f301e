import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Invitation, InvitedTo, Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { JoinPage } from '#web/pages/join/join-page.tsx'
import { SignInPage } from '#web/pages/sign-in/sign-in-page.tsx'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { inDark } from '#web/testing/media.ts'
import { openTrip, ROBIN, responses, showPage } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'
import { answerPeople } from './testing/answer-people.ts'

/* The people page and the invitation by day and by night, on a phone and a large screen. */

async function look(): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height)
    await expectNoAxeFindings()
    await inDark(expectNoAxeFindings)
  }
}

/** Opens an invitation that is answered so. */
function openInvitation(answer: () => Promise<InvitedTo>): void {
  responses.set('/api/join/look', answer)
  showPage(<JoinPage token={newId()} signIn={<SignInPage onReach={() => {}} />} />)
}

// Somebody who signs in is offered a passkey.
responses.set('/auth/v1/passkeys/request', async () => ({ challenge: 'AQID', rpId: 'localhost' }))

const trip: InvitedTo['trip'] = {
  ...{ name: 'For everybody', type: 'car_trip', destination_name: '', departure_date: '', return_date: '' },
}

test('no axe violations on the invitation, light and dark', async () => {
  openInvitation(async () => ({ trip, invited_by: 'Robin Tester', trip_id: null, names: [] }))
  await expect.element(page.getByLabelText('Your name')).toBeVisible()
  await look()
  await button('Already have an account? Sign in').click()
  await expect.element(page.getByText('Sign in to join For everybody.')).toBeVisible()
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
  await look()
  openInvitation(async () => ({ trip, invited_by: 'Robin Tester', trip_id: newId(), names: [] }))
  await expect.element(button('Open the trip')).toBeVisible()
  await look()
  openInvitation(async () => {
    throw new AppError('invitation_not_found', m.api_errors_invitation_not_found())
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await look()
})

const kim: Planner = { ...planner({ id: newId(), username: 'Kim', full_name: 'Kim' }, 'member'), is_guest: true }
const row = page.getByRole('list', { name: 'People', exact: true }).getByRole('button', { name: 'Kim' })

/** Opens the people page: of somebody alone, or with Kim, who has joined by an open invitation. */
async function openPeople(hasJoined: boolean): Promise<void> {
  const people = hasJoined ? [buildParty(buildPerson('Kim', { id: kim.id }))] : []
  const opened = await openTrip({ trip: { name: 'For everybody' }, values: { people } })
  const invitation: Invitation = {
    ...{ id: newId(), created_by: 'Robin Tester', created_at: '2026-07-01T12:00:00.000Z', uses: 1, max_uses: null },
    ...{ expires_at: '2099-07-31T12:00:00.000Z', state: 'open', has_link: true },
  }
  const { known } = answerPeople(opened.trip.id, access(planner(ROBIN, 'owner'), ...(hasJoined ? [kim] : [])))
  if (hasJoined) known.invitations = [invitation]
  responses.set(`/api/trips/${opened.trip.id}/invitations/${invitation.id}/link`, async () => ({ token: 'abc' }))
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
}

responses.set('/api/beta', async () => ({
  ...{ beta_users: 1, demo: null, share_without_sign_in: false, sends_mail: false, sign_ups: 'open' },
}))

test('no axe violations on the people page, light and dark', async () => {
  await openPeople(false)
  await expect.element(page.getByText('It’s just you so far')).toBeVisible()
  await look()
  await openPeople(true)
  await expect.element(row).toBeVisible()
  await look()
})

test('no axe violations on the dialogs of a person, light and dark', async () => {
  await openPeople(true)
  await row.click()
  await expect.element(dialog()).toBeVisible()
  await look()
  await button('Edit').click()
  await look()
  await button('Remove from the trip').click()
  await expect.element(page.getByRole('dialog', { name: /^Remove Kim/ })).toBeVisible()
  await look()
})

test('no axe violations on the dialog of invitations, light and dark', async () => {
  await openPeople(true)
  await button('Invite people').first().click()
  await expect.element(dialog().getByRole('img', { name: /^QR code/ })).toBeVisible()
  await look()
  await button('New invitation').click()
  await expect.element(button('Create link')).toBeVisible()
  await look()
})
