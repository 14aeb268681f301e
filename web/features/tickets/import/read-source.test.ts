import { expect, it, vi } from 'vitest'
import { localDate } from '#domain/local-date.ts'
import { readSource } from './read-source.ts'

vi.mock('#domain/bookings/read-calendar.ts', () => ({
  readCalendar: () => {
    throw new TypeError('A mistake in the reader')
  },
}))
vi.mock('#domain/bookings/read-wallet-pass.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const near = localDate.parse('2031-05-02')

it('a reader that fails means a damaged file, and only a missing reader one that did not load', async () => {
  const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
  const file = new File([calendar], 'hotel.ics')
  expect(await readSource(file, { near })).toMatchObject({ form: 'calendar', failure: 'damaged', file })
  expect(await readSource(calendar, { near })).toMatchObject({ failure: 'damaged' })
  expect(await readSource(new File(['PK\x03\x04'], 'a.pkpass'), { near })).toMatchObject({ failure: 'unloaded' })
})
