import ICAL from 'ical.js'
import { afterEach, describe, expect, it } from 'vitest'
import type { DayPlan } from '../day/list-days.ts'
import { noPromises } from '../day/promises.ts'
import { listPeopleOnDuties } from '../duties/people-on-duty.ts'
import type { LocalDate } from '../local-date.ts'
import { newDuty, newVolunteer } from '../plan/duties.ts'
import { newActivity } from '../plan/itinerary.ts'
import { newMealDay } from '../plan/meals.ts'
import { newPlace } from '../plan/places.ts'
import { newCar } from '../plan/rides.ts'
import { newStay } from '../plan/stays.ts'
import { newTicket, tickets as ticketsSection } from '../plan/tickets.ts'
import { newDoer, newTodo } from '../plan/todos.ts'
import { planRides } from '../seats/cars.ts'
import { measureCpu } from '../testing/cpu-time.ts'
import { datesOf } from '../testing/dates.ts'
import { buildDayPlan } from '../testing/day-plan.ts'
import { buildComing, buildParty } from '../testing/people.ts'
import { buildSegment, buildTicket } from '../testing/tickets.ts'
import { planTodos } from '../todos/plan-todos.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { calendarOfTrip } from './calendar-of-trip.ts'
import { noReminders, type Reminders } from './reminders.ts'
import { listTripEvents, type TripEvents } from './trip-events.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim] = [idOf(1), idOf(2), idOf(3)] as const
const lakeId = idOf(90)
const uidOf = (kind: string, id: string | number) => `${kind}-${id}-${tripId}@wayfare`
const tripId = idOf(99)

const activity = (id: number, name: string, time: string, more: Partial<ReturnType<typeof newActivity>> = {}) => ({
  ...newActivity(idOf(id)),
  activity: name,
  description: '',
  time,
  duration: '',
  ...more,
})
const emptyDay = newMealDay('car_trip', 1)
const noMeal = { ...emptyDay.meals.dinner, name: '', served_at: '', prep: '' }
const dinner = (name: string, served_at = '', prep = '') => ({
  ...emptyDay,
  meals: { breakfast: noMeal, lunch: noMeal, dinner: { ...noMeal, name, served_at, prep } },
})

const people = [
  buildParty(buildComing('Ana', { id: ana })),
  buildParty(buildComing('Ben', { id: ben })),
  buildParty({ ...buildComing('Kim', { id: kim }), coming: 'not_coming' }),
]
const lake = newPlace(lakeId, { name: 'Pog Lake', position: '45.83640,-78.37910', zone: 'America/Toronto' })

/**
 * Three days at the lake. The clocks go back in their first night: Oct 31 is EDT (UTC-4), Nov 1 from 2:00 on EST
 * (UTC-5).
 */
const carDates = datesOf('2026-10-31', '2026-11-02')
const cook = { ...newDuty(idOf(20), 'cook'), day: 1, meal: 'dinner' as const }
const wash = { ...newDuty(idOf(21), 'wash_up'), day: 2, meal: 'dinner' as const }
const carPlan: DayPlan = buildDayPlan({
  dates: carDates,
  zone: 'America/Toronto',
  places: [lake],
  itinerary: {
    1: { title: 'Arrival', light: [activity(50, 'Set up camp', 'after lunch')], hard: [] },
    2: {
      title: '',
      light: [
        activity(51, 'Stargazing', '00:30 - 1:30 am', { place_id: lakeId, description: 'Bring a\nblanket' }),
        activity(52, 'Swim', '2:00 PM', { duration: '1 hour', place_id: lakeId }),
        activity(53, 'Campfire', '11 pm - 1 am'),
      ],
      hard: [],
    },
  },
  meals: { 1: dinner('Chili', '18:00', '1 hour'), 2: dinner('Pasta') },
  cars: planRides(
    {
      cars: [{ ...newCar(idOf(10), ben), place: 'Kingston', leaves_day: 1, leaves_time: '07:30' }],
      riders: [{ id: ana, car: idOf(10) }],
    },
    { people, dates: carDates, isKnown: () => true },
  ).cars,
  duties: listPeopleOnDuties(
    {
      duties: [cook, wash],
      volunteers: [newVolunteer(cook.id, ana), newVolunteer(cook.id, ben), newVolunteer(wash.id, ben)],
    },
    () => undefined,
  ),
})

