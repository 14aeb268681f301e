import jsQr from 'jsqr'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Sharing } from '#domain/api/sharing.ts'
import { AppError } from '#domain/errors.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { pass } from '#web/testing/clock.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { hold } from '#web/testing/hold.ts'
import { openTrip, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, press, pressOn } from '#web/testing/screen.ts'
import { ShareDialog } from './share-dialog.tsx'

const READS = 'People with the link can read the whole trip but can’t change anything.'
const HIDDEN = 'People with the link don’t see documents and confirmation numbers.'

/** Opens the dialog of a trip by air. Returns what was sent to change how it is shared. */
async function openDialog(options: TripOptions = {}, sharing: Partial<Sharing> = {}): Promise<unknown[]> {
  const { trip, show } = await openTrip({ type: 'air_travel', ...options })
  let current: Sharing = { is_public: false, share_token: newId(), ...sharing }
  const sent: unknown[] = []
  responses.set(`/api/trips/${trip.id}/sharing`, async (body) => {
    if (Object.keys(body as object).length > 0) sent.push(body)
    current = { ...current, ...(body as Partial<Sharing>) }
    return current
  })
  show(<ShareDialog trip={trip} destination="Lisbon" onClose={() => {}} />)
  await expect.element(page.getByLabelText('Share link', { exact: true })).toBeVisible()
  return sent
}

const buildTickets = (...numbers: string[]) =>
  numbers.map((confirmationNumber) => ({ ...newTicket(newId()), confirmationNumber }))

test('says what readers see, hides it from them and shows it again', async () => {
  const documents = ['passport.pdf', 'visa.pdf'].map(buildDocument)
  const sent = await openDialog({ documents, values: { tickets: buildTickets('A1', 'B2', ' ', 'C3', 'D4') } })
  await expectText(dialog(), 'People with the link also see 2 documents and 4 confirmation numbers.')
  await expectText(dialog(), READS)
  await button('Hide them').click()
  await expect.element(button('Show them')).toHaveFocus()
  await expectText(dialog(), HIDDEN)
  await expect.element(page.getByText(READS)).not.toBeInTheDocument()
  await expectNoAxeFindings()
  await button('Show them').click()
  await expect.element(button('Hide them')).toHaveFocus()
  await expectText(dialog(), READS)
  expect(sent).toEqual([{ hides_documents: true }, { hides_documents: false }])
})

test.each([
  [1, 0, '1 document.'],
  [0, 4, '4 confirmation numbers.'],
  [3, 1, '3 documents and 1 confirmation number.'],
])('names only what there is: %i documents, %i numbers', async (documentCount, numberCount, words) => {
  const documents = Array.from({ length: documentCount }, (_, i) => buildDocument(`${i}.pdf`))
  await openDialog({ documents, values: { tickets: buildTickets(...Array<string>(numberCount).fill('A1')) } })
  await expectText(dialog(), `People with the link also see ${words}`)
})

test('counts the confirmation numbers of stays too', async () => {
  const stays = ['4471-902', ' '].map((confirmation_number) => newStay(newId(), { confirmation_number }))
  await openDialog({ values: { tickets: buildTickets('A1'), stays } })
  await expectText(dialog(), 'People with the link also see 2 confirmation numbers.')
})

test('says nothing of documents where there are none, unless they are hidden', async () => {
  await openDialog({ values: { tickets: buildTickets('') } })
  await expectText(dialog(), READS)
  await expectCount(button('Hide them'), 0)
  await openDialog({}, { hides_documents: true })
  await expectText(dialog(), HIDDEN)
  await expect.element(button('Show them')).toBeVisible()
})

