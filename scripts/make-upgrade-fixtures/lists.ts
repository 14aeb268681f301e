import { derivedId } from '#domain/derived-id.ts'
import { childOf, type Entry, type JsonObject, withChild } from '#domain/operations/json.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { newDuty } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newLine } from '#domain/plan/meals.ts'
import { newPerson } from '#domain/plan/people.ts'
import { newPlace } from '#domain/plan/places.ts'
import { newPoll } from '#domain/plan/polls.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { newTodo } from '#domain/plan/todos.ts'
import { newTrack } from '#domain/plan/tracks.ts'

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
export const RECEIPT = derivedId('upgrade/receipt/0')
/** The file with the lines of tracks, which nobody opens. */
const LINES = derivedId('upgrade/lines/0')
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
    build: newLine,
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
  {
    trip: 'air',
    section: 'stays',
    path: [],
    field: 'note',
    choice: { field: 'kind', to: 'car' },
    build: (id, text) => ({ ...newStay(id), name: 'Hotel', note: text, starts_on: '2027-05-02', starts_at: '15:00' }),
    texts: [
      'Two rooms, quiet side.',
      'Breakfast from seven.',
      'Key in the box.',
      'Ask for a cot.',
      'Parking behind the house.',
      'Pay at arrival.',
      'Full tank on return.',
      'Car deck B.',
      'Late arrival is fine.',
      'Luggage room until six.',
    ],
  },
  {
    trip: 'road',
    section: 'shopping',
    path: ['items'],
    field: 'text',
    choice: { field: 'aisle', to: 'household' },
    build: newShoppingItem,
    texts: [
      'Firewood',
      'Ice for two coolers',
      'Lamp oil',
      'Paper towels',
      'Sunscreen',
      'Bug spray',
      'Batteries for the lantern',
      'Bin bags',
      'Charcoal',
      'Clothes pegs',
    ],
  },
  {
    trip: 'road',
    section: 'gear',
    path: ['claims'],
    field: 'name',
    choice: { field: 'is_packed', to: true },
    build: (id, text) => {
      const number = claimNumbers.find((each) => claimOf(each).id === id) ?? 0
      return { ...claimOf(number), name: text }
    },
    texts: [
      'The stove',
      'Two bottles of propane',
      'Pots with lids',
      'Boards',
      'Soap',
      'A cooler',
      'Jugs',
      'The opener',
      'A coffee pot',
      'The tarp',
    ],
  },
  {
    trip: 'road',
    section: 'rides',
    path: ['cars'],
    field: 'place',
    choice: { field: 'leaves_day', to: 2 },
    build: (id, text) => ({ ...newCar(id, okaforId(0)), place: text, leaves_time: '15:30', room_for_gear: 'Two bags' }),
    texts: [
      'Union Station, north side',
      'The library on Main Street',
      'Sudbury bus terminal',
      'Parry Sound, at the bakery',
      'The school parking lot',
      'Carpool lot at exit 389',
      'Grandmother’s driveway',
      'The ferry dock',
      'Pointe au Baril, gas station',
      'The grocery store in Alban',
    ],
  },
  {
    trip: 'road',
    section: 'duties',
    path: ['duties'],
    field: 'note',
    choice: { field: 'meal', to: 'lunch' },
    build: (id, text) => ({ ...newDuty(id, 'other'), name: 'Around the camp', day: 1, note: text }),
    texts: [
      'Carry water before breakfast.',
      'Light the fire at six.',
      'Wash the big pots twice.',
      'Hang the food bags.',
      'Read the menu aloud.',
      'Split kindling with the small axe.',
      'Count the children at the beach.',
      'Check the tents before rain.',
      'Sweep the shelter.',
      'Drive the garbage to the gate.',
    ],
  },
  {
    trip: 'road',
    section: 'beds',
    path: ['beds'],
    field: 'name',
    choice: { field: 'kind', to: 'cabin' },
    build: (id, text) => ({ ...newBed(id), name: text, places: 4, note: 'Bring mats' }),
    texts: [
      'The blue tent',
      'The green tent',
      'Hammocks by the water',
      'Yurt number six',
      'The trailer',
      'A tent for two',
      'The cabin’s loft',
      'The dome tent',
      'Back of the van',
      'The tent with the porch',
    ],
  },
  {
    trip: 'road',
    section: 'costs',
    path: ['expenses'],
    field: 'name',
    choice: { field: 'category', to: 'lodging' },
    build: (id, text) => ({
      ...newExpense(id, 'CAD', okaforId(0)),
      name: text,
      payers: [newPayer(okaforId(0), 4250)],
      shares: [newShare(okaforId(0)), newShare(okaforId(1), { weight: 500 })],
      note: 'Paid at the counter',
      receipts: id === derivedId('upgrade/costs/0') ? [{ id: RECEIPT, file_name: 'campsite.png' }] : [],
    }),
    texts: [
      'Campsite for three nights',
      'Gas from Toronto',
      'Groceries in Sudbury',
      'Canoe rental',
      'Firewood at the gate',
      'Ferry tickets',
      'Ice cream in Killarney',
      'New tent poles',
      'Fish and chips',
      'Park permit',
    ],
  },
  {
    trip: 'road',
    section: 'places',
    path: [],
    field: 'note',
    choice: { field: 'kind', to: 'water' },
    build: (id, text) => newPlace(id, { name: 'Around Killarney', position: '46.01100,-81.40100', note: text }),
    texts: [
      'The gate closes at nine.',
      'Water from the tap by the road.',
      'Park behind the shed.',
      'The best blueberries.',
      'Cold spring, left of the birch.',
      'No swimming after rain.',
      'Canoes go in here.',
      'Firewood under the roof.',
      'Phones have a signal on the rock.',
      'Open from eight to six.',
    ],
  },
  {
    trip: 'road',
    section: 'tracks',
    path: [],
    field: 'note',
    choice: { field: 'day', to: 3 },
    build: (id, text) => newTrack(id, LINES, { name: 'Granite Ridge', length: 2000, note: text }),
    texts: [
      'Steep at the start.',
      'Wet after rain.',
      'Best at sunset.',
      'The bridge is new.',
      'Take the left fork.',
      'No dogs.',
      'Blazes are blue.',
      'Turn around at the beaver dam.',
    ],
  },
  {
    trip: 'road',
    section: 'polls',
    path: ['polls'],
    field: 'question',
    choice: { field: 'deadline', to: '2027-05-01' },
    build: (id, text) => ({ ...newPoll(id, 'question'), question: text }),
    texts: [
      'Which site?',
      'Who has a canoe?',
      'Early or late?',
      'Which menu?',
      'One fire or two?',
      'Dogs?',
      'Which lake?',
    ],
  },
  {
    trip: 'road',
    section: 'todos',
    path: ['todos'],
    field: 'note',
    choice: { field: 'due', to: '14 before' },
    build: (id, text) => ({ ...newTodo(id, 'Before we leave'), note: text }),
    texts: [
      'Call the park office.',
      'Ask for the group rate.',
      'Look for the old permit.',
      'Check the spare tire.',
      'Count the mugs.',
      'Renew the first aid kit.',
      'Print the map.',
      'Tell the neighbours.',
    ],
  },
]

/** The people of Ben's party. */
export const okaforId = (number: number) => derivedId(`upgrade/private/${number}`)

/** Claims have ids that are derived from an item and a person. */
const claimOf = (number: number) =>
  newClaim({ id: derivedId(`upgrade/checklist/${number % 12}`), name: '' }, okaforId(number % 5), 1)
const claimNumbers = Array.from({ length: 21 }, (_, number) => number)

export const entryId = ({ section }: Pick<EditedList, 'section'>, number: number) =>
  section === 'gear' ? claimOf(number).id : derivedId(`upgrade/${section}/${number}`)

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
