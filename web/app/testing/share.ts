import type { TripResponse } from '#domain/api/trips.ts'
import { countAttendance, daysOfTrip } from '#domain/count-attendance.ts'
import { AppError } from '#domain/errors.ts'
import { amountsByDay, toFoodAmounts } from '#domain/food/meal-amounts.ts'
import { readLine } from '#domain/food/read-line.ts'
import { listNotComing } from '#domain/not-coming.ts'
import { commonSectionNames, plan } from '#domain/plan/index.ts'
import { ownItinerary, ownMeals } from '#domain/templates/own-parts.ts'
import { findSamples } from '#domain/templates/sample.ts'
import { dayCount } from '#domain/trip-days.ts'
import { type OpenedTrip, responses } from '#web/testing/open-trip.tsx'

/**
 * Shares a trip: its link is answered with what readers get of the plan as it is stored (trip-response.ts of the
 * server). Returns the path of the link.
 */
export function share({ trip, server, stored }: OpenedTrip, more: Partial<TripResponse> = {}): string {
  responses.set(`/api/shared/${trip.id}`, async () => {
    const response = await server.fetchTrip(trip.id)
    const [details, people] = [stored('details'), stored('people')]
    const isSample = findSamples({ ...trip, adopted: details.adopted })
    const days = ownMeals(stored('meals'), isSample, stored('duties'))
    const notComing = listNotComing(people)
    const sections = Object.fromEntries(
      commonSectionNames.map((name) => {
        const section = response.sections[name]
        const readers = plan[name].readers as (value: unknown, hidden: typeof notComing) => unknown
        return [name, 'value' in section ? { ...section, value: readers(section.value, notComing) } : section]
      }),
    )
    return {
      ...response,
      trip: { ...trip, owner_id: null, role: null, taken: null },
      sections,
      documents_version: 0,
      headcount: countAttendance(
        people,
        daysOfTrip(dayCount(details), days, ownItinerary(stored('itinerary'), isSample)),
        details,
      ),
      amounts: toFoodAmounts([...amountsByDay({ days, people, dates: details, settings: details.eating }, readLine)]),
      ...more,
    }
  })
  return `/shared/${trip.id}?token=for-readers&mode=view`
}

/** The server answers a link as it does if there is no such trip, or the link does not open it. */
export function deny(tripId: string): void {
  responses.set(`/api/shared/${tripId}`, async () => {
    throw new AppError('trip_not_found')
  })
}
