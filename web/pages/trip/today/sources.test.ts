import { describe, expect, it } from 'vitest'
import { entriesFor, listEntries } from '#domain/day/list-days.ts'
import { absencesOf, listPeopleOnDuties } from '#domain/duties/people-on-duty.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { newBed } from '#domain/plan/beds.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { details } from '#domain/plan/details.ts'
import { type DutyKind, newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import type { SectionValue } from '#domain/plan/index.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { type ComingAnswer, newPerson, type Person } from '#domain/plan/people.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { planRides } from '#domain/seats/cars.ts'
import { TO_CONFIRM } from '#domain/stay.ts'
import { sectionWithoutPlaceholders } from '#domain/templates/placeholders.ts'
import { buildDayPlan } from '#domain/testing/day-plan.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { phaseOf } from '#domain/today/phase.ts'
import { listCostsLines } from '#web/features/costs/today-late.ts'
import { type Line, listLines, nextChange, type TodayPlan, type TodaySource } from '#web/trip-core/today.ts'
import { featureOf, features } from '../features.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim] = [1, 2, 3].map(idOf) as [string, string, string]
const dates = { departure_date: '2026-06-11' as LocalDate, return_date: '2026-06-14' as LocalDate }
const names: Record<string, string> = { [ana]: 'You', [ben]: 'Ben', [kim]: 'Kim' }

/** The sections that only one source reads. */
type Values = { [Name in 'beds' | 'gear' | 'checklist' | 'shopping']: SectionValue<Name> }
/** The sections from which the entries of the days are listed. */
type Dated = { [Name in 'itinerary' | 'tickets']: SectionValue<Name> }
type Plan = Omit<TodayPlan, 'entries' | 'own'> & Dated & Partial<Values> & { stays?: SectionValue<'stays'> }

const first = await sourcesOf('first')
const last = await sourcesOf('last')

/** The sources of all features, in the order of the card. */
async function sourcesOf(place: 'first' | 'last'): Promise<TodaySource[]> {
  const parts = features.flatMap(({ today }) => today[place] ?? [])
  await Promise.all(parts.map(({ code }) => code.load()))
  return parts.flatMap(({ code }) => code.code?.todaySource ?? [])
}

function withValues({ beds, gear, checklist, shopping, itinerary, tickets, stays = [], ...plan }: Plan): TodayPlan {
  const changed = Object.entries({ beds, gear, checklist, shopping }).filter(([, value]) => value !== undefined)
  const { people, dates, meals, duties, me, rides } = plan
  const { cars } = planRides(rides, plan)
  const named = sectionWithoutPlaceholders('meals', meals)
  const entries = listEntries(buildDayPlan({ dates, itinerary, meals: named, tickets, stays, cars, duties }))
  return {
    ...plan,
    entries,
    own: entriesFor(me, entries, { people, dates }),
    view: { ...plan.view, values: { ...plan.view.values, ...Object.fromEntries(changed) } },
  }
}
const listToday = (plan: Plan): Line[] => listLines(first, withValues(plan))
const listLate = (plan: Plan): Line[] => listLines(last, withValues(plan))

/** Ana's trip at a time, in which she has something everywhere. */
function planAt(date: string, minute = 0, coming: ComingAnswer = 'coming'): Plan & Values {
  const people = [
    { id: idOf(9), name: '', persons: [{ ...newPerson(ana, 'Ana'), coming }, newPerson(kim, 'Kim')] },
    buildParty(buildComing('Ben', { id: ben })),
  ]
  const cook = { ...newDuty(idOf(20), 'cook'), day: 2, meal: 'dinner' as const }
  const volunteers = [newVolunteer(cook.id, ana), newVolunteer(cook.id, ben)]
  const [table, cup] = [
    { ...newChecklistItem(idOf(30)), name: 'Table', needed: 3 },
    { ...newChecklistItem(idOf(31)), name: 'Cup', is_each: true },
  ]
  const meals = newMealDay('car_trip', 2)
  const dinner = { ...meals.meals.dinner, name: 'Chili', served_at: '18:00', prep: '1 hour' }
  const activity = { ...newActivity(idOf(50)), time: '2:00 PM', activity: 'Swim', duration: '1 hour' }
  const trip = { id: 'trip', type: 'car_trip' } as TodayPlan['view']['trip']
  const values = { people, meals: {}, details: { ...details.empty, ...dates } }
  return {
    trip,
    view: { trip, user: undefined, values, planners: undefined },
    phase: phaseOf(dates, date as LocalDate),
    clock: { date: date as LocalDate, minute },
    me: ana,
    party: new Set([ana, kim]),
    people,
    dates,
    nameOf: (id) => names[id] ?? '',
    isKnown: () => true,
    itinerary: { 2: { title: '', light: [activity], hard: [{ ...activity, id: idOf(51) }] } },
    meals: { 2: { ...meals, meals: { ...meals.meals, dinner } } },
    tickets: [{ ...newTicket(idOf(60)), title: 'Boat tour', date: '2026-06-12' as LocalDate, time: '7 PM' }],
    rides: {
      cars: [{ ...newCar(idOf(10), ben), place: 'Kingston', leaves_at: 'Friday at 3' }],
      riders: [{ id: ana, car: idOf(10) }],
    },
    beds: { beds: [{ ...newBed(idOf(12)), name: 'Blue tent' }], sleepers: [{ id: ana, bed: idOf(12) }] },
    duties: listPeopleOnDuties({ duties: [cook], volunteers }, absencesOf(people, dates)),
    gear: { claims: [newClaim(table, ana, 2)] },
    checklist: [{ id: idOf(8), category: 'Camp', items: [table, cup] }],
    shopping: { items: [{ ...newShoppingItem(idOf(40), 'Ice'), buyer: ana }], states: [], purchases: [] },
  }
}
const todayAt = (date: string, minute = 0): TodayPlan => withValues(planAt(date, minute))
const at = (hour: number, minute = 0) => hour * 60 + minute
const textsOf = (plan: Plan) =>
  [...listToday(plan), ...listLate(plan)].map(({ part, time, text, note }) =>
    [part, time, text, note].filter(Boolean).join(' | '),
  )

describe('Today’s sources', () => {
  it('are those of all features, except what says nothing about one person', () => {
    const silent = Object.entries(featureOf).filter(([, { today }]) => !today.first && !today.last)
    expect(silent.map(([name]) => name).toSorted()).toEqual([
      'announcements',
      'checklist',
      'details',
      'notes',
      'places',
      'tracks',
    ])
  })

  it('say what is now and next, and what is one’s own', () => {
    expect(textsOf(planAt('2026-06-12', at(14, 30)))).toEqual([
      'own | Answer for Kim',
      'own | Boat tour | 7:00 PM',
      'own | Your duty: Dinner · Cook | Start at 5:00 PM · With Ben',
      'own | You ride in Ben’s car | Kingston · Friday at 3',
      'now | 2:00 PM to 3:00 PM | Swim',
      'next | 6:00 PM | Dinner: Chili | cooks start 5:00 PM: You and Ben',
      'own | 1 thing to buy | Ice',
      'own | You sleep in Blue tent',
      'own | Not packed yet | Table',
    ])
  })

  it('say first for whom an activity is, on a day on which the group is split', () => {
    const plan = planAt('2026-06-12', at(14, 30))
    const activity = (id: number, name: string, time: string, duration = '') => ({
      ...newActivity(idOf(id)),
      activity: name,
      time,
      duration,
    })
    const swim = activity(50, 'Swim', '2:00 PM', '1 hour')
    const hike = activity(51, 'Hike', '2:00 PM', '3 hours')
    const itinerary = (hard: ReturnType<typeof activity>[]) => ({ 2: { title: '', light: [swim], hard } })
    const activities = (changed: Partial<Plan>) =>
      listToday({ ...plan, meals: {}, rides: { cars: [], riders: [] }, duties: [], tickets: [], ...changed })
        .filter(({ href }) => href.includes('itinerary'))
        .map(({ time, text, note }) => [text, time, note].filter(Boolean).join(' | '))
    expect(activities({ itinerary: itinerary([hike]) })).toEqual([
      'Light: Swim | 2:00 PM to 3:00 PM',
      'Challenging: Hike | 2:00 PM to 5:00 PM',
    ])
    expect(activities({ itinerary: itinerary([]) })).toEqual(['Swim | 2:00 PM to 3:00 PM'])
    const air = { trip: { id: 'trip', type: 'air_travel' } as const }
    expect(activities({ ...air, itinerary: itinerary([activity(51, 'Museum', 'after lunch')]) })).toEqual([
      'Intensive: Museum | after lunch',
      'Relaxed: Swim | 2:00 PM to 3:00 PM',
    ])
  })

  it('say what begins or ends today and tomorrow: hotels, cars, ferries of theirs', () => {
    const hotel = newStay(idOf(70), {
      name: 'Vila Galé',
      ...{ starts_on: '2026-06-12' as LocalDate, starts_at: '15:00', ends_on: '2026-06-13' as LocalDate },
      place: 'Rua Augusta',
    })
    const passengers = [{ id: idOf(72), person_id: ben, name: '' }]
    const bens = newStay(idOf(71), { kind: 'car', name: 'Hertz', starts_on: '2026-06-12' as LocalDate, passengers })
    const at = (date: string) =>
      listToday({ ...planAt(date), meals: {}, duties: [], tickets: [], stays: [hotel, bens] })
        .filter(({ href }) => href.includes('tab=tickets'))
        .map(({ text, note, href }) => [text, note, href.split('#')[1] === hotel.id])
    expect(at('2026-06-10')).toEqual([])
    expect(at('2026-06-11')).toEqual([['Check in: Vila Galé', 'tomorrow, 3:00 PM · Rua Augusta', true]])
    expect(at('2026-06-12')).toEqual([
      ['Check in: Vila Galé', '3:00 PM · Rua Augusta', true],
      ['Check out: Vila Galé', 'tomorrow · Rua Augusta', true],
    ])
  })

  it('say before the trip when the first tickets are', () => {
    const ticketsAt = (date: string, time: string) => {
      const plan = planAt(date)
      const tickets = plan.tickets.map((ticket) => ({ ...ticket, time }))
      return textsOf({ ...plan, tickets }).filter((text) => text.includes('Boat tour'))
    }
    expect(ticketsAt('2026-06-01', '7 PM')).toEqual(['own | Boat tour | Fri, Jun 12, 7:00 PM'])
    expect(ticketsAt('2026-06-01', '')).toEqual(['own | Boat tour | Fri, Jun 12'])
    const plan = planAt('2026-06-01')
    const flights = Array.from({ length: 3 }, () => plan.tickets.slice(0, 1)).flat()
    expect(textsOf({ ...plan, tickets: flights }).filter((text) => text.includes('Boat tour'))).toHaveLength(2)
  })

  it('say before the trip what is open', () => {
    expect(textsOf(planAt('2026-06-01', 0, 'open'))).toEqual([
      'own | Say whether you’re coming',
      'own | Answer for Kim',
      'own | Boat tour | Fri, Jun 12, 7:00 PM',
      'own | You ride in Ben’s car | Kingston · Friday at 3',
      'own | 2 things to pack | Table and Cup',
      'own | 1 thing to buy | Ice',
      'own | Your duty: Cook, Fri dinner',
    ])
  })

  it('say before the trip, dated or not, what somebody has to do on it', () => {
    const dutiesOf = (plan: Plan) => textsOf(plan).filter((text) => /dut(y|ies)/.test(text))
    const plan = planAt('2026-06-01')
    const [cook] = plan.duties
    if (!cook) throw new Error('there is a duty')
    const wash = { ...cook, duty: { ...cook.duty, kind: 'wash_up' as const, day: 3, meal: 'breakfast' as const } }
    const two = [cook, wash, { ...wash, on: [ben] }]
    expect(dutiesOf({ ...plan, duties: two })).toEqual([
      'own | You have 2 duties | Cook, Fri dinner and Wash up, Sat breakfast',
    ])
    expect(dutiesOf({ ...plan, duties: [] })).toEqual([])
    // The trip has become shorter.
    const short = { ...dates, return_date: '2026-06-12' as LocalDate }
    expect(dutiesOf({ ...plan, duties: two, dates: short })).toEqual(['own | Your duty: Cook, Fri dinner'])
    const undated = { departure_date: '', return_date: '' } as const
    expect(dutiesOf({ ...plan, dates: undated, phase: { is: 'undated' } })).toEqual([
      'own | Your duty: Cook, day 2 dinner',
    ])
  })

  it('leave out a duty that is over', () => {
    const plan = planAt('2026-06-12')
    const [cook] = plan.duties
    if (!cook) throw new Error('there is a duty')
    const breakfast = { ...cook, duty: { ...cook.duty, kind: 'wash_up' as const, meal: 'breakfast' as const } }
    const fire = { ...cook, duty: { ...cook.duty, kind: 'fire' as const, meal: '' as const } }
    const saidAt = (hour: number, minute = 0) => {
      const later = { ...planAt('2026-06-12', at(hour, minute)), duties: [breakfast, cook, fire] }
      return textsOf(later).flatMap((text) => /Your duty: ([^|]*\w)/.exec(text)?.[1] ?? [])
    }
    expect(saidAt(9)).toEqual(['Breakfast · Wash up', 'Dinner · Cook', 'Fire'])
    expect(saidAt(10, 59)).toEqual(['Breakfast · Wash up', 'Dinner · Cook', 'Fire'])
    expect(saidAt(16, 30)).toEqual(['Dinner · Cook', 'Fire'])
    // Dinner is served at six.
    expect(saidAt(19)).toEqual(['Fire'])
    const quiet = { itinerary: {}, meals: {}, tickets: [] }
    const next = (hour: number) =>
      nextChange(first, withValues({ ...planAt('2026-06-12', at(hour)), ...quiet, duties: [breakfast] }))
    expect([next(9), next(11)]).toEqual([at(11), undefined])
  })

  it('say who needs another ride, and why, until they have one', () => {
    const plan = planAt('2026-06-01')
    const withBen = (change: Partial<Person>) =>
      plan.people.map((party) => ({
        ...party,
        persons: party.persons.map((one) => (one.id === ben ? { ...one, ...change } : one)),
      }))
    const rideOf = (changed: Partial<Plan>) => listToday({ ...plan, ...changed }).find(({ href }) => /rides/.test(href))
    expect(rideOf({ people: withBen({ coming: 'not_coming' }) })).toMatchObject({
      text: 'You need another ride: Ben isn’t coming',
      isOpen: true,
    })
    expect(rideOf({ people: withBen({}) })).toMatchObject({ text: 'You ride in Ben’s car' })
    expect(rideOf({ isKnown: (id) => id !== ben })?.text).toBe(
      'You need another ride: the driver is no longer on this trip',
    )
    const [car] = plan.rides.cars
    if (!car) throw new Error('there is a car')
    const cars = [newCar(idOf(11), ben), car]
    expect(rideOf({ rides: { ...plan.rides, cars } })?.text).toBe('You need another ride: Ben drives another car')
    const late = plan.people.map((party) => ({
      ...party,
      persons: party.persons.map((one) => (one.id === ana ? { ...one, from: '3 lunch' } : one)),
    }))
    const onFirst = { ...plan.rides, cars: [{ ...car, leaves_day: 1 }] }
    expect(rideOf({ people: late, rides: onFirst })?.text).toBe('You need another ride: Ben’s car leaves on Thu')
  })

  it('say who has no place, on the first day at the latest', () => {
    const without = (date: string) => {
      const plan = planAt(date)
      return textsOf({ ...plan, rides: { ...plan.rides, riders: [] }, beds: { ...plan.beds, sleepers: [] } })
    }
    expect(without('2026-06-11')).toContain('own | You don’t have a ride yet')
    expect(without('2026-06-11')).toContain('own | You don’t have a bed yet')
    expect(without('2026-06-12')).not.toContain('own | You don’t have a ride yet')
  })

  it('take what is ticked on the checklist as packed', () => {
    const plan = planAt('2026-06-12', at(14, 30))
    const ticked = plan.checklist.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, checked: item.name === 'Table' })),
    }))
    expect(textsOf({ ...plan, checklist: ticked }).join()).not.toContain('packed')
    const before = planAt('2026-06-01')
    expect(textsOf({ ...before, checklist: ticked })).toContain('own | 1 thing to pack | Cup')
  })

  it('put the next meal in its place in time', () => {
    const timesAt = (minute: number, served_at: string) => {
      const plan = planAt('2026-06-12', minute)
      const day = plan.meals[2]
      if (!day) throw new Error('day 2 has meals')
      const lunch = { ...day.meals.lunch, name: 'Wraps', served_at }
      return listToday({ ...plan, meals: { 2: { ...day, meals: { ...day.meals, lunch } } } })
        .filter(({ href }) => /itinerary|meals/.test(href))
        .map(({ part, time, text }) => [part, time, text].filter(Boolean).join(' '))
    }
    expect(timesAt(at(11), '12:30')).toEqual(['next 12:30 PM Lunch: Wraps', 'next 2:00 PM Swim'])
    expect(timesAt(at(11), '14:30')).toEqual(['next 2:00 PM Swim', 'next 2:30 PM Lunch: Wraps'])
    expect(timesAt(at(14, 40), '14:30')).toEqual(['now 2:00 PM to 3:00 PM Swim', 'now 2:30 PM Lunch: Wraps'])
    expect(timesAt(at(11), '')).toEqual(['meal Lunch: Wraps', 'next 2:00 PM Swim'])
  })

  it('say at the meal who cooks, and when they start if it is known', () => {
    const plan = planAt('2026-06-12', at(14, 30))
    const mealOf = (changed: Partial<Plan>) =>
      listToday({ ...plan, ...changed }).find(({ text }) => text.startsWith('Dinner'))?.note
    expect(mealOf({ duties: [] })).toBe('cooks start 5:00 PM')
    const day = plan.meals[2]
    if (!day) throw new Error('day 2 has meals')
    const dinner = { ...day.meals.dinner, prep: '' }
    expect(mealOf({ meals: { 2: { ...day, meals: { ...day.meals, dinner } } } })).toBe('Cooks: You and Ben')
  })

  it('say when to start only to those who cook', () => {
    const noteOf = (kind: DutyKind) => {
      const plan = planAt('2026-06-12', at(14, 30))
      const duties = plan.duties.map((one) => ({ ...one, duty: { ...one.duty, kind } }))
      return listToday({ ...plan, duties }).find(({ text }) => text.startsWith('Your duty'))?.note
    }
    expect(noteOf('help')).toBe('Start at 5:00 PM · With Ben')
    expect(noteOf('wash_up')).toBe('With Ben')
  })

  it('say on the day before when to start cooking', () => {
    const linesOn = (date: string) => {
      const plan = planAt(date, at(20))
      const { meals } = newMealDay('car_trip', 3)
      const bread = { ...meals.breakfast, name: 'Bread', served_at: '07:00', prep: '9 hours' }
      const days = { 3: { ...newMealDay('car_trip', 3), meals: { ...meals, breakfast: bread } } }
      const duties = plan.duties.map((one) => ({ ...one, duty: { ...one.duty, day: 3, meal: 'breakfast' as const } }))
      return textsOf({ ...plan, meals: days, duties }).filter((text) => text.includes('Your duty'))
    }
    const said = 'own | Your duty: Breakfast · Cook'
    expect(linesOn('2026-06-12')).toEqual([`${said} | Start at 10:00 PM · For tomorrow · With Ben`])
    expect(linesOn('2026-06-11')).toEqual([])
  })

  it('ask nobody for a ride after the departure of a trip without a return', () => {
    const plan = planAt('2026-06-20')
    const openDates = { ...dates, return_date: '' as const }
    const texts = textsOf({
      ...plan,
      dates: openDates,
      phase: phaseOf(openDates, plan.clock.date),
      rides: { ...plan.rides, riders: [] },
    })
    expect(texts).not.toContain('own | You don’t have a ride yet')
    expect(texts).toContain('own | Answer for Kim')
  })

  it('ask who comes if need be to say it, and others to confirm their days', () => {
    const { people, ...plan } = planAt('2026-06-01')
    const asked = (more: Partial<Person>) => {
      const [own, ...others] = people
      const persons = (own?.persons ?? []).map((one) => (one.id === ana ? { ...one, ...more } : one))
      return textsOf({ ...plan, people: [{ ...buildParty(), ...own, persons }, ...others] })
    }
    const need = 'own | Say whether you’re coming | You said “if need be” to these dates.'
    const confirm = 'own | Confirm your days | The trip’s dates have changed.'
    expect(asked({ coming: 'unsure', answered_for: TO_CONFIRM })).toContain(need)
    expect(asked({ coming: 'unsure', answered_for: TO_CONFIRM })).not.toContain(confirm)
    expect(asked({ coming: 'coming', answered_for: TO_CONFIRM })).toContain(confirm)
    expect(asked({ coming: 'unsure', answered_for: dates.departure_date })).not.toContain(need)
  })

  it('say who rides with whom until the car has left', () => {
    const rideAt = (date: string, minute: number, leaves_at: string) => {
      const plan = planAt(date, minute)
      const cars = plan.rides.cars.map((car) => ({ ...car, leaves_at }))
      const changed = { ...plan, rides: { ...plan.rides, cars } }
      return {
        said: textsOf(changed).find((text) => text.includes('You ride')),
        next: nextChange(first, withValues(changed)),
      }
    }
    const thursday = 'Thursday, 1:30 pm'
    const said = (leaves_at: string) => `own | You ride in Ben’s car | Kingston · ${leaves_at}`
    expect(rideAt('2026-06-11', at(12), thursday)).toEqual({ said: said(thursday), next: at(13, 31) })
    expect(rideAt('2026-06-11', at(13, 31), thursday).said).toBeUndefined()
    expect(rideAt('2026-06-11', at(20), 'after lunch').said).toBe(said('after lunch'))
    const friday = 'Friday, 1:30 pm'
    // On the other days of the trip, it would say a wrong day.
    expect(rideAt('2026-06-10', at(20), friday).said).toBe(said(friday))
    expect(rideAt('2026-06-11', at(20), friday).said).toBeUndefined()
    expect(rideAt('2026-06-12', at(13), friday)).toEqual({ said: said(friday), next: at(13, 31) })
    expect(rideAt('2026-06-12', at(13, 31), friday)).toEqual({ said: undefined, next: at(14) })
    expect(rideAt('2026-06-13', at(16, 59), 'Friday at 1:30').said).toBeUndefined()
  })

  it('say on which day a car leaves, on each day until then', () => {
    const saidOn = (date: string) => {
      const plan = planAt(date, at(7))
      const cars = plan.rides.cars.map((car) => ({ ...car, leaves_day: 2, leaves_time: '07:30', leaves_at: '' }))
      return textsOf({ ...plan, rides: { ...plan.rides, cars } }).find((text) => text.includes('You ride'))
    }
    const said = 'own | You ride in Ben’s car | Kingston · Fri, Jun 12, 7:30 AM'
    const days = ['2026-06-01', '2026-06-11', '2026-06-12', '2026-06-13']
    expect(days.map(saidOn)).toEqual([said, said, said, undefined])
  })

  it('leave out a typed weekday on the way back, since it is about the way there, but not a chosen day', () => {
    const saidOnLastDay = (changed: object) => {
      const plan = planAt('2026-06-14', at(7))
      const cars = plan.rides.cars.map((car) => ({ ...car, ...changed }))
      return textsOf({ ...plan, rides: { ...plan.rides, cars } }).find((text) => text.includes('You ride'))
    }
    expect(saidOnLastDay({ leaves_at: 'Sunday at 3' })).toBe('own | You ride in Ben’s car')
    expect(saidOnLastDay({ leaves_at: 'Friday at 3', leaves_day: 4 })).toBe(
      'own | You ride in Ben’s car | Kingston · Sun, Jun 14',
    )
  })

  it('say who rides with whom on the way back, without the departure of the way there', () => {
    const eve = planAt('2026-06-13', at(16, 59))
    expect(textsOf(eve).join()).not.toContain('You ride')
    expect(nextChange(first, withValues(eve))).toBe(at(17))
    expect(textsOf(planAt('2026-06-13', at(17)))).toContain('own | You ride in Ben’s car')
    expect(textsOf(planAt('2026-06-14'))).toContain('own | You ride in Ben’s car')
  })

  it('ask whether somebody still brings what others bring as well', () => {
    const plan = planAt('2026-06-01')
    const table = { ...newChecklistItem(idOf(30)), name: 'Table' }
    const gear = { claims: [newClaim(table, ben, 3), newClaim(table, ana, 2)] }
    expect(textsOf({ ...plan, gear })).toContain('own | Are you still bringing yours? | Others bring enough: Table')
  })

  it('say what the person is owed, as the tab Costs, but nothing if only their own party owes it', () => {
    const owedBy = (...owing: string[]) => {
      const group = { mine: ana, party: new Set([ana, kim]), households: [], currency: 'CAD', nameOf: String }
      const costs = {
        group,
        costs: { payments: [] },
        transfers: owing.map((from) => ({ from, to: ana, amount: 1200 })),
        answering: new Map(),
      }
      return listCostsLines(todayAt('2026-06-01'), costs as unknown as Parameters<typeof listCostsLines>[1]).map(
        ({ part, text }) => `${part} | ${text}`,
      )
    }
    expect(owedBy(ben)).toEqual(['own | You’re owed $12.00 so far'])
    expect(owedBy(kim)).toEqual([])
    expect(owedBy(kim, ben)).toEqual(['own | You’re owed $24.00 so far'])
  })

  it('ask for nothing once the trip is over', () => {
    expect(textsOf(planAt('2026-06-15', 0, 'open'))).toEqual([])
  })

  it('change when the next activity or meal begins or ends', () => {
    const changes = [at(0), at(14), at(15), at(18)].map((minute) => nextChange(first, todayAt('2026-06-12', minute)))
    expect(changes).toEqual([at(14), at(15), at(18), at(19)])
    expect(nextChange(first, todayAt('2026-06-01'))).toBeUndefined()
  })
})
