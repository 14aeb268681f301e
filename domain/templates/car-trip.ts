import { carTripChecklist } from './car-trip-checklist.ts'
import { carTripItinerary } from './car-trip-itinerary.ts'
import { carTripMeals } from './car-trip-meals.ts'
import type { TripTemplate } from './template.ts'

/** Four days of camping in Algonquin Park for 30 people. */
export const carTrip: TripTemplate = {
  notes: [
    {
      text: 'Campsite permit: Whitefish Lake group campground, 30 people. Check-in is from 2 PM, check-out by 2 PM. Keep the booking number here and a printed copy in the first car.',
      elsewhere:
        'Campsite permit: write down the booking number, check-in and check-out. Keep a printed copy in the car.',
    },
    {
      text: 'Car pools: 8 cars of about 4. Each driver sends in names, seats left and phone numbers. We meet at the West Gate at 11:30 AM, the hikers at 9:30 AM.',
      elsewhere:
        'Car pools: each driver sends in names, seats left and phone numbers. Write down here where and when we meet.',
      from: 5,
    },
    {
      text: 'No signal: coverage comes and goes on Highway 60 and is gone on most trails. Download maps and open this plan before you leave home.',
      elsewhere:
        'No signal: coverage is often gone on the road and on most trails. Download maps and open this plan before you leave home.',
    },
    'Bears: food, coolers, garbage and toothpaste go into a locked car at night and whenever nobody is in camp. Nothing that smells stays in a tent.',
    'Fire ban: check it the day before and at the gate. In a ban we cook on propane only. Buy firewood in the park; do not bring it from home.',
    'Quiet hours are 10 PM to 7 AM. Music off, voices low, car lights off.',
    {
      text: 'Allergies: write yours here by name, with what to do. The menu counts 30 people, 6 of them vegetarians, and is planned without nuts: check the labels, and change the amounts if your group differs.',
      elsewhere: 'Allergies: write yours here by name, with what to do.',
    },
    {
      text: 'Headcount: we are 30. Count before every departure and after every return, leave your trail and return time on the kitchen table, and never go alone.',
      elsewhere:
        'Headcount: we are {count}. Count before every departure and after every return, leave your trail and return time in camp, and never go alone.',
      from: 5,
    },
    {
      text: 'Emergency: call 911; without a signal, drive to a park office or gate. The nearest hospital to the west is in Huntsville, about an hour from camp.',
      elsewhere: 'Emergency: write down the number to call, the nearest hospital, and the next place with a signal.',
    },
  ],
  meals: carTripMeals,
  itinerary: carTripItinerary,
  checklist: carTripChecklist,
}
