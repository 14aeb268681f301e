import { itemKey } from '../food/item-key.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { type Beds, newBed } from '../plan/beds.ts'
import { newSegment } from '../plan/booking.ts'
import type { ChecklistGroup } from '../plan/checklist.ts'
import { type Costs, type Expense, newExpense, newPayer, newPayment, newShare } from '../plan/costs.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { type Details, defaultEating, details } from '../plan/details.ts'
import { type Duties, newDuty, newVolunteer } from '../plan/duties.ts'
import { type Gear, newClaim } from '../plan/gear.ts'
import type { CommonSectionName, SectionValue } from '../plan/index.ts'
import type { Itinerary } from '../plan/itinerary.ts'
import type { Meal, Meals } from '../plan/meals.ts'
import { listPersons, type Party, type Person } from '../plan/people.ts'
import { newPlace, type Place, type Places } from '../plan/places.ts'
import {
  newDatesOption,
  newPoll,
  newPollAnswer,
  newTextOption,
  type PollAnswer,
  type Polls,
  pollAnswers,
} from '../plan/polls.ts'
import { NO_RIDE, newCar, type Rides } from '../plan/rides.ts'
import { newItemState, newPurchase, newShoppingItem, ownKeyOf, type Shopping } from '../plan/shopping.ts'
import { newStay, type Stays } from '../plan/stays.ts'
import { newTicket, type Ticket } from '../plan/tickets.ts'
import { newDoer, newTodo, type Todos } from '../plan/todos.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import type { TripType } from '../trip.ts'
import { usedSample } from './used-sample.ts'

/** What an example of a planned trip is built from. */
export interface ExampleTrip {
  type: TripType
  destination: string
  departure: LocalDate
  days: number
  parties: Party[]
  /** How much of the checklist is ticked, from 0 to 1. */
  shareDone?: number
  expenses?: number
}

/** The sections of a trip that is planned to the end. Notes stay the sample; private records are each person's own. */
export type ExamplePlan = { [Name in Exclude<CommonSectionName, 'notes'>]: SectionValue<Name> }

/** Plans a trip to the end: each list has entries in all their states. */
export function buildPlan(trip: ExampleTrip): ExamplePlan {
  const checklist = buildChecklist(trip)
  const places = buildPlaces(trip)
  return {
    details: { ...buildDetails(trip), place_id: places[0]?.id ?? '' },
    people: trip.parties,
    meals: buildMeals(trip),
    itinerary: buildItinerary(trip),
    checklist,
    tickets: trip.type === 'air_travel' ? buildTickets(trip) : [],
    stays: trip.type === 'air_travel' ? buildStays(trip) : [],
    rides: buildRides(trip),
    beds: buildBeds(trip),
    costs: buildCosts(trip),
    gear: buildGear(trip, checklist),
    duties: buildDuties(trip),
    shopping: buildShopping(trip),
    places,
    tracks: [],
    polls: buildPolls(trip),
    todos: buildTodos(trip),
    announcements: [],
  }
}

const mapUrl = 'https://www.openstreetmap.org/export/embed.html?bbox=-79.0,45.3,-78.1,45.9&layer=mapnik'

function buildDetails({ type, destination, departure, days }: ExampleTrip): Details {
  const isByCar = type === 'car_trip'
  return {
    ...details.empty,
    destination_name: destination,
    departure_date: departure,
    return_date: addDays(departure, days - 1),
    map_embed_url: mapUrl,
    ...(isByCar
      ? {
          car_trip_entry_gate: 'West Gate (Highway 60)',
          car_trip_distances: Object.entries({ Toronto: '280 km', Ottawa: '240 km', Huntsville: '45 km' }).map(
            ([place, distance]) => ({ id: crypto.randomUUID(), place, distance }),
          ),
        }
      : {
          departure_airport_code: 'YYZ',
          arrival_airport_code: 'LIS',
          air_travel_flight_info: { carrier: 'TAP Air Portugal', flightNumber: 'TP 260' },
        }),
    eating: { ...defaultEating, counts: 'coming' },
    adopted: usedSample.adopted.filter(({ part }) => part !== 'notes'),
  }
}

