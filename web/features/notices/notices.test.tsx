import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  type ChoicesResponse,
  NOTICE_SETTINGS_PATH,
  type NoticeSettingsResponse,
  type NoticesResponse,
  noticeChoicesPath,
  PUSH_PATH,
  READ_NOTICES_PATH,
  type ReadNotices,
  remindersPath,
} from '#domain/api/notices.ts'
import { AppError } from '#domain/errors.ts'
import type { Notice } from '#domain/notices/notice.ts'
import type { Role } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { findPersistedNotices, listUnsentReads } from '#web/data/storage/persisted-notices.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { button, expectCount, focus, press, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { ChoicesPart } from './choices-part.tsx'
import { NoticesPart } from './notices-part.tsx'
import { QuietHoursPart } from './quiet-hours-part.tsx'
import { RemindersPart } from './reminders-part.tsx'

afterEach(() => vi.restoreAllMocks())

const NOTICES = '/api/notices'

function build(trip_id: string, more: Partial<Notice> = {}): Notice {
  const about = { what: 'seat_lost', name: 'Ben' } as const
  const created_at = '2027-06-12T22:30:00.000Z'
  return { id: newId(), trip_id, trip_name: 'Lake', kind: 'promise', about, created_at, is_read: false, ...more }
}

interface Options {
  notices?: (tripId: string) => Notice[]
  role?: Role
  /** Whether the server can push. */
  canPush?: boolean
  mail?: NoticeSettingsResponse['mail']
  choices?: Partial<ChoicesResponse>
}

/** Also returns what was sent. */
async function openNews(options: Options = {}) {
  const { notices = () => [], role = 'owner', canPush = true, mail = 'works', choices = {} } = options
  queryCache.forgetPerson()
  const opened = await openTrip({ trip: { role } })
  const { id } = opened.trip
  const listed = notices(id)
  const sent: [string, unknown][] = []
  responses.set(NOTICES, async () => ({
    notices: listed,
    unread: { [id]: listed.filter(({ is_read }) => !is_read).length },
  }))
  responses.set(READ_NOTICES_PATH, async (body) => sent.push(['read', body]) && null)
  responses.set(noticeChoicesPath(id), async (body, _query, method) => {
    if (method === 'PUT') sent.push(['choices', body])
    return method === 'PUT' ? null : { choices: {}, is_off: false, reminds_since: null, ...choices }
  })
  responses.set(remindersPath(id), async (body) => sent.push(['reminders', body]) && null)
  responses.set(NOTICE_SETTINGS_PATH, async (body, _query, method) => {
    if (method === 'PUT') sent.push(['settings', body])
    return method === 'PUT' ? null : { quiet: { from: '', until: '', zone: '' }, mail }
  })
  responses.set(PUSH_PATH, async () => ({ public_key: canPush ? 'B'.repeat(87) : null, devices: [] }))
  opened.show(
    <>
      <NoticesPart trip={opened.trip} />
      <ChoicesPart trip={opened.trip} />
      <QuietHoursPart />
      <RemindersPart trip={opened.trip} />
    </>,
  )
  return { ...opened, sent }
}

const toggle = (name: string) => page.getByRole('switch', { name })
const choice = (name: string) => page.getByRole('checkbox', { name, exact: true })
const ALL = 'Notifications and emails about this trip'

test('what is new is listed with its way to the plan, and is read once it was on the screen', async () => {
  const { trip, sent } = await openNews({
    notices: (id) => [build(id), build(id, { is_read: true, kind: 'asked', about: { what: 'poll', name: 'When?' } })],
  })
  const link = page.getByRole('link', { name: 'You’ve lost your seat in Ben’s car.' })
  await expect.element(link).toHaveAttribute('href', `/trip/${trip.id}/group?tab=rides`)
  await expect.element(link).toHaveTextContent(/^New: /)
  await expect.element(page.getByRole('link', { name: 'Please answer: “When?”.' })).toHaveTextContent(/^Please/)
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.[1]).toEqual({ ids: [expect.any(String)], until: '2027-06-12T22:30:00.000Z' })
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
})

/** More rows than the screen has room for, the newest first. */
const many = (count: number) => (id: string) =>
  Array.from({ length: count }, (_, at) =>
    build(id, { kind: 'asked', about: { what: 'poll', name: `Question ${at + 1}` } }),
  )
const row = (number: number) => page.getByRole('link', { name: `“Question ${number}”` })
const readIds = (sent: [string, unknown][]) =>
  sent.flatMap(([what, body]) => (what === 'read' ? (body as ReadNotices).ids : []))
