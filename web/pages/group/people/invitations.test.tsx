import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import type { Invitation, NewInvitation, PeopleResponse, Planner } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, press, pressOn } from '#web/testing/screen.ts'
import { PeopleTab } from './group-tab.tsx'

/* The invitations of a trip, as its organizers see them. Who joins by them: e2e/invitations.spec.ts. */

const NAME = 'Achray'
const open = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')
const earlier = page.getByRole('list', { name: 'Earlier invitations' }).getByRole('listitem')
const linkField = dialog().getByLabelText('Invitation link', { exact: true })
const code = dialog().getByRole('img', { name: `QR code for the link to ${NAME}` })
const alert = dialog().getByRole('alert')
const question = (name: string) => page.getByRole('dialog', { name })

const invitation = (more: Partial<Invitation> = {}): Invitation => ({
  id: newId(),
  created_by: 'Robin Tester',
  created_at: '2026-07-01T12:00:00.000Z',
  expires_at: '2099-07-31T12:00:00.000Z',
  max_uses: null,
  uses: 0,
  state: 'open',
  has_link: true,
  ...more,
})
const linkTo = ({ id }: Invitation) => `${location.origin}/join/token-of-${id}`

responses.set('/api/beta', async () => {
  const beta: BetaResponse = {
    ...{ beta_users: 1, demo: null, share_without_sign_in: false, sends_mail: false, sign_ups: 'open' },
  }
  return beta
})

/** Opens the people page. The server answers as `invitations` says, which the page's requests change. */
async function openPeople(...first: Invitation[]) {
  const opened = await openTrip({ trip: { name: NAME } })
  const { id } = opened.trip
  const path = (place: string) => `/api/trips/${id}/${place}`
  const known: PeopleResponse = { ...access(planner(ROBIN, 'owner')), invitations: [] }
  /** What was asked for when invitations were made. */
  const made: NewInvitation[] = []
  const change = (one: Invitation, more: Partial<Invitation>) => {
    known.invitations = known.invitations.map((each) => (each.id === one.id ? { ...each, ...more } : each))
  }
  const add = (one: Invitation) => {
    known.invitations = [one, ...known.invitations]
    responses.set(path(`invitations/${one.id}/link`), async () => ({ token: `token-of-${one.id}` }))
    responses.set(path(`invitations/${one.id}`), async () => {
      change(one, { state: 'revoked', has_link: false })
      return null
    })
  }
  first.toReversed().forEach(add)
  responses.set(path('people'), async () => structuredClone(known))
  responses.set(path('invitations'), async (body) => {
    const options = body as NewInvitation
    made.push(options)
    const one = invitation({ max_uses: options.max_uses ?? null })
    add(one)
    return { invitation: one, token: `token-of-${one.id}` }
  })
  opened.show(<PeopleTab trip={opened.trip} failures={{}} />)
  await expect.element(button('Invite people').first()).toBeVisible()
  return {
    tripId: id,
    made,
    newest: () => known.invitations[0] as Invitation,
    linkPath: (one: Invitation) => path(`invitations/${one.id}/link`),
    /** Somebody joins meanwhile, and the page hears of it. */
    async join(one: Invitation, person: Planner, more: Partial<Invitation>) {
      known.people.push({ ...person, invitation_id: one.id })
      change(one, more)
      await queryCache.refetch(['people', id])
    },
  }
}

const guest = (full_name: string): Planner => ({
  ...planner({ id: newId(), username: full_name, full_name }, 'member'),
  is_guest: true,
})

/** Opens a section at the end of the page, which a phone folds. */
async function unfold(name: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true }).getByRole('button')
  await expect.element(heading).toHaveAttribute('aria-expanded', 'false')
  await pressOn(heading, 'Enter')
}

async function createLink(): Promise<string> {
  await button('Create link').click()
  await expect.element(linkField).toBeVisible()
  return (linkField.element() as HTMLInputElement).value
}

test.each([390, 1280])('a link and its QR code are shown again as often as somebody asks, at %s px', async (width) => {
  await page.viewport(width, 844)
  const one = invitation()
  await openPeople(one)
  if (width === 390) await unfold('Invitations')
  await button('Show link').click()
  await expect.element(linkField).toHaveValue(linkTo(one))
  await expect.element(code).toBeVisible()
  await expectNoAxeFindings()
  await button('Done').click()
  await expect.element(button('Show link')).toHaveFocus()
  await button('Show link').click()
  await expect.element(linkField).toHaveValue(linkTo(one))
})

test('a link that fails to load is tried again, by itself and on request', async () => {
  const one = invitation()
  const { linkPath, tripId } = await openPeople(one)
  let isDown = true
  let requests = 0
  responses.set(linkPath(one), async () => {
    requests++
    if (isDown) throw new TypeError('Failed to fetch')
    return { token: `token-of-${one.id}` }
  })
  await button('Show link').click()
  await expectText(alert, 'We couldn’t reach the server.')
  const before = requests
  await button('Try again').click()
  await expect.poll(() => requests).toBeGreaterThan(before)
  await expect.element(alert).toBeVisible()
  isDown = false
  await expect.element(linkField).toHaveValue(linkTo(one))
  await button('Done').click()

  // What the device remembers of it is not shown once the server refuses it.
  responses.set(linkPath(one), async () => {
    throw new AppError('invitation_expired', 'This invitation has expired.')
  })
  queryCache.set(['invitation link', tripId, one.id], { token: `token-of-${one.id}` }, false)
  await button('Show link').click()
  await expect.element(alert).toBeVisible()
  await expectCount(linkField, 0)
})

