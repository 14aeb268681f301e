import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import type { LocalDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { tripMenu } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

const DAY = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10) as LocalDate
const activity = (id: string, name: string) => ({
  ...newActivity(`00000000-0000-4000-8000-0000000000${id}`),
  activity: name,
  description: '',
  time: '14:00',
  duration: '1 hour',
})
const [swim, hike] = [activity('01', 'Swim, dive'), activity('02', 'Hike')]
const plan = {
  details: { ...details.empty, departure_date: inDays(20), return_date: inDays(22), time_zone: 'America/Toronto' },
  itinerary: { 1: { title: '', light: [swim, hike], hard: [] } },
}

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[] as [string, unknown[], unknown[]])
    .getAllSubcomponents('vevent')
    .map((event) => [event.getFirstPropertyValue('summary'), event.getFirstPropertyValue('status')])

async function openCalendar(page: Page): Promise<void> {
  await tripMenu(page).click()
  await page.getByRole('menuitem', { name: 'Calendar' }).click()
}

test('a calendar app reads the trip at a secret address until it is stopped, and a file is saved on the device, also by people who only read the trip', async ({
  page,
  friend,
  server,
  createTrip,
  openSignedIn,
}) => {
  const tripId = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan })
  const phone = await openSignedIn(phoneWithApp)
  await phone.goto(`/trip/${tripId}`)
  await openCalendar(phone)
  const dialog = phone.getByRole('dialog', { name: 'Calendar' })
  await dialog.getByRole('button', { name: 'Create an address' }).tap()
  const address = await dialog.getByLabel('Calendar address').inputValue()
  expect(address).toMatch(new RegExp(`^${server.address}/calendar/[\\w-]{32}\\.ics$`))
  // Only Apple's devices open an address in their calendar app.
  await expect(dialog.getByRole('link', { name: 'Open in calendar app' })).toHaveCount(0)
  await expect(dialog).toContainText('In Google Calendar, on a computer')
  await expectNoAxeFindings(phone)
  await dialog
    .getByRole('region', { name: 'Subscribe' })
    .getByLabel('Reminder before you leave')
    .selectOption('Evening before')

  // A calendar app has no cookies, and opens it even where the app's service worker is active.
  const read = async () => {
    const response = await fetch(address)
    return { status: response.status, text: await response.text() }
  }
  expect(eventsOf((await read()).text)).toEqual([
    ['Swim, dive', 'CONFIRMED'],
    ['Hike', 'CONFIRMED'],
  ])
  const [opened] = await Promise.all([phone.waitForEvent('download'), phone.goto(address).catch(() => undefined)])
  expect(eventsOf(await readFile(await opened.path(), 'utf8'))).toHaveLength(2)

  await storeSection(page, server, tripId, 'itinerary', { 1: { title: '', light: [swim], hard: [] } })
  await expect
    .poll(async () => eventsOf((await read()).text))
    .toEqual([
      ['Swim, dive', 'CONFIRMED'],
      ['Cancelled', 'CANCELLED'],
    ])

  await phone.goto(`/trip/${tripId}`)
  await openCalendar(phone)
  // A file instead.
  const [file] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('button', { name: 'Save as file' }).tap(),
  ])
  expect(file.suggestedFilename()).toBe('To the lake.ics')
  expect(eventsOf(await readFile(await file.path(), 'utf8')).map(([title]) => title)).toEqual(['Swim, dive'])
  await expect(dialog.getByRole('region', { name: 'Subscribe' }).getByLabel('Reminder before you leave')).toHaveValue(
    'evening',
  )
  await dialog.getByRole('button', { name: 'Stop' }).tap()
  await phone
    .getByRole('dialog', { name: 'Stop this calendar?' })
    .getByRole('button', { name: 'Stop the calendar' })
    .tap()
  await expect(dialog.getByRole('button', { name: 'Create an address' })).toBeVisible()
  expect(await read()).toEqual({ status: 404, text: '' })

  const sharing = await page.request.put(`/api/trips/${tripId}/sharing`, {
    data: {},
    headers: { origin: server.address },
  })
  const { share_token } = (await sharing.json()) as { share_token: string }
  await friend.goto(`/shared/${tripId}?token=${share_token}`)
  const [shared] = await Promise.all([
    friend.waitForEvent('download'),
    friend.getByRole('button', { name: 'Download calendar' }).click(),
  ])
  expect(shared.suggestedFilename()).toBe('To the lake.ics')
  expect(eventsOf(await readFile(await shared.path(), 'utf8')).map(([title]) => title)).toEqual(['Swim, dive'])
})
