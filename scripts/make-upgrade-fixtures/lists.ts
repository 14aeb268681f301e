import { derivedId } from '#domain/derived-id.ts'
import { childOf, type Entry, type JsonObject, withChild } from '#domain/operations/json.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newPerson } from '#domain/plan/people.ts'
import { newTicket } from '#domain/plan/tickets.ts'

/*
 * One list in each section, in which Ben, who is offline, and Anna do the same things. What each typed contains a word
 * of its own, such as BenNotes0, so that tests find it.
 */

export type TripName = 'road' | 'air'

export interface EditedList {
  trip: TripName
  section: SectionName
  /** Where the list is in its section. */
  path: readonly string[]
  /** The field of an entry that has its text. */
  field: string
  /** A tick or choice of an entry, and what Ben chooses. */
  choice?: { field: string; to: unknown }
  build: (id: string, text: string) => Entry
  texts: readonly string[]
}

export const FRIENDS = derivedId('upgrade/party/friends')
export const KITCHEN = derivedId('upgrade/checklist/kitchen')
export const OKAFOR = derivedId('upgrade/party/okafor')

export const editedLists: readonly EditedList[] = [
  {
    trip: 'road',
    section: 'details',
    path: ['car_trip_distances'],
    field: 'distance',
    build: (id, text) => ({ id, place: 'Sudbury', distance: text }),
    texts: ['76 km', '390 km', '410 km', '12 km', '250 km', '33 km', '610 km', '98 km', '180 km', '5 km'],
  },
  {
    trip: 'road',
    section: 'notes',
    path: [],
    field: 'text',
    build: (id, text) => ({ id, text }),
    texts: [
      'Campsite permit: George Lake group site.\nKeep the booking number here.',
      'Bring the big tent and two lanterns.',
      'Firewood is sold at the gate until 9 PM.',
      'Bear boxes at every site; no food in tents.',
      'Ranger station: 705-287-2900',
      'The canoes are reserved from Friday noon.',
      'Quiet hours from 11 PM to 7 AM.',
      'Last fuel is in Alban.',
      'Water is drinkable at the taps.',
      'Recycling goes back home with us.',
      'Swimming: the beach at the day-use area.',
      'Who has a hand pump for the mattresses?',
      'Rain plan: card games under the big tarp.',
      'Check the fire ban on the morning we leave.',
    ],
  },
  {
    trip: 'road',
    section: 'meals',
    path: ['1', 'meals', 'dinner', 'ingredients'],
    field: 'text',
    build: (id, text) => ({ id, text }),
    texts: [
      '2 kg red beans',
      '1.5 kg ground beef',
      '10 tomatoes',
      '6 onions',
      '2 L vegetable stock',
      '4 peppers',
      '1 kg rice',
      '3 tbsp chili powder',
      '2 bunches of coriander',
      '1 jar of sour cream',
    ],
  },
  {
    trip: 'road',
    section: 'itinerary',
    path: ['1', 'light'],
    field: 'activity',
    choice: { field: 'icon', to: 'Coffee' },
    build: (id, text) => ({ ...newActivity(id), activity: text }),
    texts: [
      'Arrive and register',
      'Pitch the tents',
      'Swim at the beach',
      'Granite Ridge Trail',
      'Canoe lesson',
      'Coffee at the lodge',
      'Gather kindling',
      'Sunset at the dock',
      'Campfire songs',
      'Stargazing',
    ],
  },
  {
    trip: 'road',
    section: 'checklist',
    path: [KITCHEN, 'items'],
    field: 'name',
    choice: { field: 'checked', to: true },
    build: (id, text) => ({ ...newChecklistItem(id), name: text }),
    texts: [
      'Two-burner stove',
      'Propane for 4 days',
      'Big pots with lids',
      'Cutting boards',
      'Dish soap',
      'Cooler with ice',
      'Water jugs',
      'Can opener',
      'Coffee pot',
      'Tarp for the kitchen',
      'Matches in a dry box',
      'Spare lighter',
    ],
  },
  {
    trip: 'road',
    section: 'people',
    path: [FRIENDS, 'persons'],
    field: 'food_note',
    choice: { field: 'coming', to: 'coming' },
    build: (id, text) => ({ ...newPerson(id, `Friend ${id.slice(0, 4)}`), food_note: text }),
    texts: [
      'No mushrooms, please.',
      'Eats a lot at breakfast.',
      'Brings their own oat milk.',
      'Hot sauce on everything.',
      'No cilantro.',
      'Coffee before anything else.',
      'Small portions.',
      'Allergic to kiwi.',
      'Eats fish but no meat.',
      'Likes everything.',
    ],
  },
  {
    trip: 'road',
    section: 'private',
    path: [OKAFOR, 'persons'],
    field: 'medical',
    choice: { field: 'in_emergency', to: true },
    build: (id, text) => ({
      id,
      phone: '+1 705 555 0142',
      contact_name: 'Ruth Okafor',
      contact_phone: '+1 416 555 0117',
      medical: text,
      in_emergency: false,
    }),
    texts: [
      'Asthma: inhaler in the blue bag.',
      'Bee stings: adrenaline in the red bag.',
      'Takes iron in the morning.',
      'Contact lenses.',
      'Blood type A+.',
    ],
  },
  {
    trip: 'air',
    section: 'tickets',
    path: [],
    field: 'details',
    choice: { field: 'type', to: 'bus' },
    build: (id, text) => ({
      ...newTicket(id),
      title: 'Lisbon',
      details: text,
      date: '2027-05-02',
      time: '10:30 AM',
      location: 'Terminal 1',
      confirmationNumber: 'KIL-4471',
    }),
    texts: [
      'Seats 14A to 14D, one bag each.',
      'Train to Sintra, second class.',
      'Castle of São Jorge, entry at noon.',
      'Ferry to Cacilhas.',
      'Tram 28, day pass.',
      'Oceanarium, family ticket.',
      'Bus to Cascais.',
      'Fado evening, table for six.',
      'Return flight, aisle seats.',
      'Airport parking, lot P4.',
    ],
  },
]

