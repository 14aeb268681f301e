import * as fc from 'fast-check'
import { anyFee, anyPayee } from '../costs/testing/any-costs.ts'
import type { OptionalLocalDate } from '../local-date.ts'
import { type Form, isRefusedIn } from '../operations/form.ts'
import { positionText } from '../places/position.ts'
import { codeFormats, MAX_BOOKING_NAME, MAX_CODE_TEXT, type Segment } from '../plan/booking.ts'
import { type ChecklistGroup, MAX_CHECKLIST_TEXT, MAX_NEEDED } from '../plan/checklist.ts'
import {
  type Costs,
  expenseCategories,
  MAX_COST_NOTE,
  MAX_EXPENSE_NAME,
  MAX_MONEY,
  MAX_RECEIPT_NAME,
  MAX_WEIGHT,
  newPayer,
  newShare,
  splits,
} from '../plan/costs.ts'
import { MAX_DAYS } from '../plan/day-number.ts'
import { activityIcons, mealTypes } from '../plan/day-parts.ts'
import {
  type Details,
  MAX_CHILD_AGE,
  MAX_DETAIL_TEXT,
  MAX_EXPECTED,
  MAX_MAP_URL,
  newAdoptedPart,
} from '../plan/details.ts'
import { forms } from '../plan/forms.ts'
import { type SectionName, type SectionValue, sectionNames } from '../plan/index.ts'
import { type Itinerary, MAX_ACTIVITY_TEXT } from '../plan/itinerary.ts'
import {
  contentTags,
  forWhomOptions,
  MAX_MARK_WORDS,
  MAX_MEAL_LINK,
  MAX_MEAL_TEXT,
  MAX_READ_AS,
  MAX_SERVINGS,
  type Meals,
  newMark,
} from '../plan/meals.ts'
import { MAX_NOTE, type Note } from '../plan/notes.ts'
import { MAX_PERSON_NAME } from '../plan/people.ts'
import { MAX_PLACE_NAME, MAX_PLACE_NOTE, type Places, placeKinds } from '../plan/places.ts'
import { MAX_STAY_NOTE, MAX_STAY_TEXT, type Stays, stayKinds } from '../plan/stays.ts'
import { MAX_TICKET_TEXT, type Ticket, ticketTypes } from '../plan/tickets.ts'
import { MAX_TRACK_FILE_NAME, MAX_TRACK_NAME, MAX_TRACK_NOTE, type Tracks } from '../plan/tracks.ts'
import { sampleNames } from '../templates/sample.ts'
import { withoutUnstorable } from '../text.ts'
import { MAX_TRACKS } from '../tracks/track-file.ts'

/** Any text that a schema accepts, including texts that a careless engine would misinterpret. */
export function anyText(max: number): fc.Arbitrary<string> {
  const tricky = [
    '',
    ' ',
    '0',
    '1e5',
    '007',
    '[1,2]',
    '{"a":1}',
    'null',
    'true',
    '2026-06-25',
    '__proto__',
    "'; --",
    '🏕️',
    'e\u0301',
    '\u200f',
    'שלום, مرحبا',
    '\u0001\u001b\u007f\r\n\t',
    '\ufeff\uffff',
  ]
  const any = fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((raw) => withoutUnstorable(raw).slice(0, max))
    .map(withoutUnstorable)
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...tricky) },
    { weight: 5, arbitrary: any },
    { weight: 1, arbitrary: fc.constant('x'.repeat(max)) },
  )
}

const date = fc
  .oneof(
    fc.constant(''),
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  )
  .map((day) => day as OptionalLocalDate)

function items<Item extends { id: string }>(item: fc.Arbitrary<Item>, maxLength: number): fc.Arbitrary<Item[]> {
  return fc.uniqueArray(item, { selector: ({ id }) => id, maxLength })
}

const placeRef = fc.oneof(fc.constant(''), fc.uuid())
const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)
const childAge = fc.integer({ min: 0, max: MAX_CHILD_AGE })
const detailText = anyText(MAX_DETAIL_TEXT)
const expectedNumber = fc.integer({ min: 0, max: MAX_EXPECTED })
const adoptedPart = fc
  .record({ part: fc.constantFrom(...sampleNames, 'meals/1', 'meals/1/dinner'), is_adopted: fc.boolean() })
  .map(({ part, is_adopted }) => ({ ...newAdoptedPart(part), is_adopted }))
