import { Suspense, useState } from 'react'
import { type FilledCar, fillCars, listWithoutRide, withRider } from '#domain/places/cars.ts'
import { type Car, NO_RIDE, newCar } from '#domain/plan/rides.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { SectionState } from '../../section-state.tsx'
import type { TabProps } from '../../tab.ts'
import { ShareText } from '../share-text.tsx'
import { carFacts, carInSentence, carTitle, carWarnings, rideWords } from './car-words.ts'
import { CarDialog } from './lazy-dialogs.ts'
import { PlacePart } from './place-part.tsx'
import { type Host, type PlaceView, placeActions } from './place-view.ts'
import { ridesAsText } from './places-text.ts'
import { type Group, useGroup } from './use-group.ts'

/** Who rides with whom. */
export function RidesPart({ trip, failures }: TabProps) {
  const section = useSection(trip.id, 'rides')
  const named = section ? [...section.value.cars.map(({ driver }) => driver), ...section.value.riders.map(idOf)] : []
  const group = useGroup(trip, named)
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

/** Which dialog is open: for a new car, as entered so far, or for one of the cars. */
type Open = { added: Car } | { changed: string } | undefined

function Rides({ trip, section: { value: rides, edit }, group }: RidesProps) {
  const [open, setOpen] = useState<Open>()
  const [undo, setUndo] = useState<Undo>()
  const cars = fillCars(rides, group.people, group.isKnown)
  const without = listWithoutRide(rides, group.people).filter(group.isKnown)
  const opened = open && 'changed' in open ? rides.cars.find(({ id }) => id === open.changed) : open?.added
  const drivers = listDrivers(group, opened)
  const canChange = (car: Car) => edit !== undefined && (group.canEdit || group.canPlace(car.driver))
  const view: PlaceView = {
    ...viewOfCars(cars, group, (car) => (canChange(car) ? () => setOpen({ changed: car.id }) : undefined)),
    without,
    ...placeActions({
      put: (personId, car) => edit?.((value) => withRider(value, personId, car), 'at-once'),
      none: NO_RIDE,
      words: rideWords,
      group,
      offerUndo: setUndo,
    }),
  }

  const change = (changed: Partial<Car>, isTyped = false) => {
    if (open && 'added' in open) return setOpen({ added: { ...open.added, ...changed } })
    edit?.(
      (value) => ({ ...value, cars: value.cars.map((car) => (car.id === opened?.id ? { ...car, ...changed } : car)) }),
      isTyped ? 'after-pause' : 'at-once',
    )
  }
  const add = (car: Car) => {
    edit?.((value) => ({ ...value, cars: [...value.cars, car] }), 'at-once')
    setOpen(undefined)
  }
  const remove = ({ id, driver }: Car) => {
    const { inside = [], waiting = [] } = cars.find(({ car }) => car.id === id) ?? {}
    const undoRemoval = edit?.((value) => ({ ...value, cars: value.cars.filter((car) => car.id !== id) }), 'at-once')
    const text = m.rides_removed({ car: carTitle(driver, group), count: inside.length + waiting.length })
    if (undoRemoval) setUndo({ text, undo: undoRemoval })
    setOpen(undefined)
  }
  const title = m.rides_text_title({ trip: trip.name })
  return (
    <>
      <PlacePart
        view={view}
        isDialogOpen={open !== undefined}
        onAdd={edit && (() => setOpen({ added: newCar(newId(), group.me) }))}
        hasEntries={rides.riders.length > 0}
        notice={undefined}
        share={
          <ShareText title={title} textOf={() => ridesAsText(title, cars, without, group)} label={m.rides_share()} />
        }
      />
      <Suspense>
        {open && opened && (
          <CarDialog
            car={opened}
            isNew={'added' in open}
            title={'added' in open ? m.rides_car_add() : carTitle(opened.driver, group)}
            drivers={drivers}
            onChange={change}
            onAdd={add}
            onRemove={remove}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
}

/** Who can be entered as a car's driver. Only editors leave it open. */
function listDrivers(group: Group, car: Car | undefined): { id: string; name: string }[] {
  const { everybody, notComing, canPlace, canEdit, nameOf } = group
  const ids = everybody.filter((id) => canPlace(id) && !notComing.has(id))
  const listed = car && car.driver !== '' && !ids.includes(car.driver) ? [...ids, car.driver] : ids
  const named = listed.map((id) => ({ id, name: nameOf(id) }))
  return canEdit ? [...named, { id: '', name: m.rides_driver_nobody() }] : named
}

function viewOfCars(
  cars: readonly FilledCar[],
  group: Group,
  editOf: (car: Car) => (() => void) | undefined,
): Omit<PlaceView, 'without' | 'seat' | 'giveUp' | 'excuse'> {
  const { me, notComing, everybody, canPlace, nameOf, noteOn } = group
  const driving = new Set(cars.flatMap(({ car, isDriven }) => (isDriven ? [car.driver] : [])))
  const hosts = cars.map(
    ({ car, isDriven, trouble, drivers, ...occupants }): Host => ({
      ...occupants,
      id: car.id,
      title: carTitle(car.driver, group),
      named: carInSentence(car.driver, group),
      facts: carFacts(car),
      warnings: carWarnings({ car, trouble, drivers }, group),
      driver: isDriven ? car.driver : undefined,
      places: car.seats,
      edit: editOf(car),
    }),
  )
  const people = everybody.filter((id) => !driving.has(id) && !notComing.has(id))
  return { hosts, words: rideWords, me, canTake: people.includes(me), people, canPlace, nameOf, noteOn }
}
