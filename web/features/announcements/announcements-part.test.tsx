import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type AnnouncementView, seenAnnouncementsPath } from '#domain/api/announcements.ts'
import type { PeopleResponse } from '#domain/api/people.ts'
import { AppError } from '#domain/errors.ts'
import type { Announcement } from '#domain/plan/announcements.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildComing, buildParties, buildPerson } from '#domain/testing/people.ts'
import type { Role } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { pageEvents } from '#web/data/root/session.ts'
import { deviceStorage } from '#web/data/storage/web-storage.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, insertText, press, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { AnnouncementsPart } from './announcements-part.tsx'

const robin = buildComing('Robin', { id: ROBIN.id })
const [ben, cleo] = [buildPerson('Ben'), buildComing('Cleo')]
const people = buildParties(robin, ben, cleo)

const build = (text: string, more: Partial<Announcement> = {}): Announcement => ({
  id: newId(),
  text,
  to: 'everyone',
  people: [],
  by: ROBIN.id,
  at: '2027-06-12T22:30:00.000Z',
  ...more,
})
const planner = (id: string, name: string, role: 'owner' | 'member') => ({
  ...{ id, person_id: id, party_id: id, username: name, full_name: name, role, since: '2027-06-01T10:00:00.000Z' },
  ...{
    invitation_id: null,
    is_guest: false,
    can_own: true,
    is_unconfirmed: false,
    shares_party: true,
    opened_at: null,
  },
})
const members: PeopleResponse = {
  members_edit: true,
  people: [planner(ROBIN.id, 'Robin', 'owner'), planner(ben.id, 'Ben', 'member')],
  departed: [],
  invitations: [],
}

interface Options {
  announcements?: Announcement[]
  listed?: Party[]
  role?: Role | null
  views?: AnnouncementView[]
  planners?: PeopleResponse
}

/** Also returns what was sent as seen. */
async function openPart({
  announcements = [],
  listed = people,
  role = 'owner',
  views = [],
  planners = members,
}: Options = {}) {
  const values = { people: listed, announcements }
  const opened: OpenedTrip = await openTrip({ values, members: planners, trip: { role } })
  const seen: string[] = []
  responses.set(seenAnnouncementsPath(opened.trip.id), async (body, _query, method) => {
    if (method === 'POST') seen.push(...(body as { ids: string[] }).ids)
    return method === 'POST' ? body : { views }
  })
  opened.show(<AnnouncementsPart trip={opened.trip} failures={{}} />)
  return { ...opened, seen }
}

const add = button('Announce something')
const text = () => dialog().getByRole('textbox', { name: 'Announcement' })
const choice = (name: RegExp) => dialog().getByRole('radio', { name })
const card = (content: string) => page.getByRole('listitem').filter({ hasText: content }).first()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-12T22:30:00Z') }))
test('by keyboard alone: something is announced to some people, removed and restored', async () => {
  const { stored } = await openPart()
  await expect.element(page.getByText('Nothing announced yet.')).toBeVisible()
  await pressOn(add, 'Enter')
  await expect.element(text()).toHaveFocus()
  await expect.element(dialog()).toHaveTextContent('1 person will see it. 1 hasn’t joined yet.')
  await press('Tab')
  await press('ArrowDown')
  await expect.element(choice(/^People who are coming \(1\)$/)).toBeChecked()
  await press('ArrowDown')
  await expect.element(choice(/^People who haven’t said if they’re coming \(1\)$/)).toBeChecked()
  await expect
    .element(dialog())
    .toHaveTextContent('1 person will see it. Everyone else can read it under “Before the trip”.')
  // Without a text nothing is sent.
  await pressOn(button('Send'), 'Enter')
  await expect.element(text()).toHaveFocus()
  await expect.element(text()).toHaveAccessibleDescription('Write what you want to announce.')
  insertText('Answer by Friday\n<b>please</b>')
  await expect.element(dialog()).not.toHaveTextContent('Write what')
  await expectNoAxeFindings()
  await pressOn(button('Send'), 'Enter')
  await expectCount(dialog(), 0)
  await expect.element(add).toHaveFocus()
  await expect
    .element(card('Answer by Friday'))
    .toHaveTextContent('You · Jun 12, 6:30 PM · To people who hadn’t answered')
  await expect.element(page.getByText('<b>please</b>')).toBeVisible()
  const sent = {
    id: expect.any(String),
    text: 'Answer by Friday\n<b>please</b>',
    to: 'unanswered',
    people: [{ id: ben.id }],
    by: ROBIN.id,
    at: '2027-06-12T22:30:00.000Z',
  }
  await expect
    .poll(() => stored('announcements'))
    .toMatchObject([{ ...sent, at: expect.stringMatching(/^2027-06-12T22:3/) }])
  await pressOn(button('Remove announcement: Answer by Friday <b>please</b>'), 'Enter')
  await expect.poll(() => stored('announcements')).toEqual([])
  await pressOn(button('Undo'), 'Enter')
  await expect.poll(() => stored('announcements')).toMatchObject([{ text: sent.text, people: sent.people }])
})

