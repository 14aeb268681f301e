import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CalendarFeed } from '#domain/api/calendar.ts'
import { details } from '#domain/plan/details.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newCar } from '#domain/plan/rides.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, type PlanValues, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText } from '#web/testing/screen.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { SaveSharedCalendar } from './save-shared.tsx'

const TOKENS = ['first-token-of-thirty-two-letters', 'second-token-of-thirty-two-lette'] as const
const activity = (name: string, time: string) => ({
  ...newActivity(newId()),
  activity: name,
  description: '',
  duration: '',
  time,
})

const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
const ana = newId()
/** Robin drives with Ana in the morning of the first day, and there is a swim on the second. */
const values: PlanValues = {
  details: { ...details.empty, ...datesOf('2026-07-03', '2026-07-05'), time_zone: 'America/Toronto' },
  people: [buildParty(buildComing('Robin', { id: ROBIN.id })), buildParty(buildComing('Ana', { id: ana }))],
  itinerary: { 2: { title: '', light: [activity('Swim, dive', '14:00')], hard: [] } },
  rides: {
    cars: [{ ...newCar(newId(), ROBIN.id), leaves_day: 1, leaves_time: '07:30' }],
    riders: [{ id: ana, car: '' }],
  },
}

/**
 * Opens the dialog. The server has a feed if `feed` is given, and fails requests of one method. Returns the requests
 * that changed something.
 */
async function openDialog(options: TripOptions = {}, feed: CalendarFeed | null = null, failing?: string) {
  const opened = await openTrip({ values, ...options })
  const { trip, show } = opened
  const sent: [method: string, what: string, body?: unknown][] = []
  const feeds = { trip: feed, all: null as CalendarFeed | null }
  for (const [of, path] of [
    ['trip', `/api/trips/${trip.id}/calendar`],
    ['all', '/api/calendar'],
  ] as const)
    responses.set(path, async (body, _query, method) => {
      if (method === 'GET') return { feed: feeds[of] }
      if (method === failing) throw new Error('no server')
      sent.push(body === undefined ? [method, of] : [method, of, body])
      if (method === 'DELETE') feeds[of] = null
      if (method !== 'POST') return null
      const made = sent.filter(([one]) => one === 'POST').length
      const reminders = feeds[of]?.reminders ?? { departure: 'none', duties: 'none' }
      feeds[of] = { created_at: '2026-06-20T12:00:00.000Z', fetched_on: null, reminders }
      return { feed: feeds[of], token: TOKENS[made - 1] }
    })
  show(<CalendarDialog trip={trip} onClose={() => {}} />)
  await expect.element(dialog()).toBeVisible()
  return { ...opened, sent }
}

/** What is saved as a file from now on. */
function catchFiles() {
  const files: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { files, names, text: async () => (await files.at(-1)?.text()) ?? '' }
}

const address = () => page.getByLabelText('Calendar address')
const linesOf = (text: string, name: string) => text.split('\r\n').filter((line) => line.startsWith(name))

test('creates an address, shows it once, and offers to open it on Apple’s devices', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  const { sent, trip, show } = await openDialog()
  await button('Create an address').click()
  await expect.element(address()).toHaveValue(`${location.origin}/calendar/${TOKENS[0]}.ics`)
  const link = page.getByRole('link', { name: 'Open in calendar app' })
  await expect.element(link).toHaveAttribute('href', `webcal://${location.host}/calendar/${TOKENS[0]}.ics`)
  await expectText(dialog(), 'You won’t see this address again.')
  await expectText(dialog(), 'Created on Jun 20, 2026. No calendar app has read it yet.')
  await expectNoAxeFindings()
  expect(sent).toEqual([['POST', 'trip', { zone }]])
  show(<CalendarDialog trip={trip} onClose={() => {}} />)
  await expectText(dialog(), 'Created on Jun 20, 2026.')
  await expectCount(address(), 0)
})

const known: CalendarFeed = {
  created_at: '2026-06-20T12:00:00.000Z',
  fetched_on: '2026-06-25' as CalendarFeed['fetched_on'],
  reminders: { departure: 'evening', duties: 'none' },
}

test('gives a calendar another address, which it shows in place of the one before it', async () => {
  const { sent } = await openDialog({}, known)
  await expectText(dialog(), 'Last read by a calendar app on Jun 25, 2026.')
  await button('New address').click()
  await expectText(dialog(), 'The current address stops working.')
  await button('New address').click()
  await expect.element(address()).toHaveValue(`${location.origin}/calendar/${TOKENS[0]}.ics`)
  // Its reminders stay.
  await expect.element(page.getByLabelText('Reminder before you leave').first()).toHaveValue('evening')
  expect(sent).toEqual([['POST', 'trip', { zone }]])
})

test('stops a calendar', async () => {
  const { sent } = await openDialog({}, known)
  await button('Stop using this address').click()
  await button('Stop the calendar').click()
  await expect.element(button('Create an address')).toBeVisible()
  expect(sent).toEqual([['DELETE', 'trip']])
})

