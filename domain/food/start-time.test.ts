import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../testing/arbitraries.ts'
import { startTimeOf } from './start-time.ts'

/** '23:00 before' is on the day before. */
function startOf(prep: string, served_at = ''): string | undefined {
  const start = startTimeOf({ prep, served_at })
  return start && (start.isDayBefore ? `${start.time} before` : start.time)
}

describe('when to start with a meal', () => {
  it.each([
    ['30 minutes', '18:00', '17:30'],
    ['Prep 40 min', '18:00', '17:20'],
    ['40min', '18:00', '17:20'],
    ['1.5 h', '18:00', '16:30'],
    ['1,5 h', '18:00', '16:30'],
    ['1 hour', '18:00', '17:00'],
    ['1 hour 15 minutes', '18:00', '16:45'],
    ['1 hour, 30 minutes', '18:00', '16:30'],
    ['1 hour and 30 minutes', '18:00', '16:30'],
    ['1h20', '18:00', '16:40'],
    ['1 h 20 min', '18:00', '16:40'],
    ['½ hour', '18:00', '17:30'],
    ['1 1/2 hours', '18:00', '16:30'],
    ['1½ hours', '18:00', '16:30'],
    ['an hour', '18:00', '17:00'],
    ['half an hour', '18:00', '17:30'],
    ['two hours', '18:00', '16:00'],
    ['about 45 min', '18:00', '17:15'],
    ['~45 min', '18:00', '17:15'],
    ['30-40 min', '18:00', '17:20'],
    ['30 to 40 minutes', '18:00', '17:20'],
    ['1–2 h', '18:00', '16:00'],
    ['Prep: 20 min, cook: 40 min', '18:00', '17:00'],
    ['20 min prep + 1 h cooking', '18:00', '16:40'],
    ['20 min prep, 40 min cooking, 1 h 10 min total', '18:00', '16:50'],
    ['Prep time 25 min', '18:00', '17:35'],
    ['12 h', '07:30', '19:30 before'],
    ['24 h', '07:30', '07:30 before'],
    ['30 minutes', '00:10', '23:40 before'],
  ])('%s, served at %s: %s', (prep, served_at, start) => expect(startOf(prep, served_at)).toBe(start))

  it.each([
    ['40 min, ready by 18:00', '17:20'],
    ['Serve at 6 pm. Prep 40 min.', '17:20'],
    ['Dinner at 18:30, 1 h', '17:30'],
    ['ready for noon, 45 min', '11:15'],
    ['start at 17:00', '17:00'],
    ['Start at 5 pm', '17:00'],
    ['Start 5:30 p.m.', '17:30'],
    ['begin cooking at 16:45', '16:45'],
    ['40 min, start at 17:00', '17:00'],
    ['Start at 17:00, light the fire first', '17:00'],
  ])('is in the text: %s: %s', (prep, start) => expect(startOf(prep)).toBe(start))

  it.each([
    ['', '18:00'],
    ['30 minutes', ''],
    ['overnight', '18:00'],
    ['Marinate overnight, 30 min', '18:00'],
    ['30 min, but soak the beans 8 h before', '18:00'],
    ['10 min per batch', '18:00'],
    ['15 min each', '18:00'],
    ['30 or 40 min', '18:00'],
    ['20 min, 40 min', '18:00'],
    ['20 min prep, 30 min prep', '18:00'],
    ['20', '18:00'],
    ['quick', '18:00'],
    ['0 min', '18:00'],
    ['25 h', '18:00'],
    ['-30 min', '18:00'],
    ['1 h (20 min active)', '18:00'],
    ['2 h cooking, 1 h total', '18:00'],
    ['40 min, ready by 18:00', '19:00'],
    ['40 min, ready by 18:00, serve at 19:00', ''],
    ['40 min, ready by 6', ''],
    ['ready by 18:00', ''],
    ['start at 5', '18:00'],
    ['start at 5:30', '18:00'],
    ['start at 13 pm', '18:00'],
    ['start at 25:00', '18:00'],
    ['start at 17:00 the day before', '18:00'],
    ['The evening before, start at 20:00', '18:00'],
    ['start at 17:00, start at 17:30', '18:00'],
    ['do not start at 17:00', '18:00'],
    ['17:00', '18:00'],
  ])('is not guessed: %s, served at %s', (prep, served_at) => expect(startOf(prep, served_at)).toBeUndefined())

  it('is as long before it is served as the preparation takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1440 }), fc.integer({ min: 0, max: 1439 }), (minutes, served) => {
        const [hour, minute] = [Math.floor(served / 60), served % 60].map((part) => String(part).padStart(2, '0'))
        const start = startTimeOf({ prep: `${minutes} min`, served_at: `${hour}:${minute}` })
        const [startHour = NaN, startMinute = NaN] = start?.time.split(':').map(Number) ?? []
        const passed = served - (startHour * 60 + startMinute) + (start?.isDayBefore ? 1440 : 0)
        expect(passed).toBe(minutes)
      }),
    )
  })

  it('is a time of day, or nothing, for any text', () => {
    fc.assert(
      fc.property(anyText(2000), (prep) => {
        const start = startTimeOf({ prep, served_at: '18:00' })
        expect(start?.time ?? '00:00').toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
      }),
    )
    const long = ['1 '.repeat(1000), 'a '.repeat(1000), `${'1'.repeat(1999)}h`, 'start at '.repeat(200)]
    for (const prep of long) expect(startOf(prep, '18:00')).toBeUndefined()
  })
})