test('an invitation whose link cannot be shown says so and offers a new one', async () => {
  await openPeople(invitation({ has_link: false }))
  await expectText(open, 'we can’t show it again')
  await expectCount(button('Show link'), 0)
  await button('Replace link').click()
  await dialog().getByRole('button', { name: 'Replace link' }).click()
  await expect.element(linkField).toBeVisible()
  await button('Done').click()
  await expectCount(open, 1)
  await expect.element(button('Show link')).toBeVisible()
})

test('a link is replaced or withdrawn after a question, and listed as an earlier one', async () => {
  const one = invitation()
  const { newest, made } = await openPeople(one)
  for (const name of ['Replace link', 'Withdraw']) {
    await button(name).click()
    await expectText(dialog(), 'People who have joined stay.')
    await expectNoAxeFindings()
    await button('Cancel').click()
    await expect.element(button(name)).toHaveFocus()
  }
  expect(made).toEqual([])
  await button('Show link').click()
  await expect.element(linkField).toHaveValue(linkTo(one))
  await button('Done').click()

  await button('Replace link').click()
  await dialog().getByRole('button', { name: 'Replace link' }).click()
  await expect.element(linkField).toBeVisible()
  expect(newest().id).not.toBe(one.id)
  await expect.element(linkField).toHaveValue(linkTo(newest()))
  await button('Done').click()
  await expectCount(open, 1)

  await button('Withdraw').click()
  await dialog().getByRole('button', { name: 'Withdraw' }).click()
  await expectCount(open, 0)
  await page.getByText('Earlier invitations (2)').click()
  await expectCount(earlier, 2)
})

test('an invitation has the limits on people and time that its creator sets', async () => {
  const { made } = await openPeople()
  await button('Invite people').click()
  await expectText(dialog(), 'The link is valid for 30 days, for any number of people.')
  await dialog().getByRole('button', { name: 'Change' }).click()
  const days = dialog().getByLabelText('Valid for (days)')
  await expect.element(days).toHaveFocus()
  await days.fill('2')
  await dialog().getByLabelText('Maximum number of people').fill('1')
  await press('Enter')
  await expect.element(linkField).toBeVisible()
  expect(made).toEqual([{ days: 2, max_uses: 1 }])
  await expectText(dialog(), '0 of 1 has joined')
  await button('Done').click()
  await expectText(open, '0 of 1 has joined')
})

test('the open dialog stays as it is when somebody joins, says who, and ends the invitation after a question', async () => {
  await page.viewport(390, 844)
  const { newest, join } = await openPeople()
  await button('Invite people').click()
  const link = await createLink()
  await expectText(dialog(), 'for any number of people')
  await expectText(dialog(), 'No one has joined yet')
  await join(newest(), guest('Kim from next door'), { uses: 1 })
  await expectText(dialog().getByRole('status').filter({ hasText: 'has joined' }), '1 has joined')
  await expectText(dialog(), 'Kim from next door')
  await expect.element(linkField).toHaveValue(link)

  const withdraw = question('Withdraw this invitation?')
  await dialog().getByRole('button', { name: 'Withdraw' }).click()
  await withdraw.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(code).toBeVisible()
  await dialog().getByRole('button', { name: 'Withdraw' }).click()
  await withdraw.getByRole('button', { name: 'Withdraw' }).click()
  await expectText(dialog(), 'This invitation has been withdrawn. Its link no longer works.')
  await expectCount(code, 0)
  await button('Done').click()
  // With none that can be shown, it starts with a new one.
  await button('Invite people').click()
  await expect.element(button('Create link')).toBeVisible()
})

test('a full invitation says so in place, and another one can be made from there', async () => {
  const { newest, join } = await openPeople()
  await button('Invite people').click()
  await dialog().getByRole('button', { name: 'Change' }).click()
  await dialog().getByLabelText('Maximum number of people').fill('1')
  await press('Enter')
  await expectText(dialog(), '0 of 1 has joined')
  const { value: link } = linkField.element() as HTMLInputElement
  await join(newest(), guest('Kim'), { uses: 1, state: 'used_up', has_link: false })
  await expectText(dialog(), 'This invitation is full. Create a new one to invite more people.')
  await expectText(dialog(), '1 of 1 has joined')
  await expectCount(linkField, 0)
  await button('New invitation').click()
  expect(await createLink()).not.toBe(link)
  await expectText(dialog(), 'No one has joined yet')
})

test('on a phone, invitations are folded, and the dialog leads back from a new one', async () => {
  await page.viewport(390, 844)
  await openPeople()
  await button('Invite people').click()
  await createLink()
  await button('New invitation').click()
  // Back at the link, without closing the dialog.
  await button('Back to the open invitation').click()
  await expect.element(code).toBeVisible()
  await button('Done').click()
  await expectCount(button('Show link'), 0)
  await unfold('Invitations')
  await expect.element(button('Show link')).toBeVisible()
})
