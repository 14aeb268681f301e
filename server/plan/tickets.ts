import type { Ticket } from '#domain/plan/tickets.ts'
import { differingEntries, type Placed, placed } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

export const ticketsRows: SectionRows<Ticket[]> = {
  async load(db, tripId) {
    const rows = await db
      .selectFrom('tickets')
      .select(['id', 'type', 'title', 'details', 'date', 'time', 'location', 'confirmation_number', 'place_id'])
      .where('trip_id', '=', tripId)
      .orderBy('order_index')
      .execute()
    return rows.map(({ date, confirmation_number, place_id, ...ticket }) => ({
      ...ticket,
      date: (date ?? '') as Ticket['date'],
      confirmationNumber: confirmation_number,
      place_id: place_id ?? '',
    }))
  },

  async write(trx, tripId, tickets, previous = []) {
    const rowOf = ([{ date, confirmationNumber, place_id, ...ticket }, order_index]: Placed<Ticket>) => ({
      trip_id: tripId,
      ...ticket,
      date: date || null,
      confirmation_number: confirmationNumber,
      place_id: place_id || null,
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
