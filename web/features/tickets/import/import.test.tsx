import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardingPassCode, leg } from '#domain/bookings/testing/boarding-pass.ts'
import { aztec, flightPass, walletPass } from '#domain/bookings/testing/wallet-pass.ts'
import type { TravelDocument } from '#domain/documents.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { newStay } from '#domain/plan/stays.ts'
import {
  airlineMail,
  eventMail,
  ferryMail,
  flightReservations,
  hotelMail,
  htmlMail,
  jsonLd,
  mailWithoutReservation,
  trainMail,
} from '#domain/testing/booking-mails.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { useDocuments } from '#web/data/trips/use-documents.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import {
  button,
  dialog,
  expectCount,
  expectText,
  insertText,
  paste,
  press,
  pressOn,
  sidewaysScroll,
} from '#web/testing/screen.ts'
import { refuseUpload, uploads } from '#web/testing/uploads.ts'
import { encodePicture, makePdf, paintCode } from '#web/trip-core/codes/testing/code-pictures.ts'
import { TicketsPart } from '../tickets-part.tsx'

/** The files that were uploaded, and which documents they are. */
const sent = () =>
  uploads.sent.map(({ path, file }) => {
    const { pathname, searchParams } = new URL(path, location.href)
    return { id: pathname.split('/').at(-1), name: file.name, isOfBooking: searchParams.get('of') === 'booking' }
  })

const ana = buildComing('Ana Sousa')
const party = buildParty(buildComing('Robin Tester', { id: ROBIN.id }), ana)
const dates = datesOf('2031-05-02', '2031-05-12')
const details = buildDetails(dates)

/** The camera sees this picture, with white around it. */
function film(picture: HTMLCanvasElement): void {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width + 200
  canvas.height = picture.height + 200
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const draw = () => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 100, 100)
  }
  draw()
  // A stream gets a frame when something is drawn.
  const drawing = setInterval(draw, 50)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => canvas.captureStream())
  onTestFinished(() => clearInterval(drawing))
}

function Tab({ trip }: { trip: OpenedTrip['trip'] }) {
  const section = useSection(trip.id, 'tickets')
  const documents = useDocuments(trip.id)
  const failed = documents?.uploads.filter(({ state }) => state === 'failed') ?? []
  return (
    <>
      {section && <TicketsPart trip={trip} section={section} />}
      {failed.map(({ id }) => (
        <button key={id} type="button" onClick={() => void documents?.editing?.retry(id)}>
          Retry
        </button>
      ))}
    </>
  )
}

async function open(values: TripOptions['values'] = {}, more: Partial<TripOptions> = {}): Promise<OpenedTrip> {
  const opened = await openTrip({
    type: 'air_travel',
    values: { people: [party], details, tickets: [], stays: [], ...values },
    ...more,
  })
  opened.show(<Tab trip={opened.trip} />)
  await expect.element(page.getByRole('heading', { name: 'Tickets & Passes' })).toBeVisible()
  return opened
}

const opener = button('Add from an email or pass')
const input = page.getByLabelText('Choose files')
const result = (name: string | RegExp) => dialog().getByRole('article', { name })
const alert = dialog().getByRole('alert')
const undo = button('Undo')
const eml = (source: string, name = 'booking.eml') => new File([source], name, { type: 'message/rfc822' })
const pkpass = (bytes: Uint8Array, name = 'pass.pkpass') => new File([bytes as Uint8Array<ArrayBuffer>], name)

