import type { TripTips } from './template.ts'

export const carTripTips: TripTips = {
  meals: {
    title: 'Camping Cooking Tips',
    lists: [
      {
        title: 'Before You Go',
        items: [
          'Ask everyone about allergies and diets before you shop.',
          'Freeze meat flat so it thaws evenly and keeps the cooler cold.',
          'Label each cooler with its days, and keep the later ones closed.',
          'Chop vegetables and mix spices at home.',
          'Test the stoves, and pack more fuel than you think you’ll need.',
        ],
      },
      {
        title: 'At the Campsite',
        items: [
          'Assign two cooks and two dishwashers to each meal.',
          'Wash your hands before you cook, and use a separate cutting board for raw meat.',
          'Keep coolers in the shade at 4 °C or below, and top up the ice.',
          'Cook vegetarian portions first, in separate pans.',
          'Wash up right away, and empty grey water only where the park allows it.',
          'Lock all food and garbage in a car after every meal.',
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
          'Check the forecast: nights can be cold even in July.',
          'Pitch your tent at home first, and count the pegs.',
          'Line your pack with a garbage bag to keep the rain out.',
          'Label anything that looks like everyone else’s.',
          'Leave perfume and other scented products at home: they attract bugs and bears.',
        ],
      },
      {
        title: 'Group Coordination',
        items: [
          'Decide who brings each shared item, so nothing is forgotten or brought twice.',
          'Spread the heavy gear across the cars.',
          'Load the tents and tarps last, because you’ll need them first.',
          'Make sure at least two people know where the first aid kits and permits are.',
          'Agree on how to split the shared costs before you leave.',
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
          'Water: 2 L per person on longer trails',
          'Rain gear and a warm layer, even on sunny days',
          'Sunscreen, a hat and bug spray',
          'A park map and a charged headlamp',
          'Lunch, snacks and a bag for your garbage',
        ],
      },
      {
        title: 'Safety Reminders',
        items: [
          'Always wear a life jacket in a canoe.',
          'Stay with your group, and tell someone at camp when you’ll be back.',
          'Turn back early if the weather changes or it’s getting dark.',
          'If you hear thunder, get off the water and away from lookouts.',
          'Watch wildlife from a distance, and never feed it.',
          'Drive slowly at dawn and dusk: moose may cross the road.',
        ],
      },
    ],
  },
}
