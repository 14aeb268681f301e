import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Trip } from '#domain/trip.ts'
import { tripPicturePath } from '#domain/trip-picture.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { openTrip, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { uploads } from '#web/testing/uploads.ts'

const chooser = dialog().getByLabelText('Choose a photo')
const shownPhotos = () => [...document.querySelectorAll('img[src*="/files/trip-pictures/"]')]

function choose(file: File): void {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const field = chooser.element() as HTMLInputElement
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A square PNG. */
function drawSquare(side: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.fillRect(0, 0, side / 2, side)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Expects a JPEG of this size to have been sent as the trip's picture. */
async function expectSent(tripId: string, size: [number, number]): Promise<void> {
  await expect.poll(() => uploads.sent.length).toBe(1)
  const { file, path } = uploads.sent[0] as (typeof uploads.sent)[number]
  expect(path).toBe(`/api/trips/${tripId}/picture`)
  expect(file.type).toBe('image/jpeg')
  const picture = await createImageBitmap(file)
  expect([picture.width, picture.height]).toEqual(size)
  picture.close()
  await expectCount(dialog(), 0)
}

async function expectShown(tripId: string, picture = ''): Promise<void> {
  await expect.poll(() => shownPhotos().length).toBe(1)
  expect(shownPhotos()[0]?.getAttribute('src')).toContain(tripPicturePath(tripId, picture))
}

test('a picture is chosen from the trip’s documents, and a file that is no photo says so', async () => {
  await page.viewport(390, 844)
  const [ticket, beach] = [buildDocument('ticket.pdf'), { ...buildDocument('beach.png'), file_type: 'png' }]
  const said: Partial<Trip> = { picture: null }
  const { trip } = await openTrip({ type: 'air_travel', documents: [ticket, beach], trip: said })
  // The server says it from then on.
  uploads.next.push(async () => Object.assign(said, { picture: 'beach.jpg' }))
  const photo = await drawSquare(600)
  const fetchOther = window.fetch
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) =>
    input === beach.file_url ? new Response(photo) : fetchOther(input, init),
  )
  showApp(`/trip/${trip.id}`)
  await button('Change picture').click()
  expect(shownPhotos()).toEqual([])
  await expectCount(dialog().getByRole('listitem'), 1)
  choose(new File(['Milk'], 'notes.txt', { type: 'text/plain' }))
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent(/^This device can’t open this file as a photo\. Choose a JPEG or PNG\.$/)
  await expectNoAxeFindings()
  await dialog().getByRole('button', { name: 'Use beach.png', exact: true }).click()
  await expectSent(trip.id, [600, 300])
  await expectShown(trip.id, 'beach.jpg')
})

test('the picture is also changed from the trip’s menu in the list, by keyboard', async () => {
  const { trip } = await openTrip({ trip: { name: 'To the lake' } })
  const listed = { destination_name: '', departure_date: '', return_date: '', is_archived: false, deleted_at: null }
  const trips = [{ ...trip, ...listed }]
  queryCache.set(LIST, trips)
  responses.set('/api/trips', async () => ({ trips }))
  showApp('/')
  await pressOn(button('Rename, duplicate and more: To the lake'), 'Enter')
  await pressOn(page.getByRole('menuitem', { name: 'Change picture', exact: true }), 'Enter')
  await expect.element(chooser).toHaveFocus()
  choose(new File([await drawSquare(1500)], 'noise.png', { type: 'image/png' }))
  await expectSent(trip.id, [1280, 640])
  await expectShown(trip.id)
})
