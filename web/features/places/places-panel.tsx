import { Plus } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { canOpenTrip } from '#domain/access.ts'
import { daysOfTrip } from '#domain/count-attendance.ts'
import { listPlaceUses } from '#domain/places/place-refs.ts'
import { type Position, parsePositionText } from '#domain/places/position.ts'
import type { Trip } from '#domain/trip.ts'
import { dayCount } from '#domain/trip-days.ts'
import * as m from '#messages'
import { DayField } from '#web/trip-core/days/day-and-meal.tsx'
import { listedPeople, namesInPlan, needsMembersIn, ownId, tripDates } from '#web/trip-core/derived/people.ts'
import { ownSection, section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { listChoices } from '#web/trip-core/people/person-choices.ts'
import type { MapLine, MapPin, TripMapProps } from '#web/trip-core/places/map-pin.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { useLocatedPlaces } from '#web/trip-core/places/use-located-places.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { TextButton } from '#web/trip-core/text-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { LazyStillMap } from './lazy-still-map.tsx'
import { PlaceRow } from './place-row.tsx'
import { type PlacesView, usePlaces } from './use-places.ts'

const AddPlaceDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./add-place-dialog.tsx'))).AddPlaceDialog,
}))
const PlaceDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./place-dialog.tsx'))).PlaceDialog,
}))

/** More than these are shown on a press. */
const FIRST_PLACES = 100

const noDays: Record<string, unknown> = {}

/** The address of this page that adds a place at once: `?find=destination`, or `?find=hospital`. */
const FIND = 'find'

interface PlacesPanelProps extends TabProps {
  /** The map: another feature. */
  map: ComponentType<TripMapProps>
  /** The trip's tracks, another one: what the map draws of them, and what is listed below the places. */
  tracks: {
    lines: readonly (MapLine & { day: number })[]
    added: string | undefined
    onOpen: (id: string) => void
    /** Whether one has a day. */
    hasDays: boolean
    list: (shownDay: number) => ReactNode
  }
}

export function PlacesPanel({ trip, failures, map, tracks }: PlacesPanelProps) {
  const view = usePlaces(trip)
  if (!view) return <SectionState loading={m.places_loading()} failure={failures?.places ?? failures?.details} />
  return <PlaceList {...{ trip, view, map, tracks }} />
}

/** `pick`: somebody chooses a point of the map. */
type Opened = 'add' | 'pick' | { at: Position } | { placeId: string }

interface PlaceListProps extends Pick<PlacesPanelProps, 'map' | 'tracks'> {
  trip: Trip
  view: PlacesView
}

