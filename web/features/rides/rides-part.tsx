import { Suspense } from 'react'
import { daysOfTrip } from '#domain/count-attendance.ts'
import { listPersons } from '#domain/plan/people.ts'
import { type Car, NO_RIDE, newCar } from '#domain/plan/rides.ts'
import { findRide, planRides, type RidePlan, withRider } from '#domain/seats/cars.ts'
import { mayDrive } from '#domain/seats/drivers.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { type Group, groupOf } from '#web/trip-core/derived/group.ts'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import { section as ownValue } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useLostSeats } from '#web/trip-core/people/use-lost-seats.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import { ShareText } from '#web/trip-core/share-text.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { awayText, carFacts, carInSentence, carTitle, carWarnings, rideWords } from './car-words.ts'
import { CarDialog } from './lazy-dialogs.ts'
import { SeatPart } from './seat-part.tsx'
import type { Host, SeatView } from './seat-view.ts'
import { ridesAsText } from './seats-text.ts'
import { useSeats } from './use-seats.ts'
import { whyAnother } from './why-another.ts'

const needsMembers = needsMembersIn('rides')

const noDays: Record<string, unknown> = {}

/** Who rides with whom. */
export function RidesPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'rides')
  const group = useDerived(trip, groupOf, needsMembers)
  const failure = failures?.rides ?? failures?.people
  if (!section || !group) return <SectionState loading={m.rides_loading()} failure={failure} />
  return <Rides trip={trip} section={section} group={group} />
}

const idOf = ({ id }: { id: string }) => id

interface RidesProps {
  trip: Trip
  section: ShownSection<'rides'>
  group: Group
}

function Rides({ trip, section: { value: rides, edit }, group }: RidesProps) {
  const plan = planRides(rides, group)
  const { cars } = plan
  const without = plan.without.map(idOf)
  const places = useSeats<Car>({
    entries: rides.cars,
    edit: edit && ((change, when) => edit((value) => ({ ...value, cars: change(value.cars) }), when)),
    put: (personId, car) => edit?.((value) => withRider(value, personId, car), 'at-once'),
    none: NO_RIDE,
    words: rideWords,
    group,
    removedText: ({ driver }, count) => m.rides_removed({ car: carTitle(driver, group), count }),
  })
  const { opened, isNew } = places
  const canChange = (car: Car) => edit !== undefined && (group.canEdit || group.canSeat(car.driver))
  const shown = viewOfCars(plan, group, (car) => (canChange(car) ? () => places.startChanging(car.id) : undefined))
  const isLost = useLostSeats({ tripId: trip.id, kind: 'rides', queues: shown.hosts, party: group.party })
  const isOver = useIsOver(trip.id)
  const meals = useDerived(trip, ownValue('meals')) ?? noDays
  const itinerary = useDerived(trip, ownValue('itinerary')) ?? noDays
  const title = m.rides_text_title({ trip: trip.name })
  return (
    <>
      <SeatPart
        without="without-ride"
        view={{ ...shown, ...places.actions, without, isLost, isOver }}
        isDialogOpen={places.isOpen}
        onAdd={edit && mayAddCar(group) ? () => places.startAdding(newCar(newId(), firstDriver(group))) : undefined}
        done={places.done}
        onGone={places.forget}
        notice={undefined}
        share={
          <ShareText title={title} textOf={() => ridesAsText(title, cars, without, group)} label={m.rides_share()} />
        }
      />
      <Suspense>
        {opened && (
          <CarDialog
            car={opened}
            isNew={isNew}
            title={isNew ? m.rides_car_add() : carTitle(opened.driver, group)}
            drivers={listDrivers(group, opened)}
            needsDriver={!group.canEdit}
            days={daysOfTrip(dayCount(group.dates), meals, itinerary)}
            dates={group.dates}
            onChange={places.change}
            onAdd={places.add}
            onRemove={(car) => places.remove(car, shown.hosts)}
            onClose={places.close}
          />
        )}
      </Suspense>
    </>
  )
}

/** Who can be asked to drive: small children only if they do already, as somebody chose in an older version. */
function listAble({ people, everybody, notComing, canSeat }: Group): string[] {
  const tooYoung = new Set(listPersons(people).flatMap((person) => (mayDrive(person) ? [] : [person.id])))
  return everybody.filter((id) => canSeat(id) && !notComing.has(id) && !tooYoung.has(id))
}

/** The driver of a new car until another is chosen: the current user, unless they are too young. */
function firstDriver(group: Group): string {
  const isTooYoung = listPersons(group.people).some((person) => person.id === group.me && !mayDrive(person))
  return isTooYoung ? '' : group.me
}

/** A car that somebody adds for their own party needs a driver of it. */
const mayAddCar = (group: Group) => group.canEdit || firstDriver(group) !== '' || listAble(group).length > 0

/** Who can be entered as a car's driver. Only editors leave it open; others begin with a request to choose. */
function listDrivers(group: Group, car: Car): { id: string; name: string }[] {
  const { canEdit, nameToChoose } = group
  const ids = listAble(group)
  const listed = car.driver !== '' && !ids.includes(car.driver) ? [...ids, car.driver] : ids
  const named = listed.map((id) => ({ id, name: nameToChoose(id) }))
  if (canEdit) return [...named, { id: '', name: m.rides_driver_nobody() }]
  return car.driver === '' ? [{ id: '', name: m.common_person_choose() }, ...named] : named
}

function viewOfCars(
  plan: RidePlan,
  group: Group,
  editOf: (car: Car) => (() => void) | undefined,
): Omit<SeatView, 'without' | 'isLost' | 'isOver' | 'seat' | 'seatAll' | 'giveUp' | 'excuse'> {
  const { me, notComing, everybody, canSeat, nameOf, nameToChoose, noteOn, riderOf } = group
  const { cars } = plan
  const driving = new Set(cars.flatMap(({ car, isDriven }) => (isDriven ? [car.driver] : [])))
  const hosts = cars.map(
    ({ car, isDriven, trouble, drivers, isClosed, ...occupants }): Host => ({
      ...occupants,
      isClosed,
      id: car.id,
      title: carTitle(car.driver, group),
      named: carInSentence(car.driver, group),
      facts: carFacts(car, group.dates),
      placeId: car.place_id,
      warnings: carWarnings({ car, trouble, isClosed, drivers }, group),
      driver: isDriven ? car.driver : undefined,
      awayText: (id) => awayText(car, riderOf(id).stay, group.dates),
      places: car.seats,
      edit: editOf(car),
    }),
  )
  const people = everybody.filter((id) => !driving.has(id) && !notComing.has(id))
  const whyWithout = (id: string) => {
    const ride = findRide(plan, id)
    return ride?.is === 'missing' ? whyAnother(ride, group, group.dates) : ''
  }
  const names = { me, nameOf, nameToChoose, noteOn }
  const canTake = people.includes(me)
  return { ...names, hosts, whyWithout, words: rideWords, canTake, people, canSeat, riderOf }
}
