import { derivedId } from '#domain/derived-id.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { positionText } from '#domain/places/position.ts'
import { MAX_ANNOUNCEMENTS } from '#domain/plan/announcements.ts'
import { type Beds, newBed } from '#domain/plan/beds.ts'
import { newSegment } from '#domain/plan/booking.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { type Costs, newExpense, newPayer, newPayment, newShare } from '#domain/plan/costs.ts'
import { listDays, nextDay } from '#domain/plan/day-number.ts'
import { type Duties, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { type Gear, newClaim } from '#domain/plan/gear.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { newActivity, newItineraryDay } from '#domain/plan/itinerary.ts'
import { type ForWhom, newLine, newMark, newMealDay } from '#domain/plan/meals.ts'
import { newPerson } from '#domain/plan/people.ts'
import { newPlace } from '#domain/plan/places.ts'
import {
  MAX_OPTIONS,
  MAX_POLLS,
  newDatesOption,
  newPoll,
  newPollAnswer,
  newTextOption,
  type Polls,
  pollAnswers,
} from '#domain/plan/polls.ts'
import { newCar, type Rides } from '#domain/plan/rides.ts'
import { newItemState, newPurchase, newShoppingItem, ownKeyOf, type Shopping } from '#domain/plan/shopping.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket, ticketTypes } from '#domain/plan/tickets.ts'
import { newDoer, newTodo, type Todos } from '#domain/plan/todos.ts'
import { newTrack } from '#domain/plan/tracks.ts'
import { newId } from '#web/data/new-id.ts'
import { at } from './paths.ts'
import type { Random } from './random.ts'
import type { Sheet } from './sheet.ts'

/** What a person's mutations have at hand. */
export interface Editor {
  random: Random
  /** Their user id, which is also the id of their party and of their person in it. */
  person: string
  text: (words: string) => string
  number: () => number
  date: () => string
  /** The ids of the entries that they added. */
  own: Set<string>
  /** Whether they may announce something. */
  isOrganizer: boolean
}

type Mutation<Name extends SectionName> = (sheet: Sheet<SectionValue<Name>>, hands: Editor) => void

/** How the section's screen passes an edit to the store. */
type Way = 'at-once' | 'after-pause' | 'copy'

export interface KnownMutation<Name extends SectionName = SectionName> {
  section: Name
  way: Way
  weight: number
  /** The most times in a row that the mutation is done, with the pauses of typing. */
  keys: number
  do: Mutation<Name>
}

function mutation<Name extends SectionName>(
  section: Name,
  way: Way,
  weight: number,
  act: Mutation<Name>,
  keys = 1,
): KnownMutation {
  return { section, way, weight, keys, do: act } as unknown as KnownMutation
}

/** The last days are not removed: the next new day would get the same number. */
const PROTECTED_DAYS = 3

/** Writes a new text into a random field whose place matches. */
const write =
  (places: RegExp, words: string): Mutation<SectionName> =>
  (sheet, { text }) => {
    const path = sheet.pickLeaf(places)
    if (path) sheet.write(path, text(words))
  }

const remove =
  (places: RegExp): Mutation<SectionName> =>
  (sheet) => {
    const path = sheet.pickEntry(places)
    if (path) sheet.remove(path)
  }

const removeDay: Mutation<'meals' | 'itinerary'> = (sheet, { random }) => {
  const day = random.pick(listDays(sheet.value).slice(0, -PROTECTED_DAYS))
  if (day !== undefined) sheet.remove([String(day)])
}

/** The path of a field in the person's own private record, which exists by then. */
const ownRecord = ({ person }: Editor, field: string) => [person, 'persons', person, field]

/** Items of the computed shopping list. Everybody notes something about the same few. */
const itemKeys = ['1:milk', '1:eggs', '1:tortillas', '1:ice', '1:apples'] as const

/** Returns the path of a computed item's state, which it adds if it is missing. */
function stateOfItem(sheet: Sheet<Shopping>, { random }: Editor): string[] {
  const state = newItemState(random.pick(itemKeys) ?? itemKeys[0])
  const path = ['states', state.id]
  if (!sheet.value.states.some(({ id }) => id === state.id)) sheet.add(path, state)
  return path
}

/** An ingredient or a snack. */
const LINE = /\/(ingredients|snacks)\/[^/]+$/

const forWhom: readonly ForWhom[] = ['everyone', 'only:vegan', 'except:no_pork', 'fixed']

/** Marks what a line contains. Everybody marks the same few. */
const markLine: Mutation<'meals'> = (sheet, { random }) => {
  const line = sheet.pickEntry(LINE)
  const mark = newMark(random.pick(['nuts', 'gluten'] as const) ?? 'nuts')
  if (!line) return
  const path = [...line, 'marks', mark.id]
  if (!at(sheet.value, path)) sheet.add(path, mark)
  sheet.choose([...path, 'says'], random.pick(['', 'yes', 'no']) ?? 'yes', false)
}

/** Items of the template, of which everybody promises some. */
const claimedItems = [0, 1, 2, 3].map((item) => ({ id: derivedId(`checklist/0/${item}`), name: `Item ${item}` }))

/** Returns the path of the person's own claim of an item, which they make if it is missing. */
function ownClaim(sheet: Sheet<Gear>, { random, person }: Editor): string[] {
  const claim = newClaim(random.pick(claimedItems) ?? { id: person, name: '' }, person, 1)
  const path = ['claims', claim.id]
  if (!sheet.value.claims.some(({ id }) => id === claim.id)) sheet.add(path, claim)
  return path
}

/** Takes or gives up the person's own seat. */
function chooseSeat(sheet: Sheet<Rides>, { random, person }: Editor): void {
  const path = ['riders', person]
  if (!sheet.value.riders.some(({ id }) => id === person)) sheet.add(path, { id: person, car: '' })
  sheet.choose([...path, 'car'], random.pick([...sheet.value.cars.map(({ id }) => id), '']) ?? '', true)
}

/** Volunteers for a duty, or gives it up. */
function chooseDuty(sheet: Sheet<Duties>, { random, person }: Editor): void {
  const duty = random.pick(sheet.value.duties)
  if (!duty) return
  const entry = newVolunteer(duty.id, person)
  const path = ['volunteers', entry.id]
  if (sheet.value.volunteers.some(({ id }) => id === entry.id)) sheet.remove(path)
  else sheet.add(path, entry)
}

/** Answers a poll, or changes the own answer. */
function answerPoll(sheet: Sheet<Polls>, { random, person }: Editor): void {
  const poll = random.pick(sheet.value.polls)
  const option = random.pick(poll?.options ?? [])
  const says = random.pick(pollAnswers) ?? 'yes'
  if (!poll || !option) return
  const entry = newPollAnswer({ poll: poll.id, option: option.id }, { id: person, coming: 'open' }, says)
  const path = ['answers', entry.id]
  if (sheet.value.answers.some(({ id }) => id === entry.id)) sheet.choose([...path, 'answer'], says, true)
  else sheet.add(path, entry)
}

/** Takes a to-do, or gives it up. */
function chooseTodo(sheet: Sheet<Todos>, { random, person }: Editor): void {
  const todo = random.pick(sheet.value.todos)
  if (!todo) return
  const entry = newDoer(todo.id, person)
  const path = ['doers', entry.id]
  if (sheet.value.doers.some(({ id }) => id === entry.id)) sheet.remove(path)
  else sheet.add(path, entry)
}

/** An expense or payment that the person added. Members change no others. */
const ownOf =
  ({ own }: Editor) =>
  (path: readonly string[]) =>
    own.has(path[1] ?? '')

function addExpense(sheet: Sheet<Costs>, { text, number, random, person, own }: Editor): void {
  const id = newId()
  own.add(id)
  const entry = random.chance(1 / 3)
    ? { ...newExpense(id, 'CHF', person), rate: '1.06 EUR' }
    : newExpense(id, 'EUR', person)
  const [payers, shares] = [[newPayer(person, number())], [newShare(person)]]
  sheet.add(['expenses', id], { ...entry, name: text('Firewood'), payers, shares })
}

/** Adds or removes the person's share of an expense of theirs. */
function chooseShare(sheet: Sheet<Costs>, hands: Editor): void {
  const expense = hands.random.pick(sheet.value.expenses.filter(({ id }) => hands.own.has(id)))
  const share = newShare(hands.person)
  if (!expense) return
  const path = ['expenses', expense.id, 'shares', share.id]
  if (expense.shares.some(({ id }) => id === share.id)) sheet.remove(path)
  else sheet.add(path, share)
}

function addPayment(sheet: Sheet<Costs>, { text, number, random, person, own }: Editor): void {
  const id = newId()
  const others = sheet.value.expenses.map(({ added_by }) => added_by).filter((one) => one !== person)
  own.add(id)
  const money = { from: person, to: random.pick(others) ?? '', amount: number(), currency: 'EUR' }
  sheet.add(['payments', id], { ...newPayment(id, money, person), note: text('In cash') })
}

/** Says whether a payment to the person has arrived. */
function answerPayment(sheet: Sheet<Costs>, { random, person }: Editor): void {
  const payment = random.pick(sheet.value.payments.filter(({ to }) => to === person))
  if (payment)
    sheet.choose(['payments', payment.id, 'answer'], random.pick(['received', 'not_received']) ?? 'received', true)
}

/** Takes or gives up the person's own bed. */
function chooseBed(sheet: Sheet<Beds>, { random, person }: Editor): void {
  const path = ['sleepers', person]
  if (!sheet.value.sleepers.some(({ id }) => id === person)) sheet.add(path, { id: person, bed: '' })
  sheet.choose([...path, 'bed'], random.pick([...sheet.value.beds.map(({ id }) => id), '']) ?? '', true)
}

/** The mutations in all sections of a road trip. Most change what others edit too. */
export const knownMutations: readonly KnownMutation[] = [
  mutation(
    'details',
    'after-pause',
    6,
    write(/^(destination_name|car_trip_entry_gate|departure_airport_code|map_embed_url)$/, 'Pog Lake'),
  ),
  mutation('details', 'after-pause', 3, write(/^air_travel_flight_info\//, 'AC 123')),
  mutation('details', 'after-pause', 2, (sheet, { date }) => {
    const path = sheet.pickLeaf(/_date$/)
    if (path) sheet.write(path, date())
  }),
  mutation('details', 'at-once', 4, (sheet, { text }) => {
    const id = newId()
    sheet.add(['car_trip_distances', id], { id, place: text('Huntsville'), distance: text('45 km') })
  }),
  mutation('details', 'after-pause', 4, write(/^car_trip_distances\/.*\/(place|distance)$/, 'Toronto'), 3),
  mutation('details', 'at-once', 1, remove(/^car_trip_distances\/[^/]+$/)),

  mutation('notes', 'at-once', 7, (sheet, { text, own }) => {
    const id = newId()
    own.add(id)
    sheet.add([id], { id, text: text('Bring the tent') })
  }),
  mutation(
    'notes',
    'at-once',
    8,
    (sheet, { text, own }) => {
      const path = sheet.pickEntry(/^[^/]+$/, ([id = '']) => own.has(id))
      if (path) sheet.write([...path, 'text'], text('Bring the large tent'))
    },
    5,
  ),
  mutation('notes', 'at-once', 4, write(/\/text$/, 'Reserve the canoe'), 4),
  mutation('notes', 'at-once', 2, remove(/^[^/]+$/)),

  mutation('meals', 'copy', 6, write(/^\d+\/meals\/\w+\/(name|description|prep)$/, 'Chili')),
  mutation('meals', 'copy', 3, (sheet, { number }) => {
    const path = sheet.pickLeaf(/\/servings$/)
    if (path) sheet.write(path, number())
  }),
  mutation('meals', 'copy', 6, (sheet, { text, own }) => {
    const list = sheet.pickList(/\/(ingredients|snacks)$/)
    const id = newId()
    own.add(id)
    if (list) sheet.add([...list, id], newLine(id, text('2 kg beans')))
  }),
  mutation('meals', 'copy', 2, (sheet, { text, own }) => {
    const line = sheet.pickEntry(LINE, (path) => own.has(path.at(-1) ?? ''))
    if (line) sheet.write([...line, 'text'], text('3 kg beans'))
  }),
  mutation('meals', 'copy', 2, write(/\/(ingredients|snacks)\/[^/]+\/text$/, '4 kg beans')),
  mutation('meals', 'copy', 1, write(/\/(ingredients|snacks)\/[^/]+\/read_as$/, '1 kg beans')),
  mutation('meals', 'copy', 2, (sheet, { random }) => {
    const path = sheet.pickLeaf(/\/for_whom$/)
    if (path) sheet.choose(path, random.pick(forWhom) ?? 'everyone', false)
  }),
  mutation('meals', 'copy', 2, markLine),
  mutation('meals', 'copy', 1, write(/^\d+\/meals\/\w+\/link$/, 'https://example.org/')),
  mutation('meals', 'copy', 1, (sheet, { random }) => {
    const path = sheet.pickLeaf(/\/served_at$/)
    if (path) sheet.choose(path, random.pick(['12:30', '18:00', '19:15']) ?? '', false)
  }),
  mutation('meals', 'copy', 1, remove(LINE)),
  mutation('meals', 'copy', 2, (sheet, { text }) => {
    const day = String(nextDay(sheet.value))
    sheet.add([day], newMealDay('car_trip', Number(day)))
    sheet.write([day, 'meals', 'lunch', 'name'], text('Pancakes'))
  }),
  mutation('meals', 'copy', 1, removeDay as Mutation<SectionName>),

  mutation(
    'itinerary',
    'after-pause',
    7,
    write(/^\d+\/(light|hard)\/.*\/(time|activity|description|duration)$/, 'Track and Tower'),
    4,
  ),
  mutation('itinerary', 'after-pause', 3, write(/^\d+\/title$/, 'A day on the lake')),
  mutation('itinerary', 'at-once', 6, (sheet, { text, random }) => {
    const day = random.pick(listDays(sheet.value))
    const id = newId()
    const activity = { ...newActivity(id), activity: text('Swim') }
    if (day !== undefined) sheet.add([String(day), random.chance(0.5) ? 'light' : 'hard', id], activity)
  }),
  mutation('itinerary', 'at-once', 2, remove(/^\d+\/(light|hard)\/[^/]+$/)),
  mutation('itinerary', 'at-once', 2, (sheet) => {
    const day = nextDay(sheet.value)
    sheet.add([String(day)], newItineraryDay('car_trip', day))
  }),
  mutation('itinerary', 'at-once', 1, removeDay as Mutation<SectionName>),

  mutation('checklist', 'at-once', 10, (sheet, { own }) => {
    const path = sheet.pickEntry(/^[^/]+\/items\/[^/]+$/, (item) => own.has(item.at(-1) ?? ''))
    if (path) sheet.tick([...path, 'checked'], true)
  }),
  mutation('checklist', 'at-once', 4, (sheet, { own }) => {
    // Tick only the template's items: any other may be somebody's own, which nobody else may tick.
    const path = sheet.pickEntry(
      /^[^/]+\/items\/[^/]+$/,
      (item) => !own.has(item.at(-1) ?? '') && isOfTemplate(item.at(-1) ?? ''),
    )
    if (path) sheet.tick([...path, 'checked'], false)
  }),
  mutation('checklist', 'copy', 7, (sheet, { text, own }) => {
    const group = sheet.pickEntry(/^[^/]+$/)
    const id = newId()
    if (!group) return
    own.add(id)
    sheet.add([...group, 'items', id], { ...newChecklistItem(id), name: text('Headlamp') })
  }),
  mutation('checklist', 'copy', 3, write(/\/items\/.*\/name$/, 'Two headlamps')),
  mutation('checklist', 'at-once', 2, (sheet, { random }) => {
    const path = sheet.pickLeaf(/\/items\/.*\/needed$/)
    if (path) sheet.choose(path, Math.floor(random.between(0, 9)), false)
  }),
  mutation('checklist', 'copy', 2, (sheet, { text }) => {
    const id = newId()
    sheet.add([id], { id, category: text('Canoe'), items: [] })
  }),
  mutation('checklist', 'copy', 1, write(/^[^/]+\/category$/, 'Kitchen')),
  mutation('checklist', 'copy', 1, remove(/\/items\/[^/]+$/)),

  // The server refuses to rename somebody whose private record the author cannot see (decision 34).
  mutation(
    'people',
    'after-pause',
    3,
    (sheet, { text, person, own }) => {
      const entry = sheet.pickEntry(/^[^/]+\/persons\/[^/]+$/, (path) => {
        const id = path.at(-1) ?? ''
        return id === person || own.has(id)
      })
      if (entry) sheet.write([...entry, 'name'], text('Kim'))
    },
    2,
  ),
  mutation('people', 'after-pause', 2, write(/^[^/]+\/persons\/[^/]+\/age$/, 'Kim'), 2),
  mutation('people', 'after-pause', 2, write(/^[^/]+\/persons\/[^/]+\/food_note$/, 'No nuts'), 3),
  mutation('people', 'at-once', 2, (sheet) => {
    const path = sheet.pickLeaf(/\/(diets|allergens)\/\w+$/)
    if (path) sheet.tick(path, false)
  }),
  mutation('people', 'at-once', 2, (sheet, { text, own }) => {
    const party = sheet.pickEntry(/^[^/]+$/)
    const id = newId()
    if (!party) return
    own.add(id)
    sheet.add([...party, 'persons', id], newPerson(id, text('Robin')))
  }),
  mutation('people', 'at-once', 1, (sheet, { own }) => {
    const path = sheet.pickEntry(/^[^/]+\/persons\/[^/]+$/, (entry) => own.has(entry.at(-1) ?? ''))
    if (path) sheet.remove(path)
  }),

  mutation('shopping', 'at-once', 6, (sheet, hands) => sheet.tick([...stateOfItem(sheet, hands), 'is_at_home'], false)),
  mutation('shopping', 'at-once', 3, (sheet, hands) =>
    sheet.choose([...stateOfItem(sheet, hands), 'buyer'], hands.random.pick([hands.person, '']) ?? '', false),
  ),
  mutation(
    'shopping',
    'after-pause',
    4,
    (sheet, hands) => {
      const field = hands.random.pick(['amount_at_home', 'shop', 'note']) ?? 'note'
      sheet.write([...stateOfItem(sheet, hands), field], hands.text('Metro'))
    },
    3,
  ),
  mutation('shopping', 'at-once', 3, (sheet, { text }) => {
    const id = newId()
    sheet.add(['items', id], newShoppingItem(id, text('Firewood')))
  }),
  mutation('shopping', 'at-once', 3, (sheet, { text, random, person, own }) => {
    const item = random.pick(sheet.value.items)
    const id = newId()
    own.add(id)
    // The name tells the purchases apart.
    if (item) sheet.add(['purchases', id], newPurchase(id, { key: ownKeyOf(item.id), name: text('Firewood') }, person))
  }),
  mutation('shopping', 'after-pause', 2, write(/^items\/.*\/(text|shop|note)$/, 'Dry firewood'), 2),
  mutation('shopping', 'at-once', 1, remove(/^items\/[^/]+$/)),
  mutation('shopping', 'at-once', 4, (sheet, { text, random, person, own }) => {
    const id = newId()
    own.add(id)
    const key = random.pick(itemKeys) ?? itemKeys[0]
    sheet.add(['purchases', id], { ...newPurchase(id, { key, name: 'Milk' }, person), amount: text('2') })
  }),
  mutation('shopping', 'after-pause', 2, write(/^purchases\/.*\/(amount|unit)$/, '3')),
  mutation('shopping', 'at-once', 1, (sheet, { own }) => {
    const path = sheet.pickEntry(/^purchases\/[^/]+$/, (entry) => own.has(entry.at(-1) ?? ''))
    if (path) sheet.remove(path)
  }),

  mutation('gear', 'at-once', 5, (sheet, hands) =>
    sheet.choose([...ownClaim(sheet, hands), 'count'], Math.floor(hands.random.between(0, 5)), true),
  ),
  mutation('gear', 'at-once', 3, (sheet, hands) => sheet.tick([...ownClaim(sheet, hands), 'is_packed'], true)),

  mutation('costs', 'at-once', 5, addExpense),
  mutation('costs', 'at-once', 3, (sheet, hands) => {
    const path = sheet.pickEntry(/^expenses\/[^/]+\/payers\/[^/]+$/, ownOf(hands))
    if (path) sheet.write([...path, 'amount'], hands.number())
  }),
  mutation('costs', 'at-once', 3, chooseShare),
  mutation('costs', 'at-once', 2, (sheet, hands) => {
    const path = sheet.pickEntry(/^expenses\/[^/]+$/, ownOf(hands))
    const split = hands.random.pick(['equally', 'weights', 'amounts', 'nights'])
    if (path && split) sheet.choose([...path, 'split'], split, false)
  }),
  mutation(
    'costs',
    'after-pause',
    3,
    (sheet, hands) => {
      const path = sheet.pickEntry(/^expenses\/[^/]+$/, ownOf(hands))
      if (path) sheet.write([...path, hands.random.pick(['name', 'note']) ?? 'note'], hands.text('Dry firewood'))
    },
    3,
  ),
  mutation('costs', 'at-once', 3, addPayment),
  mutation('costs', 'at-once', 2, answerPayment),
  mutation('costs', 'at-once', 1, (sheet, hands) => {
    const path = sheet.pickEntry(/^(expenses|payments)\/[^/]+$/, ownOf(hands))
    if (path) sheet.remove(path)
  }),

  mutation('rides', 'at-once', 6, chooseSeat),
  mutation('rides', 'at-once', 2, (sheet, { text, person }) => {
    const id = newId()
    sheet.add(['cars', id], { ...newCar(id, person), place: text('The station') })
  }),
  mutation('rides', 'after-pause', 3, write(/^cars\/.*\/(place|leaves_at|room_for_gear)$/, 'The west gate'), 2),
  mutation('rides', 'at-once', 2, (sheet, { random }) => {
    const path = sheet.pickLeaf(/^cars\/.*\/seats$/)
    if (path) sheet.choose(path, Math.floor(random.between(1, 9)), false)
  }),
  mutation('rides', 'at-once', 1, remove(/^cars\/[^/]+$/)),

  mutation('duties', 'at-once', 4, chooseDuty),
  mutation('duties', 'at-once', 2, (sheet, { text, random }) => {
    const id = newId()
    const day = Math.floor(random.between(0, 4))
    sheet.add(['duties', id], { ...newDuty(id, 'other'), name: text('Split the firewood'), day })
  }),
  mutation('duties', 'after-pause', 2, write(/^duties\/.*\/(name|note)$/, 'Split all of the firewood'), 2),
  mutation('duties', 'at-once', 2, (sheet, { random }) => {
    const path = sheet.pickLeaf(/^duties\/.*\/places$/)
    if (path) sheet.choose(path, Math.floor(random.between(0, 9)), false)
  }),
  mutation('duties', 'at-once', 1, remove(/^duties\/[^/]+$/)),

  mutation('beds', 'at-once', 5, chooseBed),
  mutation('beds', 'at-once', 2, (sheet, { text }) => {
    const id = newId()
    sheet.add(['beds', id], { ...newBed(id), name: text('The blue tent') })
  }),
  mutation('beds', 'after-pause', 2, write(/^beds\/.*\/(name|note)$/, 'The cabin by the lake'), 2),
  mutation('beds', 'at-once', 1, (sheet, { random }) => {
    const path = sheet.pickLeaf(/^beds\/.*\/places$/)
    if (path) sheet.choose(path, Math.floor(random.between(1, 9)), false)
  }),
  mutation('beds', 'at-once', 1, remove(/^beds\/[^/]+$/)),

  mutation('places', 'at-once', 2, (sheet, { text }) => {
    const id = newId()
    sheet.add([id], newPlace(id, { name: text('The spring'), kind: 'water', position: '45.83640,-78.37910' }))
  }),
  mutation('places', 'after-pause', 3, write(/^[^/]+\/(name|note)$/, 'The trail to the lake'), 2),
  mutation('places', 'at-once', 1, (sheet, { random }) => {
    const path = sheet.pickLeaf(/^[^/]+\/position$/)
    if (path) sheet.choose(path, positionText({ lat: random.between(-80, 80), lon: random.between(-170, 170) }), false)
  }),
  mutation('places', 'at-once', 1, remove(/^[^/]+$/)),

  mutation('tracks', 'at-once', 1, (sheet, { text }) => {
    const id = newId()
    sheet.add([id], newTrack(id, newId(), { name: text('The loop'), length: 12_400, source: newId() }))
  }),
  mutation('tracks', 'after-pause', 2, write(/^[^/]+\/(name|note)$/, 'The way along the ridge'), 2),
  mutation('tracks', 'at-once', 1, (sheet, { random }) => {
    const path = sheet.pickLeaf(/^[^/]+\/day$/)
    if (path) sheet.choose(path, Math.floor(random.between(0, 5)), false)
  }),
  mutation('tracks', 'at-once', 1, remove(/^[^/]+$/)),

  mutation('polls', 'at-once', 5, answerPoll),
  // Half of what a trip may have: several people add polls at once.
  mutation('polls', 'at-once', 1, (sheet, { text }) => {
    if (sheet.value.polls.length >= MAX_POLLS / 2) return
    const id = newId()
    const options = [text('The west site'), text('The east site')].map((name) => newTextOption(newId(), name))
    sheet.add(['polls', id], { ...newPoll(id, 'question'), question: text('Which site?'), options })
  }),
  mutation('polls', 'at-once', 1, (sheet, { random }) => {
    const poll = random.pick(sheet.value.polls)
    if (!poll || poll.options.length >= MAX_OPTIONS / 2) return
    const first = `2100-0${Math.floor(random.between(1, 9))}-0${Math.floor(random.between(1, 9))}` as LocalDate
    const option = newDatesOption(poll.id, first, first)
    if (poll.options.every(({ id }) => id !== option.id)) sheet.add(['polls', poll.id, 'options', option.id], option)
  }),
  mutation('polls', 'after-pause', 2, write(/^polls\/.*\/(question|text)$/, 'Which of the sites?'), 2),
  mutation('polls', 'at-once', 1, (sheet) => {
    const path = sheet.pickLeaf(/^polls\/[^/]+\/is_closed$/)
    if (path) sheet.tick(path, false)
  }),
  mutation('polls', 'at-once', 1, remove(/^polls\/[^/]+$/)),

  mutation('todos', 'at-once', 4, chooseTodo),
  mutation('todos', 'at-once', 5, (sheet) => {
    const path = sheet.pickLeaf(/^todos\/[^/]+\/is_done$/)
    if (path) sheet.tick(path, false)
  }),
  mutation('todos', 'at-once', 2, (sheet, { text }) => {
    const id = newId()
    sheet.add(['todos', id], newTodo(id, text('Reserve the site')))
  }),
  mutation('todos', 'after-pause', 2, write(/^todos\/.*\/(text|note)$/, 'Reserve both sites'), 2),
  mutation('todos', 'at-once', 2, (sheet, { random }) => {
    const path = sheet.pickLeaf(/^todos\/[^/]+\/due$/)
    if (path) sheet.choose(path, random.pick(['', '14 before', '2100-05-01']) ?? '', false)
  }),
  mutation('todos', 'at-once', 1, remove(/^todos\/[^/]+$/)),

  // Each on a day of its own: a trip may have only three within 24 hours.
  mutation('announcements', 'at-once', 1, (sheet, { text, date, person, isOrganizer, own }) => {
    if (!isOrganizer || sheet.value.length >= MAX_ANNOUNCEMENTS / 2) return
    const id = newId()
    own.add(id)
    const at = `${date()}T12:00:00.000Z`
    sheet.add([id], { id, text: text('The gate closes at nine'), to: 'everyone', people: [], by: person, at })
  }),

  mutation(
    'private',
    'after-pause',
    5,
    (sheet, hands) => {
      const field = hands.random.pick(['phone', 'contact_name', 'contact_phone', 'medical']) ?? 'phone'
      sheet.write(ownRecord(hands, field), hands.text('Anna'))
    },
    3,
  ),
  mutation('private', 'at-once', 2, (sheet, hands) => sheet.tick(ownRecord(hands, 'in_emergency'), true)),
]

/** Tickets and stays, which a road trip does not have. */
const ticketMutations: readonly KnownMutation[] = [
  mutation('tickets', 'copy', 5, (sheet, { text }) => {
    const id = newId()
    sheet.add([id], { ...newTicket(id), title: text('Tram 28') })
  }),
  mutation('tickets', 'copy', 4, write(/\/(title|details|location|confirmationNumber)$/, 'Gate B')),
  mutation('tickets', 'copy', 2, (sheet, { random }) => {
    const path = sheet.pickLeaf(/\/type$/)
    if (path) sheet.choose(path, random.pick(ticketTypes) ?? 'flight', false)
  }),
  mutation('tickets', 'copy', 3, (sheet) => {
    const ticket = sheet.pickEntry(/^[^/]+$/)
    if (!ticket) return
    const id = newId()
    sheet.add([...ticket, 'segments', id], { ...newSegment(id), carrier: 'AC', number: '848' })
  }),
  mutation('tickets', 'copy', 3, write(/\/segments\/[^/]+\/(from|to|gate|terminal)$/, 'B22')),
  mutation('tickets', 'copy', 1, remove(/^[^/]+$/)),
  mutation('stays', 'copy', 4, (sheet, { text }) => {
    const id = newId()
    sheet.add([id], newStay(id, { name: text('Hotel') }))
  }),
  mutation('stays', 'copy', 4, write(/\/(name|place|note|phone)$/, 'Rua Augusta')),
  mutation('stays', 'copy', 1, remove(/^[^/]+$/)),
]

/** The mutations of one section. Throws for a section that nothing changes, so that no check leaves it out unseen. */
export function mutationsOf(section: SectionName): readonly KnownMutation[] {
  const found = [...knownMutations, ...ticketMutations].filter((known) => known.section === section)
  if (found.length === 0) throw new Error(`No mutation changes ${section}: add some to bench-together/mutations.ts`)
  return found
}

/** Template entries have UUIDs of version 8, entries that people add have version 7. */
const isOfTemplate = (id: string) => id[14] !== '7'
