import { newDuty, newVolunteer } from '../plan/duties.ts'
import { newActivity } from '../plan/itinerary.ts'
import { newMealDay } from '../plan/meals.ts'
import type { Person } from '../plan/people.ts'
import { buildComing, buildParties, buildPerson } from './people.ts'
import { buildCar } from './rides.ts'

/** The plan of days 2 and 3 for Ana, who drives and cooks and has the id `me`, with Ben in her car. */
export function buildPlannedDays(me: string, ben: Person = buildPerson('Ben')) {
  const day = newMealDay('car_trip', 2)
  const dinner = { ...day.meals.dinner, name: 'Chili', served_at: '18:00', prep: '1 hour' }
  const car = buildCar(me, { place: 'Kingston', leaves_at: 'after lunch' })
  const cook = { ...newDuty(crypto.randomUUID(), 'cook'), day: 2, meal: 'dinner' as const }
  return {
    people: buildParties(buildComing('Ana', { id: me }), ben),
    itinerary: {
      2: {
        title: 'Lakes',
        light: [activity('9:00 AM', 'Canoeing', '2 hours'), activity('4:00 PM', 'Swimming', '1 hour')],
        hard: [],
      },
      3: { title: 'Home', light: [activity('8:00 AM', 'Packing up', '1 hour')], hard: [] },
    },
    meals: { 2: { ...day, meals: { ...day.meals, dinner } } },
    rides: { cars: [car], riders: [{ id: ben.id, car: car.id }] },
    duties: { duties: [cook], volunteers: [newVolunteer(cook.id, me)] },
  }
}

const activity = (time: string, name: string, duration: string) => ({
  ...newActivity(crypto.randomUUID()),
  time,
  activity: name,
  duration,
})