const anyDetails: fc.Arbitrary<Details> = fc.record({
  destination_name: detailText,
  departure_date: date,
  return_date: date,
  departure_airport_code: detailText,
  arrival_airport_code: detailText,
  map_embed_url: anyText(MAX_MAP_URL),
  car_trip_distances: items(fc.record({ id: fc.uuid(), place: detailText, distance: detailText }), 8),
  car_trip_entry_gate: detailText,
  air_travel_flight_info: fc.record({ carrier: detailText, flightNumber: detailText }),
  eating: fc.record({
    counts: fc.constantFrom('nobody', 'all', 'coming'),
    child_share: share,
    young_child_until: childAge,
    young_child_share: share,
    child_until: childAge,
    older_child_share: share,
  }),
  expected: fc.record({ adults: expectedNumber, children: expectedNumber }),
  place_id: placeRef,
  time_zone: fc.constantFrom('', 'America/Toronto', 'Pacific/Apia'),
  adopted: items(adoptedPart, 6),
})

const anyNotes: fc.Arbitrary<Note[]> = items(fc.record({ id: fc.uuid(), text: anyText(MAX_NOTE) }), 12)

/** Days near each other, and distant ones. */
const day = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: MAX_DAYS })).map(String)
const mealText = anyText(MAX_MEAL_TEXT)
const servings = fc.oneof(fc.constantFrom(0, 30, MAX_SERVINGS), fc.integer({ min: 0, max: MAX_SERVINGS }))
const mark = fc
  .record({
    tag: fc.constantFrom(...contentTags),
    says: fc.constantFrom('', 'yes', 'no'),
    words: anyText(MAX_MARK_WORDS),
  })
  .map((said) => ({ ...newMark(said.tag), ...said }))
const line = fc.record({
  id: fc.uuid(),
  text: mealText,
  for_whom: fc.constantFrom(...forWhomOptions),
  people: items(fc.record({ id: fc.uuid() }), 3),
  written_for: servings,
  read_as: anyText(MAX_READ_AS),
  marks: items(mark, 3),
})
const lines = items(line, 5)
const anyMeal = fc.record({
  name: mealText,
  description: mealText,
  prep: mealText,
  servings,
  follows_headcount: fc.boolean(),
  eaters: fc.oneof(fc.constant('' as const), servings),
  served_at: fc.constantFrom('', '00:00', '18:30', '23:59'),
  link: anyText(MAX_MEAL_LINK),
  place_id: placeRef,
  ingredients: lines,
})
const anyMeals: fc.Arbitrary<Meals> = fc.dictionary(
  day,
  fc.record({ meals: fc.record({ breakfast: anyMeal, lunch: anyMeal, dinner: anyMeal }), snacks: lines }),
  { maxKeys: 4, noNullPrototype: true },
)

/** A meal of a day, as attendance stores it. */
const mealTime = fc.tuple(day, fc.constantFrom(...mealTypes)).map(([number, meal]) => `${number} ${meal}`)

const activityText = anyText(MAX_ACTIVITY_TEXT)
const activities = items(
  fc.record({
    id: fc.uuid(),
    time: activityText,
    activity: activityText,
    description: activityText,
    duration: activityText,
    mapUrl: activityText,
    icon: fc.constantFrom(...activityIcons),
    place_id: placeRef,
  }),
  4,
)
const anyItinerary: fc.Arbitrary<Itinerary> = fc.dictionary(
  day,
  fc.record({ title: activityText, light: activities, hard: activities }),
  { maxKeys: 4, noNullPrototype: true },
)

const checklistText = anyText(MAX_CHECKLIST_TEXT)
const anyChecklistItem = fc.record({
  id: fc.uuid(),
  name: checklistText,
  checked: fc.boolean(),
  needed: fc.nat(MAX_NEEDED),
  is_each: fc.boolean(),
})
const anyChecklist: fc.Arbitrary<ChecklistGroup[]> = items(
  fc.record({
    id: fc.uuid(),
    category: checklistText,
    items: items(anyChecklistItem, 6),
  }),
  5,
)