const nameOf = (id: string) => ({ [ana]: 'Ana', [ben]: 'Ben', [kim]: 'Kim' })[id] ?? ''
const carTrip: TripEvents = {
  trip: { id: tripId, name: 'To the lake', type: 'car_trip' },
  plan: carPlan,
  people,
  places: [lake],
  me: '',
  nameOf,
  promises: noPromises,
  origin: 'https://wayfare.example',
  stateOf: () => ({ sequence: 3, changedAt: Date.UTC(2026, 9, 1) }),
}
const namesFor = (me: string) => (id: string) => (id === me ? 'You' : nameOf(id))
const eventsFor = (me: string, reminders: Reminders = noReminders) =>
  listTripEvents({ ...carTrip, me, nameOf: namesFor(me), reminders })
const timesOf = (events: readonly CalendarEvent[]) => events.map(({ start, end, title }) => [start, end, title])

describe('a trip by car, over a change of the clocks', () => {
  it('has the days that were calculated by hand', () => {
    expect(timesOf(listTripEvents(carTrip))).toEqual([
      ['20261031', '20261101', 'Set up camp'],
      // Nobody knows the zone of Kingston: the phone's own.
      ['20261031T073000', '', 'Ben’s car leaves'],
      // Cooks start at 17:00 EDT, and the meal is at 18:00.
      ['20261031T210000Z', '20261031T220000Z', 'Dinner: Cook'],
      ['20261031T220000Z', '', 'Dinner: Chili'],
      ['20261101', '20261102', 'Dinner: Pasta · Dinner: Wash up'],
      // 0:30 EDT to the first 1:30, which is EDT.
      ['20261101T043000Z', '20261101T053000Z', 'Stargazing'],
      // 14:00 EST.
      ['20261101T190000Z', '20261101T200000Z', 'Swim'],
      // 23:00 EST to 1:00 EST on the day after.
      ['20261102T040000Z', '20261102T060000Z', 'Campfire'],
    ])
  })

  it('says of an event what the app knows, and where the app shows it', () => {
    const [, , , , pasta, stars] = listTripEvents(carTrip)
    expect(stars).toEqual({
      uid: uidOf('itinerary', idOf(51)),
      sequence: 3,
      changedAt: Date.UTC(2026, 9, 1),
      start: '20261101T043000Z',
      end: '20261101T053000Z',
      title: 'Stargazing',
      description: 'Bring a\nblanket',
      location: 'Pog Lake',
      position: { lat: 45.8364, lon: -78.3791 },
      url: `https://wayfare.example/trip/${tripId}?tab=itinerary#day-2`,
      category: 'Activity',
      alarm: undefined,
      isCancelled: false,
    })
    expect(pasta).toMatchObject({
      uid: uidOf('days', 2),
      description: '• Dinner: Pasta\n• Dinner: Wash up\nBen',
      url: `https://wayfare.example/trip/${tripId}?tab=itinerary#day-2`,
      category: '',
    })
  })

  it('lists on the first day what somebody has promised to bring and to buy', () => {
    const promises = { bring: ['Table', 'Stove, the small one'], buy: ['Ice'] }
    const [first] = listTripEvents({ ...carTrip, me: ana, nameOf: namesFor(ana), promises })
    expect([first?.start, first?.title, first?.description]).toEqual([
      '20261031',
      'Set up camp · 2 things to pack · 1 thing to buy',
      '• Set up camp · after lunch\n• 2 things to pack\nTable and Stove, the small one\n• 1 thing to buy\nIce',
    ])
    expect(listTripEvents({ ...carTrip, promises })[0]?.title).toBe('Set up camp')
  })

  it('is what concerns one person, in words to them', () => {
    const own = eventsFor(ana)
    expect(timesOf(own).map(([start, , title]) => [start, title])).toEqual([
      ['20261031', 'Set up camp'],
      ['20261031T073000', 'You ride in Ben’s car'],
      ['20261031T210000Z', 'You cook: Dinner'],
      ['20261031T220000Z', 'Dinner: Chili'],
      ['20261101', 'Dinner: Pasta'],
      ['20261101T043000Z', 'Stargazing'],
      ['20261101T190000Z', 'Swim'],
      ['20261102T040000Z', 'Campfire'],
    ])
    expect(own[1]).toMatchObject({
      description: 'Local time: 7:30 AM',
      location: 'Kingston',
      uid: uidOf('rides', idOf(10)),
    })
    expect(own[2]).toMatchObject({ description: 'With Ben' })
    const drives = eventsFor(ben)[1]
    expect(drives).toMatchObject({ title: 'You drive', description: 'Local time: 7:30 AM\nWith Ana' })
    expect(drives?.url).toBe(`https://wayfare.example/trip/${tripId}/group?tab=rides#${idOf(10)}`)
    expect(eventsFor(ben).map(({ title }) => title)).toContain('Dinner: Pasta · You wash up: Dinner')
    expect(eventsFor(kim)).toEqual([])
  })

  it('has the same ids for everybody, and no link for people who only read it', () => {
    const ids = new Set(listTripEvents(carTrip).map(({ uid }) => uid))
    expect(eventsFor(ana).filter(({ uid }) => !ids.has(uid))).toEqual([])
    expect(new Set(listTripEvents({ ...carTrip, origin: '' }).map(({ url }) => url))).toEqual(new Set(['']))
  })

  it('names its trip, among others', () => {
    const [camp] = listTripEvents({ ...carTrip, isOneOfMany: true })
    expect(camp?.description).toBe('Time: after lunch\nTo the lake')
  })

  it('reminds a person of their departure and duties', () => {
    const alarms = (reminders: Reminders, me = ana) =>
      eventsFor(me, reminders).flatMap(({ title, alarm }) => (alarm === undefined ? [] : [[title, alarm]]))
    expect(alarms(noReminders)).toEqual([])
    // From 19:00 the evening before to 7:30.
    expect(alarms({ departure: 'evening', duties: 'hour' })).toEqual([
      ['You ride in Ben’s car', 750],
      ['You cook: Dinner', 60],
    ])
    expect(alarms({ departure: 'two_hours', duties: 'half_hour' })).toEqual([
      ['You ride in Ben’s car', 120],
      ['You cook: Dinner', 30],
    ])
    // A duty without a time has no reminder.
    expect(alarms({ departure: 'two_hours', duties: 'hour' }, ben)).toEqual([
      ['You drive', 120],
      ['You cook: Dinner', 60],
    ])
  })
})