test('an audience of nobody cannot be chosen, apart from everyone, and says so', async () => {
  await openPart({ listed: buildParties(buildPerson('Robin', { id: ROBIN.id, coming: 'unsure' })) })
  await add.click()
  await expect.element(choice(/are coming/)).toBeDisabled()
  await expect.element(choice(/are coming/)).toHaveAccessibleDescription('No one else has said they’re coming.')
  await expect.element(choice(/said if/)).toHaveAccessibleDescription('Everyone else has said if they’re coming.')
  await expect.element(choice(/^Everyone \(1\)$/)).toBeChecked()
  await expect.element(dialog()).toHaveTextContent('1 person will see it.')
})

test('a text that is too long stays, and says by how much', async () => {
  const { stored } = await openPart()
  await add.click()
  await text().click()
  insertText('x'.repeat(899))
  await expect.element(dialog()).not.toHaveTextContent('left')
  insertText('yz')
  await expect.element(dialog()).toHaveTextContent('99 characters left')
  insertText('x'.repeat(100))
  await expect.element(text()).toHaveAccessibleDescription('Shorten it by 1 character.')
  await button('Send').click()
  await expect.element(text()).toHaveFocus()
  await press('Backspace')
  await button('Send').click()
  await expect.poll(() => stored('announcements')).toMatchObject([{ text: expect.stringMatching(/^x{899}yzx{99}$/) }])
})

test('the fourth within 24 hours has to wait, also if others sent the third while it was typed', async () => {
  const { editAsOther } = await openPart({
    announcements: [
      build('Old', { at: '2027-06-11T22:29:00.000Z' }),
      build('One', { at: '2027-06-11T23:00:20.000Z' }),
      build('Two'),
    ],
  })
  await add.click()
  await text().click()
  insertText('Mine')
  editAsOther('announcements', (all) => [...all, build('Three', { by: cleo.id })])
  await expect.element(page.getByText('Three', { exact: true })).toBeInTheDocument()
  await button('Send').click()
  await expect
    .element(dialog())
    .toHaveTextContent('3 announcements were sent in the last 24 hours. You can send the next one at 7:01 PM.')
  await expect.element(text()).toHaveValue('Mine')
  await button('Cancel').click()
  await expect.element(add).toBeDisabled()
  await expect.element(add).toHaveAccessibleDescription(/^3 announcements were sent in the last 24 hours/)
  await expect.element(page.getByRole('heading', { name: 'Announcements' })).toHaveFocus()
  vi.setSystemTime('2027-06-12T23:01:00Z')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(add).toBeEnabled()
})

test('organizers read who has seen it, who has not, and who has not joined', async () => {
  const hut = build('The hut is booked')
  const seen_at = '2027-06-13T01:05:00.000Z'
  await openPart({
    announcements: [hut, build('Newer', { at: '2027-06-12T22:29:00.000Z', to: 'coming', people: [{ id: cleo.id }] })],
    views: [{ announcement_id: hut.id, person_id: ben.id, seen_at }],
  })
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Newer')
  await button('Seen by 1 of 1').click()
  const of = (title: string) =>
    page.getByRole('heading', { name: title, exact: true }).element().parentElement?.textContent
  await expect.element(page.getByRole('heading', { name: 'Seen', exact: true })).toBeVisible()
  expect(of('Seen')).toBe('SeenBen · Jun 12, 9:05 PM')
  expect(of('Hasn’t joined yet')).toBe('Hasn’t joined yetCleo')
  await expectCount(page.getByRole('heading', { name: 'Not seen yet' }), 0)
  await expect.element(button('Seen by no one yet')).toBeVisible()
  await expectNoAxeFindings()
})

test('members read the list, which counts as seen after a second', async () => {
  const [toAll, toCleo] = [
    build('For all', { by: cleo.id }),
    build('For Cleo', { to: 'coming', people: [{ id: cleo.id }] }),
  ]
  const { seen, trip } = await openPart({ announcements: [toAll, toCleo], role: 'member' })
  await expect.element(card('For all')).toHaveTextContent('Cleo · Jun 12, 6:30 PM · To everyone')
  await expect.element(card('For Cleo')).toBeVisible()
  await expectCount(button(/Announce|Remove|Seen by/), 0)
  expect(seen).toEqual([])
  await expect.poll(() => seen).toEqual([toAll.id])
  expect(deviceStorage.getItem(`wayfare.seen-announcements ${ROBIN.id} ${trip.id}`)).toBe(toAll.id)
})