export const entryId = ({ section }: Pick<EditedList, 'section'>, number: number) =>
  derivedId(`upgrade/${section}/${number}`)

export function initialEntries(list: EditedList): Entry[] {
  return list.texts.map((text, number) => list.build(entryId(list, number), text))
}

/** The word that shows who typed what: 'BenNotes0'. */
export function markOf(who: 'Anna' | 'Ben', { section }: Pick<EditedList, 'section'>, number: number): string {
  return `${who}${section.charAt(0).toUpperCase()}${section.slice(1)}${number}`
}

/** Replaces the value at a path. */
export function updateAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: never) => unknown,
): unknown {
  if (key === undefined) return change(value as never)
  return withChild(value, key, updateAt(childOf(value, key), rest, change))
}

/** A change of a whole section that changes one list of it. */
export function inList({ path }: Pick<EditedList, 'path'>, change: (entries: Entry[]) => Entry[]) {
  return (value: unknown) => updateAt(value, path, change)
}

export const setField = (id: string, field: string, to: unknown) => (entries: Entry[]) =>
  entries.map((entry) => (entry.id === id ? { ...entry, [field]: to } : entry))

export const setText = (list: EditedList, number: number, change: (text: string) => string) =>
  inList(list, (entries) =>
    entries.map((entry) =>
      entry.id === entryId(list, number)
        ? { ...entry, [list.field]: change(String((entry as JsonObject)[list.field])) }
        : entry,
    ),
  )

export const remove = (list: EditedList, number: number) =>
  inList(list, (entries) => entries.filter(({ id }) => id !== entryId(list, number)))

export const moveToFront = (list: EditedList, number: number) =>
  inList(list, (entries) => {
    const isMoved = ({ id }: Entry) => id === entryId(list, number)
    return [...entries.filter(isMoved), ...entries.filter((entry) => !isMoved(entry))]
  })

export const insertSecond = (list: EditedList, entry: Entry) =>
  inList(list, (entries) => entries.toSpliced(1, 0, entry))
