import type { TripTips } from './template.ts'

export const airTravelTips: TripTips = {
  meals: {
    title: 'Travel Food Tips',
    lists: [
      {
        title: 'Before You Go',
        items: [
          'Order special meals from the airline at least 48 hours ahead.',
          'Save two or three places to eat near the hotel.',
          'Reserve the one restaurant you really want.',
          'Translate allergies and diets into the local language.',
        ],
      },
      {
        title: 'While Traveling',
        items: [
          'Fill your water bottle after security, and drink often on the plane.',
          'Eat at local times from the first day; it helps with jet lag.',
          'Choose busy stalls where food is cooked in front of you.',
          'Ask whether the tap water is safe to drink.',
          'Finish fresh fruit and meat before the border.',
        ],
      },
    ],
  },
  checklist: {
    title: 'Travel Packing Tips',
    lists: [
      {
        title: 'Before You Pack',
        items: [
          "Check your airline's size and weight limits for bags.",
          'Look at the forecast for where you are going.',
          'Choose clothes that all go together, in layers.',
          'Weigh your bag at home, and leave room for the way back.',
        ],
      },
      {
        title: 'Travel Smart',
        items: [
          'Keep passport, medications and valuables in your carry-on.',
          'Put your name and phone number inside each bag too.',
          'Take a photo of your bags and their contents.',
          'Roll soft clothes, and put shoes at the bottom.',
          'Traveling together? Split the clothes between both bags.',
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
          'Photo ID, and a copy of your passport',
          'Tickets and reservations, saved offline',
          'Phone with a power bank',
          'Comfortable shoes and a light rain jacket',
          'Some local cash, and a water bottle',
        ],
      },
      {
        title: 'Safety Reminders',
        items: [
          'Save the local emergency number; 911 does not work everywhere.',
          'Watch your bags in stations, markets and cafés.',
          'Use licensed taxis or the transit system.',
          'Agree on a place to meet if you lose each other.',
          'Check flight times again the evening before.',
        ],
      },
    ],
  },
}