function buildPlaces({ type, parties }: ExampleTrip): Places {
  const [first] = adultsOf(parties)
  const all: Partial<Place>[] =
    type === 'car_trip'
      ? [
          { name: 'Canisbay Lake Campground', kind: 'camp', position: '45.56660,-78.59910', note: 'Sites 301 to 308' },
          { name: 'Lookout Trail', kind: 'trailhead', position: '45.58170,-78.52270', day: 2 },
          { name: 'Huntsville District Memorial Hospital', kind: 'hospital', position: '45.33690,-79.20530' },
          { name: 'Huntsville', kind: 'shop', position: '45.32690,-79.21760', note: 'Last supermarket' },
          { name: 'Carpool lot at exit 58', kind: 'parking', position: '44.32150,-79.66130', who: first?.id ?? '' },
        ]
      : [
          { name: 'Lisbon', position: '38.72230,-9.13930' },
          { name: 'Castelo de São Jorge', kind: 'sight', position: '38.71390,-9.13340', day: 2 },
          { name: 'Time Out Market', kind: 'food', position: '38.70700,-9.14580', day: 1 },
          { name: 'Hospital de São José', kind: 'hospital', position: '38.71700,-9.13700' },
        ]
  const at = type === 'car_trip' ? { country: 'CA', zone: 'America/Toronto' } : { country: 'PT', zone: 'Europe/Lisbon' }
  return all.map((one) => newPlace(crypto.randomUUID(), { ...one, ...at }))
}

/** The days of the template, repeated as often as the trip is long. */
function buildMeals({ type, days }: ExampleTrip): Meals {
  const template = planTemplates.meals(type)
  const given = Object.values(template)
  const copyOf = <Line extends { id: string }>(lines: Line[]) =>
    lines.map((line) => ({ ...line, id: crypto.randomUUID() }))
  const mealOf = (meal: Meal, served_at: string) => ({ ...meal, served_at, ingredients: copyOf(meal.ingredients) })
  const dayAt = (index: number) => {
    const day = given[index % given.length]
    if (!day) throw new Error('The template has no days')
    const { breakfast, lunch, dinner } = day.meals
    return {
      meals: { breakfast: mealOf(breakfast, '08:00'), lunch: mealOf(lunch, '12:30'), dinner: mealOf(dinner, '18:30') },
      snacks: copyOf(day.snacks),
    }
  }
  return Object.fromEntries(Array.from({ length: days }, (_, index) => [String(index + 1), dayAt(index)]))
}

function buildItinerary({ type, days }: ExampleTrip): Itinerary {
  const template = planTemplates.itinerary(type)
  const given = Object.values(template)
  const dayAt = (index: number) => {
    const day = given[index % given.length]
    if (!day) throw new Error('The template has no days')
    const copyOf = (activities: typeof day.light) => activities.map((one) => ({ ...one, id: crypto.randomUUID() }))
    const title = day.title.replace(/^Day \d+/, `Day ${index + 1}`)
    return { title, light: copyOf(day.light), hard: copyOf(day.hard) }
  }
  return Object.fromEntries(Array.from({ length: days }, (_, index) => [String(index + 1), dayAt(index)]))
}

function buildChecklist({ type, shareDone = 0.3 }: ExampleTrip): ChecklistGroup[] {
  return planTemplates.checklist(type).map((group, at) => ({
    ...group,
    items: group.items.map((item, index) => ({
      ...item,
      checked: (at * 7 + index * 3) % 10 < shareDone * 10,
      needed: at < 3 && index % 2 === 0 ? 2 + ((at + index) % 5) * 2 : 0,
      is_each: /sleeping bag|pillow|mug|water bottle|passport/i.test(item.name),
    })),
  }))
}

function buildGear({ parties }: ExampleTrip, checklist: ChecklistGroup[]): Gear {
  const adults = adultsOf(parties)
  const counted = checklist.flatMap(({ items }) => items).filter(({ needed }) => needed > 0)
  const claims = counted.flatMap((item, index) =>
    // Some items have too few promises, some too many.
    adults.slice(index * 2, index * 2 + 1 + (index % 3)).map((person, at) => ({
      ...newClaim(item, person.id, 1 + ((index + at) % 4)),
      is_packed: index % 4 === 0,
    })),
  )
  const own = counted.slice(0, 3).flatMap((item) => (adults[0] ? [newClaim(item, adults[0].id, 1)] : []))
  return { claims: [...new Map([...own, ...claims].map((claim) => [claim.id, claim])).values()] }
}