const readAll = button('Mark all as read')

test('a row is read once half of it was on the screen for a second, and the count follows', async () => {
  await page.viewport(390, 844)
  let listed: Notice[] = []
  const { sent, trip } = await openNews({ notices: (id) => (listed = many(30)(id)) })
  const unread = () => queryCache.get<NoticesResponse>(['notices', trip.id])?.unread[trip.id]
  await expect.element(row(1)).toBeVisible()
  expect(unread()).toBe(30)
  const isHalfSeen = (element: Element) => {
    const { top, height } = element.getBoundingClientRect()
    return top + height / 2 < innerHeight
  }
  const rows = page.getByRole('link', { name: /Question/ })
  const seen = rows.elements().filter(isHalfSeen).length
  expect(seen).toBeGreaterThan(5)
  expect(seen).toBeLessThan(20)
  const firstIds = listed.slice(0, seen).map(({ id }) => id)
  await expect.poll(() => readIds(sent).toSorted()).toEqual(firstIds.toSorted())
  await expect.poll(unread).toBe(30 - seen)
  // They still look new.
  await expect.element(row(1)).toHaveTextContent(/^New: /)

  // Scrolling past is not reading.
  row(30).element().scrollIntoView({ block: 'end' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  scrollTo(0, 0)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(readIds(sent)).toHaveLength(seen)
  // A screen reader reads what has the focus.
  await focus(row(20))
  await expect.poll(() => readIds(sent)).toContain(listed[19]?.id)
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)

  queryCache.set(['notices', trip.id], { notices: listed.map((one) => ({ ...one, is_read: true })), unread: {} })
  await expect.element(row(1)).toHaveTextContent(/^New: /)
})

test('nothing is read on a hidden page', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { sent } = await openNews({ notices: (id) => [build(id)] })
  await expect.element(page.getByRole('link', { name: /seat/ })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(sent).toEqual([])
  state.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => readIds(sent)).toHaveLength(1)
})

test('what is read without a network counts as read at once, also after a restart, and is sent later', async () => {
  const opened = await openNews({ notices: many(30) })
  const { sent, trip } = opened
  const respond = responses.get(READ_NOTICES_PATH)
  let failures = 0
  responses.set(READ_NOTICES_PATH, async () => {
    failures++
    throw new TypeError('no network')
  })
  await expect.poll(() => failures).toBe(1)
  const unread = () => queryCache.get<NoticesResponse>(['notices', trip.id])?.unread[trip.id] ?? 0
  expect(unread()).toBeLessThan(25)
  expect(findPersistedNotices(ROBIN.id, trip.id)?.unread).toBe(unread())
  const read = listUnsentReads(ROBIN.id).map(({ id }) => id)
  expect(read).toHaveLength(30 - unread())
  // As after a restart, with a network.
  if (respond) responses.set(READ_NOTICES_PATH, respond)
  queryCache.forgetPerson()
  opened.show(<NoticesPart trip={trip} />)
  await expect.poll(() => readIds(sent)).toEqual(expect.arrayContaining(read))
  await expect.poll(() => listUnsentReads(ROBIN.id)).toEqual([])
})

test('many are marked as read with one key, and no longer look new', async () => {
  const { sent, trip } = await openNews({ notices: many(12) })
  const respond = responses.get(READ_NOTICES_PATH)
  responses.set(READ_NOTICES_PATH, async () => Promise.reject(new AppError('invalid_request', 'No.')))
  await pressOn(readAll, 'Enter')
  await expect.element(page.getByRole('alert')).toHaveTextContent('That wasn’t saved.')
  await expect.element(row(1)).toHaveTextContent(/^New: /)
  if (respond) responses.set(READ_NOTICES_PATH, respond)
  await pressOn(readAll, 'Enter')
  await expect.element(row(12)).toHaveTextContent(/^Please/)
  await expectCount(readAll, 0)
  await expectCount(page.getByRole('alert'), 0)
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Everything is marked as read.' }))
    .toBeInTheDocument()
  expect(new Set(readIds(sent)).size).toBe(12)
  expect(queryCache.get<NoticesResponse>(['notices', trip.id])?.unread).toEqual({ [trip.id]: 0 })
  await expect.element(row(1)).toHaveFocus()
})

test('with ten unread rows there is no button for all', async () => {
  await openNews({ notices: many(10) })
  await expect.element(row(10)).toBeVisible()
  await expectCount(readAll, 0)
})

