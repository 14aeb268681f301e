import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { documentPath } from '#domain/api/documents.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { inDark } from '#web/testing/media.ts'
import { type OpenedTrip, openTrip, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, sidewaysScroll } from '#web/testing/screen.ts'
import { holdUpload, refuseUpload, uploads } from '#web/testing/uploads.ts'
import { TravelDocuments } from './travel-documents.tsx'

const panel = page.getByRole('main')
const input = panel.getByLabelText(/Choose File|Uploading/)
const entries = panel.getByRole('list', { name: 'Documents' }).getByRole('listitem')
const entry = (name: string) => entries.filter({ hasText: name })
const row = (name: string) =>
  panel.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
const alert = panel.getByRole('alert')
const description = panel.getByLabelText('Description', { exact: true })
const question = page.getByRole('dialog', { name: 'Delete this document?' })

const pdf = (name: string, text = name) => new File([`%PDF-1.4\n${text}`], name, { type: 'application/pdf' })
const png = (name: string) => new File(['\x89PNG\r\n\x1a\n'].map(bytesOf), name, { type: 'image/png' })
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const passport = pdf('passport.pdf')
const photo = png('Boarding pass.PNG')

async function openDocuments(documents: TravelDocument[] = []): Promise<OpenedTrip> {
  const opened = await openTrip({ type: 'air_travel', documents })
  // The margins of its page.
  opened.show(
    <div className="mx-auto w-full max-w-6xl px-4">
      <TravelDocuments trip={opened.trip} failure={undefined} />
    </div>,
  )
  await button('Show Documents').click()
  await expect.element(input).toBeEnabled()
  return opened
}

/** Chooses files, as the browser's dialog does. */
function choose(...files: File[]): void {
  const field = input.element() as HTMLInputElement
  field.files = carrying(files).files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function carrying(files: readonly File[]): DataTransfer {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  return chosen
}

async function upload(file: File): Promise<void> {
  const before = entries.elements().length
  choose(file)
  await expectCount(entries, before + 1)
  await expect.element(input).toBeEnabled()
}

const sentNames = () => uploads.sent.map(({ file }) => file.name)

/** Checks on desktop and then on phone size. */
async function expectFine(): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    await expectNoAxeFindings()
    expect(sidewaysScroll()).toBeLessThanOrEqual(0)
  }
}

test('DOCS-5, DOCS-7, DOCS-8, VALID-23, ERR-37..39 uploads several files, each with its own progress and retry', async () => {
  await openDocuments()
  const large = new File(['%PDF-1.4\n'.padEnd(10 * 1024 * 1024 + 1, '.')], 'large.pdf', { type: 'application/pdf' })
  const release = holdUpload()
  uploads.next.push(refuseUpload('storage_full', 'The server has no space left for files.'))
  choose(passport, new File(['hello'], 'notes.txt', { type: 'text/plain' }), png('photo.png'), large, pdf('scan.pdf'))
  await expect.element(row('passport.pdf').getByRole('progressbar')).toBeVisible()
  await expect.poll(sentNames).toEqual(['passport.pdf'])
  uploads.sent[0]?.report(0.4)
  await expect.element(row('passport.pdf')).toHaveTextContent('40%')
  await expect.element(row('photo.png')).toHaveTextContent('Waiting')
  await expect.element(row('scan.pdf')).toHaveTextContent('Waiting')
  await expect
    .element(row('notes.txt').getByRole('alert'))
    .toHaveTextContent('Only PDF, JPEG, and PNG files are allowed')
  await expect.element(row('large.pdf').getByRole('alert')).toHaveTextContent('File size must be less than 10MB')
  await expect.element(panel.getByText('Uploading...', { exact: true })).toBeVisible()
  await expectCount(panel.getByText('Choose File'), 0)
  await expect.element(input).toBeDisabled()
  await expectNoAxeFindings()
  expect(sentNames()).toEqual(['passport.pdf'])
  release()
  await expect.element(row('photo.png').getByRole('alert')).toHaveTextContent('The server has no space left for files.')
  await expectTexts(entries, [/^scan\.pdf/, /^passport\.pdf/])
  await expect.element(input).toBeEnabled()
  await expectCount(row('notes.txt').getByRole('button', { name: 'Try again' }), 0)
  await row('notes.txt').getByRole('button', { name: 'Dismiss' }).click()
  await expectCount(row('notes.txt'), 0)
  await row('photo.png').getByRole('button', { name: 'Try again' }).click()
  await expectTexts(entries, [/^photo\.png/, /^scan\.pdf/, /^passport\.pdf/])
  await expectCount(alert, 1)
  expect(sentNames()).toEqual(['passport.pdf', 'photo.png', 'scan.pdf', 'photo.png'])
})