/** From Toronto to Auckland over the date line, and back, landing on the day before by the calendar. */
const flightDates = datesOf('2026-03-06', '2026-03-20')
const auckland = newPlace(idOf(91), { name: 'Auckland Airport', zone: 'Pacific/Auckland' })
const flight = (id: number, title: string, date: string, time: string, more = {}) => ({
  ...newTicket(idOf(id)),
  details: '',
  title,
  date: date as LocalDate,
  time,
  ...more,
})
const airPlan = buildDayPlan({
  dates: flightDates,
  zone: 'Pacific/Auckland',
  places: [auckland],
  tickets: [
    flight(60, 'To Auckland', '2026-03-06', '19:15', { location: 'YYZ, Terminal 1', confirmationNumber: 'XK4T9Q' }),
    flight(61, 'Back home', '2026-03-20', '20:20 - 15:10 (the day before)', {
      place_id: auckland.id,
      details: 'Seat 12A',
    }),
    flight(62, 'Museum', '2026-03-08', '2:30 pm', { type: 'attraction' }),
    flight(63, 'Stopover', '2026-03-20', '20:20 - 15:10', { place_id: auckland.id, location: 'Gate 8' }),
    flight(64, 'Train', '2026-03-05', '17:45', { type: 'train' }),
  ],
  itinerary: { 3: { title: '', light: [activity(55, 'Harbour walk', '9:00 AM - 11:00 AM')], hard: [] } },
})
const airTrip: TripEvents = {
  ...carTrip,
  trip: { id: tripId, name: 'Auckland', type: 'air_travel' },
  plan: airPlan,
  places: [auckland],
}

