import { answersSource } from './sources/answers.ts'
import { ridesSource } from './sources/rides.ts'
import { ticketsSource } from './sources/tickets.ts'
import type { TodaySource } from './today-plan.ts'

/*
 * What Today's card shows first, in this order, before and after the trip; day-sources.ts has what it shows on the days
 * of the trip, late-sources.ts the rest. A new section adds a file in sources/, and a line in one of these lists: in
 * the last if people do not need it at once.
 */

export const todaySources: readonly TodaySource[] = [ticketsSource, answersSource, ridesSource]