test('an address that could not be stopped stays on the screen, as it still works', async () => {
  await openDialog({}, null, 'DELETE')
  await button('Create an address').click()
  await button('Stop using this address').click()
  await button('Stop the calendar').click()
  await expectText(dialog(), 'We couldn’t reach the server.')
  await expect.element(address()).toHaveValue(`${location.origin}/calendar/${TOKENS[0]}.ics`)
})

test('two reminders chosen at once are both saved', async () => {
  const { sent } = await openDialog({}, known)
  await page.getByLabelText('Reminder before you leave').first().selectOptions('2 hours')
  await page.getByLabelText('Reminder before your duties').first().selectOptions('1 hour')
  await expect.poll(() => sent.at(-1)).toEqual(['PATCH', 'trip', { departure: 'two_hours', duties: 'hour' }])
})

test('reminders that could not be saved are shown as the server has them', async () => {
  await openDialog({}, known, 'PATCH')
  await page.getByLabelText('Reminder before you leave').first().selectOptions('2 hours')
  await expectText(dialog(), 'We couldn’t reach the server.')
  await expect.element(page.getByLabelText('Reminder before you leave').first()).toHaveValue('evening')
})

test('sets reminders, and has a calendar of all trips', async () => {
  const { sent } = await openDialog({}, known)
  await page.getByLabelText('Reminder before your duties').first().selectOptions('30 minutes')
  await expect.element(page.getByLabelText('Reminder before your duties').first()).toHaveValue('half_hour')
  await page.getByLabelText('All your trips').click()
  await button('Create an address').click()
  await expect.element(address()).toBeVisible()
  // The address stays while somebody looks at the other calendar.
  await page.getByLabelText('This trip').click()
  await expectCount(address(), 0)
  await page.getByLabelText('All your trips').click()
  await expect.element(address()).toHaveValue(`${location.origin}/calendar/${TOKENS[0]}.ics`)
  expect(sent).toEqual([
    ['PATCH', 'trip', { departure: 'evening', duties: 'half_hour' }],
    ['POST', 'all', { zone }],
  ])
})

test('saves what concerns the person, with reminders, and what the whole group does', async () => {
  const { trip } = await openDialog({ trip: { name: 'To the lake: 2026' } })
  const saved = catchFiles()
  await page.getByLabelText('Reminder before you leave').selectOptions('2 hours')
  await button('Save as file').click()
  await expect.poll(() => saved.names).toEqual(['To the lake 2026.ics'])
  const own = await saved.text()
  expect(saved.files[0]?.type).toBe('text/calendar; charset=utf-8')
  expect(linesOf(own, 'SUMMARY')).toEqual(['SUMMARY:You drive', 'SUMMARY:Swim\\, dive'])
  expect(linesOf(own, 'DTSTART')).toEqual(['DTSTART:20260703T073000', 'DTSTART:20260704T180000Z'])
  expect(linesOf(own, 'TRIGGER')).toEqual(['TRIGGER:-PT120M'])
  expect(linesOf(own, 'URL')[0]).toBe(`URL:${location.origin}/trip/${trip.id}`)
  await page.getByLabelText('Whole group').click()
  await expectCount(page.getByLabelText('Reminder before you leave'), 0)
  await button('Save as file').click()
  await expect.poll(() => saved.names.length).toBe(2)
  const whole = await saved.text()
  expect(linesOf(whole, 'SUMMARY')).toEqual(['SUMMARY:Robin’s car leaves', 'SUMMARY:Swim\\, dive'])
  expect(linesOf(whole, 'TRIGGER')).toEqual([])
})

test('says why there is nothing to save', async () => {
  const saved = catchFiles()
  const away = [
    buildParty(buildComing('Robin', { id: ROBIN.id, coming: 'not_coming' })),
    buildParty(buildComing('Ana', { id: ana })),
  ]
  await openDialog({ values: { ...values, people: away } })
  await button('Save as file').click()
  await expectText(dialog(), 'Nothing in the plan is for you yet.')
  await openDialog({ values: {} })
  await button('Save as file').click()
  await expectText(dialog(), 'Nothing in this trip has a date yet.')
  await openDialog({ failed: ['meals'] })
  await button('Save as file').click()
  await expectText(dialog(), 'Some of the plan isn’t loaded yet.')
  expect(saved.names).toEqual([])
})

test('saves a file without a network, and says that subscribing needs one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const saved = catchFiles()
  await openDialog()
  await expectText(dialog(), 'You’re offline.')
  await expectCount(button('Create an address'), 0)
  await button('Save as file').click()
  await expect.poll(() => saved.names.length).toBe(1)
})

test('readers save what the group does, without links and names', async () => {
  const saved = catchFiles()
  const { trip, show } = await openTrip({ values: { ...values, rides: { cars: [], riders: [] }, people: [] } })
  show(<SaveSharedCalendar trip={{ ...trip, role: null, owner_id: null }} />)
  await button('Download calendar').click()
  await expect.poll(() => saved.names.length).toBe(1)
  const text = await saved.text()
  expect(linesOf(text, 'SUMMARY')).toEqual(['SUMMARY:Swim\\, dive'])
  expect(linesOf(text, 'URL')).toEqual([])
})
