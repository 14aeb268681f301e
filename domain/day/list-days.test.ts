import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listPeopleOnDuties } from '../duties/people-on-duty.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { newDuty, newVolunteer } from '../plan/duties.ts'
import { newActivity } from '../plan/itinerary.ts'
import { newMealDay } from '../plan/meals.ts'
import { newPlace } from '../plan/places.ts'
import { type Car, newCar } from '../plan/rides.ts'
import { newStay, type Stay } from '../plan/stays.ts'
import { newTicket, type Ticket, type TicketType } from '../plan/tickets.ts'
import { newDoer, newTodo } from '../plan/todos.ts'
import { planRides } from '../seats/cars.ts'
import { buildDayPlan } from '../testing/day-plan.ts'
import { buildComing, buildParty } from '../testing/people.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { isBlank } from '../text.ts'
import { planTodos } from '../todos/plan-todos.ts'
import type { DayEntry, TripDay } from './day-entry.ts'
import { entryFacts, entryTitle } from './entry-words.ts'
import { type DayPlan, entriesFor, listDays, listEntries, sortEntries } from './list-days.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim, sam, lee] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)] as const
const at = (hour: number, minute = 0) => hour * 60 + minute

const activity = (id: number, name: string, time: string, duration = '') => ({
  ...newActivity(idOf(id)),
  activity: name,
  description: '',
  time,
  duration,
})
const noon = newMealDay('car_trip', 1)
const meal = (type: 'breakfast' | 'lunch' | 'dinner', name: string, served_at = '', prep = '') => ({
  ...noon.meals[type],
  name,
  served_at,
  prep,
})
const mealDay = (...of: (readonly [type: 'breakfast' | 'lunch' | 'dinner', value: ReturnType<typeof meal>])[]) => ({
  ...noon,
  meals: {
    breakfast: meal('breakfast', ''),
    lunch: meal('lunch', ''),
    dinner: meal('dinner', ''),
    ...Object.fromEntries(of),
  },
})

const dates = { departure_date: '2026-06-11' as LocalDate, return_date: '2026-06-14' as LocalDate }
/** Ana arrives on day 2 for dinner; Lee, who wanted to drive, is not coming. */
const people = [
  buildParty({ ...buildComing('Ana', { id: ana }), from: '2 dinner' }),
  buildParty(buildComing('Ben', { id: ben })),
  buildParty({ ...buildComing('Lee', { id: lee }), coming: 'not_coming' }),
]

/** Four days in the park, with something everywhere. Calculated by hand below. */
const cook = { ...newDuty(idOf(20), 'cook'), day: 2, meal: 'dinner' as const }
const water = { ...newDuty(idOf(21), 'water'), day: 2, meal: 'breakfast' as const }
const any = { ...newDuty(idOf(22), 'fire'), day: 0 }
const park: DayPlan = {
  dates,
  itinerary: {
    1: { title: 'Day 1: Arrival', light: [activity(50, 'Set up camp', 'after lunch')], hard: [] },
    2: {
      title: '',
      light: [activity(51, 'Swim', '2:00 PM', '1 hour'), activity(52, 'Campfire', '9 pm - 11:30 pm')],
      hard: [activity(53, 'Ridge hike', '9:00 AM', '6 hours'), activity(54, 'Campfire', '9 pm - 11:30 pm')],
    },
  },
  meals: {
    1: mealDay(['dinner', meal('dinner', 'Chili', '18:00', '1 hour')]),
    2: mealDay(
      ['breakfast', meal('breakfast', 'Pancakes')],
      ['dinner', meal('dinner', 'Pasta', '18:30', 'prep 20 min, cook 40 min')],
    ),
  },
  tickets: [
    { ...newTicket(idOf(60)), title: 'Boat tour', date: '2026-06-12' as LocalDate, time: '19:00' },
    { ...newTicket(idOf(61)), title: 'Train', date: '2026-06-10' as LocalDate, time: '17:45' },
    { ...newTicket(idOf(62)), title: 'Voucher' },
  ],
  stays: [],
  zone: 'America/Toronto',
  places: [],
  cars: planRides(
    {
      cars: [
        { ...newCar(idOf(10), ben), place: 'Kingston', leaves_day: 1, leaves_time: '07:30' },
        { ...newCar(idOf(11), kim), leaves_at: 'Friday after work' },
        { ...newCar(idOf(12), lee), leaves_day: 1, leaves_time: '06:00' },
      ],
      riders: [
        { id: ana, car: idOf(10) },
        { id: sam, car: idOf(10) },
      ],
    },
    { people, dates, isKnown: () => true },
  ).cars,
  duties: listPeopleOnDuties(
    { duties: [cook, water, any], volunteers: [newVolunteer(cook.id, ana), newVolunteer(water.id, ben)] },
    () => undefined,
  ),
  todos: [],
}