describe('a trip by air, over the date line', () => {
  it('has the days that were calculated by hand', () => {
    expect(timesOf(listTripEvents(airTrip))).toEqual([
      // Before the trip, in the time of nobody knows where.
      ['20260305T174500', '', 'Train'],
      ['20260306T191500', '', 'To Auckland'],
      // 9:00 NZDT (UTC+13) of Mar 8.
      ['20260307T200000Z', '20260307T220000Z', 'Harbour walk'],
      ['20260308T013000Z', '', 'Museum'],
      // 20:20 NZDT. When it lands is in the time of elsewhere, and on the day before: it stays as typed.
      ['20260320T072000Z', '', 'Back home'],
      ['20260320T072000Z', '', 'Stopover'],
    ])
  })

  it('has the typed time in its description, and no confirmation number', () => {
    const events = listTripEvents(airTrip)
    expect(events.map(({ description, location }) => [location, description])).toEqual([
      // Their zones are not known, and Google shows them in another one.
      ['', 'Local time: 5:45 PM'],
      ['YYZ, Terminal 1', 'Local time: 7:15 PM'],
      ['', ''],
      ['', ''],
      ['Auckland Airport', 'Time: 20:20 - 15:10 (the day before)\nSeat 12A'],
      ['Auckland Airport', 'Time: 20:20 - 15:10\nGate 8'],
    ])
    expect(JSON.stringify(events)).not.toContain('XK4T9Q')
  })

  it('reminds of the first flight, train or bus', () => {
    const alarms = listTripEvents({ ...airTrip, me: ana, reminders: { departure: 'evening', duties: 'none' } })
    expect(alarms.map(({ title, alarm }) => [title, alarm]).filter(([, alarm]) => alarm !== undefined)).toEqual([
      // From 19:00 to 17:45 of the next day.
      ['Train', 22 * 60 + 45],
    ])
    // Somebody who arrives on the second day is reminded of what leaves on that day.
    const late = [buildParty(buildComing('Ana', { id: ana, from: '2 dinner' }))]
    const flights = [flight(65, 'Early', '2026-03-06', '9:15'), flight(66, 'Late', '2026-03-07', '9:15')]
    const ofLate = listTripEvents({
      ...airTrip,
      me: ana,
      people: late,
      plan: { ...airPlan, tickets: flights },
      reminders: { departure: 'two_hours', duties: 'none' },
    })
    expect(ofLate.filter(({ alarm }) => alarm !== undefined).map(({ title }) => title)).toEqual(['Late'])
    const tickets = [flight(60, 'To Auckland', '2026-03-06', 'in the evening')]
    const untimed = { ...airTrip, me: ana, plan: { ...airPlan, tickets } }
    const alarmsOf = (reminders: Reminders) => listTripEvents({ ...untimed, reminders }).map(({ alarm }) => alarm)
    expect(alarmsOf({ departure: 'evening', duties: 'none' })).toEqual([300, undefined])
    expect(alarmsOf({ departure: 'two_hours', duties: 'none' })).toEqual([undefined, undefined])
  })
})

