import { levels } from '#domain/plan/day-parts.ts'
import type { Itinerary } from '#domain/plan/itinerary.ts'
import { differingDays } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

export const itineraryRows: SectionRows<Itinerary> = {
  async load(db, tripId) {
    const [days, activities] = await Promise.all([
      db
        .selectFrom('itinerary_days')
        .select(['day_number', 'title'])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .execute(),
      db
        .selectFrom('itinerary_activities')
        .select([
          'id',
          'day_number',
          'activity_level',
          'time',
          'activity_name',
          'description',
          'duration',
          'map_url',
          'icon_name',
          'place_id',
        ])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .orderBy('activity_level')
        .orderBy('order_index')
        .execute(),
    ])
    const itinerary: Itinerary = {}
    for (const { day_number, title } of days) itinerary[day_number] = { title, light: [], hard: [] }
    for (const {
      id,
      day_number,
      activity_level,
      time,
      activity_name,
      description,
      duration,
      map_url,
      icon_name,
      place_id,
    } of activities) {
      const activity = {
        id,
        time,
        activity: activity_name,
        description,
        duration,
        mapUrl: map_url ?? '',
        icon: icon_name,
        place_id: place_id ?? '',
      }
      itinerary[day_number]?.[activity_level].push(activity)
    }
    return itinerary
  },

  async write(trx, tripId, itinerary, previous = {}) {
    const { now, before } = differingDays(itinerary, previous)
    const daysOf = (days: Itinerary) =>
      Object.entries(days).map(([day, value]) => ({ day_number: Number(day), ...value }))
    const titlesOf = (days: Itinerary) =>
      daysOf(days).map(({ day_number, title }) => ({ trip_id: tripId, day_number, title }))
    await writeRows(trx, tripId, {
      table: 'itinerary_days',
      key: ['trip_id', 'day_number'],
      rows: titlesOf(now),
      previous: titlesOf(before),
      all: () => titlesOf(itinerary),
    })
    const activitiesOf = (days: Itinerary) =>
      daysOf(days).flatMap((day) =>
        levels.flatMap((activity_level) =>
          day[activity_level].map(({ activity, mapUrl, icon, place_id, ...texts }, order_index) => ({
            trip_id: tripId,
            day_number: day.day_number,
            activity_level,
            ...texts,
            activity_name: activity,
            map_url: mapUrl || null,
            icon_name: icon,
            place_id: place_id || null,
            order_index,
          })),
        ),
      )
    await writeRows(trx, tripId, {
      table: 'itinerary_activities',
      key: ['trip_id', 'day_number', 'activity_level', 'id'],
      rows: activitiesOf(now),
      previous: activitiesOf(before),
      all: () => activitiesOf(itinerary),
    })
  },
}
