import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { receiptDeletionPath, type TripFile, tripFilesPath } from '#domain/api/trip-files.ts'
import { costs } from '#domain/plan/costs.ts'
import { buildExpense } from '#domain/testing/costs.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectTexts, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { holdUpload, uploads } from '#web/testing/uploads.ts'
import { CostsTab } from './group-tab.tsx'

/* Photos and PDFs of expenses. */

const receipts = dialog().getByRole('list', { name: 'Receipts of Dinner' }).getByRole('listitem')
const input = dialog().getByLabelText('Add photo or PDF')
const alerts = dialog().getByRole('alert')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

const photo = () =>
  new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)], 'dinner.png', { type: 'image/png' })
const bill = () => new File(['%PDF-1.4\n'], 'bill.pdf', { type: 'application/pdf' })
const notes = () => new File(['Milk'], 'notes.txt', { type: 'text/plain' })

/** Opens an expense of the current user, with its receipts. */
async function openDinner(type: TripType = 'car_trip'): Promise<OpenedTrip> {
  await page.viewport(390, 844)
  const expenses = [buildExpense('Dinner', ROBIN.id, 4200, [ROBIN.id])]
  const opened = await openTrip({
    type,
    values: {
      people: [buildParty(buildComing('Robin Tester', { id: ROBIN.id }))],
      costs: { ...costs.empty, currency: 'CAD', expenses },
    },
    members: access(planner(ROBIN, 'owner')),
  })
  opened.show(<CostsTab trip={opened.trip} failures={{}} />)
  await reopen()
  return opened
}

async function reopen(): Promise<void> {
  await button(/^Dinner/).click()
  const more = inDialog('More')
  await expect.element(more).toBeVisible()
  if (more.element().getAttribute('aria-expanded') === 'false') await more.click()
  await expect.element(input).toBeInTheDocument()
}

/** Chooses files, as the browser's dialog does. */
function choose(...files: File[]): void {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  const field = input.element() as HTMLInputElement
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

async function save(): Promise<void> {
  await inDialog('Save').click()
  await expectCount(dialog(), 0)
}

const storedNames = ({ stored }: OpenedTrip) =>
  stored('costs').expenses.flatMap((expense) => expense.receipts.map(({ file_name }) => file_name))

test.each(['car_trip', 'air_travel'] as const)('%s: receipts are added to an expense', async (type) => {
  const opened = await openDinner(type)
  choose(photo(), bill())
  await expectTexts(receipts, ['dinner.png', 'bill.pdf'])
  await expectNoAxeFindings()
  await save()
  await expect.poll(() => storedNames(opened)).toEqual(['dinner.png', 'bill.pdf'])
})

test('a receipt is removed, and an undo brings it back', async () => {
  const opened = await openDinner()
  choose(photo(), bill())
  await expectCount(receipts, 2)
  await inDialog('Remove receipt dinner.png').click()
  await expect.element(dialog().getByText('Removed dinner.png')).toBeVisible()
  await expectCount(receipts, 1)
  const undo = inDialog('Undo')
  await expect.element(undo).toHaveFocus()
  await undo.click()
  await expectTexts(receipts, [/dinner\.png/, /bill\.pdf/])

  await inDialog('Remove receipt bill.pdf').click()
  await save()
  await expect.poll(() => storedNames(opened)).toEqual(['dinner.png'])
})

test('a file that is refused says why, a HEIC photo with a sentence of its own, and the others are added', async () => {
  await openDinner()
  const heic = new File(['\0\0\0\x18ftypheic'.padEnd(212, '\0')], 'IMG_1.HEIC', { type: 'image/heic' })
  choose(heic, notes(), photo())
  await expectCount(receipts, 1)
  await expectTexts(alerts, [
    /This device can’t convert HEIC photos\. To make a JPEG on an iPhone, copy the photo in Photos and paste it into Files\./,
    /Only PDF, JPEG, and PNG files are allowed/,
  ])
  expect(uploads.sent.map(({ file }) => file.name)).toEqual(['dinner.png'])
})

test('an expense is not saved or closed without its receipts before that is said', async () => {
  const opened = await openDinner()
  choose(notes())
  await expect.element(alerts).toHaveTextContent('Only PDF, JPEG, and PNG files are allowed')
  await inDialog('Save').click()
  await expect
    .element(alerts.last())
    .toHaveTextContent(/^1 receipt wasn’t added\. Save again without it, or try again\.$/)
  await save()

  // Escape during an upload asks before it stops it.
  const finish = holdUpload()
  await reopen()
  choose(photo())
  await expect.element(inDialog('Uploading receipt...')).toBeVisible()
  await press('Escape')
  await expectTexts(alerts, ['1 receipt is still uploading. Wait, or close again without it.'])
  finish()
  await expectCount(receipts, 1)
  await expectCount(alerts, 0)
  await save()
  await expect.poll(() => storedNames(opened)).toEqual(['dinner.png'])
})

test('a photo of more than 10 MB is scaled down on the device, and sent as a JPEG', async () => {
  const noise = await makeNoise(3100)
  expect(noise.size).toBeGreaterThan(10 * 1024 * 1024)
  await openDinner()
  choose(new File([noise], 'noise.png', { type: 'image/png' }))
  await expect.element(receipts).toHaveTextContent(/noise\.jpg/)
  const sent = uploads.sent[0]?.file as File
  expect(sent.type).toBe('image/jpeg')
  expect(sent.size).toBeLessThan(10 * 1024 * 1024)
  const picture = await createImageBitmap(sent)
  expect(picture.width).toBe(3000)
  picture.close()
})

/** A square PNG of noise, which takes three bytes a pixel. */
async function makeNoise(side: number): Promise<Blob> {
  const pixels = new Uint32Array(side * side)
  // The last byte is full opacity.
  for (let at = 0; at < pixels.length; at++) pixels[at] = 0xff000000 | (Math.random() * 0x1000000)
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), side), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