describe('days', () => {
  const plan = (parts: Partial<DayPlan>) => listTripEvents({ ...carTrip, plan: buildDayPlan(parts) })

  it('a duration is as long as it says, whatever the clocks do meanwhile', () => {
    const timesOn = (date: string, time: string, duration: string) =>
      timesOf(
        plan({
          dates: datesOf(date, date),
          zone: 'America/Toronto',
          itinerary: { 1: { title: '', light: [activity(1, 'Drive', time, { duration })], hard: [] } },
        }),
      ).map(([start, end]) => [start, end])
    expect(timesOn('2026-03-08', '1 am', '3 hours')).toEqual([['20260308T060000Z', '20260308T090000Z']])
    expect(timesOn('2026-11-01', '01:30', '1 hour')).toEqual([['20261101T053000Z', '20261101T063000Z']])
    expect(timesOn('2026-10-31', '10 pm', '8 hours')).toEqual([['20261101T020000Z', '20261101T100000Z']])
    // When it ends on the clock is said here.
    expect(timesOn('2026-10-31', '10 pm - 6 am', '')).toEqual([['20261101T020000Z', '20261101T110000Z']])
    expect(timesOn('2026-03-08', '10:00', '9999999999 hours')).toEqual([['20260308T140000Z', '']])
  })

  it('what the clocks skip or show twice is one event, with an end after its start', () => {
    const spring = plan({
      dates: datesOf('2026-03-07', '2026-03-08'),
      zone: 'America/Toronto',
      itinerary: {
        1: { title: '', light: [activity(1, 'Drive', '11:30 pm - 3:30 am')], hard: [] },
        2: { title: '', light: [activity(2, 'Owls', '2:30 am - 3:00 am'), activity(3, 'Tea', '3:00 am')], hard: [] },
      },
    })
    expect(timesOf(spring)).toEqual([
      ['20260308T043000Z', '20260308T073000Z', 'Drive'],
      ['20260308T070000Z', '', 'Tea'],
      // 2:30 does not exist: 3:30 EDT, for half an hour.
      ['20260308T073000Z', '20260308T080000Z', 'Owls'],
    ])
  })

  it('the last one ends on the day after it, also at the end of a year or February', () => {
    const ends = (departure: string, back: string) =>
      plan({
        dates: datesOf(departure, back),
        itinerary: { 1: { title: '', light: [activity(1, 'Drive', '')], hard: [] } },
      }).map(({ start, end }) => [start, end])
    expect(ends('2026-12-31', '2026-12-31')).toEqual([['20261231', '20270101']])
    expect(ends('2028-02-28', '2028-02-28')).toEqual([['20280228', '20280229']])
    expect(ends('2026-02-28', '2026-02-28')).toEqual([['20260228', '20260301']])
  })

  it('nothing of a trip without dates, but tickets that have one', () => {
    const undated = plan({
      itinerary: { 1: { title: '', light: [activity(1, 'Drive', '9:00 AM')], hard: [] } },
      tickets: [
        flight(1, 'Voucher', '', ''),
        flight(2, 'Flight', '2026-05-01', ''),
        flight(3, 'Bus', '2026-05-01', ''),
      ],
    })
    expect(timesOf(undated)).toEqual([['20260501', '20260502', 'Flight · Bus']])
    expect(undated[0]?.uid).toBe(uidOf('days', '2026-05-01'))
  })

  it('names three of many things', () => {
    const names = ['Tent', 'Wood', 'Water', 'Soup', 'Cards']
    const light = names.map((name, index) => activity(index + 1, name, ''))
    const [all] = plan({ dates: datesOf('2026-05-01', '2026-05-01'), itinerary: { 1: { title: '', light, hard: [] } } })
    expect(all?.title).toBe('Tent · Wood · Water · 2 more')
    expect(all?.description).toBe('• Tent\n• Wood\n• Water\n• Soup\n• Cards')
  })

  it('a zone that the device does not know floats', () => {
    const [tea] = plan({
      dates: datesOf('2026-05-01', '2026-05-01'),
      zone: 'Mars/Olympus_Mons',
      itinerary: { 1: { title: '', light: [activity(1, 'Tea', '4 pm - 5 pm')], hard: [] } },
    })
    expect(tea).toMatchObject({ start: '20260501T160000', end: '20260501T170000' })
  })
})

const zones = ['Asia/Tokyo', 'Europe/Berlin', 'UTC', 'America/Toronto', 'Pacific/Honolulu'] as const
const deviceZone = process.env['TZ']