const carsOf = (...cars: Car[]) => planRides({ cars, riders: [] }, { people, dates, isKnown: () => true }).cars
const nameOf = ({ thing }: DayEntry): string => {
  switch (thing.of) {
    case 'tickets':
      return thing.ticket.title
    case 'itinerary':
      return [thing.level, thing.activity.activity].filter(Boolean).join(': ')
    case 'meals':
      return thing.dish
    case 'rides':
      return `car of ${thing.car.driver.at(-1)}${thing.isOff ? ' is off' : ''}`
    case 'duties':
      return thing.duty.kind
    case 'todos':
      return thing.todo.text
    case 'stays':
      return `${thing.stay.name}: ${thing.part}`
    default:
      return thing.items.join()
  }
}
const time = (minute: number | undefined) =>
  minute === undefined ? '' : `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
const textOf = (entry: DayEntry) =>
  [[time(entry.start), time(entry.end)].filter(Boolean).join('-') || entry.typedTime || 'sometime', nameOf(entry)].join(
    ' ',
  )
const textsOf = ({ number, date, title, entries }: TripDay) => [
  [number, date, title].filter((part) => part !== '' && part !== undefined).join(' '),
  ...entries.map(textOf),
]

describe('the days of a trip', () => {
  it('have everything in the order of time, what has none first', () => {
    expect(listDays(park).map(textsOf)).toEqual([
      ['0 2026-06-10', '17:45 Train'],
      ['1 2026-06-11 Arrival', 'after lunch Set up camp', '6:00 car of 5 is off', '7:30 car of 2', '18:00 Chili'],
      [
        '2 2026-06-12',
        'Friday after work car of 3',
        'sometime Pancakes',
        'sometime water',
        '9:00-15:00 hard: Ridge hike',
        '14:00-15:00 light: Swim',
        '17:30-18:30 cook',
        '18:30 Pasta',
        '19:00 Boat tour',
        '21:00-23:30 Campfire',
      ],
      ['3 2026-06-13'],
      ['4 2026-06-14'],
    ])
  })

  it('are for one person what concerns them', () => {
    const of = (person: string) => entriesFor(person, listEntries(park), { people, dates }).map(nameOf)
    const tickets = ['Boat tour', 'Train']
    const all = ['Set up camp', 'light: Swim', 'Campfire', 'hard: Ridge hike', 'Chili', 'Pancakes', 'Pasta']
    // She has no seat in a car that leaves before she comes. At which hour of her day she arrives nobody knows.
    expect(of(ana)).toEqual([...tickets, 'light: Swim', 'Campfire', 'hard: Ridge hike', 'Pasta', 'cook'])
    expect(of(ben)).toEqual([...tickets, 'car of 2', ...all, 'water'])
    // Kim is not on the list of people.
    expect(of(kim)).toEqual([...tickets, 'car of 3', ...all])
    expect(of(sam)).toEqual([...tickets, 'car of 2', ...all])
    expect(of(lee)).toEqual([])
    const promises = { bring: ['Table'], buy: [] }
    expect(entriesFor(lee, listEntries(park), { people, dates, promises })).toEqual([])
    expect(entriesFor(sam, [], { people, dates, promises })).toMatchObject([
      { id: `gear/${sam}`, day: 1, date: '2026-06-11', start: undefined, thing: { items: ['Table'] }, people: [sam] },
    ])
    const [car] = listEntries(park).filter(({ id }) => id === `rides/${idOf(10)}`)
    expect(car?.people).toEqual([ben, sam])
  })

  it('go on without dates, by their numbers, with tickets on their own dates', () => {
    const undated = { ...park, dates: { departure_date: '', return_date: '' } as const }
    expect(listDays(undated).map(textsOf)).toEqual([
      ['1 Arrival', 'after lunch Set up camp', '6:00 car of 5 is off', '7:30 car of 2', '18:00 Chili'],
      [
        '2',
        'sometime Pancakes',
        'sometime water',
        '9:00-15:00 hard: Ridge hike',
        '14:00-15:00 light: Swim',
        '17:30-18:30 cook',
        '18:30 Pasta',
        '21:00-23:30 Campfire',
      ],
      ['2026-06-10', '17:45 Train'],
      ['2026-06-12', '19:00 Boat tour'],
    ])
  })

  it('say nothing of what has no name, no day or no people', () => {
    const empty: DayPlan = {
      ...park,
      itinerary: { 1: { title: '', light: [activity(1, ' ', '9:00 AM')], hard: [] } },
      meals: { 1: mealDay() },
      tickets: [],
      cars: carsOf(newCar(idOf(10), ''), { ...newCar(idOf(11), ''), leaves_day: 2 }),
      duties: [],
    }
    // Somebody will drive the one that has a day.
    expect(listEntries(empty).map((entry) => `${entry.day} ${textOf(entry)}`)).toEqual(['2 sometime car of undefined'])
    expect(entriesFor(ana, listEntries(empty), { people, dates })).toEqual([])
  })

  it('know what ends after midnight, and who starts cooking the day before', () => {
    const plan: DayPlan = {
      ...park,
      tickets: [],
      cars: [],
      itinerary: { 2: { title: '', light: [activity(1, 'Stars', '11 pm - 1 am')], hard: [] } },
      meals: { 2: mealDay(['breakfast', meal('breakfast', 'Bread', '07:00', '9 hours')]) },
      duties: listPeopleOnDuties(
        { duties: [{ ...cook, meal: 'breakfast' }], volunteers: [newVolunteer(cook.id, ana)] },
        () => undefined,
      ),
    }
    expect(listDays(plan).map(textsOf).slice(0, 2)).toEqual([
      ['1 2026-06-11', '22:00-31:00 cook'],
      ['2 2026-06-12', '7:00 Bread', '23:00-25:00 Stars'],
    ])
  })

  it('that a shorter trip no longer has are not there, nor what was planned on them', () => {
    const short = { ...park, dates: { ...dates, return_date: '2026-06-11' as LocalDate } }
    expect(listDays(short).map(textsOf)).toEqual([
      ['0 2026-06-10', '17:45 Train'],
      ['1 2026-06-11 Arrival', 'after lunch Set up camp', '6:00 car of 5 is off', '7:30 car of 2', '18:00 Chili'],
      ['2 2026-06-12', '19:00 Boat tour'],
    ])
    // Nor who would have started cooking for a meal after it.
    const early = { ...meal('breakfast', 'Bread', '07:00', '9 hours') }
    const bread = { 2: mealDay(['breakfast', early]) }
    const duties = listPeopleOnDuties(
      { duties: [{ ...cook, meal: 'breakfast' }], volunteers: [newVolunteer(cook.id, ben)] },
      () => undefined,
    )
    const dutyIds = listEntries({ ...short, meals: bread, duties }).filter(({ thing }) => thing.of === 'duties')
    expect(dutyIds).toEqual([])
  })

  it('are as many as a plan can have; with one date or a wrong one, as many as are planned', () => {
    const numbersOf = (departure_date: string, return_date: string) =>
      listDays({ ...park, tickets: [], cars: [], dates: { departure_date, return_date } as typeof dates }).map(
        ({ number, date }) => `${number} ${date}`,
      )
    expect(numbersOf('2026-06-11', '2126-06-14')).toHaveLength(999)
    expect(numbersOf('2026-06-11', '')).toEqual(['1 2026-06-11', '2 2026-06-12'])
    expect(numbersOf('2026-06-11', '2026-06-01')).toEqual(['1 2026-06-11', '2 2026-06-12'])
    expect(numbersOf('', '2026-06-14')).toEqual(['1 undefined', '2 undefined'])
  })

  it('keep apart what both levels do at different places', () => {
    const at71 = { ...activity(50, 'Lunch', 'noon'), place_id: idOf(71) }
    const at72 = { ...activity(51, 'Lunch', 'noon'), place_id: idOf(72) }
    const plan = buildDayPlan({ itinerary: { 1: { title: '', light: [at71], hard: [at72] } } })
    expect(listEntries(plan).map((entry) => [nameOf(entry), entry.placeId])).toEqual([
      ['light: Lunch', idOf(71)],
      ['hard: Lunch', idOf(72)],
    ])
  })

  it('have no zone of what leaves elsewhere, unless its place has one', () => {
    const [camp, airport] = [
      { ...newPlace(idOf(70)), zone: 'America/Vancouver' },
      { ...newPlace(idOf(71)), zone: 'America/St_Johns' },
    ]
    const ticket = (id: number, type: TicketType, placeId = '') => ({
      ...newTicket(idOf(id)),
      type,
      title: type,
      date: dates.departure_date,
      time: '22:30 - 06:45',
      place_id: placeId,
    })
    const plan: DayPlan = {
      ...park,
      places: [camp, airport],
      tickets: [ticket(60, 'flight'), ticket(61, 'flight', airport.id), ticket(62, 'attraction')],
      itinerary: { 1: { title: '', light: [{ ...activity(50, 'Kayak', '10 am'), place_id: camp.id }], hard: [] } },
    }
    const zones = listEntries(plan).map((entry) => `${nameOf(entry)}: ${entry.zone}`)
    expect(zones.slice(0, 7)).toEqual([
      'flight: ',
      'flight: America/St_Johns',
      'attraction: America/Toronto',
      'car of 2: ',
      'car of 3: ',
      'car of 5 is off: ',
      'Kayak: America/Vancouver',
    ])
    const startOf = (time: string) => {
      const flight = { ...newTicket(idOf(60)), date: dates.departure_date, time }
      const [entry] = listEntries({ ...plan, tickets: [flight] })
      return [entry?.start, entry?.end, entry?.typedTime]
    }
    expect(startOf('10:15 AM → 10 PM (+1)')).toEqual([at(10, 15), undefined, '10:15 AM → 10 PM (+1)'])
    expect(startOf('dep. 10:15, arr. 22:00')).toEqual([at(10, 15), undefined, 'dep. 10:15, arr. 22:00'])
    expect(startOf('gates close at noon')).toEqual([undefined, undefined, 'gates close at noon'])
    expect(startOf('7:30 to 9:45')).toEqual([undefined, undefined, '7:30 to 9:45'])
    // When a flight lands is said in the time of where it lands, maybe on the day before.
    expect(listEntries(plan).slice(0, 3).map(textOf)).toEqual([
      '22:30 flight',
      '22:30 flight',
      '22:30-30:45 attraction',
    ])
    expect(listEntries(plan)[0]?.typedTime).toBe('22:30 - 06:45')
  })

  it('of an air trip are as its travellers read them, each in its own local time', () => {
    const ticket = (id: number, type: TicketType, title: string, date: string, time: string, placeId = '') => ({
      ...newTicket(idOf(id)),
      type,
      title,
      date: date as LocalDate,
      time,
      place_id: placeId,
    })
    const auckland = { ...newPlace(idOf(70)), zone: 'Pacific/Auckland' }
    const hotel = { ...newPlace(idOf(71)), zone: 'Pacific/Honolulu' }
    const plan = buildDayPlan({
      dates: { departure_date: '2026-11-01' as LocalDate, return_date: '2026-11-03' as LocalDate },
      zone: 'Pacific/Honolulu',
      places: [auckland, hotel],
      tickets: [
        // It crosses the date line: it lands on the day before it left.
        ticket(1, 'flight', 'NZ 10', '2026-11-02', '10:15 AM - 10 PM (Nov 1)', auckland.id),
        ticket(2, 'flight', 'HA 445', '2026-11-01', '13:50', auckland.id),
        ticket(3, 'train', 'Train home', '2026-11-05', 'midday'),
        ticket(4, 'attraction', 'Crater', '2026-11-02', '2-4pm'),
      ],
      itinerary: {
        1: { title: '', light: [activity(5, 'Check in', '11:00 PM')], hard: [] },
        3: { title: '', light: [activity(6, 'Beach', 'around 9:30')], hard: [activity(7, 'Dive', '8 a.m.', '3 h')] },
      },
    })
    const textWithZone = (entry: DayEntry) => `${textOf(entry)} ${entry.zone}`.trim()
    expect(listDays(plan).map((day) => [day.date, ...day.entries.map(textWithZone)])).toEqual([
      ['2026-11-01', '13:50 HA 445 Pacific/Auckland', '23:00 Check in Pacific/Honolulu'],
      ['2026-11-02', '10:15 NZ 10 Pacific/Auckland', '14:00-16:00 Crater Pacific/Honolulu'],
      ['2026-11-03', '8:00-11:00 hard: Dive Pacific/Honolulu', '9:30 light: Beach Pacific/Honolulu'],
      ['2026-11-05', '12:00 Train home'],
    ])
  })

  it('list each entry once, sometime first and in order, whatever somebody typed', () => {
    const times = fc.constantFrom(
      '',
      'after lunch',
      '9:30',
      '7:30',
      '11 pm - 1 am',
      '0:00',
      '23:59',
      '17 h 30',
      'noon',
      '\n',
    )
    const activities = fc.array(fc.record({ time: times, name: fc.string({ maxLength: 5 }) }), { maxLength: 5 })
    const plans = fc.array(fc.tuple(activities, activities), { minLength: 1, maxLength: 4 })
    const isInOrder = fc.property(plans, fc.integer({ min: 1, max: 5 }), (days, last) => {
      let id = 100
      const build = (list: { time: string; name: string }[]) => list.map(({ time, name }) => activity(id++, name, time))
      const itinerary = Object.fromEntries(
        days.map(([light, hard], index) => [index + 1, { title: '', light: build(light), hard: build(hard) }]),
      )
      const plan = buildDayPlan({
        itinerary,
        dates: { ...dates, return_date: addDays(dates.departure_date, last - 1) },
      })
      const listed = listDays(plan)
      expect(listed.map(({ number }) => number)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
      const ids = listed.flatMap(({ entries }) => entries.map((entry) => entry.id))
      expect(new Set(ids).size).toBe(ids.length)
      const namesOf = (list: { name: string }[]) => list.map(({ name }) => name.trim()).filter((name) => !isBlank(name))
      for (const [index, { entries }] of listed.entries()) {
        // What both levels do at the same time is there once, so only names are compared.
        const planned = new Set((days[index] ?? []).flatMap(namesOf))
        const found = entries.flatMap(({ thing }) => (thing.of === 'itinerary' ? [thing.activity.activity.trim()] : []))
        expect(new Set(found)).toEqual(planned)
      }
      for (const { entries } of listed) {
        const starts = entries.map(({ start }) => start ?? -1)
        expect(starts).toEqual(starts.toSorted((one, other) => one - other))
        for (const { start, end } of entries) expect(end === undefined || end > (start ?? -1)).toBe(true)
      }
    })
    fc.assert(isInOrder)
  })

  it('of sixty days with 420 activities are all there', () => {
    const itinerary = Object.fromEntries(
      Array.from({ length: 60 }, (_, day) => [
        day + 1,
        {
          title: '',
          light: Array.from({ length: 7 }, (_, index) => activity(day * 10 + index, `${index}`, `${index + 1}:15 pm`)),
          hard: [],
        },
      ]),
    )
    const plan = { ...park, dates: { ...park.dates, return_date: '2026-08-09' as LocalDate }, itinerary }
    const days = listDays(plan)
    expect(days).toHaveLength(61)
    expect(days.at(-1)?.entries.map(({ start }) => start)).toEqual(
      [13, 14, 15, 16, 17, 18, 19].map((hour) => at(hour, 15)),
    )
  })
})

describe('to-dos', () => {
  const names = ['before it', 'departure', 'day 2', 'last day', 'after it', 'any time', 'done', 'taken']
  const dues = ['2026-06-10', '0 before', '2026-06-12', '2026-06-14', '2026-06-15', '', '2026-06-12', '2026-06-13']
  const value = {
    todos: names.map((text, index) => ({
      ...newTodo(idOf(60 + index), text),
      due: dues[index] ?? '',
      is_done: text === 'done',
    })),
    doers: [newDoer(idOf(67), ben), newDoer(idOf(67), lee), newDoer(idOf(63), lee)],
  }
  const planWith = (changed: Partial<DayPlan> = {}): DayPlan => {
    const plan = buildDayPlan({ dates, ...changed })
    return { ...plan, todos: planTodos(value, { people, dates: plan.dates, isKnown: () => true }) }
  }
  const titles = (entries: readonly DayEntry[]) => entries.map((entry) => `${entry.day} ${nameOf(entry)}`)

  it('are entries of the days of the trip only, without a time', () => {
    const entries = listEntries(planWith())
    expect(titles(entries)).toEqual(['1 departure', '2 day 2', '3 taken', '4 last day'])
    expect(entries.every(({ start, end }) => start === undefined && end === undefined)).toBe(true)
    expect(entries.map(({ people: whom }) => whom)).toEqual([undefined, undefined, [ben], undefined])
    expect(listDays(planWith()).map(({ number, isBeside }) => [number, isBeside])).toEqual(
      [1, 2, 3, 4].map((number) => [number, false]),
    )
  })

  it('concern those who see to them, and everybody there if nobody does', () => {
    const of = (person: string) => titles(entriesFor(person, listEntries(planWith()), { people, dates }))
    // Ana comes on day 2.
    expect(of(ana)).toEqual(['2 day 2', '4 last day'])
    expect(of(ben)).toEqual(['1 departure', '2 day 2', '3 taken', '4 last day'])
    expect(of(lee)).toEqual([])
  })

  it('of somebody who plans alone are theirs, and name nobody', () => {
    const plan = buildDayPlan({ dates })
    const todos = planTodos(value, { people: [], dates, isKnown: () => true, sole: ana })
    const [first] = entriesFor(ana, listEntries({ ...plan, todos }), { people: [], dates })
    expect(first).toMatchObject({ people: [ana], thing: { on: [], isUntaken: false } })
    expect(first && entryFacts(first, { type: 'car_trip', me: ana, nameOf: () => 'You', placeOf: () => '' })).toEqual(
      [],
    )
    const [open] = listEntries(planWith())
    expect(open && entryFacts(open, { type: 'car_trip', me: ana, nameOf: () => 'You', placeOf: () => '' })).toEqual([
      'Open to take',
    ])
  })

  it('add no days to a trip without a return or without dates', () => {
    const { departure_date } = dates
    const noReturn = { departure_date, return_date: '' as const }
    const title = { 3: { title: 'Home', light: [], hard: [] } }
    // A title alone is no day of the list.
    expect(titles(listEntries(planWith({ dates: noReturn, itinerary: title })))).toEqual(['1 departure'])
    const itinerary = { 3: { title: 'Home', light: [activity(80, 'Canoe', '')], hard: [] } }
    expect(titles(listEntries(planWith({ dates: noReturn, itinerary })))).toEqual(['3 Canoe', '1 departure', '3 taken'])
    expect(listEntries(planWith({ dates: { departure_date: '', return_date: '' } }))).toEqual([])
    // A return before the departure counts as none.
    const wrong = { departure_date, return_date: '2026-06-01' as LocalDate }
    expect(titles(listEntries(planWith({ dates: wrong })))).toEqual(['1 departure'])
  })
})

describe('journeys and stays', () => {
  const names = { type: 'air_travel' as const, me: ana, nameOf: () => '', placeOf: () => '' }
  const wordsOf = (entry: DayEntry) =>
    [entry.start === undefined ? 'sometime' : time(entry.start), entryTitle(entry, names), ...entryFacts(entry, names)]
      .concat(entry.zone)
      .filter(Boolean)
      .join(' | ')
  const daysOf = (parts: Partial<DayPlan>) =>
    listDays(buildDayPlan(parts)).map(({ date, entries }) => [date, ...entries.map(wordsOf)])
  const tripDates = { departure_date: '2031-05-02' as LocalDate, return_date: '2031-05-03' as LocalDate }
  const passengers = [
    { id: idOf(80), person_id: ana, name: '' },
    { id: idOf(81), person_id: ben, name: '' },
  ]
  const toLisbon = (more: Partial<Ticket> = {}): Ticket =>
    buildTicket('To Lisbon', {
      segments: [
        buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', {
          ...{ carrier: 'AC', number: '418', from: 'Toronto', to: 'Montréal', terminal: '1', gate: 'D22' },
          check_in_at: '14:30',
          seats: [
            { id: idOf(80), seat: '12A', cabin: '' },
            { id: idOf(81), seat: '12B', cabin: '' },
          ],
        }),
        buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40', {
          ...{ carrier: 'AC', number: '812', from: 'Montréal', to: 'Lisbon', arrival_terminal: '1' },
        }),
      ],
      ...more,
    })

  it('say where to be and when, the wait between, and arrive on the day after', () => {
    expect(daysOf({ dates: tripDates, tickets: [toLisbon({ passengers })] })).toEqual([
      [
        '2031-05-02',
        '16:00 | AC 418, Toronto to Montréal | Terminal 1 | Gate D22 | Seat 12A | Check in by 2:30 PM | Arrives 5:15 PM | 1 h 15 | America/Toronto',
        '17:15 | Arrive in Montréal | 3 h 45 in Montréal | AC 812 | America/Toronto',
        '21:00 | AC 812, Montréal to Lisbon | Arrives 8:40 AM +1 day | 6 h 40 | America/Toronto',
      ],
      ['2031-05-03', '8:40 | Arrive in Lisbon | Terminal 1 | Europe/Lisbon'],
    ])
  })

  it('say the seat of each passenger that became the reader', () => {
    const merged = [{ id: idOf(82), person_id: ana, name: '' }, ...passengers]
    const [[, departs] = []] = daysOf({ dates: tripDates, tickets: [toLisbon({ passengers: merged })] })
    expect(departs).toContain(' | Seat 12A | ')
  })

  it('have the same ids whatever changes, and are those of the people who travel', () => {
    const ticket = toLisbon({ passengers })
    const [first, second] = ticket.segments.map(({ id }) => `tickets/${ticket.id}/${id}`)
    const entries = listEntries(buildDayPlan({ tickets: [ticket] }))
    expect(entries.map(({ id }) => id)).toEqual([first, `${first}/arrival`, second, `${second}/arrival`])
    const of = (personId: string) => entriesFor(personId, entries, { people, dates }).length
    expect([ana, ben, kim].map(of)).toEqual([4, 4, 0])
    const everybody = listEntries(buildDayPlan({ tickets: [toLisbon()] }))
    expect(entriesFor(kim, everybody, { people, dates })).toHaveLength(4)
  })

  it('never arrive above their departure, also westwards over the date line', () => {
    const segments = [
      buildSegment('AKL', '2031-05-02T22:30', 'HNL', '2031-05-02T06:20'),
      buildSegment('HNL', '2031-05-02T08:00', 'YYZ', '2031-05-02T23:10'),
    ]
    const breakfast = activity(5, 'Breakfast', '9:00 AM')
    const plan = buildDayPlan({
      dates: tripDates,
      tickets: [buildTicket('Home', { segments })],
      itinerary: { 1: { title: '', light: [breakfast], hard: [] } },
    })
    const [day] = listDays(plan)
    expect(day?.entries.map((entry) => time(entry.start))).toEqual(['9:00', '22:30', '6:20', '8:00', '23:10'])
    expect(sortEntries(day?.entries ?? [])).toEqual(day?.entries)
  })

  it('keep the order of their parts on each day, whatever the clocks say', () => {
    const clock = fc.integer({ min: 0, max: 1439 }).map((minute) => time(minute).padStart(5, '0'))
    const part = fc.record({ departs: clock, arrives: clock, days: fc.integer({ min: -1, max: 1 }) })
    const isInOrder = fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const on = '2031-05-02' as LocalDate
      const segments = parts.map(({ departs, arrives, days }) =>
        buildSegment('AKL', `${on}T${departs}`, 'HNL', `${addDays(on, days)}T${arrives}`),
      )
      const plan = buildDayPlan({ tickets: [buildTicket('', { segments })] })
      const listed = listEntries(plan).map(({ id }) => id)
      const days = listDays(plan)
      expect(days.flatMap(({ entries }) => entries)).toHaveLength(listed.length)
      for (const { date, entries } of days) {
        const ofDay = listEntries(plan).filter((entry) => entry.date === date)
        expect(entries.map(({ id }) => id)).toEqual(ofDay.map(({ id }) => id))
      }
    })
    fc.assert(isInOrder)
  })

  it('do not say twice that something arrives sometime on the day of its departure', () => {
    const part = (arrives: string) => [buildSegment('YYZ', '2031-05-02T16:00', 'YUL', arrives)]
    const ofArrival = (arrives: string) =>
      daysOf({ tickets: [buildTicket('', { segments: part(arrives) })] }).map(([date, ...entries]) => [
        date,
        entries.length,
      ])
    expect(ofArrival('2031-05-02')).toEqual([['2031-05-02', 1]])
    expect(ofArrival('2031-05-02T17:00')).toEqual([['2031-05-02', 2]])
    expect(ofArrival('2031-05-03')).toEqual([
      ['2031-05-02', 1],
      ['2031-05-03', 1],
    ])
  })

  it('of a ticket without dated parts are the ticket on its own date', () => {
    const ticket = buildTicket('Night train', {
      type: 'train',
      date: '2031-05-02' as LocalDate,
      segments: [buildSegment('YYZ', '', 'YUL', '')],
    })
    expect(daysOf({ tickets: [ticket] })).toEqual([['2031-05-02', 'sometime | Night train']])
  })

  it('say of a car that is returned elsewhere where that is, and nothing of the place of its pick-up', () => {
    const lisbon = newPlace(idOf(93), { name: 'Lisbon Airport', zone: 'Europe/Lisbon' })
    const about = { kind: 'car' as const, name: 'Guerin', place: 'Terminal 1', place_id: lisbon.id }
    const dated = { starts_on: '2031-05-02' as LocalDate, ends_on: '2031-05-03' as LocalDate }
    const entriesOf = (end: Partial<Stay>) =>
      listEntries(
        buildDayPlan({
          zone: 'Europe/Madrid',
          places: [lisbon],
          stays: [newStay(idOf(94), { ...about, ...dated, ...end })],
        }),
      )
    const namesOf = {
      type: 'air_travel' as const,
      me: '',
      nameOf: () => '',
      placeOf: (id: string) => (id === '' ? '' : lisbon.name),
    }
    const said = (end: Partial<Stay>) =>
      entriesOf(end).map((entry) => [entry.placeId, entry.zone, ...entryFacts(entry, namesOf)])
    expect(said({ end_place: 'Porto, Rua 1' })).toEqual([
      [lisbon.id, 'Europe/Lisbon', 'Lisbon Airport'],
      ['', 'Europe/Madrid', 'Porto, Rua 1'],
    ])
    expect(said({})[1]).toEqual([lisbon.id, 'Europe/Lisbon', 'Lisbon Airport'])
  })

  it('say when people check in, return a car and take a ferry, each in its zone', () => {
    const hotel = newStay(idOf(90), {
      ...{ name: 'Hotel Vila', starts_on: '2031-05-02' as LocalDate, starts_at: '15:00', place: 'Rua 1' },
      ...{ ends_on: '2031-05-03' as LocalDate },
    })
    const ferry = newStay(idOf(91), {
      ...{ kind: 'ferry', name: 'Night ferry', starts_on: '2031-05-02' as LocalDate, starts_at: '23:00' },
      ...{ ends_on: '2031-05-03' as LocalDate, ends_at: '07:30', ends_zone: 'Africa/Casablanca' },
      ...{ place: 'Tarifa', end_place: 'Tangier' },
    })
    expect(daysOf({ dates: tripDates, zone: 'Europe/Lisbon', stays: [hotel, ferry] })).toEqual([
      ['2031-05-02', '15:00 | Check in: Hotel Vila | Rua 1 | Europe/Lisbon', '23:00 | Night ferry leaves | Tarifa'],
      [
        '2031-05-03',
        'sometime | Check out: Hotel Vila | Rua 1 | Europe/Lisbon',
        '7:30 | Night ferry arrives | Tangier | Africa/Casablanca',
      ],
    ])
  })
})