async function openWith(...files: File[]): Promise<void> {
  await opener.click()
  await expect.element(input).toBeVisible()
  // Large files take a browser's own way too long.
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  const field = input.element() as HTMLInputElement
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** PDFs and WebAssembly take long on a busy machine. */
const SLOW = { timeout: 30_000 }

const passOf = (name: string, seat: string) =>
  boardingPassCode(name, [
    leg(dates.departure_date as LocalDate, { operatingCarrierPNR: 'QX7K2M', flightNumber: '0406', seatNumber: seat }),
  ])

/** A flight that is in the plan. */
const known = buildTicket('Toronto to Montréal, AC 406', {
  confirmationNumber: 'QX7K2M',
  segments: [
    buildSegment('YYZ', '2031-05-02T15:00', 'YUL', '2031-05-02T16:20', {
      ...{ carrier: 'AC', number: '406', from: 'Toronto', to: 'Montréal', gate: 'D31' },
    }),
  ],
})

test('a journey with its hotel, train and bookshop is entered in one press from its mails, and taken back', async () => {
  await page.viewport(390, 844)
  const { stored } = await open()
  const files = [airlineMail, hotelMail, trainMail, eventMail, ferryMail].map((mail, at) => eml(mail, `mail-${at}.eml`))
  await openWith(...files)
  await expectText(result('Toronto Pearson to Lisbon, AC 406'), 'Fri, May 2')
  const out = result('Toronto Pearson to Lisbon, AC 406')
  // As the clocks show it there, with the wait between the flights and who sits where.
  await expectText(out, '8:05 PM – 7:40 AM +1 day')
  await expectText(out, '3 h 45 in Montréal Trudeau')
  await expectText(out, 'Seats: 23A for Ana Sousa and 23B for Omar Haddad')
  await expectText(result(/^Lisbon to Toronto Pearson/), 'Mon, May 12')
  await expectText(result(/Chiado/), 'Sat, May 3, 3:00 PM to Wed, May 7, 11:00 AM')
  await expectNoAxeFindings()
  expect(sidewaysScroll()).toBe(0)
  // Nothing is written before the press.
  expect(stored('tickets')).toEqual([])

  await button('Add all').click()
  await expectCount(dialog(), 0)
  await expect
    .poll(() => stored('tickets').map(({ type }) => type))
    .toEqual(['flight', 'flight', 'train', 'attraction'])
  await expect.poll(() => stored('stays').map(({ kind }) => kind)).toEqual(['stay', 'ferry'])
  await expect
    .poll(() => stored('details'))
    .toMatchObject({
      ...{ departure_airport_code: 'YYZ', arrival_airport_code: 'LIS' },
      air_travel_flight_info: { carrier: 'AC', flightNumber: 'AC 406' },
    })
  const [ticket] = stored('tickets')
  expect(ticket?.passengers.map(({ person_id, name }) => person_id || name)).toEqual([ana.id, 'Omar Haddad'])
  // Each file is with its booking.
  await expect.poll(() => sent().map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  expect(sent().every(({ isOfBooking }) => isOfBooking)).toBe(true)
  await expect
    .poll(() => [...stored('tickets'), ...stored('stays')].map((one) => one.files.map(({ id }) => id)))
    .toEqual([0, 0, 2, 3, 1, 4].map((at) => [sent()[at]?.id]))

  await expect.element(page.getByText('Added 6 bookings')).toBeVisible()
  await undo.click()
  await expect.poll(() => [stored('tickets'), stored('stays')]).toEqual([[], []])
  await expect.poll(() => stored('details').departure_airport_code).toBe(details.departure_airport_code)
  // Undo also removes the mails, which were uploaded only for the bookings.
  await expect
    .poll(() => uploads.removed.toSorted())
    .toEqual(
      sent()
        .map(({ id }) => id)
        .toSorted(),
    )
})

test('an undo leaves a document that was there before', async () => {
  const file = eml(trainMail)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const here = {
    ...{ id: crypto.randomUUID(), trip_id: crypto.randomUUID(), file_name: 'train.eml', file_url: '/files/train' },
    ...{ file_type: 'eml', description: '', size: file.size, uploaded_at: '2031-02-03T16:00:00.000Z' },
    sha256: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  } satisfies TravelDocument
  const { stored } = await open({}, { documents: [here] })
  await openWith(file, eml(hotelMail, 'hotel.eml'))
  await button('Add all').click()
  await expect.poll(() => stored('tickets')[0]?.files).toMatchObject([{ id: here.id }])
  await expect.poll(() => stored('stays')[0]?.files).toHaveLength(1)
  await expect.poll(() => sent()).toMatchObject([{ name: 'hotel.eml' }])
  await undo.click()
  await expect.poll(() => uploads.removed).toEqual([sent()[0]?.id])
})

test('a pass changes the gate of a known flight, and adds the codes of two people', async () => {
  const { stored } = await open({ tickets: [known] })
  const fields = {
    headerFields: [{ key: 'gate', label: 'GATE', value: 'B22' }],
    auxiliaryFields: [
      { key: 'passenger', label: 'PASSENGER', value: 'SOUSA/ANA' },
      { key: 'seat', label: 'SEAT', value: '23A' },
    ],
    secondaryFields: [{ key: 'flightNumber', label: 'FLIGHT', value: 'AC 406' }],
    backFields: [],
  }
  const ofAna = passOf('SOUSA/ANA', '023A')
  const pass = flightPass({ relevantDate: '2031-05-02T15:00-04:00', barcodes: [aztec(ofAna)] }, fields)
  await openWith(pkpass(walletPass(pass)))
  const card = result(known.title)
  await expectText(card, 'gate B22, was D31')
  await expectText(card, 'seat 23A for Ana Sousa')
  await expectText(card, 'new code')
  // The other pass joins it.
  paste(input, passOf('HADDAD/OMAR', '023B'))
  await expectText(card, 'seat 23B for Omar Haddad')
  await expectText(card, '2 new codes')
  await expectText(dialog(), 'No one on this trip matches that name.')
  await expectCount(dialog().getByRole('article'), 1)
  await expectNoAxeFindings()
  await button('Update ticket').click()
  await expect.poll(() => stored('tickets')[0]?.segments[0]?.gate).toBe('B22')
  const [ticket] = stored('tickets')
  expect(stored('tickets')).toHaveLength(1)
  expect(ticket?.title).toBe(known.title)
  expect(ticket?.passengers.map(({ person_id, name }) => person_id || name)).toEqual([ana.id, 'Omar Haddad'])
  const owners = ticket?.codes.map(({ passenger_id }) => passenger_id)
  expect(owners).toEqual(ticket?.passengers.map(({ id }) => id))
  // The pass is Ana’s.
  await expect.poll(() => stored('tickets')[0]?.files).toMatchObject([{ passenger_id: owners?.[0] }])
  await undo.click()
  await expect.poll(() => stored('tickets')).toEqual([known])
})

test('what somebody else has changed meanwhile stays', async () => {
  const { stored, editAsOther } = await open({ tickets: [known] })
  await opener.click()
  paste(input, passOf('SOUSA/ANA', '023A'))
  await expectText(result(known.title), 'seat 23A for Ana Sousa')
  editAsOther('tickets', ([one]) =>
    one ? [{ ...one, title: 'Out', segments: one.segments.map((part) => ({ ...part, gate: 'E1' })) }] : [],
  )
  await expectText(result('Out'), 'seat 23A for Ana Sousa')
  await button('Update ticket').click()
  await expect.poll(() => stored('tickets')[0]?.codes).toHaveLength(1)
  expect(stored('tickets')[0]).toMatchObject({
    title: 'Out',
    segments: [{ gate: 'E1', seats: [{ seat: '023A'.slice(1) }] }],
  })
})

test('the same mail twice, and what is in the plan already, adds nothing', async () => {
  const { stored, sent } = await open()
  await openWith(eml(airlineMail), eml(airlineMail, 'again.eml'))
  await expectCount(dialog().getByRole('article'), 2)
  // An attached file would be an edit that comes later.
  await dialog()
    .getByRole('checkbox', { name: /^Keep the file/ })
    .click()
  await button('Add all').click()
  await expect.poll(() => stored('tickets')).toHaveLength(2)
  const before = stored('tickets')
  await openWith(eml(airlineMail, 'third.eml'))
  await expect.element(result('Toronto Pearson to Lisbon, AC 406')).toHaveTextContent('Already in the plan')
  await expectCount(button('Add all'), 0)
  const requests = sent('tickets').length
  await button('Done').click()
  // Longer than an edit waits.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(stored('tickets').map(({ segments }) => segments)).toEqual(before.map(({ segments }) => segments))
  expect(sent('tickets')).toHaveLength(requests)
})

const cancelled = (parts: readonly unknown[]) =>
  htmlMail(
    jsonLd(parts.map((part) => ({ ...(part as object), reservationStatus: 'http://schema.org/ReservationCancelled' }))),
  )
const [firstFlight] = flightReservations

test('a cancelled ticket is removed, with undo', async () => {
  const { stored } = await open({ tickets: [known], stays: [newStay(crypto.randomUUID(), { name: 'Hotel' })] })
  await openWith(eml(cancelled([firstFlight])))
  await expectText(result(known.title), 'Cancelled by the airline.')
  expect(stored('tickets')).toEqual([known])
  await button('Remove ticket').click()
  await expect.poll(() => stored('tickets')).toEqual([])
  expect(stored('stays')).toHaveLength(1)
  await undo.click()
  await expect.poll(() => stored('tickets')).toEqual([known])
})

test('a cancellation among others removes nothing unless it is ticked, and never a ticket of which parts are left', async () => {
  const more = {
    ...known,
    segments: [...known.segments, buildSegment('YUL', '2031-05-02T20:05', 'LIS', '2031-05-03T07:40')],
  }
  const { stored, editAsOther } = await open({ tickets: [more] })
  await openWith(eml(cancelled([firstFlight])), eml(hotelMail))
  await expectText(result(known.title), 'Only part of this booking is cancelled.')
  await expect.element(button('Add stay')).toBeVisible()
  editAsOther('tickets', () => [known])
  const tick = dialog().getByRole('checkbox', { name: 'Remove ticket' })
  await expect.element(tick).not.toBeChecked()
  await button('Add stay').click()
  await expect.poll(() => stored('stays')).toHaveLength(1)
  expect(stored('tickets')).toHaveLength(1)
})

test('what cannot be read says why, and can be kept', async () => {
  await open()
  const limit = new Uint8Array(26 * 1024 * 1024).fill(0x41)
  await openWith(
    eml(mailWithoutReservation, 'sale.eml'),
    pkpass(walletPass(flightPass()).subarray(0, 300), 'half.pkpass'),
    new File([limit], 'huge.eml'),
    new File(['%PDF-1.7\n', new Uint8Array(21_000_000)], 'huge.pdf'),
    new File([await encodePicture(document.createElement('canvas'))], 'photo.png'),
    new File(['\0\0\0\x18ftypheic\0\0\0\0'], 'IMG_1.HEIC'),
    new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'mail.msg'),
    new File([new Uint8Array([0x4d, 0x5a, 0, 0])], 'app.exe'),
  )
  await expectCount(alert, 8)
  for (const [at, text] of [
    'deals.example doesn’t send bookings in a format apps can read.',
    'This file is damaged.',
    'This file is too large to read.',
    'This file is too large. Take a screenshot of the code',
    'No code was found.',
    'This browser can’t open HEIC photos.',
    'Outlook’s .msg files can’t be read.',
    'This kind of file can’t be read.',
  ].entries())
    await expectText(alert.nth(at), text)
  await expectNoAxeFindings()
  await expectCount(button('Keep as a document'), 3)
  await alert.nth(0).getByRole('button', { name: 'Keep as a document' }).click()
  await expectText(alert.nth(0), 'Saved under Travel Documents.')
  await expect.poll(() => sent()).toMatchObject([{ name: 'sale.eml', isOfBooking: true }])
  await alert.nth(1).getByRole('button', { name: 'Dismiss' }).click()
  await expectCount(alert, 7)
})

test('a pasted text that has nothing stays, and by keyboard alone a mail’s source is added without a mouse', async () => {
  const { stored } = await open()
  await pressOn(opener, 'Enter')
  await pressOn(button('Paste text'), 'Enter')
  const area = dialog().getByLabelText('Text of the email')
  await pressOn(button('Read text'), 'Enter')
  await expect.element(dialog().getByText('Paste some text first.')).toBeVisible()
  await area.fill('See you in Lisbon')
  await pressOn(button('Read text'), 'Enter')
  await expectText(alert, 'We couldn’t find a booking in this text. Paste the full source of the email.')
  await expect.element(area).toHaveValue('See you in Lisbon')
  await area.fill(trainMail)
  await pressOn(button('Read text'), 'Enter')
  const train = result(/^Lisboa Oriente to Porto Campanhã/)
  await expectText(train, '1:39 PM – 4:29 PM')
  await expectCount(area, 0)
  await pressOn(button('Add ticket'), 'Enter')
  await expect.poll(() => stored('tickets')).toMatchObject([{ type: 'train', confirmationNumber: 'CP88231' }])
  await expect.element(opener).toHaveFocus()
  // A pasted source is kept as a mail.
  await expect.poll(() => sent()).toMatchObject([{ name: 'O seu bilhete.eml' }])
  await press('Control>}z{/Control')
  await expect.poll(() => stored('tickets')).toEqual([])
})

test('somebody says who a passenger is, in all files at once', async () => {
  const { stored } = await open()
  await opener.click()
  paste(input, passOf('HADDAD/OMAR', '023B'))
  const who = dialog().getByLabelText('Who is “Omar Haddad”?')
  await expect.element(who).toHaveValue('')
  await userEvent.selectOptions(who, 'You')
  paste(input, airlineMail)
  await expectText(result('Toronto Pearson to Lisbon, AC 406'), 'Ana Sousa')
  await expectCount(dialog().getByRole('article'), 2)
  await button('Add all').click()
  await expect.poll(() => stored('tickets')).toHaveLength(2)
  for (const { passengers } of stored('tickets'))
    expect(passengers.map(({ person_id }) => person_id).toSorted()).toEqual([ROBIN.id, ana.id].toSorted())
})

test('a pasted picture and dropped files are read, wherever they are dropped', { timeout: 60_000 }, async () => {
  await open()
  const dropped = new DataTransfer()
  dropped.items.add(eml(trainMail))
  const drop = (target: Element) =>
    target.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  // On the tab, they open the dialog, and none is lost.
  const heading = page.getByRole('heading', { name: 'Tickets & Passes' }).element()
  drop(heading)
  drop(heading)
  await expectText(result(/^Lisboa Oriente/), '1:39 PM – 4:29 PM')
  drop(dialog().element())
  await expectCount(dialog().getByText('Reading', { exact: false }), 0)
  await expectCount(dialog().getByRole('article'), 1)
  const clipboardData = new DataTransfer()
  const photo = await encodePicture(paintCode('aztec', passOf('SOUSA/ANA', '023A')))
  clipboardData.items.add(new File([photo], 'image.png', { type: 'image/png' }))
  input.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(result(/AC 406$/), SLOW).toHaveTextContent('Seat 23A')
})

test('a code that the camera finds is a pass', async () => {
  const { stored } = await open()
  film(paintCode('aztec', passOf('SOUSA/ANA', '023A')))
  await opener.click()
  await button('Scan a code').click()
  await expect.element(result(/AC 406$/), SLOW).toHaveTextContent('Seat 23A')
  await button('Add ticket').click()
  await expect
    .poll(() => stored('tickets'))
    .toMatchObject([{ codes: [{ format: 'aztec' }], passengers: [{ person_id: ana.id }] }])
})

test('two passengers of one name stay two, and nobody guesses who they are', async () => {
  const { stored } = await open()
  await opener.click()
  const two = ['23A', '23B'].map((airplaneSeat, at) => ({
    ...firstFlight,
    ...{ airplaneSeat, ticketNumber: `014230123450${at}`, underName: { '@type': 'Person', name: 'Ana Sousa' } },
  }))
  paste(input, htmlMail(jsonLd(two)))
  await expectText(result(/AC 406$/), '23B')
  await expectCount(dialog().getByRole('combobox'), 0)
  await button('Add ticket').click()
  await expect
    .poll(() => stored('tickets'))
    .toMatchObject([
      {
        passengers: [{ person_id: '' }, { person_id: '' }],
        segments: [{ seats: [{ seat: '23A' }, { seat: '23B' }] }],
      },
    ])
})

test('a code that is no boarding pass is shown with a ticket, or a new one', { timeout: 60_000 }, async () => {
  const { stored } = await open({ tickets: [known] })
  const pdf = new File([await makePdf([paintCode('qr', 'MUSEUM-77'), paintCode('qr', 'MUSEUM-78')])], 'museum.pdf')
  await openWith(pdf)
  const choice = dialog().getByLabelText('Add it to')
  await expect.poll(() => choice.elements().length, SLOW).toBe(2)
  await expect.element(dialog().getByText('2 codes found')).toBeInTheDocument()
  await expectCount(button('Add code'), 0)
  await userEvent.selectOptions(choice.nth(0), known.title)
  await userEvent.selectOptions(choice.nth(1), 'A new ticket')
  await expectNoAxeFindings()
  await button('Add 2 codes').click()
  await expect
    .poll(() => stored('tickets'))
    .toMatchObject([
      { id: known.id, codes: [{ format: 'qr', text: 'MUSEUM-77' }] },
      { type: 'attraction', codes: [{ format: 'qr', text: 'MUSEUM-78' }] },
    ])
  await expect.poll(() => stored('tickets').map(({ files }) => files.length)).toEqual([1, 1])
  await expect.element(page.getByText('Added 2 codes')).toBeVisible()
})

test('a code is never added to a booking that is not, or no longer, in the plan', async () => {
  const { stored, editAsOther } = await open({ tickets: [known] })
  await openWith(eml(trainMail), eml(hotelMail, 'hotel.eml'))
  await expect.element(button('Add all')).toBeVisible()
  film(paintCode('qr', 'MUSEUM-77'))
  await button('Scan a code').click()
  const choice = dialog().getByLabelText('Add it to')
  await expect.element(dialog().getByText('2 bookings and 1 code found'), SLOW).toBeInTheDocument()
  // Something is left out.
  await expect.element(button('Add 2')).toBeVisible()
  await userEvent.selectOptions(choice, known.title)
  editAsOther('tickets', () => [])
  await expect.element(choice).toHaveValue('')
  const train = choice.getByRole('option', { name: /^Lisboa Oriente/ })
  await userEvent.selectOptions(choice, train.element() as HTMLElement)
  await expect.element(button('Add all')).toBeVisible()
  await dialog()
    .getByRole('checkbox', { name: /^Add ticket/ })
    .click()
  await expect.element(choice).toHaveValue('')
  await expectCount(train, 0)
  await expect.element(button('Add stay')).toBeVisible()
  await dialog()
    .getByRole('checkbox', { name: /^Add ticket/ })
    .click()
  await button('Add all').click()
  // After the train's own.
  await expect.poll(() => stored('tickets')[0]?.codes.at(-1)?.text).toBe('MUSEUM-77')
  expect(stored('tickets')).toMatchObject([{ type: 'train' }])
  await expect.element(page.getByText('Added 2 bookings and 1 code')).toBeVisible()
})

test('what was read is still there after Escape, until somebody cancels', async () => {
  const { stored } = await open()
  await openWith(eml(trainMail), eml(hotelMail, 'hotel.eml'))
  const train = dialog().getByRole('checkbox', { name: /^Add ticket/ })
  await train.click()
  await button('Paste text').click()
  const area = dialog().getByLabelText('Text of the email')
  await area.fill('See you in Lisbon')
  await press('Escape')
  await expectCount(dialog(), 0)
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await expect.element(train).not.toBeChecked()
  await expect.element(area).toHaveValue('See you in Lisbon')
  await button('Cancel').click()
  await expectCount(dialog(), 0)
  await opener.click()
  await expect.element(input).toBeVisible()
  await expectCount(dialog().getByRole('article'), 0)
  await expectCount(area, 0)
  expect(stored('tickets')).toEqual([])
})

test('what is typed while a text is being read stays', async () => {
  await open()
  await opener.click()
  await button('Paste text').click()
  const area = dialog().getByLabelText('Text of the email')
  await area.fill(trainMail)
  const field = area.element() as HTMLTextAreaElement
  field.focus()
  field.form?.requestSubmit()
  insertText('More')
  await expectText(result(/^Lisboa Oriente/), '1:39 PM – 4:29 PM')
  await expect.element(button('Read text')).toBeEnabled()
  expect((area.element() as HTMLTextAreaElement).value).toContain('More')
})

test('a file without a booking that is kept offline is not there yet', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open()
  await openWith(eml(mailWithoutReservation, 'sale.eml'))
  await expectCount(alert, 1)
  await expect.element(dialog().getByRole('status').first()).toHaveTextContent(/^$/)
  await button('Keep as a document').click()
  await expectText(alert, 'You’re offline. Retry the upload under Travel Documents when you’re back online.')
  await expectCount(dialog().getByText('Saved under Travel Documents.'), 0)
})

