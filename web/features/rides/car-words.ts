import { listText } from '#domain/list-text.ts'
import type { Car } from '#domain/plan/rides.ts'
import { type DriverTrouble, type FilledCar, findAbsence } from '#domain/seats/cars.ts'
import type { Stay } from '#domain/stay.ts'
import { whereAndWhen } from '#domain/today/departure-text.ts'
import { dayName, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { type Names, type Who, whoIs } from '#web/trip-core/people/names.ts'
import type { SeatWords } from './seat-view.ts'
import { whoseCar } from './whose-car.ts'

/* What the tab says about cars. */

/** Cars have no names: 'Ben’s car'. */
export const carTitle = (driver: string, names: Names): string => m.rides_car_title(whoseCar(driver, names))

export const carInSentence = (driver: string, names: Names): string => m.rides_car_in_sentence(whoseCar(driver, names))

/** From where and when it leaves, and its room for gear. */
export function carFacts(car: Car, dates: TripDates): string[] {
  const room = car.room_for_gear.trim()
  return [...whereAndWhen(car, dates), ...(room ? [m.rides_car_room({ room })] : [])]
}

/** That somebody is not there when a car leaves: 'not on the trip until Dec 20'; otherwise ''. */
export function awayText(
  car: Pick<Car, 'leaves_day' | 'leaves_time'>,
  stay: Stay | undefined,
  dates: TripDates,
): string {
  const absence = findAbsence(car, stay)
  if (!absence) return ''
  const day = dayName(dates, absence.day)
  return absence.is === 'not_yet' ? m.rides_not_yet_there({ day }) : m.rides_no_longer_there({ day })
}

/** What is wrong with a car's driver. */
export function troubleText(trouble: DriverTrouble, who: Who): string {
  const texts = {
    nobody: () => m.rides_driver_missing(),
    left: () => m.rides_driver_left(),
    not_coming: () => m.rides_driver_not_coming(who),
    drives_another: () => m.rides_driver_elsewhere(who),
  }
  return texts[trouble]()
}

/** What is wrong with a car's driver and riders. */
export function carWarnings(
  { car, trouble, isClosed, drivers }: Pick<FilledCar, 'car' | 'trouble' | 'isClosed' | 'drivers'>,
  names: Names,
): string[] {
  const others = drivers.map((id) => (id === names.me ? m.shopping_you_in_sentence() : names.nameOf(id)))
  return [
    ...(trouble ? [troubleText(trouble, whoIs(car.driver, names))] : []),
    // A car without seats has none that are open.
    ...(others.length > 0 && !isClosed
      ? [m.rides_riders_drive({ count: others.length, people: listText(others) })]
      : []),
  ]
}

export const rideWords: SeatWords = {
  title: m.rides_title(),
  titleOver: m.rides_title_over(),
  empty: m.rides_empty(),
  add: m.rides_car_add(),
  take: m.rides_take(),
  move: m.rides_move(),
  giveUp: m.rides_give_up(),
  taken: m.rides_taken,
  drives: m.rides_drives,
  open: m.rides_seat_open,
  edit: m.rides_car_edit,
  seat: m.rides_seat_in,
  seatShort: m.rides_seat(),
  seatAll: m.rides_seat_all(),
  seatedAll: m.rides_seated_all,
  free: m.rides_free,
  freeIn: m.rides_free_in,
  without: m.rides_without,
  unused: m.rides_unused,
  allTaken: m.rides_all_taken(),
  needsNone: m.rides_needs_none,
  excuse: m.rides_excuse(),
  choose: m.rides_choose(),
  change: m.rides_choose_change(),
  chooseTitle: m.rides_choose_title,
  chooseHere: m.rides_choose_here(),
  chooseWithout: m.rides_choose_without(),
  chooseOthers: m.rides_choose_others(),
  tookSeat: m.rides_took,
  waitsFor: m.rides_waits_for,
  gaveUp: m.rides_gave_up,
  lost: m.rides_lost,
  closed: m.rides_no_seats(),
  chooseClosed: m.rides_choose_hint_closed(),
  away: m.rides_away,
}
