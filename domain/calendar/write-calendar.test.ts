import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { toSingleLine } from '../text.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { contentLine, escapeText, plainText } from './content-lines.ts'
import { writeCalendar } from './write-calendar.ts'

const swim: CalendarEvent = {
  uid: 'itinerary-51@wayfare',
  sequence: 7,
  changedAt: Date.UTC(2026, 5, 1, 8, 30, 5),
  start: '20260612T180000Z',
  end: '20260612T190000Z',
  title: 'Swim',
  description: 'At the beach\nBring towels',
  location: 'Pog Lake',
  position: { lat: 45.8364, lon: -78.3791 },
  url: 'https://wayfare.example/trip/1?tab=itinerary#day-2',
  category: 'Activity',
  alarm: 120,
  isCancelled: false,
}
const calendar = { name: 'To the lake', url: '', zone: '', refresh: '', events: [swim] }

const encoder = new TextEncoder()
const linesOf = (text: string) => text.split('\r\n').slice(0, -1)

/** What is wrong with the form of a text: lines without CRLF, or longer than 75 octets. */
function faultsOf(text: string): string[] {
  const lines = linesOf(text)
  return [
    ...(text.endsWith('\r\n') ? [] : ['no line break at the end']),
    ...lines.filter((line) => /[\r\n]/.test(line)).map((line) => `a line break within ${line}`),
    ...lines.filter((line) => encoder.encode(line).length > 75).map((line) => `too long: ${line}`),
  ]
}

const parse = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[] as [string, unknown[], unknown[]])
const eventsOf = (text: string) => parse(text).getAllSubcomponents('vevent')