test('an upload is cancelled without an error, and the file can be chosen again', async () => {
  await openDocuments([buildDocument('visa.pdf')])
  holdUpload()
  choose(passport)
  await expect.poll(sentNames).toEqual(['passport.pdf'])
  await button('Cancel upload of passport.pdf').click()
  expect(uploads.sent[0]?.isCancelled()).toBe(true)
  await expect.element(panel.getByText('Choose File')).toBeVisible()
  await expectCount(alert, 0)
  await expectCount(entries, 1)
  await upload(passport)
})

test('accepts several dropped files; offline ones are kept and retried with one press', async () => {
  await openDocuments()
  uploads.next.push(refuseUpload('unreachable'), refuseUpload('unreachable'))
  const place = panel.getByText('PDF, JPEG, PNG (max 10MB)').element()
  for (const type of ['dragover', 'drop']) {
    const dataTransfer = carrying([passport, photo])
    const isLeft = place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    // Otherwise the browser would navigate to the file.
    expect(isLeft, `the ${type} was not handled`).toBe(false)
  }
  await expectTexts(alert, [
    /couldn’t reach the server.*passport\.pdf/,
    /couldn’t reach the server.*Boarding pass\.PNG/,
  ])
  await button('Try all 2 again').click()
  await expectTexts(entries, [/^Boarding pass\.PNG/, /^passport\.pdf/])
  await expectCount(alert, 0)
})

test('uploads a file that the trip already has, under any name, only after asking', async () => {
  await openDocuments()
  await upload(passport)
  const renamed = pdf('copy of it.pdf', 'passport.pdf')
  const sameSize = pdf('boarding.pdf', 'passporn.pdf')
  choose(pdf('passport.pdf'), renamed, sameSize)
  // A different file of the same size is uploaded without asking.
  await expectCount(entries, 2)
  await expectTexts(alert, [
    'passport.pdf has already been uploaded. Upload it again?',
    'copy of it.pdf has already been uploaded as passport.pdf. Upload it again?',
  ])
  expect(sentNames()).toEqual(['passport.pdf', 'boarding.pdf'])
  await expectFine()
  await panel.getByRole('button', { name: 'Upload again' }).last().click()
  await expect.element(entry('copy of it.pdf')).toBeVisible()
  await expectCount(alert, 1)
  await button('Skip').click()
  await expectCount(alert, 0)
  expect(sentNames()).toEqual(['passport.pdf', 'boarding.pdf', 'copy of it.pdf'])
})

