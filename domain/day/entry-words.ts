import * as m from '#messages'
import { dutyTitle } from '../duties/duty-words.ts'
import { carrierText, toText } from '../journeys/journey.ts'
import {
  durationText,
  legTitle,
  momentText,
  terminalText,
  waitText,
  whenFacts,
  whereFacts,
} from '../journeys/journey-words.ts'
import { placeOfPart } from '../journeys/stays.ts'
import { passengersOf, seatOf } from '../journeys/travellers.ts'
import { listText } from '../list-text.ts'
import type { MealType } from '../plan/day-parts.ts'
import type { Ticket } from '../plan/tickets.ts'
import { trimmed } from '../text.ts'
import { clockTimeText } from '../today/time-text.ts'
import { todoTitle } from '../todos/todo-words.ts'
import type { TripType } from '../trip.ts'
import type { DayEntry, DayThing, JourneyPart } from './day-entry.ts'

/* What an entry of a day says: the same on the screen, on paper and in the calendar. */

/** For whom the words are. */
export interface EntryNames {
  type: TripType
  /** The reader's id in the plan; '' for nobody in particular. */
  me: string
  nameOf: (personId: string) => string
  /** The name of a place; '' if it has none. */
  placeOf: (placeId: string) => string
}

const mealNames: Record<MealType, () => string> = {
  breakfast: m.common_meal_breakfast,
  lunch: m.common_meal_lunch,
  dinner: m.common_meal_dinner,
}

export const mealName = (meal: MealType): string => mealNames[meal]()

/** 'Dinner: Chili', 'Ben’s car leaves', 'Challenging: Ridge hike'. */
export function entryTitle({ thing }: DayEntry, { type, me, nameOf }: EntryNames): string {
  switch (thing.of) {
    case 'tickets':
      return partTitle(thing) || trimmed(thing.ticket.title) || m.today_ticket()
    case 'stays':
      return stayTitle(thing)
    case 'itinerary': {
      const activity = thing.activity.activity.trim()
      return thing.level ? m.today_of_level({ level: thing.level, type, activity }) : activity
    }
    case 'meals':
      return m.today_meal({ meal: mealName(thing.meal), dish: thing.dish })
    case 'rides': {
      const { driver } = thing.car
      const whose = driver === '' ? 'nobody' : driver === me ? 'mine' : 'other'
      const words = { whose, name: driver === '' ? '' : nameOf(driver) }
      return thing.isOff ? m.timeline_car_off(words) : m.timeline_car(words)
    }
    case 'duties': {
      const { duty } = thing
      const title = dutyTitle(duty)
      return duty.meal === '' ? title : m.timeline_duty({ meal: mealName(duty.meal), duty: title })
    }
    case 'todos':
      return m.timeline_todo({ todo: todoTitle(thing.todo) })
    case 'gear':
      return m.today_gear({ count: thing.items.length })
    case 'shopping':
      return m.today_shopping({ count: thing.items.length })
  }
}

/** What else to know of it, most important first: where, with whom, when cooks start. */
export function entryFacts({ thing, placeId }: DayEntry, { me, nameOf, placeOf }: EntryNames): string[] {
  const place = trimmed(placeOf(placeId))
  const facts: string[] = []
  switch (thing.of) {
    case 'tickets':
      facts.push(...(thing.part ? partFacts(thing.part, thing.ticket, me) : [place || thing.ticket.location.trim()]))
      break
    case 'stays':
      facts.push(place || placeOfPart(thing.stay, thing.part))
      break
    case 'itinerary':
      facts.push(place)
      break
    case 'meals':
      facts.push(place, thing.cooking ? cookingText(thing.cooking) : '')
      break
    case 'rides':
      facts.push(
        thing.isOff ? strandedText(thing.riders, nameOf) : place || thing.car.place.trim(),
        thing.isOff ? '' : ridersText(thing.riders, me, nameOf),
      )
      break
    case 'duties':
      facts.push(peopleText(thing.on, nameOf), trimmed(thing.duty.note))
      break
    case 'todos':
      facts.push(thing.isUntaken ? m.timeline_todo_open() : peopleText(thing.on, nameOf), trimmed(thing.todo.note))
      break
    default:
      facts.push(listText(thing.items))
  }
  return facts.filter(Boolean)
}

type TicketThing = Extract<DayThing, { of: 'tickets' }>

/** 'AC 848, Toronto to Montréal', 'Arrive in Montréal'; '' if nothing is known of the part, or it is none. */
function partTitle({ part }: TicketThing): string {
  if (!part) return ''
  const { segment } = part.leg
  if (part.is === 'departure') return legTitle(segment)
  const place = toText(segment)
  return place === ''
    ? m.journeys_arrival_of({ leg: legTitle(segment) || m.today_ticket() })
    : m.journeys_arrival({ place })
}

/** Where to go for a departure and when it arrives; where people arrive, and how long they wait for what. */
function partFacts(part: JourneyPart, { passengers }: Ticket, me: string): string[] {
  const { segment, arrives, plusDays, minutes } = part.leg
  if (part.is === 'arrival') {
    const wait = part.connection && !part.connection.isStopover ? waitText(part.connection) : ''
    return [
      terminalText(segment.arrival_terminal),
      wait,
      part.next && wait !== '' ? carrierText(part.next.segment) : '',
    ]
  }
  const seat = seatOf(segment.seats, passengersOf(passengers, me))
  const lands = momentText(arrives, plusDays)
  return [
    ...whereFacts(part.leg),
    seat && trimmed(seat.seat) !== '' ? m.journeys_seat({ seat: trimmed(seat.seat) }) : '',
    ...whenFacts(segment),
    lands === '' ? '' : m.journeys_arrives_at({ time: lands }),
    minutes === undefined ? '' : durationText(minutes),
  ]
}

/** 'Check in: Hotel Vila Galé', 'Return the car: Hertz'. */
function stayTitle({ stay, part }: Extract<DayThing, { of: 'stays' }>): string {
  const words = { kind: stay.kind, name: trimmed(stay.name) || m.journeys_stay_unnamed({ kind: stay.kind }) }
  return part === 'start' ? m.journeys_stay_start(words) : m.journeys_stay_end(words)
}

function cookingText({ time, isDayBefore }: { time: string; isDayBefore: boolean }): string {
  const text = { time: clockTimeText(time) }
  return isDayBefore ? m.timeline_cooks_start_day_before(text) : m.timeline_cooks_start(text)
}

/** Readers of a share link learn only how many they are. */
function peopleText(ids: readonly string[], nameOf: EntryNames['nameOf']): string {
  if (ids.includes('')) return m.group_people_count({ count: ids.length })
  return ids.length > 0 ? listText(ids.map(nameOf)) : ''
}

const strandedText = (riders: readonly string[], nameOf: EntryNames['nameOf']) =>
  riders.length > 0 ? m.timeline_car_stranded({ people: listText(riders.map(nameOf)) }) : ''

function ridersText(riders: readonly string[], me: string, nameOf: EntryNames['nameOf']): string {
  const others = riders.filter((id) => id !== me)
  if (riders.length === 0) return ''
  const with_me = riders.length === others.length ? 'no' : others.length === 0 ? 'only' : 'yes'
  return m.timeline_car_riders({ with_me, people: others.length > 0 ? listText(others.map(nameOf)) : '' })
}
