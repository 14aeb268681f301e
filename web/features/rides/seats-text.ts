import type { FilledBed } from '#domain/seats/beds.ts'
import type { FilledCar } from '#domain/seats/cars.ts'
import type { Occupants } from '#domain/seats/seats.ts'
import * as m from '#messages'
import type { Group } from '#web/trip-core/derived/group.ts'
import { bedFacts, bedTitle } from './bed-words.ts'
import { carFacts, troubleText } from './car-words.ts'

/* Rides and beds as texts to send. They name the current user too. */

type Names = Pick<Group, 'nameInText'>
type RideNames = Pick<Group, 'nameInText' | 'dates'>

/** Who rides with whom, what is wrong with a driver, who waits, and who needs a ride. */
export function ridesAsText(title: string, cars: readonly FilledCar[], without: readonly string[], names: RideNames) {
  const blocks = cars.map(({ car, isDriven, trouble, ...occupants }) => {
    const driverName = names.nameInText(car.driver)
    const name = { whose: car.driver === '' ? 'nobody' : 'other', name: driverName }
    const head = withFacts(m.rides_text_car(name), carFacts(car, names.dates))
    // That nobody drives it is in its name.
    const warnings = trouble && trouble !== 'nobody' ? [troubleText(trouble, { who: 'other', name: driverName })] : []
    const driver = isDriven ? [m.rides_text_driver({ name: driverName })] : []
    return [head, ...warnings, ...occupantLines(occupants, driver, names)]
  })
  return joinBlocks(title, blocks, without.length > 0 && m.rides_text_without({ people: listNames(without, names) }))
}

/** Who sleeps where, who waits, and who has no bed. */
export function bedsAsText(title: string, beds: readonly FilledBed[], without: readonly string[], names: Names) {
  const blocks = beds.map(({ bed, ...occupants }) => [
    withFacts(bedTitle(bed), bedFacts(bed)),
    ...occupantLines(occupants, [], names),
  ])
  return joinBlocks(title, blocks, without.length > 0 && m.beds_text_without({ people: listNames(without, names) }))
}

const withFacts = (host: string, facts: readonly string[]) =>
  facts.length > 0 ? m.rides_text_facts({ host, facts: facts.join(' · ') }) : host

function occupantLines({ inside, waiting, free }: Occupants, driver: readonly string[], names: Names): string[] {
  return [
    ...[...driver, ...inside.map(names.nameInText)].map((name) => m.rides_text_line({ name })),
    ...(free > 0 ? [m.rides_text_free({ count: free })] : []),
    ...(waiting.length > 0 ? [m.rides_text_waiting({ people: listNames(waiting, names) })] : []),
  ]
}

const listNames = (ids: readonly string[], { nameInText }: Names) => ids.map(nameInText).join(', ')

function joinBlocks(title: string, blocks: readonly string[][], last: string | false): string {
  return [title, ...blocks.map((lines) => lines.join('\n')), ...(last ? [last] : [])].join('\n\n')
}