test('DOCS-9, DOCS-10, CALL-DATA-43 a custom description goes with the next upload and replaces the file name', async () => {
  await openDocuments()
  await description.fill('Seats 12A and 12B')
  // A rejected file does not use it up.
  choose(new File(['%PDF-1.4'], 'passport.pdf', { type: 'text/plain' }))
  await expect.element(alert).toBeVisible()
  await expect.element(description).toHaveValue('Seats 12A and 12B')
  await upload(passport)
  await expect.element(description).toHaveValue('')
  await upload(photo)
  expect(uploads.sent.map(({ path }) => new URL(path, location.href).searchParams.get('description'))).toEqual([
    'Seats 12A and 12B',
    null,
  ])
  await expectTexts(entries, [
    /^Boarding pass\.PNGTravel document: Boarding pass\.PNG/,
    /^Seats 12A and 12Bpassport\.pdf/,
  ])
  const described = entry('Seats 12A and 12B')
  const link = described.getByRole('link', { name: 'View document Seats 12A and 12B, passport.pdf' })
  await expect.element(link).toBeVisible()
  await described.getByRole('button', { name: 'Delete document Seats 12A and 12B, passport.pdf' }).click()
  await expect.element(question).toHaveTextContent('Seats 12A and 12B')
  await expect.element(question).toHaveTextContent('passport.pdf')
  await question.getByRole('button', { name: 'Keep' }).click()
  await expectCount(question, 0)
})

test('VALID-21, ERR-38, ERR-39 disguised files are rejected with the same message, and not offered again', async () => {
  await openDocuments()
  for (const file of [
    new File(['#!/bin/sh\nrm -rf /\n'], 'script.pdf', { type: 'application/pdf' }),
    new File(['<!doctype html><script>alert(1)</script>'], 'page.png', { type: 'image/png' }),
    new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drawing.jpg', { type: 'image/jpeg' }),
  ]) {
    choose(file)
    await expect.element(alert).toHaveTextContent('Only PDF, JPEG, and PNG files are allowed')
    await expect.element(alert).toHaveTextContent(file.name)
    await expectCount(button('Try again'), 0)
  }
  await expect.element(panel.getByText('No documents uploaded yet')).toBeVisible()
  expect(uploads.sent).toEqual([])
})

test('ERR-23, ERR-39, ERR-40 a failed upload says why, and a retry needs no new selection', async () => {
  await openDocuments()
  const failures: [() => Promise<never>, string][] = [
    [
      refuseUpload('storage_full', 'The server has no space left for files.'),
      'The server has no space left for files.',
    ],
    // The answer is no answer of the app's server: upload.test.ts.
    [refuseUpload('internal_error', ''), 'Failed to upload document'],
    [refuseUpload('unreachable'), 'We couldn’t reach the server. Please check your connection.'],
  ]
  for (const [index, [failure, message]] of failures.entries()) {
    uploads.next.push(failure)
    if (index === 0) choose(passport)
    else await button('Try again').click()
    await expect.element(alert).toHaveTextContent(message)
    await expect.element(input).toBeEnabled()
  }
  await button('Try again').click()
  await expect.element(entry('passport.pdf')).toBeVisible()
  await expectCount(alert, 0)
  expect(uploads.sent).toHaveLength(4)
  expect(new Set(uploads.sent.map(({ path }) => path)).size).toBe(1)
})

test('DOCS-14, DOCS-15, CALL-DATA-42, ERR-24, ERR-26 deletes a document after asking; a failed deletion is logged and marked at its document', async () => {
  const [gone, remaining] = [buildDocument('passport.pdf'), buildDocument('Boarding pass.PNG')]
  const { trip } = await openDocuments([remaining, gone])
  const requests: string[] = []
  let answer: () => Promise<null> = async () => {
    throw new AppError('document_not_deleted', '')
  }
  for (const { id } of [gone, remaining])
    responses.set(documentPath(trip.id, id), (_body, _query, method) => {
      requests.push(`${method} ${id}`)
      return answer()
    })
  const bin = entry('passport.pdf').getByRole('button')
  await expect.element(bin).toHaveAttribute('title', 'Delete document')
  await bin.click()
  await expect.element(question).toHaveTextContent('passport.pdf')
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await press('Escape')
  await expectCount(question, 0)
  await expect.element(bin).toHaveFocus()
  expect(requests).toEqual([])

  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await bin.click()
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await expectFine()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => logged.mock.calls.flat().map(String).join(' ')).toContain('Failed to delete document')
  await expectCount(entries, 2)
  await expectCount(alert, 0)
  await expect.element(entry('passport.pdf')).toHaveTextContent('Failed to delete document. Please try again.')
  await expect.element(entry('Boarding pass.PNG')).not.toHaveTextContent('Failed to delete document')
  await expectNoAxeFindings()

  answer = async () => null
  await bin.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectCount(entries, 1)
  expect(requests).toEqual([`DELETE ${gone.id}`, `DELETE ${gone.id}`])

  // Somebody else has deleted it already: it disappears here too.
  answer = async () => {
    throw new AppError('document_not_found')
  }
  await entry('Boarding pass.PNG').getByRole('button').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(panel.getByText('No documents uploaded yet')).toBeVisible()
  expect(logged).toHaveBeenCalledTimes(1)
})

