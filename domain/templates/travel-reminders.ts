import type { TipsPanel } from './template.ts'

/** The static tips of the Tickets & Passes tab, which only air trips have. */
export const travelReminders: TipsPanel = {
  title: 'Travel Reminders',
  lists: [
    {
      title: 'Before You Travel',
      items: [
        'Passport: valid for 6+ months after the day you fly home.',
        'Visa: check whether your destination and your stopovers ask for one.',
        'Print boarding passes, or save them on your phone.',
        "Look up the airline's baggage restrictions on size and weight.",
        'Arrive 2-3 hours early for international flights.',
      ],
    },
    {
      title: 'At the Airport',
      items: [
        'Keep your documents accessible, not at the bottom of a bag.',
        'Liquids follow the 3-1-1 rule: 3.4 oz (100 mL) bottles, 1 quart bag, 1 bag each.',
        'Wear removable shoes for the security check.',
        'Carry your medications in your carry-on.',
        'Have the airline app on your phone: gate changes show there first.',
      ],
    },
  ],
}