/** Of two, with and without decimals. */
const currency = fc.constantFrom('EUR', 'JPY')
const rate = fc.constantFrom('', '0.0062', '1.0834', '163.5 JPY', '9999999.0000000001 EUR')
const money = fc.oneof(fc.nat(10_000), fc.constantFrom(0, 1, MAX_MONEY))
/** A few people, of whom some have both paid and share, or are named twice. */
const payingPerson = fc.nat(5).map((number) => (number === 0 ? '' : `00000000-0000-4000-8000-0000000000a${number}`))
const shares = (max: number) =>
  items(
    fc
      .record({ person_id: payingPerson, weight: fc.constantFrom(0, 500, 1000, 2000, MAX_WEIGHT), amount: money })
      .map(({ person_id, ...given }) => newShare(person_id, given)),
    max,
  )
/** What people paid and owe. The sums of few amounts are exact, whatever they are. */
const anyCosts: fc.Arbitrary<Costs> = fc.record({
  currency: fc.oneof(fc.constant(''), currency),
  expenses: items(
    fc.record({
      id: fc.uuid(),
      name: anyText(MAX_EXPENSE_NAME),
      kind: fc.constantFrom('expense', 'expense', 'refund'),
      category: fc.constantFrom(...expenseCategories),
      date: date,
      day: fc.nat(MAX_DAYS),
      meal: fc.constantFrom('', ...mealTypes),
      currency,
      rate,
      payers: items(
        fc.tuple(payingPerson, money).map(([id, amount]) => newPayer(id, amount)),
        3,
      ),
      split: fc.constantFrom(...splits),
      is_for_all: fc.boolean(),
      shares: shares(4),
      note: anyText(MAX_COST_NOTE),
      receipts: items(fc.record({ id: fc.uuid(), file_name: anyText(MAX_RECEIPT_NAME) }), 2),
      added_by: payingPerson,
    }),
    4,
  ),
  payments: items(
    fc.record({
      id: fc.uuid(),
      from: payingPerson,
      to: payingPerson,
      amount: money.filter((amount) => amount > 0),
      currency,
      rate,
      date: date,
      note: anyText(MAX_COST_NOTE),
      added_by: payingPerson,
      answer: fc.constantFrom('', 'received', 'not_received'),
      answered_amount: money,
      fee: fc.oneof(fc.constant(''), fc.uuid()),
    }),
    4,
  ),
  former: items(
    fc.record({ id: payingPerson.filter((personId) => personId !== ''), name: anyText(MAX_PERSON_NAME) }),
    2,
  ),
  payees: items(anyPayee, 2),
  fees: items(anyFee, 2),
})

const timeOfDay = fc.constantFrom('', '00:00', '09:05', '23:59')
const zone = fc.constantFrom('', 'America/Toronto', 'Pacific/Apia')
const airportCode = fc.constantFrom('', 'YYZ', 'LIS')
const bookingName = anyText(MAX_BOOKING_NAME)
const anyBooking = {
  passengers: items(fc.record({ id: fc.uuid(), person_id: payingPerson, name: bookingName }), 3),
  price: money,
  currency: fc.constantFrom('', 'CAD', 'JPY'),
  codes: items(
    fc.record({
      id: fc.uuid(),
      format: fc.constantFrom(...codeFormats),
      text: anyText(MAX_CODE_TEXT),
      passenger_id: placeRef,
      segment_id: placeRef,
    }),
    2,
  ),
  files: items(fc.record({ id: fc.uuid(), passenger_id: placeRef }), 2),
}
const anySegment: fc.Arbitrary<Segment> = fc.record({
  id: fc.uuid(),
  carrier: bookingName,
  number: bookingName,
  from: bookingName,
  from_code: airportCode,
  from_zone: zone,
  departs_on: date,
  departs_at: timeOfDay,
  to: bookingName,
  to_code: airportCode,
  to_zone: zone,
  arrives_on: date,
  arrives_at: timeOfDay,
  terminal: bookingName,
  gate: bookingName,
  arrival_terminal: bookingName,
  check_in_at: timeOfDay,
  boards_at: timeOfDay,
  seats: items(fc.record({ id: fc.uuid(), seat: bookingName, cabin: bookingName }), 2),
})

const ticketText = anyText(MAX_TICKET_TEXT)
const anyTickets: fc.Arbitrary<Ticket[]> = items(
  fc.record({
    id: fc.uuid(),
    type: fc.constantFrom(...ticketTypes),
    title: ticketText,
    details: ticketText,
    date,
    time: ticketText,
    location: ticketText,
    confirmationNumber: ticketText,
    place_id: placeRef,
    segments: items(anySegment, 3),
    ...anyBooking,
  }),
  6,
)

