import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { InvitedTo, Joining, Namesake } from '#domain/api/people.ts'
import { type ErrorCode, errors } from '#domain/error-statuses.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, responses, showPage } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectText, expectTexts, press } from '#web/testing/screen.ts'
import { JoinPage } from './join-page.tsx'

/* What somebody sees who opens an invitation: its trip, whether it works, and questions about their name. */

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 336.0.0.20.94'

const alert = page.getByRole('alert')
const yourName = page.getByLabelText('Your name')
const question = page.getByRole('heading', { name: 'Is this you?' })
const codeLink = page.getByRole('link', { name: 'I have a code from another device' })
const candidates = page.getByRole('region', { name: 'Is this you?' }).getByRole('listitem')

/** An answer that refuses a request, with the place of a wrong value. */
class Refusal {
  constructor(
    readonly code: ErrorCode,
    readonly message: string,
    readonly at?: string,
  ) {}
}

// Somebody who is not signed in is offered a passkey.
responses.set('/auth/v1/passkeys/request', async () => ({ challenge: 'AQID', rpId: 'localhost' }))

let look: () => unknown
let join: (body: Joining) => unknown
let joined: Joining[]

const invitedTo = (more: Partial<InvitedTo> = {}): InvitedTo => ({
  trip: { name: 'Pog Lake', type: 'car_trip', destination_name: '', departure_date: '', return_date: '' },
  ...{ invited_by: 'Robin Tester', trip_id: null, names: [] },
  ...more,
})
const onList = (name: string): InvitedTo['names'][number] => ({ id: newId(), name, party: '', children: [] })
const namesake = (name: string, joined_as: Namesake['joined_as'], party = ''): Namesake => ({
  ...{ id: newId(), name, party, joined_as },
})

/** Opens an invitation that the server answers so. A test changes `look` and `join` to go on. */
function openInvitation(answer: unknown, signIn?: string): void {
  look = () => answer
  join = () => new Promise(() => {})
  joined = []
  const respond = vi.spyOn(window, 'fetch')
  respond.mockImplementation(async (input, init) => {
    const body = JSON.parse(String(init?.body)) as Joining
    if (String(input) === '/api/join') joined.push(body)
    const said = await (String(input) === '/api/join' ? join(body) : look())
    if (!(said instanceof Refusal)) return Response.json(said)
    const { code, message, at } = said
    return Response.json({ error: { code, message, at } }, { status: errors[code] })
  })
  showPage(<JoinPage token={newId()} signIn={signIn && <p>{signIn}</p>} />)
}

async function joinAs(name: string): Promise<void> {
  await yourName.fill(name)
  await button('Join').click()
}

afterEach(() => void vi.restoreAllMocks())

test('an invitation says what it is for, and refuses a name that is none', async () => {
  openInvitation(invitedTo())
  await expect.element(page.getByRole('heading', { name: 'Pog Lake' })).toBeVisible()
  await expect.element(page.getByText('Road Trip', { exact: true })).toBeVisible()
  await expect.element(page.getByText('invites you to plan this trip together')).toBeVisible()
  await expect.element(codeLink).toHaveAttribute('href', '/join/code')
  await joinAs('   ')
  expect(joined).toEqual([])
  // Nor is an invisible character: the server rejects it, and the field shows the error.
  join = () => new Refusal('invalid_request', 'Please enter your name', 'name')
  await joinAs('\u200e')
  await expect.element(yourName).toHaveAccessibleDescription('Please enter your name')
  await expect.element(yourName).toHaveFocus()
  await expectCount(alert, 0)
  expect(joined.map(({ name }) => name)).toEqual(['\u200e'])
})

test('a join whose response was lost keeps the name, and is sent again as the same device', async () => {
  openInvitation(invitedTo())
  join = () => Promise.reject(new TypeError('Failed to fetch'))
  await joinAs('Kim')
  await expectText(alert, /^We couldn’t reach the server\. Please check your connection\.$/)
  await expect.element(yourName).toHaveValue('Kim')
  await button('Join').click()
  await expect.poll(() => joined.length).toBeGreaterThan(1)
  expect(new Set(joined.map(({ device, name }) => `${device} ${name}`)).size).toBe(1)
})

test.each([
  [
    'invitation_revoked',
    m.api_errors_invitation_revoked,
    'This invitation has been withdrawn. Please ask for a new one.',
  ],
  ['invitation_expired', m.api_errors_invitation_expired, 'This invitation has expired.'],
  ['invitation_used_up', m.api_errors_invitation_used_up, 'This invitation is full.'],
] as const)('an invitation that has ended says why: %s', async (code, message, words) => {
  openInvitation(new Refusal(code, message()))
  await expectText(alert, words)
  await expectCount(yourName, 0)
  await expectNoAxeFindings()
})

test.each(['invitation_not_found', 'invalid_request'] as const)(
  'a link that is cut off may miss a part: %s',
  async (code) => {
    openInvitation(new Refusal(code, 'No such invitation'))
    await expectText(alert, 'Part of it may be missing')
    await button('Go to Wayfare').click()
    expect(location.pathname).toBe('/')
  },
)

test('without a token nothing is asked', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new Error('Nothing to ask'))
  showPage(<JoinPage token="" />)
  await expectText(alert, 'Part of it may be missing')
})

