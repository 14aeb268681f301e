import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeFindings, OFFLINE, type TestServer, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { listCachedFiles, waitUntilAppCached } from './on-device.ts'
import { button, dialog, panel } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import type { TestFile } from './test-files.ts'

/* A photo as a trip's picture, instead of its drawing. */

const PLACE = 'Whitefish Lake, 45.5 N'
const LABEL = 'Choose a photo'

const photoIn = (place: Page | Locator) => place.locator('img[src*="/files/trip-pictures/"]')
const sizeOf = (photo: Locator) =>
  photo.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight])

/** A photo is shown once it has faded in over the drawing. */
async function expectPhoto(place: Page | Locator, size: [number, number]): Promise<void> {
  await expect(photoIn(place)).toHaveCSS('opacity', '1')
  expect(await sizeOf(photoIn(place))).toEqual(size)
}

/** A photo of a phone held upright: stored lying on its side, with where it was taken. */
async function takePhoto(page: Page): Promise<TestFile> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 800, height: 400 })
    canvas.getContext('2d')?.fillRect(0, 0, 400, 400)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(base64, 'base64')
  // One entry: the orientation (0x112) is 6, so the left side is the top.
  const entry = Buffer.from([0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
  const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\b', 'latin1'), entry, Buffer.from(PLACE)])
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return {
    name: 'IMG_1.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]),
  }
}

async function share(page: Page, server: TestServer, tripId: string): Promise<string> {
  const answer = await page.context().request.put(`${server.address}/api/trips/${tripId}/sharing`, {
    data: {},
    headers: { origin: server.address },
  })
  return `/shared/${tripId}?token=${(await answer.json()).share_token}`
}

test.use({ isSignedIn: true })

test('a photo from the phone is the trip’s picture for everybody, also offline, until the drawing is chosen again', async ({
  openContext,
  openSignedIn,
  createTrip,
  register,
  server,
  allowConsole,
}) => {
  test.slow()
  allowConsole(OFFLINE)
  allowConsole(/could not be loaded/)
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await waitUntilAppCached(page)
  await page.reload()
  const guest = await (await openContext(touchPhone)).newPage()
  await joinAsGuest(guest, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben Berg')
  await guest.goto(`/trip/${id}`)
  await expect(button(guest, 'Change picture')).toBeVisible()

  await button(page, 'Change picture').tap()
  await expect(dialog(page).getByRole('heading', { name: 'Trip picture' })).toBeVisible()
  await expect(button(page, 'Use the drawing')).toHaveCount(0)
  const photo = await takePhoto(page)
  expect(photo.buffer.includes(PLACE)).toBe(true)
  await dialog(page).getByLabel(LABEL).setInputFiles(photo)
  await expect(dialog(page)).toHaveCount(0)
  // Upright, it is 400 by 800; a picture is twice as wide as high.
  const size: [number, number] = [400, 200]
  await expectPhoto(panel(page), size)
  const address = (await photoIn(panel(page)).getAttribute('src')) ?? ''
  const stored = await (await page.context().request.get(server.address + address)).body()
  expect(stored.includes(PLACE)).toBe(false)
  await expectNoAxeFindings(page)
  await expectPhoto(panel(guest), size)

  const reader = await openSignedIn(touchPhone, await register({ full_name: 'Rae Reader' }))
  await reader.goto(await share(page, server, id))
  await expectPhoto(reader, size)
  await expect(button(reader, 'Change picture')).toHaveCount(0)

  await button(page, 'Back to Trips').tap()
  const card = page.getByRole('article').or(page.getByRole('listitem')).filter({ hasText: 'To the lake' }).first()
  await expectPhoto(card, size)
  await expect.poll(() => listCachedFiles(page)).toEqual([address])

  await page.context().setOffline(true)
  await page.reload()
  await expectPhoto(card, size)
  await page.getByRole('link', { name: 'To the lake' }).tap()
  await expectPhoto(panel(page), size)
  await button(page, 'Change picture').tap()
  await expect(dialog(page).getByText('You can change the picture when you’re back online.')).toBeVisible()
  await expect(dialog(page).getByLabel(LABEL)).toHaveCount(0)
  await page.context().setOffline(false)
  await button(page, 'Use the drawing').tap()
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Change picture')).toBeFocused()
  for (const each of [page, guest]) await expect(photoIn(each)).toHaveCount(0)
  expect((await page.context().request.get(server.address + address)).status()).toBe(404)
  await expect.poll(() => listCachedFiles(page)).toEqual([])
})
