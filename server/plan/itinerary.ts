import { type Itinerary, levels } from '#domain/plan/itinerary.ts'
import { insertAll } from './insert-all.ts'
import type { SectionRows } from './section-rows.ts'

export const itineraryRows: SectionRows<Itinerary> = {
  async load(db, tripId) {
    const [days, activities] = await Promise.all([
      db.selectFrom('itinerary_days').select(['day_number', 'title']).where('trip_id', '=', tripId).orderBy('day_number').execute(),
      db
        .selectFrom('itinerary_activities')
        .select(['id', 'day_number', 'activity_level', 'time', 'activity_name', 'description', 'duration', 'map_url', 'icon_name'])
        .where('trip_id', '=', tripId)
        .orderBy('day_number')
        .orderBy('activity_level')
        .orderBy('order_index')
        .execute(),
    ])
    const itinerary: Itinerary = {}
    for (const { day_number, title } of days) itinerary[day_number] = { title, light: [], hard: [] }
    for (const { id, day_number, activity_level, time, activity_name, description, duration, map_url, icon_name } of activities) {
      const activity = { id, time, activity: activity_name, description, duration, mapUrl: map_url ?? '', icon: icon_name }
      itinerary[day_number]?.[activity_level].push(activity)
    }
    return itinerary
  },

  async replace(trx, tripId, itinerary) {
    await trx.deleteFrom('itinerary_activities').where('trip_id', '=', tripId).execute()
    await trx.deleteFrom('itinerary_days').where('trip_id', '=', tripId).execute()
    const days = Object.entries(itinerary).map(([day, value]) => ({ day_number: Number(day), ...value }))
    await insertAll(
      trx,
      'itinerary_days',
      days.map(({ day_number, title }) => ({ trip_id: tripId, day_number, title })),
    )
    await insertAll(
      trx,
      'itinerary_activities',
      days.flatMap((day) =>
        levels.flatMap((activity_level) =>
          day[activity_level].map(({ activity, mapUrl, icon, ...texts }, order_index) => ({
            trip_id: tripId,
            day_number: day.day_number,
            activity_level,
            ...texts,
            activity_name: activity,
            map_url: mapUrl || null,
            icon_name: icon,
            order_index,
          })),
        ),
      ),
    )
  },
}