test('without a network the last known news is shown, and what was read of it stays read', async () => {
  const opened = await openNews({ notices: (id) => [build(id)] })
  await expect.poll(() => opened.sent).toHaveLength(1)
  // As after a restart.
  queryCache.forgetPerson()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  responses.set(NOTICES, async () => Promise.reject(new TypeError('no network')))
  opened.show(<NoticesPart trip={opened.trip} />)
  const link = page.getByRole('link', { name: 'You’ve lost your seat in Ben’s car.' })
  await expect.element(link).toHaveTextContent(/^You/)
  await expect.element(page.getByText('You’re offline. This is what was new when you were last online.')).toBeVisible()
  expect(findPersistedNotices(ROBIN.id, opened.trip.id)?.unread).toBe(0)
})

test('nothing new is said, and not while nobody knows', async () => {
  await openNews()
  await expect.element(page.getByText('Nothing new for you.')).toBeVisible()
})

test('notifications and mails are chosen by kind, and all are off with one press', async () => {
  await page.viewport(390, 844)
  const { sent } = await openNews()
  await choice('Announcements: email').click()
  await choice('Announcements: notification').click()
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
  await toggle(ALL).click()
  await expect.element(choice('Announcements: email')).not.toBeInTheDocument()
  const neither = { announcement: { push: false, mail: false } }
  await expect
    .poll(() => sent)
    .toEqual([
      ['choices', { choices: { announcement: { push: true, mail: false } }, is_off: false }],
      ['choices', { choices: neither, is_off: false }],
      ['choices', { choices: neither, is_off: true }],
    ])
})

test.each([
  ['none', 'You’re a guest without an email address'],
  ['not_set_up', 'This server doesn’t send emails.'],
  ['refused', 'Your mail server refused our emails, so we stopped sending them.'],
] as const)('without mails it says why: %s', async (mail, text) => {
  const { sent } = await openNews({ mail })
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(choice('Announcements: email')).not.toBeInTheDocument()
  await expect.element(choice('Announcements: notification')).toBeChecked()
  if (mail !== 'refused') return
  await button('Try again').click()
  await expect.poll(() => sent.at(-1)).toEqual(['settings', { quiet: expect.any(Object), tries_mail: true }])
})

test('organizers have people reminded; members are not asked', async () => {
  const { sent } = await openNews()
  await toggle('Remind people who haven’t answered').click()
  await expect.poll(() => sent).toEqual([['reminders', { is_on: true }]])
  await expect.element(toggle('Remind people who haven’t answered')).toBeChecked()
})

test('a member has no switch for reminders', async () => {
  await openNews({ role: 'member' })
  await expect.element(toggle(ALL)).toBeVisible()
  await expect.element(toggle('Remind people who haven’t answered')).not.toBeInTheDocument()
})

test('quiet hours are switched on, changed and follow the own clock', async () => {
  const { sent } = await openNews()
  await toggle('No notifications at night').click()
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('22:00')
  await page.getByLabelText('Until', { exact: true }).fill('08:30')
  await toggle('Use my own time zone').click()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  await expect
    .poll(() => sent)
    .toEqual([
      ['settings', { quiet: { from: '22:00', until: '07:00', zone: '' } }],
      ['settings', { quiet: { from: '22:00', until: '08:30', zone: '' } }],
      ['settings', { quiet: { from: '22:00', until: '08:30', zone } }],
    ])
  await expectNoAxeFindings()
})

test('where a server sends nothing, there is nothing to choose but reminders', async () => {
  await openNews({ mail: 'not_set_up', canPush: false })
  await expect.element(page.getByText('This server doesn’t send emails.')).toBeVisible()
  await expect.element(toggle(ALL)).not.toBeInTheDocument()
  await expect.element(toggle('No notifications at night')).not.toBeInTheDocument()
  await expect.element(toggle('Remind people who haven’t answered')).toBeVisible()
})

test('where a server sends only mails, only mails are chosen', async () => {
  await openNews({ canPush: false })
  await expect.element(choice('Announcements: email')).toBeVisible()
  await expect.element(choice('Announcements: notification')).not.toBeInTheDocument()
  await expect.element(page.getByText('Notification', { exact: true })).not.toBeInTheDocument()
})