describe('writeCalendar', () => {
  it('writes an event, line by line', () => {
    expect(linesOf(writeCalendar(calendar))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Wayfare//Wayfare//EN',
      'CALSCALE:GREGORIAN',
      'NAME:To the lake',
      'X-WR-CALNAME:To the lake',
      'BEGIN:VEVENT',
      'UID:itinerary-51@wayfare',
      'SEQUENCE:7',
      'DTSTAMP:20260601T083005Z',
      'LAST-MODIFIED:20260601T083005Z',
      'DTSTART:20260612T180000Z',
      'DTEND:20260612T190000Z',
      'SUMMARY:Swim',
      'DESCRIPTION:At the beach\\nBring towels',
      'LOCATION:Pog Lake',
      'GEO:45.8364;-78.3791',
      'URL:https://wayfare.example/trip/1?tab=itinerary#day-2',
      'CATEGORIES:Activity',
      'STATUS:CONFIRMED',
      'BEGIN:VALARM',
      'UID:alarm-itinerary-51@wayfare',
      'ACTION:DISPLAY',
      'DESCRIPTION:Swim',
      'TRIGGER:-PT120M',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  it('writes a whole day, and what a feed says of itself', () => {
    const day = { ...swim, start: '20260612', end: '20260613', alarm: undefined, position: undefined }
    const feed = {
      ...calendar,
      url: 'https://wayfare.example/trip/1',
      zone: 'America/Toronto',
      refresh: 'PT1H',
      events: [{ ...day, description: '', location: '', url: '', category: '' }],
    }
    expect(linesOf(writeCalendar(feed)).slice(6)).toEqual([
      'URL:https://wayfare.example/trip/1',
      'X-WR-TIMEZONE:America/Toronto',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:itinerary-51@wayfare',
      'SEQUENCE:7',
      'DTSTAMP:20260601T083005Z',
      'LAST-MODIFIED:20260601T083005Z',
      'DTSTART;VALUE=DATE:20260612',
      'DTEND;VALUE=DATE:20260613',
      'SUMMARY:Swim',
      'TRANSP:TRANSPARENT',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  it('leaves an event out that the format cannot express, and writes the others', () => {
    const starts = ['+0100000T000000Z', '00000101', '-000001T0101000Z', '20261301', '20260612T250000', '', 'NaN']
    const text = writeCalendar({ ...calendar, events: [...starts.map((start) => ({ ...swim, start })), swim] })
    expect(eventsOf(text)).toHaveLength(1)
    expect(text).toBe(writeCalendar(calendar))
    for (const start of ['00010101', '99991231T235959Z'])
      expect(writeCalendar({ ...calendar, events: [{ ...swim, start }] })).toContain(`:${start}\r\n`)
  })

  it.each([
    ['at its start', '20260612T180000Z'],
    ['before it', '20260612T170000Z'],
    ['in another form', '20260613T190000'],
    ['without an hour', '20260613'],
    ['beyond all years', '+0100000T000000Z'],
    ['that no clock shows', '20261301T990000Z'],
  ])('leaves out an end %s', (_, end) => {
    const text = writeCalendar({ ...calendar, events: [{ ...swim, end }] })
    expect(text).toContain('DTSTART:20260612T180000Z\r\nSUMMARY:Swim')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e17, -1e15])('writes an event that changed at %s', (changedAt) => {
    expect(writeCalendar({ ...calendar, events: [{ ...swim, changedAt }] })).toContain('LAST-MODIFIED:19700101T000000Z')
  })

  it.each([Number.NaN, 0.5, -5])('leaves out a reminder %s minutes before', (alarm) => {
    expect(writeCalendar({ ...calendar, events: [{ ...swim, alarm }] })).not.toContain('VALARM')
  })

  it('has a component when it has no events', () => {
    const text = writeCalendar({ ...calendar, events: [] })
    expect(parse(text).getAllSubcomponents()).toHaveLength(1)
    const zone = parse(text).getFirstSubcomponent('vtimezone')
    expect(new ICAL.Timezone({ component: zone as ICAL.Component, tzid: 'UTC' }).utcOffset(ICAL.Time.now())).toBe(0)
    expect(writeCalendar(calendar)).not.toContain('VTIMEZONE')
  })

  it.each([
    ['commas, semicolons and backslashes', 'Milk, eggs; C:\\tmp\\n', 'Milk\\, eggs\\; C:\\\\tmp\\\\n'],
    ['all line breaks', 'a\nb\r\nc\rd\u2028e\u2029f\u0085g', 'a\\nb\\nc\\nd\\ne\\nf\\ng'],
    ['control characters, but tabs', 'a\u0000b\u0007c\td\u007fe\u001b', 'abc\tde'],
    ['half an emoji', 'a\ud83cb', 'ab'],
    ['a calendar within a text', 'x\r\nEND:VEVENT\r\nBEGIN:VCALENDAR', 'x\\nEND:VEVENT\\nBEGIN:VCALENDAR'],
    ['quotes and colons as they are', '"a": b', '"a": b'],
  ])('escapes %s', (_, typed, written) => {
    expect(escapeText(typed)).toBe(written)
  })

  it('folds by octets, and splits no character', () => {
    expect(contentLine(['X', 'a'.repeat(73)])).toBe(`X:${'a'.repeat(73)}\r\n`)
    expect(contentLine(['X', 'a'.repeat(74)])).toBe(`X:${'a'.repeat(73)}\r\n a\r\n`)
    // 'X:' and 18 tents of 4 octets are 74; on the lines after it, a space and 18 of them are 73.
    expect(contentLine(['X', '⛺'.repeat(24)])).toBe(`X:${'⛺'.repeat(24)}\r\n`)
    expect(contentLine(['X', '🏕'.repeat(37)])).toBe(`X:${'🏕'.repeat(18)}\r\n ${'🏕'.repeat(18)}\r\n 🏕\r\n`)
  })

  it.each([
    ['2,000 characters', 'Für alle: Äpfel, Öl; 🏕️'.repeat(87).slice(0, 2000)],
    ['an emoji of many parts', '👩‍👩‍👧‍👦 '.repeat(40)],
    ['a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR'],
    ['right to left', 'שלום, ערב; טוב '.repeat(20)],
  ])('is read by another library as it was typed: %s', (_, typed) => {
    const text = writeCalendar({
      ...calendar,
      name: typed,
      events: [{ ...swim, title: typed, description: typed, location: typed, category: typed }, swim],
    })
    expect(faultsOf(text)).toEqual([])
    const [event, other, ...more] = eventsOf(text)
    expect(more).toEqual([])
    const oneLine = plainText(toSingleLine(typed))
    // A name is text by RFC 7986, which this library does not know.
    expect(parse(text).getFirstPropertyValue('name')).toBe(escapeText(oneLine))
    expect(event?.getFirstPropertyValue('summary')).toBe(oneLine)
    expect(event?.getFirstPropertyValue('description')).toBe(plainText(typed))
    expect(event?.getFirstPropertyValue('location')).toBe(plainText(typed))
    expect(event?.getFirstProperty('categories')?.getValues()).toEqual([oneLine])
    expect(other?.getFirstPropertyValue('summary')).toBe('Swim')
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('\\', ',', ';', ':', '\n', '\r', '"', 'n', 'N', ' ', '\t', '🏕️', 'é', '\u2028') }),
  )

  it('any text comes back as it was, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(anyText, anyText, (title, description) => {
        const text = writeCalendar({ ...calendar, events: [{ ...swim, title: `T${title}`, description }] })
        expect(faultsOf(text)).toEqual([])
        const [event] = eventsOf(text)
        expect(event?.getFirstPropertyValue('summary')).toBe(plainText(toSingleLine(`T${title}`)))
        if (description !== '') expect(event?.getFirstPropertyValue('description')).toBe(plainText(description))
      }),
      { numRuns: Number(process.env['OPERATIONS_RUNS'] ?? 500) },
    )
  })
})
