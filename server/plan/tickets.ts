import { newBooking } from '#domain/plan/booking.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { StoredJourney } from '../db/tables.ts'
import { differingEntries, type Placed, placed } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

export const ticketsRows: SectionRows<Ticket[]> = {
  async load(db, tripId) {
    const rows = await db
      .selectFrom('tickets')
      .select([
        'id',
        'type',
        'title',
        'details',
        'date',
        'time',
        'location',
        'confirmation_number',
        'place_id',
        'journey',
      ])
      .where('trip_id', '=', tripId)
      .orderBy('order_index')
      .execute()
    return rows.map(({ date, confirmation_number, place_id, journey, ...ticket }) => ({
      ...ticket,
      date: (date ?? '') as Ticket['date'],
      confirmationNumber: confirmation_number,
      place_id: place_id ?? '',
      ...emptyJourney(),
      ...journey,
    }))
  },

  async write(trx, tripId, tickets, previous = []) {
    const rowOf = ([ticket, order_index]: Placed<Ticket>) => ({
      trip_id: tripId,
      ...formOf(ticket),
      journey: journeyText(ticket),
      order_index,
    })
    const { now, before } = differingEntries(tickets, previous)
    await writeRows(trx, tripId, {
      table: 'tickets',
      key: ['trip_id', 'id'],
      rows: now.map(rowOf),
      previous: before.map(rowOf),
      all: () => placed(tickets).map(rowOf),
    })
  },
}

/** The columns of the fields of its form. */
const formOf = ({ id, type, title, details, date, time, location, confirmationNumber, place_id }: Ticket) => ({
  ...{ id, type, title, details, time, location },
  date: date || null,
  confirmation_number: confirmationNumber,
  place_id: place_id || null,
})

const emptyJourney = (): StoredJourney => ({ segments: [], ...newBooking() })

/** What there is of a journey; null if there is nothing. */
function journeyText(ticket: Ticket): string | null {
  const journey = Object.fromEntries(
    Object.entries(emptyJourney()).flatMap(([name, empty]) => {
      const value = ticket[name as keyof StoredJourney]
      const isEmpty = Array.isArray(value) ? value.length === 0 : value === empty
      return isEmpty ? [] : [[name, value]]
    }),
  )
  return Object.keys(journey).length > 0 ? JSON.stringify(journey) : null
}