function buildRides({ parties }: ExampleTrip): Rides {
  const drivers = parties
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ persons }) => persons.filter(isComing).slice(0, 1))
  const towns = ['Market Square', 'Union Station', 'Huntsville', '12 Elm Street']
  const cars = drivers.map((driver, index) => ({
    ...newCar(crypto.randomUUID(), driver.id),
    seats: 4 + (index % 3),
    place: towns[index % towns.length] ?? '',
    leaves_day: 1,
    leaves_time: index % 3 === 0 ? '07:30' : '08:00',
    room_for_gear: index % 2 === 0 ? 'Roof box, two canoes' : '',
  }))
  const isDriver = new Set(drivers.map(({ id }) => id))
  const others = comingOf(parties).filter(({ id }) => !isDriver.has(id))
  // Some of a large group have no ride yet.
  const riders = others.slice(0, Math.ceil(others.length * 0.85)).map(({ id }, index) => ({
    id,
    car: index % 19 === 18 ? NO_RIDE : (cars[Math.floor(index / 3) % cars.length]?.id ?? ''),
  }))
  return { cars, riders }
}

function buildBeds({ parties }: ExampleTrip): Beds {
  const beds = parties.map((party, index) => ({
    ...newBed(crypto.randomUUID()),
    kind: index % 6 === 5 ? ('cabin' as const) : ('tent' as const),
    name: `${party.persons[0]?.name.split(' ').at(-1)} tent`,
    places: Math.max(2, party.persons.length),
  }))
  const sleepers = parties.flatMap(({ persons }, index) =>
    index % 5 === 4 ? [] : persons.filter(isComing).map(({ id }) => ({ id, bed: beds[index]?.id ?? '' })),
  )
  return { beds, sleepers }
}

/** What people said about the dates that were taken. */
const takenAnswers: Record<Person['coming'], PollAnswer> = {
  open: '',
  coming: 'yes',
  unsure: 'if_need_be',
  not_coming: 'no',
}

/** The dates that were taken, and a question that most have answered. */
function buildPolls({ departure, days, parties }: ExampleTrip): Polls {
  const dates = newPoll(crypto.randomUUID(), 'dates')
  const proposals = [0, 7, -7].map((later) => {
    const first = addDays(departure, later)
    return newDatesOption(dates.id, first, addDays(first, days - 1))
  })
  const sites = newPoll(crypto.randomUUID(), 'question')
  const options = ['The site by the lake', 'The quiet one'].map((text) => newTextOption(crypto.randomUUID(), text))
  const says = (one: number, other: number) => pollAnswers[1 + ((one * 7 + other) % 3)] ?? 'yes'
  const about = [
    ...proposals.map(({ id }) => ({ poll: dates.id, option: id })),
    ...options.map(({ id }) => ({ poll: sites.id, option: id })),
  ]
  const answers = listPersons(parties).flatMap((person, index) => {
    const ofTaken = takenAnswers[person.coming]
    if (ofTaken === '') return []
    return about.map((option, place) => newPollAnswer(option, person, place === 0 ? ofTaken : says(index, place)))
  })
  const taken = proposals[0]?.id ?? ''
  return {
    polls: [
      { ...dates, options: proposals, is_closed: true, taken },
      { ...sites, question: 'Which site?', options },
    ],
    answers,
  }
}

function buildTodos({ parties }: ExampleTrip): Todos {
  const adults = adultsOf(parties)
  const texts = ['Reserve the site', 'Check the fire ban', 'Buy gas canisters', 'Check the first aid kit']
  const todos = texts.map((text, index) => ({
    ...newTodo(crypto.randomUUID(), text),
    due: `${(texts.length - index) * 7} before`,
    is_done: index < 2,
  }))
  const doers = todos.flatMap(({ id }, index) => {
    const person = index % 2 === 0 ? adults[index % adults.length] : undefined
    return person ? [newDoer(id, person.id)] : []
  })
  return { todos, doers }
}