test('an organizer sees what no expense lists, and deletes it; a member is not offered that', async () => {
  await page.viewport(390, 844)
  const { trip } = await openTrip({ trip: { name: 'To the lake' } })
  const file = (file_name: string, more: Partial<TripFile>): TripFile => {
    const id = newId()
    const address = `/files/receipts/${trip.id}/${id}`
    const uploaded = { size: 70, uploaded_at: '2026-09-30T16:00:00.000Z', uploaded_by: 'Ben Berg' }
    return { kind: 'receipt', id, file_name, address, is_used: true, ...uploaded, ...more }
  }
  responses.set('/api/trips', async () => ({ trips: [] }))
  let all = [file('spam.png', { is_used: false }), file('bill.pdf', {})]
  responses.set(tripFilesPath(trip.id), async () => ({ files: all }))
  for (const { id } of all)
    responses.set(receiptDeletionPath(trip.id, id), async (_body, _query, method) => {
      expect(method).toBe('DELETE')
      all = all.filter((one) => one.id !== id)
      return null
    })
  showApp(`/trip/${trip.id}`)
  const menu = page.getByRole('button', { name: 'To the lake: history, rename and more' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
  const files = dialog().getByRole('list', { name: 'Files of this trip' }).getByRole('listitem')
  await expectCount(files, 2)
  await expect.element(files.first()).toHaveTextContent('Not in any expense')
  await expect.element(files.first()).toHaveTextContent('Ben Berg')
  await expect.element(dialog()).toHaveTextContent('2 files')
  await expectNoAxeFindings()
  const link = dialog().getByRole('link', { name: 'spam.png', exact: true })
  await expect.element(link).toHaveAttribute('href', all[0]?.address)
  await expect.element(link).toHaveAttribute('target', '_blank')

  await inDialog('Delete spam.png').click()
  await expect.element(dialog()).toHaveTextContent('Delete spam.png?')
  await inDialog('Cancel').click()
  await expectCount(files, 2)
  await inDialog('Delete spam.png').click()
  await inDialog('Delete').click()
  await expectTexts(files, [/bill\.pdf/])
  await inDialog('Delete bill.pdf').click()
  await expect.element(dialog()).toHaveTextContent('the expense that lists it can’t show it anymore')
  await inDialog('Delete').click()
  await expect.element(dialog()).toHaveTextContent('This trip has no files.')

  const member = await openTrip({ trip: { name: 'To the lake', role: 'member' } })
  responses.set('/api/trips', async () => ({ trips: [] }))
  showApp(`/trip/${member.trip.id}`)
  await menu.click()
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  await expectCount(page.getByRole('menuitem', { name: 'Files', exact: true }), 0)
})
