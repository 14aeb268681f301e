import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, OFFLINE } from './fixtures.ts'
import { cachedMaps, expectLandDrawn, pin, plan, row, shareOf, smallPhone, test } from './map-page.ts'
import { listCachedFiles, waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { showOfflineSwitch } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { addMember } from './stored-plan.ts'

/* Tracks between people and devices: from a file to everybody's map, without a network, and out again. */

const points = Array.from({ length: 400 }, (_, at) => {
  const [lat, lon] = [45.5 + at / 2000, -78.8 + Math.sin(at / 40) / 8]
  return `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><ele>${400 + at}</ele><time>2026-07-11T08:00:00Z</time></trkpt>`
})
const gpx = {
  name: 'Robin’s ridge walk.gpx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(
    `<gpx><wpt lat="45.6" lon="-78.7"><name>Spring</name><sym>Drinking Water</sym></wpt>
    <trk><name>Ridge walk</name><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  ),
}

async function addTrack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add tracks' }).tap()
  await page.getByLabel('Choose file').setInputFiles(gpx)
  await expect(page.getByRole('checkbox', { name: 'Ridge walk' })).toBeChecked()
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(row(page, 'Ridge walk')).toBeVisible()
}

/** The line has a colour that nothing else has there without a destination. */
const expectLineDrawn = (page: Page) => expect.poll(() => shareOf(page, '--accent')).toBeGreaterThan(0.001)

test('a park’s GPX is on everybody’s map, for readers without its file, and goes out again', async ({
  openSignedIn,
  register,
  server,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const alex = await register({ full_name: 'Alex Friend' })
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: { ...plan, places: [] } })
  addMember(server, id, alex)
  const friend = await openSignedIn({ viewport: { width: 800, height: 640 } }, alex)
  for (const each of [page, friend]) await each.goto(`/trip/${id}/map`)
  await addTrack(page)
  await expect(page.getByText('Added Ridge walk and 1 place')).toBeVisible()
  await expectLineDrawn(page)
  await expectNoAxeFindings(page)
  await expectLineDrawn(friend)
  await expect(row(friend, 'Spring')).toBeVisible()
  await row(friend, 'Ridge walk').press('Enter')
  await expect(friend.getByRole('dialog', { name: 'Ridge walk' })).toContainText('Highest point')
  const [original] = await Promise.all([
    friend.waitForEvent('download'),
    friend.getByRole('link', { name: 'Save original file' }).click(),
  ])
  expect(await readFile(await original.path())).toEqual(gpx.buffer)
  await friend.keyboard.press('Escape')

  const [out] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save all as GPX' }).tap(),
  ])
  const text = await readFile(await out.path(), 'utf8')
  expect(text).toContain('<trk><name>Ridge walk</name>')
  expect(text).toContain('<name>Spring</name><type>water</type>')
  expect(text).not.toContain('2026-07-11')

  const reader = await openSignedIn(touchPhone, await register({ full_name: 'Kim Reader' }))
  const requested: string[] = []
  reader.on('request', (request) => void requested.push(new URL(request.url()).pathname))
  server.database.prepare("update trips set share_token = 'for-readers' where id = ?").run(id)
  await reader.goto(`/shared/${id}/map?token=for-readers`)
  await expectLandDrawn(reader)
  await expectLineDrawn(reader)
  await row(reader, 'Ridge walk').tap()
  await expect(reader.getByRole('dialog', { name: 'Ridge walk' })).toContainText('Highest point')
  await expect(reader.getByRole('link', { name: 'Save original file' })).toHaveCount(0)
  await expect(reader.getByText('Robin’s')).toHaveCount(0)
  await expectNoAxeFindings(reader)
  expect(requested.filter((path) => path.startsWith('/files/tracks/'))).toEqual([])
  await reader.getByRole('button', { name: 'Done' }).tap()
  await reader.getByRole('link', { name: 'Back to trip' }).tap()
  await expect(reader.getByRole('tab', { name: 'Overview' })).toBeVisible()
})

test('without a network a map that was opened before is there with its places, and on a phone that has opened only the trip with its tracks', async ({
  openSignedIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  // The first phone saw the track's line before its service worker was there to keep it.
  allowConsole(/net::ERR_FAILED .*\/files\/lines\//)
  const page = await openSignedIn(smallPhone)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: { ...plan, places: [] } })
  await page.goto(`/trip/${id}/map`)
  await addTrack(page)
  await expectLineDrawn(page)
  await test.step('on the phone that has opened the map', async () => {
    await waitUntilAppCached(page)
    await waitUntilTripPersisted(page, id)
    await expect.poll(() => cachedMaps(page)).toBe(3)
    await page.context().setOffline(true)
    await page.reload()
    await expectLandDrawn(page)
    await expect(pin(page, 'Spring')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show detailed map' })).toHaveCount(0)
  })

  await test.step('on another one of the same person, by “Available offline”', async () => {
    const phone = await openSignedIn(smallPhone)
    await phone.goto(`/trip/${id}`)
    await waitUntilAppCached(phone)
    await waitUntilTripPersisted(phone, id)
    expect(await cachedMaps(phone)).toBe(0)
    await (await showOfflineSwitch(phone)).tap()
    await expect(phone.getByText('The trip has no documents.')).toBeVisible()
    await expect.poll(() => cachedMaps(phone)).toBe(3)
    // Of its two files, only the one that is drawn.
    expect(await listCachedFiles(phone)).toEqual([expect.stringContaining(`/files/lines/${id}/`)])
    await phone.context().setOffline(true)
    await phone.goto(`/trip/${id}/map`)
    await expectLandDrawn(phone)
    await expectLineDrawn(phone)
    await row(phone, 'Ridge walk').tap()
    await expect(phone.getByRole('dialog', { name: 'Ridge walk' })).toContainText('Highest point')
  })
})
