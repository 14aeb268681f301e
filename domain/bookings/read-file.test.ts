import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { airlineCalendar, airlineMail, hotelHtml, mailWithoutReservation } from '../testing/booking-mails.ts'
import {
  type FileForm,
  FORM_BYTES,
  formOfFile,
  formOfText,
  MAX_READ_BYTES,
  readFile,
  type TextForm,
} from './read-file.ts'
import { boardingPassCode, leg } from './testing/boarding-pass.ts'
import { flightPass, utf16, walletPass } from './testing/wallet-pass.ts'

const near = '2031-05-02' as LocalDate
const code = boardingPassCode('SOUSA/ANA', [leg(near)])
const startOf = (bytes: Uint8Array) => bytes.subarray(0, FORM_BYTES)
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('a file is told by its first bytes', () => {
  it.each<[FileForm, Uint8Array]>([
    ['picture', latin1('\x89PNG\r\n\x1a\n')],
    ['picture', latin1('\xff\xd8\xff\xe0')],
    ['heic', latin1('\0\0\0\x18ftypheic')],
    ['other_picture', latin1('RIFF\x10\0\0\0WEBPVP8 ')],
    ['other_picture', latin1('\0\0\0\x1cftypavif')],
    ['other_picture', latin1('GIF89a')],
    ['pdf', latin1('%PDF-1.7')],
    ['pdf', latin1(`${' '.repeat(1000)}%PDF-1.7`)],
    ['pass', walletPass(flightPass())],
    ['pass', zipSync({ 'word/document.xml': strToU8('<a/>') })],
    ['calendar', strToU8(airlineCalendar)],
    ['calendar', strToU8(`\ufeff\r\n${airlineCalendar.toLowerCase()}`)],
    ['calendar', utf16(airlineCalendar)],
    ['calendar', utf16(`\ufeff${airlineCalendar}`).subarray(2)],
    ['mail', strToU8(airlineMail)],
    ['mail', strToU8(hotelHtml)],
    ['mail', strToU8('Your flight leaves at 10:30')],
    ['mail', latin1('Montr\xe9al')],
    ['mail', new Uint8Array(0)],
    ['msg', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['unknown', latin1('MZ\x90\0\x03\0\0\0')],
  ])('%s', (form, bytes) => {
    expect(formOfFile(startOf(bytes))).toBe(form)
  })

  it.each<[TextForm, string]>([
    ['code', code],
    ['code', `\n ${code} \n`],
    ['calendar', `\n${airlineCalendar}`],
    ['mail', airlineMail],
    ['mail', hotelHtml],
    ['mail', `See my code:\n${code}`],
    ['mail', `${code}\n${code}`],
    ['mail', 'M1 north, then left'],
    ['mail', ''],
  ])('a pasted text: %s', (form, text) => {
    expect(formOfText(text)).toBe(form)
  })
})

describe('its reader reads it', () => {
  const numbersIn = async (...[form, content]: [Parameters<typeof readFile>[0], Uint8Array | string]) => {
    const { result } = await readFile(form, content, { near })
    return 'failure' in result
      ? result.failure
      : [...new Set(result.bookings.map(({ confirmationNumber }) => confirmationNumber))]
  }

  it.each<[Parameters<typeof readFile>[0], string, Uint8Array | string]>([
    ['code', 'ABC123', ` ${code}\n`],
    ['pass', 'ABC123', walletPass(flightPass())],
    ['calendar', 'QX7K2M', strToU8(airlineCalendar)],
    ['calendar', 'QX7K2M', utf16(airlineCalendar)],
    ['calendar', 'QX7K2M', airlineCalendar],
    ['mail', 'QX7K2M', strToU8(airlineMail)],
    ['mail', 'QX7K2M', airlineMail],
    ['mail', 'HV-20931', hotelHtml],
  ])('%s: %s', async (form, number, content) => {
    expect(await numbersIn(form, content)).toEqual([number])
  })

  it('says who sent a mail, also one without a booking', async () => {
    const read = await readFile('mail', mailWithoutReservation, { near })
    expect(read).toMatchObject({ result: { failure: 'nothing' }, sender: 'deals.example', subject: 'Summer sale' })
  })

  it('says why nothing was read', async () => {
    expect(await numbersIn('code', code.slice(0, 40))).toBe('damaged')
    expect(await numbersIn('pass', walletPass(flightPass()).subarray(0, 300))).toBe('damaged')
    expect(await numbersIn('calendar', airlineCalendar.slice(0, 300))).toBe('damaged')
    expect(await numbersIn('mail', '')).toBe('nothing')
    for (const form of ['pass', 'calendar', 'mail'] as const)
      expect(await numbersIn(form, new Uint8Array(MAX_READ_BYTES + 1))).toBe('too_large')
  })
})