test('says who can edit, and leads to the invitation', async () => {
  await openDialog()
  await expectText(dialog(), 'Only people who join by an invitation can edit it.')
  const invite = page.getByRole('link', { name: 'Invite people' })
  await expect.element(invite).toHaveAttribute('href', expect.stringMatching(/^\/trip\/[0-9a-f-]{36}\/group#invite$/))
  await openDialog({ trip: { members_edit: false } })
  await expectText(dialog(), 'Only the owner and organizers can edit it.')
  await openDialog({ trip: { owner_id: null, role: 'everybody' } })
  await expectText(dialog(), 'This trip has no owner, so everyone who is signed in can edit it.')
  await expectCount(invite, 0)
})

const sharing = page.getByRole('switch')
const linkField = page.getByLabelText('Share link', { exact: true })
/** The confirmation before the link is replaced. */
const question = page.getByRole('dialog', { name: 'Generate a new link?' })
const shareDialog = page.getByRole('dialog', { name: 'Share Trip' })
const inShare = (name: string) => shareDialog.getByRole('button', { name, exact: true })

/** The failure without a message, as of a proxy. */
const unsaid = () => new AppError('internal_error', '')

/** A server that shares a trip, whose next requests fail as a test says, and what it was asked. */
async function openShare(
  trip: Partial<Trip>,
  { type, destination = '', isHeld = false }: { type?: TripType; destination?: string; isHeld?: boolean } = {},
) {
  const opened = await openTrip({ type, trip })
  const { released, release } = hold()
  if (!isHeld) release()
  const { id } = opened.trip
  const server = {
    current: { is_public: false, share_token: newId() } as Sharing,
    asked: [] as unknown[],
    failures: [] as Error[],
    release,
  }
  const answer = async (change: Partial<Sharing>) => {
    await released
    const failure = server.failures.shift()
    if (failure) throw failure
    server.current = { ...server.current, ...change }
    return server.current
  }
  responses.set(`/api/trips/${id}/sharing`, (body) => {
    if (Object.keys(body as object).length > 0) server.asked.push(body)
    return answer(body as Partial<Sharing>)
  })
  responses.set(`/api/trips/${id}/sharing/token`, () => answer({ share_token: newId() }))
  const show = () => opened.show(<ShareDialog trip={opened.trip} destination={destination} onClose={() => {}} />)
  show()
  const link = () => `${location.origin}/shared/${id}?token=${server.current.share_token}&mode=view`
  return { ...opened, server, link, again: show }
}

async function generate(): Promise<void> {
  await inShare('Generate New Link').click()
  await question.getByRole('button', { name: 'Replace link' }).click()
}

test("SHARE-1..6, SHARE-10..16, SHARE-26 the dialog says what is shared and shows the trip's link", async () => {
  const { link } = await openShare({ name: 'Algonquin with everybody' }, { destination: 'Pog Lake' })
  await expectText(shareDialog, 'Algonquin with everybody')
  await expectText(shareDialog, 'Road Trip · Pog Lake')
  await expect.element(linkField).toHaveValue(link())
  await expect.element(shareDialog.getByText('View-Only Access')).toBeVisible()
  await expect.element(shareDialog.getByText('Secure Sharing')).toBeVisible()
  await page.viewport(390, 844)
  for (const note of [/^People with the link can read/, /^The link contains a secret key/])
    await expect.element(shareDialog.getByText(note)).toBeInViewport({ ratio: 1 - 1e-6 })
  await page.viewport(1280, 720)
  for (const name of ['Copy share link', 'Copy Link', 'Generate New Link'])
    await expect.element(inShare(name)).toBeVisible()
  await expectNoAxeFindings()

  await openShare({ name: 'Lisbon in May' }, { type: 'air_travel' })
  await expectText(shareDialog, 'Air Travel · No destination set')
})

test('PERM-9, SHARE-7..9, SHARE-18..21, CALL-DATA-12 the toggle changes the visibility but not the link', async () => {
  const { server, again } = await openShare({ name: 'Toggle' })
  await expect.element(sharing).not.toBeChecked()
  await expectText(shareDialog, 'Private Trip: Only people with the share link can access')
  const { share_token } = server.current
  await pressOn(sharing, ' ')
  await expectText(shareDialog, 'Public Trip: Anyone with the link can access')
  await expect.element(sharing).toBeChecked()
  expect(server.current).toEqual({ is_public: true, share_token })
  await expect.element(sharing).toHaveFocus()
  await press(' ')
  await expect.element(sharing).not.toBeChecked()
  expect(server.current).toEqual({ is_public: false, share_token })
  await pressOn(sharing, ' ')
  await expect.element(sharing).toBeChecked()
  expect(server.asked).toEqual([{ is_public: true }, { is_public: false }, { is_public: true }])
  again()
  await expect.element(sharing).toBeChecked()
})

test('SHARE-12, SHARE-16, SHARE-24, SHARE-25, CONST-7 copies the link, also without the clipboard API', async () => {
  const { link } = await openShare({ name: 'Copy' })
  await expect.element(linkField).toHaveValue(link())
  let copied = ''
  const noteCopy = () => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement
    copied = value.slice(selectionStart, selectionEnd)
  }
  document.addEventListener('copy', noteCopy)
  onTestFinished(() => document.removeEventListener('copy', noteCopy))
  for (const refuses of [false, true]) {
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      if (refuses) throw new Error('Refused')
      copied = text
    })
    for (const name of ['Copy Link', 'Copy share link']) {
      copied = 'nothing yet'
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await inShare(name).click()
      await expect.element(inShare('Link copied')).toBeVisible()
      await expect.element(shareDialog.getByRole('status')).toHaveTextContent('Link copied.')
      expect(copied).toBe(link())
      await pass(1900)
      await expect.element(inShare('Link copied')).toBeVisible()
      await pass(200)
      await expect.element(inShare('Copy Link')).toBeVisible()
      await expect.element(shareDialog.getByRole('status')).toHaveTextContent(/^$/)
      vi.useRealTimers()
    }
  }
})

test('SHARE-22 a new link is asked about, and said to be new', async () => {
  const { link } = await openShare({ name: 'New link' })
  const old = link()
  await expect.element(linkField).toHaveValue(old)
  await inShare('Generate New Link').click()
  await expectText(question, 'The current link stops working.')
  await expectNoAxeFindings()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(inShare('Generate New Link')).toHaveFocus()
  await expect.element(linkField).toHaveValue(old)
  expect(link()).toBe(old)
  await generate()
  await expect.element(linkField).not.toHaveValue(old)
  await expect.element(linkField).toHaveValue(link())
  await expect
    .element(shareDialog.getByRole('status'))
    .toHaveTextContent('This is a new link. The old one no longer opens the trip.')
})

