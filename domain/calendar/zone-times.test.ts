import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { dateText, floatingText, instantsIn, utcText } from './zone-times.ts'

const at = (hour: number, minute = 0) => hour * 60 + minute

describe('instantsIn', () => {
  it.each([
    ['a summer day', 'America/Toronto', '2026-06-28', at(9, 30), '20260628T133000Z'],
    ['after midnight', 'America/Toronto', '2026-06-28', at(25, 15), '20260629T051500Z'],
    ['the evening before', 'America/Toronto', '2026-06-28', at(-5), '20260627T230000Z'],
    // The clocks go back from 2:00 EDT to 1:00 EST.
    ['before the clocks go back', 'America/Toronto', '2026-11-01', at(0, 30), '20261101T043000Z'],
    ['the first of two', 'America/Toronto', '2026-11-01', at(1, 30), '20261101T053000Z'],
    ['after the clocks went back', 'America/Toronto', '2026-11-01', at(2), '20261101T070000Z'],
    ['the day after', 'America/Toronto', '2026-11-02', at(8), '20261102T130000Z'],
    // The clocks go forward from 2:00 EST to 3:00 EDT.
    ['before the clocks go forward', 'America/Toronto', '2026-03-08', at(1, 59), '20260308T065900Z'],
    ['what is skipped, as before', 'America/Toronto', '2026-03-08', at(2, 30), '20260308T073000Z'],
    ['after the clocks went forward', 'America/Toronto', '2026-03-08', at(3), '20260308T070000Z'],
    // East of Greenwich: back from 3:00 CEST to 2:00 CET, and forward from 2:00 CET to 3:00 CEST.
    ['the first of two in the east', 'Europe/Berlin', '2026-10-25', at(2, 30), '20261025T003000Z'],
    ['after both', 'Europe/Berlin', '2026-10-25', at(3), '20261025T020000Z'],
    ['what is skipped in the east', 'Europe/Berlin', '2026-03-29', at(2, 30), '20260329T013000Z'],
    ['the far east', 'Pacific/Kiritimati', '2026-06-28', at(0), '20260627T100000Z'],
    ['the far west', 'Pacific/Pago_Pago', '2026-06-28', at(23, 59), '20260629T105900Z'],
    ['a change of half an hour', 'Australia/Lord_Howe', '2026-04-05', at(1, 45), '20260404T144500Z'],
    ['a year of four digits', 'UTC', '0999-12-31', at(23), '09991231T230000Z'],
  ])('%s', (_, zone, date, minute, expected) => {
    expect(utcText(instantsIn(zone)?.(date as LocalDate, minute) ?? 0)).toBe(expected)
  })

  it('knows nothing of a zone that the device does not know, and of none', () => {
    expect(instantsIn('')).toBeUndefined()
    expect(instantsIn('Mars/Olympus_Mons')).toBeUndefined()
  })
})

describe('texts', () => {
  it('writes times without a zone, and days', () => {
    expect(floatingText('2026-06-28' as LocalDate, at(7, 5))).toBe('20260628T070500')
    expect(floatingText('2026-06-28' as LocalDate, at(24))).toBe('20260629T000000')
    expect(floatingText('2026-12-31' as LocalDate, at(49, 30))).toBe('20270102T013000')
    expect(dateText('2026-02-28' as LocalDate)).toBe('20260228')
  })
})
