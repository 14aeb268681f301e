import { carTripNewDay } from './car-trip-new-day.ts'
import type { ItineraryDayTemplate } from './template.ts'

/**
 * Algonquin's Highway 60 corridor, with kilometres from the West Gate. Camp is at Whitefish Lake, by way of km 36.9.
 */
export const carTripItinerary: ItineraryDayTemplate[] = [
  {
    title: 'Day 1: Arrival & Setup',
    light: [
      {
        time: '11:30 AM',
        activity: 'Meet at the West Gate',
        description:
          'All cars gather where Highway 60 enters the park. Check permits, count heads, take a park map per car.',
        duration: '30 minutes',
        icon: 'MapPin',
      },
      {
        time: '12:30 PM',
        activity: 'Picnic at Lake of Two Rivers',
        description: 'Sandwiches by the water, half an hour into the park. Time to stretch after the drive.',
        duration: '1 hour',
        icon: 'Coffee',
      },
      {
        time: '2:00 PM',
        activity: 'Set Up Camp at Whitefish Lake',
        description: 'Pitch the tents, raise the kitchen tarps, fill the water jugs and lock the food in the cars.',
        duration: '2 hours 30 minutes',
        icon: 'Clock',
      },
      {
        time: '4:45 PM',
        activity: 'Spruce Bog Boardwalk',
        description: 'An easy 1.5 km loop at km 42.5, mostly on boardwalk. Look for Canada jays and spruce grouse.',
        duration: '45 minutes',
        icon: 'Mountain',
      },
      {
        time: '8:00 PM',
        activity: 'Welcome Campfire',
        description: 'Names, house rules, the plan for tomorrow, then hot chocolate. Quiet from 10 PM.',
        duration: '2 hours',
        icon: 'Sun',
      },
    ],
    hard: [
      {
        time: '9:30 AM',
        activity: 'Early Start at the West Gate',
        description: 'The hikers come ahead. Check the permits and pack sandwiches before the first trail.',
        duration: '30 minutes',
        icon: 'MapPin',
      },
      {
        time: '10:30 AM',
        activity: 'Track and Tower Trail',
        description: 'A 7.5 km loop at km 25, with a steep climb to the view over Cache Lake. Lunch at the top.',
        duration: '3 hours 30 minutes',
        icon: 'Mountain',
      },
      {
        time: '2:30 PM',
        activity: 'Heavy Setup Crew',
        description: 'Carry coolers and water, put up the big tarps and fetch firewood sold in the park.',
        duration: '2 hours',
        icon: 'Clock',
      },
      {
        time: '4:45 PM',
        activity: 'Swim at Lake of Two Rivers',
        description: 'The sandy East Beach, by Highway 60. There are no lifeguards, so swim in pairs.',
        duration: '1 hour',
        icon: 'Activity',
      },
      {
        time: '10:00 PM',
        activity: 'Stargazing at the Old Airfield',
        description: 'A wide open field by Mew Lake Campground. Headlamps on red, voices low.',
        duration: '1 hour',
        icon: 'Sun',
      },
    ],
  },
  {
    title: 'Day 2: Lakes & Canoes',
    light: [
      {
        time: '9:30 AM',
        activity: 'Easy Canoeing on Canoe Lake',
        description: 'Rent canoes at the Portage Store, km 14, learn the strokes and follow the shore. Reserve ahead.',
        duration: '2 hours 30 minutes',
        icon: 'Activity',
      },
      {
        time: '12:15 PM',
        activity: 'Lunch by Canoe Lake',
        description: 'Trail wraps near the docks, with a look at the canoes that come and go.',
        duration: '1 hour',
        icon: 'Coffee',
      },
      {
        time: '2:00 PM',
        activity: 'Algonquin Art Centre',
        description: 'Paintings and carvings of the park, at km 20. A good stop if it rains.',
        duration: '1 hour 15 minutes',
        icon: 'MapPin',
      },
      {
        time: '4:00 PM',
        activity: 'Swim at Lake of Two Rivers',
        description: 'A sandy beach with shallow water. There are no lifeguards, so keep children within reach.',
        duration: '1 hour 30 minutes',
        icon: 'Sun',
      },
      {
        time: '8:30 PM',
        activity: 'Evening Program',
        description:
          'Park naturalists tell about wildlife at the Outdoor Theatre, km 35.4, in July and August. Check the schedule.',
        duration: '1 hour',
        icon: 'Clock',
      },
    ],
    hard: [
      {
        time: '9:00 AM',
        activity: 'Canoe Lake to Joe Lake',
        description:
          'About 12 km there and back by canoe, past the Tom Thomson cairn and over a 300 m portage. Lunch on the way.',
        duration: '6 hours',
        icon: 'Activity',
      },
      {
        time: '3:45 PM',
        activity: 'Hemlock Bluff Trail',
        description: 'A rugged 3.5 km loop at km 27.2, to a bluff above Jack Lake.',
        duration: '1 hour 30 minutes',
        icon: 'Mountain',
      },
      {
        time: '7:30 PM',
        activity: 'Beaver Watch at Beaver Pond',
        description: 'A hilly 2 km loop at km 45.2. Beavers come out at dusk; sit still, and take a headlamp.',
        duration: '1 hour 30 minutes',
        icon: 'Sun',
      },
    ],
  },
  {
    title: 'Day 3: Wildlife & Big Views',
    light: [
      {
        time: '6:30 AM',
        activity: 'Moose Watch on Opeongo Road',
        description:
          'Wildlife viewing from the roadside marsh along Costello Creek. Stay by the cars, keep your distance, keep quiet.',
        duration: '1 hour 30 minutes',
        icon: 'Sun',
      },
      {
        time: '10:30 AM',
        activity: 'Algonquin Visitor Centre',
        description: 'Exhibits on wildlife and history at km 43, with a viewing deck over the Sunday Creek valley.',
        duration: '1 hour 30 minutes',
        icon: 'MapPin',
      },
      {
        time: '1:15 PM',
        activity: 'Logging Museum Trail',
        description: 'An easy 1.3 km loop at km 54.5, past a log chute and old camp buildings. Eat the pitas first.',
        duration: '1 hour 30 minutes',
        icon: 'Mountain',
      },
      {
        time: '3:45 PM',
        activity: 'Old Railway Bike Trail',
        description:
          'A flat ride of about 10 km from the Two Rivers Store, where bikes can be rented, towards Pog Lake and back.',
        duration: '1 hour 45 minutes',
        icon: 'Activity',
      },
      {
        time: '8:00 PM',
        activity: 'Last-Night Campfire',
        description: "S'mores, songs, and everybody's best moment of the trip. Quiet from 10 PM.",
        duration: '2 hours',
        icon: 'Coffee',
      },
    ],
    hard: [
      {
        time: '9:00 AM',
        activity: 'Centennial Ridges Trail',
        description:
          'A demanding 10.4 km loop off km 37.6, along cliffs above Whitefish Lake. At least 2 L of water each.',
        duration: '5 hours 30 minutes',
        icon: 'Mountain',
      },
      {
        time: '3:30 PM',
        activity: 'Costello Creek by Canoe',
        description:
          'Wildlife viewing from the water: herons, turtles, often moose. Canoes from the Opeongo Store, 6 km up Opeongo Road.',
        duration: '2 hours',
        icon: 'Activity',
      },
      {
        time: '7:30 PM',
        activity: 'Lookout Trail at Dusk',
        description:
          'A steep 2.1 km loop at km 39.7 to a wide view. The cliff has no railing: stay well back. Take headlamps.',
        duration: '1 hour 15 minutes',
        icon: 'Sun',
      },
    ],
  },
  { title: 'Day 4: Pack Up & Farewell', ...carTripNewDay },
]