const stayText = anyText(MAX_STAY_TEXT)
const anyStays: fc.Arbitrary<Stays> = items(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...stayKinds),
    name: stayText,
    starts_on: date,
    starts_at: timeOfDay,
    starts_zone: zone,
    ends_on: date,
    ends_at: timeOfDay,
    ends_zone: zone,
    place: stayText,
    place_id: placeRef,
    end_place: stayText,
    confirmation_number: stayText,
    phone: stayText,
    note: anyText(MAX_STAY_NOTE),
    ...anyBooking,
  }),
  4,
)

const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true })
const anyPlaces: fc.Arbitrary<Places> = items(
  fc.record({
    id: fc.uuid(),
    name: anyText(MAX_PLACE_NAME),
    kind: fc.constantFrom(...placeKinds),
    position: fc.oneof(fc.constant(''), fc.record({ lat: degrees(90), lon: degrees(180) }).map(positionText)),
    country: fc.constantFrom('', 'CA', 'PT'),
    zone: fc.constantFrom('', 'America/Toronto', 'Pacific/Apia'),
    note: anyText(MAX_PLACE_NOTE),
    day: fc.nat(MAX_DAYS),
    who: payingPerson,
  }),
  5,
)

const metres = fc.integer({ min: -100_000_000, max: 100_000_000 })
const anyTracks: fc.Arbitrary<Tracks> = items(
  fc.record({
    id: fc.uuid(),
    name: anyText(MAX_TRACK_NAME),
    note: anyText(MAX_TRACK_NOTE),
    day: fc.nat(MAX_DAYS),
    lines: fc.uuid(),
    line: fc.nat(MAX_TRACKS - 1),
    source: placeRef,
    source_name: anyText(MAX_TRACK_FILE_NAME),
    length: metres,
    has_elevations: fc.boolean(),
    ascent: metres,
    descent: metres,
    lowest: metres,
    highest: metres,
  }),
  4,
)

const anyOfSection: { [Name in SectionName]?: fc.Arbitrary<SectionValue<Name>> } = {
  details: anyDetails,
  notes: anyNotes,
  meals: anyMeals,
  itinerary: anyItinerary,
  checklist: anyChecklist,
  tickets: anyTickets,
  stays: anyStays,
  costs: anyCosts,
  places: anyPlaces,
  tracks: anyTracks,
}

/** Any value of a form, made of texts, numbers and dates that its schema accepts. Inner lists are short. */
function anyOfForm(form: Form, maxLength = 6): fc.Arbitrary<unknown> {
  if (form.is === 'fields')
    return fc.record(Object.fromEntries([...form.fields].map(([name, field]) => [name, anyOfForm(field, maxLength)])))
  if (form.is === 'list') {
    const { rule } = form
    const entry = anyOfForm(form.entry, 3) as fc.Arbitrary<{ id: string }>
    return items(
      rule?.kind === 'derived' ? entry.map((one) => ({ ...one, id: rule.emptyOf(one).id })) : entry,
      maxLength,
    )
  }
  if (form.is === 'days') return fc.dictionary(day, anyOfForm(form.entry), { maxKeys: 4, noNullPrototype: true })
  return anyLeaf(form.schema).filter((value) => form.schema.safeParse(value).success && !isRefusedIn(form, value))
}

function anyLeaf(schema: Form['schema']): fc.Arbitrary<unknown> {
  const { type, entries } = schema._zod.def as { type: string; entries?: Record<string, string> }
  if (type === 'boolean') return fc.boolean()
  if (entries) return fc.constantFrom(...Object.values(entries))
  if (type === 'number') return fc.nat(1000)
  return fc.oneof(
    anyText(100),
    date,
    fc.uuid(),
    mealTime,
    fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms).toISOString()),
    fc.nat(20).map((number) => `1:item ${number}`),
    currency,
  )
}

/** Any valid value of each section. */
export const anyValueOf = Object.fromEntries(
  sectionNames.map((name) => [name, anyOfSection[name] ?? anyOfForm(forms[name])]),
) as {
  [Name in SectionName]: fc.Arbitrary<SectionValue<Name>>
}