function PlaceList({ trip, view, map: TripMap, tracks }: PlaceListProps) {
  const { places, destination, destinationName, edits } = view
  const [parameters, setParameters] = useSearchParams()
  const find = edits && parameters.get(FIND)
  const isFinding = find != null
  const [opened, setOpened] = useState<Opened | undefined>(() => (isFinding ? 'add' : undefined))
  const [wanted, setWanted] = useState(find)
  const [undo, setUndo] = useState<Undo>()
  const [isMapReady, setIsMapReady] = useState(false)
  const [added, setAdded] = useState<string>()
  /** Of which day the places are shown, with those of any day; 0 for all. */
  const [shownDay, setShownDay] = useState(0)
  // A link may lead to any of them.
  const [isLong, setIsLong] = useState(location.hash !== '')
  const heading = useFocusAfter(opened !== undefined)
  useLocatedPlaces(trip)
  const dates = useDerived(trip, tripDates)
  const me = useDerived(trip, ownId)
  const people = useDerived(trip, listedPeople)
  const nameOf = useDerived(trip, namesInPlan, needsMembersIn('places'))
  const meals = useDerived(trip, section('meals')) ?? noDays
  const itinerary = useDerived(trip, section('itinerary')) ?? noDays
  const users = {
    details: useDerived(trip, ownSection('details')),
    itinerary: useDerived(trip, ownSection('itinerary')),
    meals: useDerived(trip, ownSection('meals')),
    tickets: useDerived(trip, ownSection('tickets')),
    stays: useDerived(trip, section('stays')),
    rides: useDerived(trip, ownSection('rides')),
  }
  const days = daysOfTrip(dayCount(dates), meals, itinerary)
  const openId = typeof opened === 'object' && 'placeId' in opened ? opened.placeId : undefined
  const openPlace = places.find(({ id }) => id === openId)
  // Somebody else has removed it: close it, so that it does not open again by itself if it is restored.
  if (openId !== undefined && !openPlace) setOpened(undefined)
  const at = typeof opened === 'object' && 'at' in opened ? opened.at : undefined
  const close = () => {
    setOpened(undefined)
    setWanted(undefined)
  }
  const nearText = destination?.position ?? ''
  const near = useMemo(() => parsePositionText(nearText), [nearText])
  // A reload does not open the dialog again.
  useEffect(() => {
    if (isFinding)
      setParameters(
        (others) => {
          const changed = new URLSearchParams(others)
          changed.delete(FIND)
          return changed
        },
        { replace: true },
      )
  }, [isFinding, setParameters])
  const choices = listChoices(people, me)
  const whoIs = (who: string) => (who === '' || !canOpenTrip(trip) ? '' : nameOf(who))
  const ordered = useMemo(() => {
    const all = destination ? [destination, ...places.filter((place) => place !== destination)] : places
    return all.filter(({ day }) => shownDay === 0 || day === 0 || day === shownDay)
  }, [places, destination, shownDay])
  // The map draws them again when they are others.
  const pins = useMemo(
    () =>
      ordered.flatMap((place): MapPin[] => {
        const position = parsePositionText(place.position)
        const isDestination = place === destination
        return position ? [{ id: place.id, name: placeName(place), kind: place.kind, position, isDestination }] : []
      }),
    [ordered, destination],
  )

  const lines = useMemo(
    () => tracks.lines.filter(({ day }) => shownDay === 0 || day === 0 || day === shownDay),
    [tracks.lines, shownDay],
  )

  return (
    <section aria-labelledby="places-title" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} id="places-title" className="grow text-xl">
          {m.places_title()}
        </h2>
        {edits && (
          <Button onClick={() => setOpened('add')}>
            <Plus aria-hidden="true" className="size-5 shrink-0" />
            {m.places_add()}
          </Button>
        )}
      </header>
      {(tracks.hasDays || places.some(({ day }) => day > 0)) && (
        <div className="max-w-xs">
          <DayField
            label={m.places_day()}
            none={m.places_day_all()}
            value={shownDay}
            days={days}
            dates={dates}
            onChange={setShownDay}
          />
        </div>
      )}
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[2fr_3fr]">
        <div className="lg:sticky lg:top-20 lg:order-2 lg:self-start">
          <TripMap
            trip={trip}
            pins={pins}
            lines={lines}
            added={added}
            addedLine={tracks.added}
            onReady={setIsMapReady}
            onOpen={(placeId) => setOpened({ placeId })}
            onOpenLine={tracks.onOpen}
            picking={opened === 'pick' ? { onPick: (at) => setOpened({ at }), onCancel: close } : undefined}
            withoutMap={
              <div className="card p-4">
                <LazyStillMap places={ordered} lines={lines} destinationId={destination?.id ?? ''} />
              </div>
            }
          />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          {places.length === 0 ? (
            <p className="card p-4 text-muted">{edits ? m.places_empty() : m.places_empty_reader()}</p>
          ) : ordered.length === 0 ? (
            <p className="card p-4 text-muted">{m.places_day_empty()}</p>
          ) : (
            <ul className="card px-4 py-2">
              {(isLong ? ordered : ordered.slice(0, FIRST_PLACES)).map((place) => (
                <PlaceRow
                  key={place.id}
                  {...{ place, destination, dates }}
                  who={whoIs(place.who)}
                  onOpen={() => setOpened({ placeId: place.id })}
                />
              ))}
              {!isLong && ordered.length > FIRST_PLACES && (
                <li className="max-w-none py-2">
                  <TextButton onClick={() => setIsLong(true)}>
                    {m.places_show_all({ count: ordered.length })}
                  </TextButton>
                </li>
              )}
            </ul>
          )}
          {tracks.list(shownDay)}
        </div>
      </div>
      <Suspense>
        {edits && (opened === 'add' || at) && (
          <AddPlaceDialog
            {...{ days, dates, near }}
            people={choices}
            tripId={trip.id}
            at={at}
            onPickOnMap={isMapReady ? () => setOpened('pick') : undefined}
            initialQuery={wanted === 'destination' && !destination ? destinationName : ''}
            kind={wanted === 'hospital' ? 'hospital' : 'other'}
            destination={wanted === 'hospital' ? 'not offered' : wanted === 'destination' ? 'chosen' : 'offered'}
            onAdd={(place, isDestination) => {
              setUndo({ text: m.places_added({ place: placeName(place) }), undo: edits.add(place, isDestination) })
              setAdded(place.id)
            }}
            onClose={close}
          />
        )}
        {openPlace && (
          <PlaceDialog
            place={openPlace}
            {...{ days, dates }}
            people={choices}
            isDestination={openPlace === destination}
            uses={listPlaceUses(users).get(openPlace.id) ?? []}
            who={whoIs(openPlace.who)}
            onChange={edits && ((change, isTyped) => edits.change(openPlace.id, change, isTyped))}
            onMakeDestination={
              edits &&
              (() =>
                setUndo({
                  text: m.places_now_destination({ place: placeName(openPlace) }),
                  undo: edits.makeDestination(openPlace),
                }))
            }
            onRemove={
              edits &&
              (() => {
                const text = m.common_removed({ name: placeName(openPlace) })
                setUndo({ text, undo: edits.remove(openPlace.id) })
                close()
              })
            }
            onClose={close}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </section>
  )
}