function buildDuties({ parties, days }: ExampleTrip): Duties {
  const adults = adultsOf(parties)
  const duties = Array.from({ length: days }, (_, index) => index + 1).flatMap((day) => [
    ...mealTypes.map((meal) => ({
      ...newDuty(crypto.randomUUID(), 'cook'),
      day,
      meal,
      places: meal === 'dinner' ? 4 : 2,
    })),
    { ...newDuty(crypto.randomUUID(), 'wash_up'), day, meal: 'dinner' as const, places: 3 },
    { ...newDuty(crypto.randomUUID(), 'fire'), day, places: 1 },
  ])
  const volunteers = duties.flatMap((duty, index) =>
    // The first days are complete, the last ones are not.
    Array.from({ length: Math.max(0, duty.places - (index > duties.length / 2 ? 1 + (index % 3) : 0)) }, (_, place) => {
      const person = adults[(index * 3 + place) % adults.length]
      return person ? [newVolunteer(duty.id, person.id)] : []
    }).flat(),
  )
  return { duties, volunteers: [...new Map(volunteers.map((one) => [one.id, one])).values()] }
}

function buildShopping({ parties }: ExampleTrip): Shopping {
  const adults = adultsOf(parties)
  const personAt = (index: number) => adults[index % adults.length]?.id ?? ''
  const own = ['6 rolls of paper towels', 'Dish soap', '3 bags of charcoal', 'Marshmallow sticks', 'Sunscreen']
  const items = own.map((text, index) => ({
    ...newShoppingItem(crypto.randomUUID(), text),
    buyer: index < 3 ? personAt(index) : '',
    shop: index === 2 ? 'Canadian Tire' : '',
  }))
  const stateOf = (name: string, buyer: string) => ({ ...newItemState(itemKey(name)), buyer })
  const bought = ['apples', 'bananas', 'cheese strings', 'ketchup'].map((name, index) =>
    newPurchase(crypto.randomUUID(), { key: itemKey(name), name }, personAt(index)),
  )
  const [soap] = items.slice(1)
  return {
    items,
    states: [
      ...['carrot sticks', 'hummus', 'milk'].map((name, index) => stateOf(name, personAt(index))),
      { ...newItemState(itemKey('salt and pepper')), is_at_home: true },
    ],
    purchases: [
      ...bought,
      ...(soap ? [newPurchase(crypto.randomUUID(), { key: ownKeyOf(soap.id), name: soap.text }, personAt(1))] : []),
    ],
  }
}

type Bill = [name: string, category: Expense['category'], amount: number]

const fees: Bill = ['Park permits', 'fees', 21600]
const bills: Bill[] = [
  ['Groceries, first half', 'food', 61240],
  ['Group campsite', 'lodging', 48000],
  ['Gas, Robin’s car', 'transport', 9425],
  fees,
  ['Canoe rental', 'activities', 35000],
  ['Propane and charcoal', 'gear', 8890],
  ['Ice', 'food', 3250],
  ['Ferry', 'transport', 7200],
  ['Pizza on the way', 'food', 14380],
  ['First aid kit', 'other', 6475],
]

function buildCosts({ parties, departure, days, expenses: count = 40 }: ExampleTrip): Costs {
  const adults = adultsOf(parties)
  const people = comingOf(parties)
  const personAt = (index: number) => adults[index % adults.length]?.id ?? ''
  const expenses = Array.from({ length: count }, (_, index): Expense => {
    const [name, category, amount] = bills[index % bills.length] ?? fees
    const payer = personAt(index * 5)
    const isForAll = index % 4 !== 3
    return {
      ...newExpense(crypto.randomUUID(), 'CAD', payer),
      name: index < bills.length ? name : `${name} (${Math.floor(index / bills.length) + 1})`,
      category,
      date: addDays(departure, (index % (days + 4)) - 4),
      payers: [newPayer(payer, amount + 137 * index)],
      is_for_all: isForAll,
      shares: (isForAll ? people : adults.slice(index % 7, (index % 7) + 6)).map(({ id }) => newShare(id)),
    }
  })
  const payments = adults.slice(1, 1 + Math.floor(count / 8)).map((person, index) => ({
    ...newPayment(
      crypto.randomUUID(),
      { from: person.id, to: personAt(0), amount: 2500 + 500 * index, currency: 'CAD' },
      person.id,
    ),
    answer: index % 2 === 0 ? ('received' as const) : ('' as const),
    answered_amount: index % 2 === 0 ? 2500 + 500 * index : 0,
    date: departure,
  }))
  return { currency: 'CAD', expenses, payments, former: [], payees: [], fees: [] }
}