/** The text of a drawn QR code. */
async function readQrCode(drawing: Element): Promise<string> {
  const source = new XMLSerializer().serializeToString(drawing)
  const picture = new Image(400, 400)
  picture.src = `data:image/svg+xml,${encodeURIComponent(source)}`
  await picture.decode()
  const context = new OffscreenCanvas(400, 400).getContext('2d')
  context?.drawImage(picture, 0, 0, 400, 400)
  return jsQr(context?.getImageData(0, 0, 400, 400).data ?? new Uint8ClampedArray(), 400, 400)?.data ?? ''
}

test('SHARE-11, SHARE-22 the QR code contains the link', async () => {
  const { link } = await openShare({ name: 'Scan' })
  const code = shareDialog.getByRole('img', { name: 'QR code for the link to Scan' })
  await expect.element(code).toBeVisible()
  const first = link()
  expect(await readQrCode(code.element())).toBe(first)
  await generate()
  await expect.element(linkField).not.toHaveValue(first)
  expect(await readQrCode(code.element())).toBe(link())
  await expect.element(linkField).toHaveValue(link())
})

test('SHARE-17, ERR-45..48 a failed request is shown in a red box and can be retried', async () => {
  const { server } = await openShare({ name: 'Failures' })
  await expect.element(sharing).not.toBeChecked()
  const box = shareDialog.getByRole('alert')
  const full = () => new AppError('internal_error', 'The disk is full.')
  const failing = async (failure: Error, act: () => Promise<void>, expected: string) => {
    server.failures.push(failure)
    await act()
    await expect.element(box).toHaveTextContent(expected)
  }
  const toggle = () => sharing.click()
  await failing(unsaid(), toggle, 'Failed to update trip visibility')
  await failing(full(), toggle, 'The disk is full.')
  await failing(unsaid(), generate, 'Failed to generate new share link')
  await failing(full(), generate, 'The disk is full.')
  const probe = document.body.appendChild(document.createElement('i'))
  probe.className = 'border-l-4 border-danger'
  expect(getComputedStyle(box.element()).borderLeftColor).toBe(getComputedStyle(probe).borderLeftColor)
  probe.remove()
  await expect.element(sharing).not.toBeChecked()
  await toggle()
  await expect.element(sharing).toBeChecked()
  await expectCount(box, 0)
  expect(server.current.is_public).toBe(true)
})

test('SHARE-11 the dialog says that the link is loading; if it fails, it says why and retries', async () => {
  const { server, again, trip } = await openShare({ name: 'Slow' }, { isHeld: true })
  await expect.element(shareDialog.getByText('Loading share link...')).toBeVisible()
  server.release()
  await expect.element(linkField).toBeVisible()

  queryCache.remove(['sharing', trip.id])
  server.failures.push(unsaid(), unsaid())
  again()
  await expectText(shareDialog.getByRole('alert'), 'We couldn’t load the share link')
  server.failures.length = 0
  await inShare('Try again').click()
  await expect.element(linkField).toBeVisible()
})

test("SHARE-12 offers the device's own share sheet if there is one", async () => {
  const shared = vi.fn(async (_data: ShareData) => {})
  Object.defineProperty(navigator, 'share', { configurable: true, value: shared })
  try {
    const { link } = await openShare({ name: 'Sheet' })
    await inShare('Send Link').click()
    await expect.poll(() => shared.mock.calls[0]?.[0]).toMatchObject({ url: link(), title: 'Sheet' })
  } finally {
    Reflect.deleteProperty(navigator, 'share')
  }
})

test('even with an error the whole dialog fits on a desktop, or scrolls inside if it cannot', async () => {
  const { server } = await openShare({ name: 'Algonquin with all of our neighbours' })
  await expect.element(linkField).toBeVisible()
  server.failures.push(unsaid())
  await generate()
  await expect.element(shareDialog.getByRole('alert')).toBeVisible()
  const lastNote = shareDialog.getByText('The link contains a secret key.')
  const boxOf = (shown: Element) => shown.getBoundingClientRect()
  /** Expects that nothing covers the note, the buttons are in view, and the dialog is within the screen. */
  const expectShown = async () => {
    await expect.element(inShare('Close')).toBeInViewport({ ratio: 1 - 1e-6 })
    const footer = inShare('Close').element().closest('footer') as Element
    const [note, around] = [boxOf(lastNote.element()), boxOf(shareDialog.element())]
    expect(note.top).toBeGreaterThanOrEqual(around.top)
    expect(note.bottom).toBeLessThanOrEqual(boxOf(footer).top)
    expect(around.top).toBeGreaterThanOrEqual(0)
    expect(around.bottom).toBeLessThanOrEqual(innerHeight)
  }
  await expectShown()
  await page.viewport(1280, 500)
  await expect.poll(() => boxOf(shareDialog.element()).bottom).toBeLessThanOrEqual(500)
  lastNote.element().scrollIntoView({ block: 'nearest', behavior: 'instant' })
  await expectShown()
})