describe('the file of a trip', () => {
  afterEach(() => {
    if (deviceZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = deviceZone
  })
  const fileOf = ({ stateOf: _, ...about }: TripEvents, now = new Date('2026-09-01T12:00:30Z')) =>
    calendarOfTrip({ deviceZone: '', ...about, now })
  const read = (text: string) =>
    new ICAL.Component(ICAL.parse(text) as unknown[] as [string, unknown[], unknown[]])
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))

  it.each([
    ['by car', carTrip],
    ['by air', airTrip],
  ])('says the same wherever it is made and read: a trip %s', (_, about) => {
    const texts = zones.map((zone) => {
      process.env['TZ'] = zone
      return fileOf(about)
    })
    expect(new Set(texts).size).toBe(1)
    const events = listTripEvents(about)
    for (const zone of zones) {
      process.env['TZ'] = zone
      const starts = read(texts[0] ?? '').map(({ startDate }) => {
        if (startDate.isDate) return startDate.toString().replaceAll('-', '')
        // Of an instant, the instant; of all others, what the clock on the wall shows.
        return startDate.zone.tzid === 'UTC'
          ? startDate
              .toJSDate()
              .toISOString()
              .replaceAll(/[-:]|\.000/g, '')
          : startDate.toString().replaceAll(/[-:]/g, '')
      })
      expect(starts, zone).toEqual(events.map(({ start }) => start))
    }
  })

  it('is newer than the one before it', () => {
    const sequences = ['2026-09-01T12:00:30Z', '2026-09-01T12:01:00Z'].map(
      (now) => read(fileOf(carTrip, new Date(now)))[0]?.sequence ?? 0,
    )
    expect(sequences).toEqual([29_804_400, 29_804_401])
  })

  it('makes 60 days with 400 activities in less than 100 ms', () => {
    const days = Array.from({ length: 60 }, (_, index) => index + 1)
    const itinerary = Object.fromEntries(
      days.map((day) => {
        const light = Array.from({ length: day <= 40 ? 7 : 6 }, (__, index) =>
          activity(day * 10 + index, `Hike ${index}`, `${8 + index}:00`.padStart(5, '0'), {
            description: 'x'.repeat(500),
          }),
        )
        return [day, { title: '', light, hard: [] }]
      }),
    )
    const meals = Object.fromEntries(days.map((day) => [day, dinner(`Dinner ${day}`, '18:00')]))
    const dates = datesOf('2026-10-01', '2026-11-29')
    const plan = buildDayPlan({ dates, zone: 'America/Toronto', itinerary, meals })
    const spent = measureCpu()
    const text = fileOf({ ...carTrip, plan })
    const ms = spent()
    expect(read(text)).toHaveLength(400 + 60)
    expect(ms).toBeLessThan(100)
  })
})

