import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  type ChoicesResponse,
  NOTICE_SETTINGS_PATH,
  type NoticeSettingsResponse,
  noticeChoicesPath,
  PUSH_PATH,
  READ_NOTICES_PATH,
  remindersPath,
} from '#domain/api/notices.ts'
import type { Notice } from '#domain/notices/notice.ts'
import type { Role } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, responses } from '#web/testing/open-trip.tsx'
import { button, sidewaysScroll } from '#web/testing/screen.ts'
import { ChoicesPart } from './choices-part.tsx'
import { NoticesPart } from './notices-part.tsx'
import { QuietHoursPart } from './quiet-hours-part.tsx'

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
  queryCache.clear()
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
  expect(sent[0]?.[1]).toEqual({ ids: [expect.any(String)] })
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
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