test('what was seen on another device is not sent again', async () => {
  const hut = build('The hut is booked', { by: cleo.id })
  const views = [{ announcement_id: hut.id, person_id: ROBIN.id, seen_at: '2027-06-13T01:05:00.000Z' }]
  const { seen, trip } = await openPart({ announcements: [hut], role: 'member', views })
  const stored = () => deviceStorage.getItem(`wayfare.seen-announcements ${ROBIN.id} ${trip.id}`)
  await expect.poll(stored).toBe(hut.id)
  await new Promise((resolve) => setTimeout(resolve, 1300))
  expect(seen).toEqual([])
})

test.each(['member', 'everybody', null] as const)(
  'without announcements there is nothing for the role %s',
  async (role) => {
    const { trip, show } = await openPart({ role })
    show(
      <>
        <p>Before</p>
        <AnnouncementsPart trip={trip} failures={{}} />
      </>,
    )
    await expect.element(page.getByText('Before')).toBeVisible()
    await expectCount(page.getByRole('heading'), 0)
  },
)

test('on a phone, a long text without spaces does not widen the page', async () => {
  await page.viewport(390, 844)
  await openPart({ announcements: [build('x'.repeat(1000))] })
  await expect.element(button(/^Remove announcement: x{59}…$/)).toBeVisible()
  expect(sidewaysScroll()).toBe(0)
  await add.click()
  await text().click()
  insertText('x'.repeat(1000))
  await expect.element(dialog()).toHaveTextContent('0 characters left')
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
})

test('without a connection, it says when it will be sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openPart()
  await add.click()
  await expect.element(dialog()).toHaveTextContent('You’re offline. It will be sent when you’re back online.')
})

test('what is typed survives Escape and a reload of the dialog, until it is sent or given up', async () => {
  await openPart()
  await add.click()
  await text().click()
  insertText('The hut is booked')
  await press('Escape')
  await expectCount(dialog(), 0)
  await add.click()
  await expect.element(text()).toHaveValue('The hut is booked')
  await choice(/are coming/).click()
  await press('Escape')
  await add.click()
  await expect.element(choice(/are coming/)).toBeChecked()
  await button('Send').click()
  await expectCount(dialog(), 0)
  await add.click()
  await expect.element(text()).toHaveValue('')
  insertText('Bring cash')
  await button('Cancel').click()
  await add.click()
  await expect.element(text()).toHaveValue('')
})

test('somebody who claims to be a person of the list is not counted beside that person', async () => {
  const claimant = {
    ...planner(newId(), 'Cleo', 'member'),
    is_unconfirmed: true,
    claim: { name: 'Cleo', held_by: null },
  }
  const hut = build('The hut is booked')
  await openPart({ announcements: [hut], planners: { ...members, people: [...members.people, claimant] } })
  await expect.element(button('Seen by 0 of 1')).toBeVisible()
  await add.click()
  await expect.element(dialog()).toHaveTextContent('1 person will see it. 1 hasn’t joined yet.')
})

test('counts are refetched every minute, and say of when they are without a connection', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2027-06-12T22:30:00Z') })
  const hut = build('The hut is booked')
  const views: AnnouncementView[] = []
  await openPart({ announcements: [hut], views })
  await expect.element(button('Seen by 0 of 1')).toBeVisible()
  views.push({ announcement_id: hut.id, person_id: ben.id, seen_at: '2027-06-12T22:30:00.000Z' })
  vi.advanceTimersByTime(60_000)
  await expect.element(button('Seen by 1 of 1')).toBeVisible()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  pageEvents.dispatch('offline', new Event('offline'))
  await expect.element(button('Seen by 1 of 1 as of 6:31 PM')).toBeVisible()
})

test('a text counts as seen when its end was in view, not its beginning', async () => {
  await page.viewport(390, 400)
  const long = build(Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n'), { by: cleo.id })
  const { seen } = await openPart({ announcements: [long], role: 'member' })
  await expect.element(page.getByText('Line 0')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 1300))
  expect(seen).toEqual([])
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => seen).toEqual([long.id])
})

test('without knowing who has joined, nothing is counted, and it says why', async () => {
  const values = { people, announcements: [build('The hut is booked')] }
  const opened = await openTrip({ values })
  responses.set(seenAnnouncementsPath(opened.trip.id), async () => ({ views: [] }))
  responses.set(`/api/trips/${opened.trip.id}/people`, async () => {
    throw new AppError('unreachable')
  })
  opened.show(<AnnouncementsPart trip={opened.trip} failures={{}} />)
  await expect.element(page.getByText('Couldn’t load who has seen this.')).toBeVisible()
  await expectCount(button(/Seen by/), 0)
})