describe('what somebody has to do', () => {
  const [passes, site, late, wood, done] = [70, 71, 72, 73, 74].map(idOf) as [string, string, string, string, string]
  const value = {
    todos: [
      { ...newTodo(passes, 'Check passes; all, of them'), note: 'In the\ndrawer', due: '14 before' },
      { ...newTodo(site, 'Reserve the site'), due: '2026-07-01' },
      { ...newTodo(late, 'Return the canoe'), due: '2026-11-05' },
      { ...newTodo(wood, 'Buy wood'), due: '2026-11-01' },
      { ...newTodo(done, 'Pay'), due: '2026-07-01', is_done: true },
    ],
    doers: [
      ...[passes, late, done].map((todo) => newDoer(todo, ana)),
      newDoer(passes, ben),
      newDoer(passes, kim),
      newDoer(site, kim),
    ],
  }
  const planned = (dates = carDates): DayPlan => ({
    ...buildDayPlan({ dates, zone: 'America/Toronto' }),
    todos: planTodos(value, { people, dates, isKnown: () => true }),
  })
  const about = (me: string, plan = planned()): TripEvents => ({ ...carTrip, plan, me, nameOf: namesFor(me) })
  const parsed = (me: string) => {
    const file = calendarOfTrip({ ...about(me), now: new Date('2026-06-01T00:00:00Z'), deviceZone: '' })
    const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
    return events.map((event) => new ICAL.Event(event))
  }

  it('before and after the trip is one event of a whole day each, in their calendar', () => {
    const [first, wednesday, last] = parsed(ana)
    expect(parsed(ana).map(({ summary, startDate }) => `${startDate} ${summary}`)).toEqual([
      '2026-10-17 To-do: Check passes; all, of them',
      '2026-11-01 To-do: Buy wood',
      '2026-11-05 To-do: Return the canoe',
    ])
    expect(first?.uid).toBe(uidOf('todos', passes))
    expect(first?.startDate.isDate).toBe(true)
    expect(first?.endDate.toString()).toBe('2026-10-18')
    // Kim isn't coming.
    expect(first?.description).toBe('With Ben\nIn the\ndrawer')
    expect(first?.component.getFirstPropertyValue('url')).toBe(
      `https://wayfare.example/trip/${tripId}/before#${passes}`,
    )
    expect(first?.component.getFirstPropertyValue('categories')).toBe('To-do')
    expect(wednesday?.uid).toBe(uidOf('days', 2))
    expect(wednesday?.description).toBe('Open to take')
    expect(last?.uid).toBe(uidOf('todos', late))
  })

  it('is in nobody else’s calendar, and the group’s has only what is due on its days', () => {
    const titlesFor = (me: string) => listTripEvents(about(me)).map(({ title }) => title)
    expect(titlesFor(ben)).toEqual(['To-do: Check passes; all, of them', 'To-do: Buy wood'])
    expect(titlesFor(kim)).toEqual([])
    expect(titlesFor('')).toEqual(['To-do: Buy wood'])
  })

  it('moves with the trip under the same id, and has its own date without a departure', () => {
    const startsOf = (plan: DayPlan) => listTripEvents(about(ana, plan)).map(({ uid, start }) => [uid, start] as const)
    expect(startsOf(planned(datesOf('2026-12-31', '2027-01-02')))).toEqual([
      [uidOf('todos', late), '20261105'],
      [uidOf('todos', passes), '20261217'],
    ])
    expect(startsOf(planned({ departure_date: '', return_date: '' }))).toEqual([[uidOf('todos', late), '20261105']])
  })

  it('is all that is not done for somebody who plans alone, without saying who does it', () => {
    const plan = {
      ...planned(),
      todos: planTodos(value, { people: [], dates: carDates, isKnown: () => true, sole: ana }),
    }
    const events = listTripEvents({ ...about(ana, plan), people: [] })
    expect(events.map(({ title, description }) => [title, description])).toEqual([
      ['To-do: Reserve the site', ''],
      ['To-do: Check passes; all, of them', 'In the\ndrawer'],
      ['To-do: Buy wood', ''],
      ['To-do: Return the canoe', ''],
    ])
  })

  it('is there once in a trip without a return: on a day that the list has, or alone', () => {
    const { departure_date } = carDates
    const open = planned({ departure_date, return_date: '' })
    const day = { title: '', light: [], hard: [] }
    const uidsOf = (plan: DayPlan) => listTripEvents(about(ana, plan)).map(({ uid }) => uid)
    // A day without anything is none that the list has.
    for (const plan of [open, { ...open, itinerary: { 6: day } }])
      expect(uidsOf(plan)).toEqual([uidOf('todos', passes), uidOf('todos', late)])
    const dinnerOn = { 6: dinner('Chili', '') }
    expect(uidsOf({ ...open, meals: dinnerOn })).toEqual([uidOf('todos', passes), uidOf('days', 6)])
  })
})

