import type { TripTips } from './template.ts'

export const carTripTips: TripTips = {
  meals: {
    title: 'Camping Cooking Tips',
    lists: [
      {
        title: 'Before You Go',
        items: [
          'Ask everybody about allergies and diets before you shop.',
          'Freeze meat flat: it thaws evenly and keeps the cooler cold.',
          'Mark the coolers by day, and keep the later ones shut.',
          'Chop vegetables and mix spices at home.',
          'Try the stoves and bring more fuel than you think.',
        ],
      },
      {
        title: 'At the Campsite',
        items: [
          'Name two cooks and two dishwashers for each meal.',
          'Wash hands before cooking, and keep raw meat on its own board.',
          'Keep coolers in the shade at 4 °C or less, and top up the ice.',
          'Cook the vegetarian portions first, in their own pans.',
          'Wash up right away; pour grey water where the park says.',
          'Lock all food and garbage in a car after each meal.',
        ],
      },
    ],
  },
  checklist: {
    title: 'Packing Tips for Group Camping',
    lists: [
      {
        title: 'Before You Pack',
        items: [
          'Look at the forecast; nights can be cold even in July.',
          'Pitch your tent once at home and count the pegs.',
          'Line your pack with a garbage bag against the rain.',
          'Put your name on everything that looks like the others.',
          'Leave perfume and strong scents at home: they draw bugs and bears.',
        ],
      },
      {
        title: 'Group Coordination',
        items: [
          'Decide who brings each shared item, so nothing comes twice or not at all.',
          'Spread the heavy gear among the cars.',
          'Load the tents and tarps last; they come out first.',
          'Keep first aid kits and permits where two people can find them.',
          'Split the shared costs before the trip, not after.',
        ],
      },
    ],
  },
  itinerary: {
    title: 'Important Notes',
    lists: [
      {
        title: 'What to Bring',
        items: [
          'Water, 2 L each on the longer trails',
          'Rain gear and a warm layer, even on a sunny day',
          'Sunscreen, a hat and bug spray',
          'Park map and a charged headlamp',
          'Lunch, snacks and a bag to carry out your garbage',
        ],
      },
      {
        title: 'Safety Reminders',
        items: [
          'Wear a life jacket whenever you are in a canoe.',
          'Stay with your group, and tell camp when you will be back.',
          'Turn back early if weather or daylight runs out.',
          'Get off the water and away from lookouts when you hear thunder.',
          'Watch wildlife from afar, and never feed it.',
          'Drive slowly at dawn and dusk: moose cross Highway 60.',
        ],
      },
    ],
  },
}