test('readers see documents, with neither an upload nor a deletion', async () => {
  const { trip, show } = await openTrip({
    type: 'air_travel',
    trip: { role: null, ...{ hides_documents: false } },
    documents: [buildDocument('passport.pdf')],
  })
  show(<TravelDocuments trip={trip} failure={undefined} />)
  await button('Show Documents').click()
  await expect.element(entry('passport.pdf')).toHaveTextContent('Travel document: passport.pdf')
  await expectCount(input, 0)
  await expectCount(entry('passport.pdf').getByRole('button'), 0)
  await expect.element(entry('passport.pdf').getByRole('link')).toHaveAttribute('target', '_blank')
  await expectNoAxeFindings()
})

test('long names and dates wrap correctly at 320, 360 and 390 px, and nothing is cut off', async () => {
  const name = `${'Confirmation_of_booking_'.repeat(4)}Lisbon.pdf`
  await openDocuments([buildDocument(name)])
  uploads.next.push(refuseUpload('unreachable'))
  choose(new File(['%PDF-1.4'], name, { type: 'text/plain' }), pdf('long'.repeat(40)))
  await expectCount(alert, 2)
  for (const width of [320, 360, 390]) {
    await page.viewport(width, 844)
    const cut = [...panel.element().querySelectorAll('*')].filter((part) => {
      const { left, right } = part.getBoundingClientRect()
      return right > innerWidth || left < 0
    })
    expect(cut, `cut off at ${width} px`).toEqual([])
    const boxOf = (one: Element | null) => (one as Element).getBoundingClientRect()
    const dateBox = boxOf(entries.element().querySelector('time'))
    const viewBox = boxOf(entries.getByRole('link').element())
    expect(dateBox.height, `the date at ${width} px`).toBeLessThan(30)
    expect(dateBox.right).toBeLessThanOrEqual(viewBox.x)
  }
})

test('no axe violations on documents with any names, an upload in progress, an error and the question, in light and dark colours', async () => {
  await openDocuments()
  const names = [
    `${'long'.repeat(125)}.pdf`,
    '😀 "quoted" <b>bold</b> \u202efdp.exe.pdf',
    'جواز السفر.pdf',
    '../../etc/passwd\n.pdf',
  ]
  for (const name of names) await upload(pdf(name))
  await expectTexts(entries, [
    /^\.\.-\.\.-etc-passwd \.pdf/,
    /^جواز السفر\.pdf/,
    /^😀 "quoted" <b>bold<-b> fdp\.exe\.pdf/,
    /^(long)+.*….*\.pdf/,
  ])
  await expectFine()
  await inDark(expectNoAxeFindings)
  const release = holdUpload()
  choose(new File(['%PDF-1.4'], 'passport.pdf', { type: 'text/plain' }), pdf(names[0] ?? '', 'another'))
  await expect.element(alert).toBeVisible()
  await expect.element(panel.getByRole('progressbar')).toBeVisible()
  await expectNoAxeFindings()
  await inDark(expectNoAxeFindings)
  release()
  await expectCount(entries, 5)
  await entries.first().getByRole('button').click()
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await expectFine()
  await inDark(expectNoAxeFindings)
  await dialog().getByRole('button', { name: 'Keep' }).click()
})