describe('a journey', () => {
  const passengers = [
    { id: idOf(80), person_id: ana, name: '' },
    { id: idOf(81), person_id: ben, name: '' },
  ]
  const known = { from: 'Toronto', to: 'Montréal', carrier: 'AC', number: '418', terminal: '1', gate: 'D22' }
  const toLisbon = buildTicket('To Lisbon', {
    confirmationNumber: 'XK4T9Q',
    passengers,
    codes: [{ id: idOf(82), format: 'aztec', text: 'M1LAKE', passenger_id: idOf(80), segment_id: '' }],
    segments: [
      buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', {
        ...known,
        seats: [
          { id: idOf(80), seat: '12A', cabin: '' },
          { id: idOf(81), seat: '12B', cabin: '' },
        ],
      }),
      buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40', { from: 'Montréal', to: 'Lisbon' }),
      // Nobody knows the zones of its stations.
      buildSegment('', '2031-05-03T11:00', '', '2031-05-03T14:10', { from: 'Oriente', to: 'Porto' }),
      buildSegment('YYZ', '2031-05-04', 'YUL', '2031-05-04'),
    ],
  })
  const hotel = newStay(idOf(90), {
    ...{ name: 'Hotel Vila', starts_on: '2031-05-03' as LocalDate, starts_at: '15:00', starts_zone: 'Europe/Lisbon' },
    ...{ ends_on: '2031-05-05' as LocalDate, place: 'Rua 1', confirmation_number: 'HV-77' },
  })
  const journey: TripEvents = {
    ...airTrip,
    plan: buildDayPlan({ dates: datesOf('2031-05-02', '2031-05-05'), tickets: [toLisbon], stays: [hotel] }),
    places: [],
  }
  const of = (me: string) => listTripEvents({ ...journey, me, nameOf: namesFor(me) })

  it('is an event for each leg, from its departure to its arrival', () => {
    expect(timesOf(listTripEvents(journey))).toEqual([
      ['20310502T200000Z', '20310502T211500Z', 'AC 418, Toronto to Montréal'],
      ['20310503T010000Z', '20310503T074000Z', 'Montréal to Lisbon'],
      ['20310503T110000', '', 'Oriente to Porto'],
      // 15:00 in Lisbon's summer.
      ['20310503T140000Z', '', 'Check in: Hotel Vila'],
      ['20310504', '20310505', 'YYZ to YUL'],
      ['20310505', '20310506', 'Check out: Hotel Vila'],
    ])
  })

  it('says where to go, and nobody else’s seat, nor a code or confirmation number', () => {
    const [first] = of(ana)
    expect(first).toMatchObject({
      location: 'Toronto (YYZ)',
      description: 'Terminal 1\nGate D22\nSeat 12A\nArrives 5:15 PM\n1 h 15',
      url: `https://wayfare.example/trip/${tripId}?tab=tickets#${toLisbon.id}`,
    })
    expect(of('')[0]?.description).not.toContain('Seat')
    for (const me of ['', ana, ben])
      for (const secret of ['XK4T9Q', 'HV-77', 'M1LAKE', me === ana ? '12B' : '12A'])
        expect(JSON.stringify(of(me))).not.toContain(secret)
  })

  it('has ids that stay the same for everybody, also after a change', () => {
    const uids = (events: readonly CalendarEvent[]) => events.map(({ uid }) => uid)
    const segments = toLisbon.segments.map(({ id }) => `tickets-${toLisbon.id}-${id}-${tripId}@wayfare`)
    expect(uids(of(''))).toEqual([
      ...segments.slice(0, 3),
      uidOf('stays', `${hotel.id}-start`),
      `days-3-${tripId}@wayfare`,
      `days-4-${tripId}@wayfare`,
    ])
    expect(uids(of(ben))).toEqual(uids(of('')))
    const later = toLisbon.segments.map((one) => ({ ...one, gate: 'B7', departs_at: one.departs_at && '16:30' }))
    const changed = { ...journey.plan, tickets: [{ ...toLisbon, title: 'Away', segments: later }] }
    expect(uids(listTripEvents({ ...journey, plan: changed })).toSorted()).toEqual(uids(of('')).toSorted())
  })

  it('is in the calendar of those who travel, and readers save it without them', () => {
    expect(timesOf(of(kim))).toEqual([])
    const sam = idOf(4)
    expect(of(sam).map(({ title }) => title)).toEqual(['Check in: Hotel Vila', 'Check out: Hotel Vila'])
    const read = ticketsSection.readers?.([toLisbon]) ?? []
    const events = listTripEvents({ ...journey, origin: '', plan: { ...journey.plan, tickets: read } })
    expect(timesOf(events)).toEqual(timesOf(of('')))
    expect(events[0]).toMatchObject({ description: 'Terminal 1\nGate D22\nArrives 5:15 PM\n1 h 15', url: '' })
  })
})
