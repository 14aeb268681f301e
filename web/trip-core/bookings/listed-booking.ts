import type { ReactNode } from 'react'
import type { ListedTime } from '#domain/today/sort-tickets.ts'

/** Something that is listed among the tickets, such as a stay. */
export interface ListedBooking {
  id: string
  time: ListedTime
  card: ReactNode
}