test('a page that is already open shows that the invitation was withdrawn when the person joins', async () => {
  openInvitation(invitedTo())
  join = () => new Refusal('invitation_revoked', m.api_errors_invitation_revoked())
  await joinAs('Kim')
  await expectText(alert, 'This invitation has been withdrawn.')
})

test('offline, the invitation says so, and loads once there is a network', async () => {
  openInvitation(invitedTo())
  look = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect.element(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expectText(alert, 'tries again as soon as')
  look = () => invitedTo()
  dispatchEvent(new Event('online'))
  await expect.element(yourName).toBeVisible()
})

test('in an in-app browser the invitation recommends the real browser, but still works', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(INSTAGRAM)
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  history.replaceState(null, '', '/join/abc')
  openInvitation(invitedTo())
  await expect.element(page.getByRole('heading', { name: 'Open this page in Safari' })).toBeVisible()
  await expect.element(page.getByText('You’re in Instagram’s own browser')).toBeVisible()
  await button('Copy Link').click()
  await expect.poll(() => copied).toEqual([`${location.origin}/join/abc`])
  await button('Continue here').click()
  await expect.element(yourName).toBeVisible()
})

test('who has an account can sign in first, or go back to the invitation', async () => {
  openInvitation(invitedTo(), 'The form')
  await button('Already have an account? Sign in').click()
  await expect.element(page.getByText('Sign in to join Pog Lake.')).toBeVisible()
  await expect.element(page.getByText('The form')).toBeVisible()
  await button('Back to the invitation').click()
  await expect.element(yourName).toBeVisible()
})

test('a second person with a name of the list must choose again', async () => {
  const [ana, ben] = [onList('Ana Lake'), onList('Ben Lake')]
  openInvitation(invitedTo({ names: [ana, ben] }))
  await page.getByRole('radio', { name: 'Ana Lake' }).click()
  look = () => invitedTo({ names: [ben] })
  join = () => new Refusal('name_taken', m.api_errors_name_taken())
  await button('Join as Ana Lake').click()
  await expectText(alert, /^Someone else has just joined as this person\. Who are you\?$/)
  await expectCount(page.getByRole('radio', { name: 'Ana Lake' }), 0)
  await page.getByRole('radio', { name: 'Someone else' }).click()
  await yourName.fill('Another Ana')
  await expectNoAxeFindings()
  await button('Join').click()
  await expect.poll(() => joined.at(-1)).toMatchObject({ name: 'Another Ana', is_someone_else: false })
})

test('the name of a person with an account leads to signing in, or past it by keyboard', async () => {
  openInvitation(invitedTo(), 'The form')
  join = () => ({ name_on_list: [namesake('Robin Tester', 'account')] })
  await joinAs('robin  tester')
  await expect.element(question).toHaveFocus()
  await expect.element(page.getByText('Robin Tester joined with an account. Sign in to get back in.')).toBeVisible()
  await expectCount(button('Yes, that’s me'), 0)
  await press('Tab')
  await expect.element(button('Sign in')).toHaveFocus()
  await press('Enter')
  await expect.element(page.getByText('The form')).toBeVisible()

  await button('Back to the invitation').click()
  await yourName.fill('robin tester')
  await press('Enter')
  await expect.element(question).toHaveFocus()
  await press('Tab')
  await press('Tab')
  await expect.element(button('No, I’m someone else')).toHaveFocus()
  join = () => new Promise(() => {})
  await press('Enter')
  await expect.poll(() => joined.at(-1)).toMatchObject({ name: 'robin tester', is_someone_else: true })
})

test('says that the invitation was withdrawn while the question was open', async () => {
  await page.viewport(390, 844)
  openInvitation(invitedTo())
  join = () => ({ name_on_list: [namesake('Ben', 'guest')] })
  await joinAs('Ben')
  await expect.element(question).toHaveFocus()
  await expectNoAxeFindings()
  for (const name of ['Yes, that’s me', 'No, I’m someone else'])
    expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  join = () => new Refusal('invitation_revoked', m.api_errors_invitation_revoked())
  await button('No, I’m someone else').click()
  await expectText(alert, 'This invitation has been withdrawn.')
})

test('people of one name are told apart by their party, and the one that is pressed is claimed', async () => {
  openInvitation(invitedTo({ names: [onList('Ben')] }))
  const bens = ['Silva family', 'Silva family', 'with Ada'].map((party) => namesake('Ben', null, party))
  join = () => ({ name_on_list: bens })
  await page.getByText('Someone else').click()
  await joinAs('ben')
  await expectTexts(candidates, [/Ben · Silva family/, /Ben · Silva family/, /Ben · with Ada/])
  await candidates.nth(1).getByRole('button', { name: 'Yes, that’s me' }).click()
  await expect.poll(() => joined.at(-1)).toMatchObject({ name: 'Ben', person_id: bens[1]?.id, is_claim: true })
})

test('for a member, the link leads to the trip', async () => {
  const { trip } = await openTrip()
  openInvitation(invitedTo({ trip_id: trip.id }))
  await expect.element(page.getByText('You’re already in this trip')).toBeVisible()
  await expectNoAxeFindings()
  await button('Open the trip').click()
  expect(location.pathname).toBe(`/trip/${trip.id}`)

  // Nor does another invitation ask them for a code.
  openInvitation(invitedTo())
  await expect.element(button(/^Join/)).toBeVisible()
  await expectCount(codeLink, 0)
})