test('a time is stored with Enter, and quiet hours of no length are refused', async () => {
  const { sent } = await openNews()
  await toggle('No notifications at night').click()
  const until = page.getByLabelText('Until', { exact: true })
  await until.fill('22:00')
  await press('Enter')
  await expect.element(until).toHaveAccessibleDescription(/Choose two different times\./)
  await expect.element(until).toHaveValue('22:00')
  await until.fill('06:15')
  await expect.element(until).not.toHaveAccessibleDescription(/Choose/)
  await press('Enter')
  await expect.poll(() => sent.at(-1)).toEqual(['settings', { quiet: { from: '22:00', until: '06:15', zone: '' } }])
  expect(sent).toHaveLength(2)
  // The user's own times are restored.
  await toggle('No notifications at night').click()
  await expect.element(until).not.toBeInTheDocument()
  await toggle('No notifications at night').click()
  await expect.element(until).toHaveValue('06:15')
})

test('a choice that was not saved goes back to what the server has, and later ones are still saved', async () => {
  const { sent, trip } = await openNews()
  const path = noticeChoicesPath(trip.id)
  const works = responses.get(path)
  let refuse = () => {}
  responses.set(path, async (body, query, method) => {
    if (method !== 'PUT') return works?.(body, query, method)
    await new Promise<void>((resolve) => {
      refuse = resolve
    })
    throw new TypeError('Failed to fetch')
  })
  const mails = choice('Announcements: email')
  await expect.element(mails).toBeChecked()
  await mails.click()
  await expect.element(mails).not.toBeChecked()
  // An answer from before the change does not undo it.
  queryCache.invalidate(['notice choices', trip.id])
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(mails).not.toBeChecked()
  refuse()
  await expect.element(page.getByRole('alert')).toHaveTextContent('That wasn’t saved.')
  await expect.element(mails).toBeChecked()

  responses.set(path, works ?? (async () => null))
  await choice('Departure tomorrow: email').click()
  const choices = { departure: { push: true, mail: false } }
  await expect.poll(() => sent).toEqual([['choices', { choices, is_off: false }]])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('what somebody chose is neither sent nor shown for the next user of the device', async () => {
  const { sent, trip } = await openNews({ choices: { is_off: true } })
  const path = noticeChoicesPath(trip.id)
  const works = responses.get(path)
  let store = () => {}
  responses.set(path, async (body, query, method) => {
    if (method !== 'PUT') return works?.(body, query, method)
    sent.push(['choices', body])
    await new Promise<void>((resolve) => {
      store = resolve
    })
    return null
  })
  const all = toggle(ALL)
  await expect.element(all).not.toBeChecked()
  await all.click()
  await all.click()
  await expect.poll(() => sent).toHaveLength(1)
  const next = { ...ROBIN, id: newId() }
  session.enter({ user: next })
  queryCache.forgetPerson()
  store()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent).toHaveLength(1)
  expect(queryCache.get(['notice choices', trip.id])).not.toMatchObject({ is_off: false })
  session.enter({ user: ROBIN })
})

test('reminders that are switched on while a choice is being saved stay on', async () => {
  const { trip } = await openNews()
  const path = noticeChoicesPath(trip.id)
  const works = responses.get(path)
  let store = () => {}
  responses.set(path, async (body, query, method) => {
    if (method === 'PUT')
      await new Promise<void>((resolve) => {
        store = resolve
      })
    return works?.(body, query, method)
  })
  await toggle(ALL).click()
  await expect.element(toggle(ALL)).not.toBeChecked()
  const reminders = toggle('Remind people who haven’t answered')
  await reminders.click()
  await expect.element(reminders).toBeChecked()
  store()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(reminders).toBeChecked()
  await expect.element(toggle(ALL)).not.toBeChecked()
})

test('what was told again while it was read stays new', async () => {
  const { trip, sent } = await openNews({ notices: (id) => [build(id)] })
  await expect.element(page.getByRole('link', { name: /lost your seat/ })).toBeVisible()
  let answer = () => {}
  responses.set(READ_NOTICES_PATH, async (body) => {
    sent.push(['read', body])
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return null
  })
  await expect.poll(() => sent).toHaveLength(1)
  const key = ['notices', trip.id]
  const { notices } = queryCache.get<NoticesResponse>(key) as NoticesResponse
  const again = notices.map((notice) => ({ ...notice, created_at: '2027-06-12T22:45:00.000Z', is_read: false }))
  queryCache.set(key, { notices: again, unread: { [trip.id]: 1 } })
  answer()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(queryCache.get<NoticesResponse>(key)).toMatchObject({
    notices: [{ is_read: false }],
    unread: { [trip.id]: 1 },
  })
})
