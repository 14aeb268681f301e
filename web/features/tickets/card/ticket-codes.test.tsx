import { describe, expect, it } from 'vitest'
import type { Code, Passenger } from '#domain/plan/booking.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { ticketCodes } from './ticket-codes.ts'

const passenger = (personId: string): Passenger => ({ id: crypto.randomUUID(), person_id: personId, name: '' })
const codeOf = (passengerId: string, segmentId = ''): Code => ({
  ...{ id: crypto.randomUUID(), format: 'aztec', text: 'M1' },
  ...{ passenger_id: passengerId, segment_id: segmentId },
})
const names = { me: 'ana', nameOf: () => '', nameInText: ({ person_id }: Passenger) => person_id }

describe('the codes of a ticket', () => {
  it('begin with the own one for the next leg, of whichever passenger became the person', () => {
    const [ben, ana, again] = [passenger('ben'), passenger('ana'), passenger('ana')]
    const segments = [
      buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15'),
      buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40'),
    ]
    const [out, on] = segments.map(({ id }) => id)
    const own = [codeOf(ana.id, out), codeOf(again.id, on)]
    const ticket = buildTicket('', { passengers: [ben, ana, again], segments, codes: [codeOf(ben.id, on), ...own] })
    const shown = (next = '') => ticketCodes(ticket, names, next)
    expect(shown().codes.map(({ title }) => title)).toEqual(['ana', 'ana', 'ben'])
    expect([shown(out).first, shown(on).first]).toEqual(own.map(({ id }) => id))
    const left = { ...ticket, codes: [codeOf(ben.id, on), codeOf(again.id, out)] }
    expect(ticketCodes(left, names, on ?? '').first).toBe(left.codes[1]?.id)
  })
})
