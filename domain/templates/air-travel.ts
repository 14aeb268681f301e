import { airTravelNewDay } from './air-travel-new-day.ts'
import type { TripTemplate } from './template.ts'

/** Four days away by plane, for two people. The first day is the day of the flight. */
export const airTravel: TripTemplate = {
  notes: [
    'Check in online as soon as it opens, often 24 hours before the flight, and save the boarding passes to your phone.',
    'Be at the airport 2 hours before a domestic flight and 3 hours before an international one.',
    'Check entry rules for every country on the way: passport, visa, and what a stopover asks for.',
    'Airport to hotel: write down the train or bus, the last departure, and what a taxi should cost.',
    'Tell your bank you are travelling, and set up roaming or an eSIM before you leave.',
    'Leave a copy of this plan and your passport page with somebody at home.',
  ],
  meals: [
    {
      breakfast: {
        name: 'Airport Breakfast',
        description: 'Something easy after security, with time to spare before boarding.',
        prep: '30 minutes',
        servings: 2,
        ingredients: [
          '2 coffees or teas',
          '2 bagels or egg sandwiches',
          '2 fruit cups',
          '2 water bottles, filled after security',
        ],
      },
      lunch: {
        name: 'Lunch on Board',
        description: 'Whatever the airline serves, or sandwiches from home. Check which it is when you book.',
        prep: '10 minutes',
        servings: 2,
        ingredients: ['2 sandwiches or wraps', '2 apples', '2 granola bars'],
      },
      dinner: {
        name: 'Easy Dinner near the Hotel',
        description: 'A simple place within a short walk, for the first evening when everybody is tired.',
        prep: '1 hour',
        servings: 2,
        ingredients: ['2 light mains, such as soup, salad or pasta', '1 local dish to share'],
      },
      snacks: [
        '2 packs of crackers or dried fruit',
        '2 refillable water bottles',
        'Chewing gum for take-off and landing',
      ],
    },
  ],
  itinerary: [
    {
      title: 'Day 1: Arrival & Check-In',
      light: [
        {
          time: '2:00 PM',
          activity: 'Airport Arrival',
          description: 'Border control, bags, some local cash, and the ride into town.',
          duration: '1 hour 30 minutes',
          icon: 'MapPin',
        },
        {
          time: '4:00 PM',
          activity: 'Hotel Check-In',
          description: 'Unpack, shower and rest.',
          duration: '1 hour 30 minutes',
          icon: 'Clock',
        },
        {
          time: '5:30 PM',
          activity: 'Neighbourhood Walk',
          description: 'Daylight helps against jet lag. Find a grocery store and a place for dinner.',
          duration: '1 hour',
          icon: 'Sun',
        },
      ],
      hard: [
        {
          time: '2:00 PM',
          activity: 'Airport Arrival',
          description: 'With carry-on only, straight through border control and onto the train.',
          duration: '1 hour',
          icon: 'MapPin',
        },
        {
          time: '3:30 PM',
          activity: 'Bag Drop at the Hotel',
          description: 'Leave the bags, change shoes and go.',
          duration: '30 minutes',
          icon: 'Clock',
        },
        {
          time: '4:15 PM',
          activity: 'Old Town on Foot',
          description: 'The main squares and streets in one loop of about 6 km.',
          duration: '2 hours 30 minutes',
          icon: 'Activity',
        },
      ],
    },
    {
      title: 'Day 2: Museum & Market',
      light: [
        {
          time: '10:00 AM',
          activity: 'Museum Visit',
          description: 'One museum and its best rooms. Book tickets with a time slot.',
          duration: '2 hours',
          icon: 'MapPin',
        },
        {
          time: '12:30 PM',
          activity: 'Lunch at the Market',
          description: 'Small plates from several stalls. Bring cash.',
          duration: '1 hour 30 minutes',
          icon: 'Coffee',
        },
      ],
      hard: [
        {
          time: '7:30 AM',
          activity: 'Market at Opening Time',
          description: 'Breakfast among the vendors, before it fills up.',
          duration: '1 hour 15 minutes',
          icon: 'Coffee',
        },
        {
          time: '9:30 AM',
          activity: 'Museum in Depth',
          description: 'The whole collection, from the first slot of the day.',
          duration: '3 hours',
          icon: 'MapPin',
        },
        {
          time: '2:30 PM',
          activity: 'Tower or Hilltop Climb',
          description: 'The highest viewpoint in town, by the stairs.',
          duration: '2 hours',
          icon: 'Mountain',
        },
      ],
    },
    {
      title: 'Day 3: Day Trip',
      light: [
        {
          time: '9:30 AM',
          activity: 'Day Trip by Train',
          description: 'A small town about an hour away, with a long lunch. Note the last train back.',
          duration: '7 hours',
          icon: 'Sun',
        },
      ],
      hard: [
        {
          time: '7:30 AM',
          activity: 'Day Trip with a Hike',
          description: 'An early train and a trail of 12 to 15 km. Take water, lunch and an offline map.',
          duration: '10 hours',
          icon: 'Mountain',
        },
      ],
    },
    { title: 'Day 4: Last Stops & Flight Home', ...airTravelNewDay },
  ],
  checklist: [
    {
      category: 'Documents',
      items: [
        'Passport, valid for 6+ months after the trip',
        'Visa or travel authorization, if needed',
        'Boarding passes, on paper or on the phone',
        'Hotel and transfer bookings',
        'Travel insurance card and its phone number',
        "Driver's licence or other photo ID",
        'Two payment cards, kept apart, and some cash',
        'Copies of all documents, online and on paper',
      ],
    },
    {
      category: 'Carry-On',
      items: [
        'Medications in their original packaging',
        'Phone, charger and plug adapter',
        'Power bank (not allowed in checked bags)',
        'Liquids up to 100 mL each, in one clear 1 L bag',
        'Empty water bottle',
        'Snacks for the flight',
        'Headphones, eye mask and earplugs',
        'Change of clothes for one day',
        'Pen, for arrival forms',
      ],
    },
    {
      category: 'Clothing',
      items: [
        'Comfortable walking shoes',
        { text: 'Tops for 4 days', byDays: 'Tops for {days} days' },
        '2 pairs of pants or skirts',
        { text: 'Socks and underwear for 5 days', byDays: 'Socks and underwear for {spare} days' },
        'Sweater or layer for the plane',
        'Light rain jacket',
        'Sleepwear',
        'One outfit for a nice dinner',
      ],
    },
  ],
}