function buildTickets({ departure, days, parties }: ExampleTrip): Ticket[] {
  const back = addDays(departure, days - 1)
  const passengers = listPersons(parties)
    .filter(isComing)
    .slice(0, 4)
    .map(({ id }) => ({ id: crypto.randomUUID(), person_id: id, name: '' }))
  const seats = passengers.map(({ id }, index) => ({ id, seat: `21${'ABCD'[index]}`, cabin: 'Economy' }))
  const toronto = { from: 'Toronto Pearson', from_code: 'YYZ', from_zone: 'America/Toronto' }
  const lisbon = { to: 'Lisbon', to_code: 'LIS', to_zone: 'Europe/Lisbon' }
  const given: Partial<Ticket>[] = [
    {
      type: 'flight',
      title: 'Toronto to Lisbon',
      details: 'TP 260, seats 21A to 21D, one bag each',
      date: departure,
      time: '10:30 PM',
      location: 'Pearson, Terminal 1',
      confirmationNumber: 'K7Q2XM',
      segments: [
        {
          ...newSegment(crypto.randomUUID()),
          ...toronto,
          ...lisbon,
          carrier: 'TP',
          number: '260',
          departs_on: departure,
          departs_at: '22:30',
          arrives_on: addDays(departure, 1),
          arrives_at: '10:15',
          terminal: '1',
          gate: 'E73',
          arrival_terminal: '1',
          check_in_at: '21:30',
          boards_at: '21:50',
          seats,
        },
      ],
      passengers,
      price: 318_400,
      currency: 'CAD',
      codes: passengers.slice(0, 1).map((first) => ({
        id: crypto.randomUUID(),
        format: 'pdf417',
        text: 'M1EXAMPLE/ANA         EK7Q2XM YYZLISTP 0260 178Y021A0001 100',
        passenger_id: first.id,
        segment_id: '',
      })),
    },
    {
      type: 'train',
      title: 'Lisbon to Porto',
      details: 'Alfa Pendular 131, coach 4',
      date: addDays(departure, 2),
      time: '9:30 AM',
      location: 'Santa Apolónia',
      confirmationNumber: 'CP-448120',
    },
    {
      type: 'attraction',
      title: 'Belém Tower',
      details: 'Entry between 2 and 3',
      date: addDays(departure, 1),
      time: '2:00 PM',
      location: 'Belém',
      confirmationNumber: '90211744',
    },
    {
      type: 'flight',
      title: 'Lisbon to Toronto',
      details: 'TP 259',
      date: back,
      time: '1:15 PM',
      location: 'Humberto Delgado, Terminal 1',
      confirmationNumber: 'K7Q2XM',
    },
  ]
  return given.map((ticket) => ({ ...newTicket(crypto.randomUUID()), ...ticket }))
}

function buildStays({ departure, days }: ExampleTrip): Stays {
  return [
    newStay(crypto.randomUUID(), {
      name: 'Hotel Vila Galé',
      starts_on: addDays(departure, 1),
      starts_at: '15:00',
      ends_on: addDays(departure, days - 1),
      ends_at: '11:00',
      place: 'Rua Prof. Mira Fernandes, Lisbon',
      confirmation_number: '4471-902',
    }),
    newStay(crypto.randomUUID(), {
      kind: 'car',
      name: 'Guerin',
      starts_on: addDays(departure, 2),
      starts_at: '10:00',
      ends_on: addDays(departure, 3),
      place: 'Lisbon Airport, Terminal 1',
      price: 9_800,
      currency: 'EUR',
    }),
  ]
}

const isComing = ({ coming }: Person) => coming === 'coming'
const comingOf = (parties: Party[]) => parties.flatMap(({ persons }) => persons).filter(isComing)
const adultsOf = (parties: Party[]) => comingOf(parties).filter(({ kind }) => kind === 'adult')