test('a pass on a PDF is read, and without the file if nobody wants it', { timeout: 60_000 }, async () => {
  const { stored } = await open({ tickets: [known] })
  await openWith(new File([await makePdf([paintCode('pdf417', passOf('SOUSA/ANA', '023A'))])], 'pass.pdf'))
  await expect.element(result(known.title), SLOW).toHaveTextContent('seat 23A for Ana Sousa')
  await dialog().getByRole('checkbox', { name: 'Keep the file with the booking' }).click()
  await button('Update ticket').click()
  await expect.poll(() => stored('tickets')[0]?.codes).toMatchObject([{ format: 'pdf417' }])
  // Files are uploaded in their order.
  await openWith(eml(trainMail, 'train.eml'))
  await button('Add ticket').click()
  await expect.poll(() => sent()).toMatchObject([{ name: 'train.eml' }])
  await expect.poll(() => stored('tickets').map(({ files }) => files.length)).toEqual([0, 1])
})

test('the ticket is there although its file could not be uploaded', async () => {
  uploads.next.push(refuseUpload('unreachable'))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { stored } = await open()
  await openWith(eml(trainMail))
  await expectText(dialog(), 'You’re offline. Retry the upload under Travel Documents when you’re back online.')
  await button('Add ticket').click()
  await expect.poll(() => stored('tickets')).toHaveLength(1)
  await expect.poll(() => stored('tickets')[0]?.files).toHaveLength(1)
  expect(sent()).toHaveLength(1)
  // Its document has the same id in a retry.
  await button('Retry').click()
  const [file] = stored('tickets')[0]?.files ?? []
  await expect.poll(() => sent().map(({ id }) => id)).toEqual([file?.id, file?.id])
})

test('people who may not edit the plan see no way to add', async () => {
  await open({ tickets: [known] }, { trip: { role: 'member', members_edit: false } })
  await expectCount(opener, 0)
})
