import { useMemo } from 'react'
import type { TripDay } from '#domain/day/day-entry.ts'
import type { EntryNames } from '#domain/day/entry-words.ts'
import { type PlanSheet, planSheets } from '#domain/day/plan-sheet.ts'
import { type LocalDate, localDateOf } from '#domain/local-date.ts'
import { listPersons } from '#domain/plan/people.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { formatTripRange } from '#domain/trip-range.ts'
import { usePrivate } from '#web/data/trips/private.ts'
import { needsPlanners as costsNeedPlanners } from '#web/features/costs/costs-planners.ts'
import { tripDays } from '#web/trip-core/derived/day.ts'
import { listedPeople, namesInText, needsMembersIn, tripDates } from '#web/trip-core/derived/people.ts'
import { type Derived, ownSection, type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import { usePlanView } from '#web/trip-core/derived/use-derived.ts'
import { labelOf } from '#web/trip-core/people/person-words.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { type CardSheetKind, type Sheet, type SheetCard, type SheetKind, sheetKinds, sheetTitles } from './sheet.ts'
import { dayCards } from './sheets/day-rows.ts'
import { emergencyPlaceCards } from './sheets/emergency.ts'
import {
  contactCards,
  costCards,
  countPrivate,
  helperCards,
  knownPeople,
  rotaCards,
  seatCards,
} from './sheets/group.ts'
import { ownPackingCards, packingCards, shoppingCards } from './sheets/lists.ts'
import { menuCards } from './sheets/menus.ts'

const needsMembers = needsMembersIn('rides', 'beds', 'duties', 'shopping', 'gear', 'costs', 'todos')
const needsPlanners: Derived<boolean> = (view) => needsMembers(view) || costsNeedPlanners(view)

/** What is on the cover. */
export interface Cover {
  name: string
  destination: string
  /** '' without dates. */
  dates: string
  /** Those who are coming or may come. */
  people: readonly string[]
  days: readonly TripDay[]
}

/** Everything that can be printed of a trip. */
export interface Sheets {
  cover: Cover
  overview: readonly PlanSheet[]
  names: EntryNames
  cards: Record<CardSheetKind, Sheet>
  /** The kinds on which something is. */
  filled: ReadonlySet<SheetKind>
  /** How many people's private details are on a sheet. */
  privateOn: (kind: SheetKind) => number
}

const columnsOf: Record<CardSheetKind, Sheet['columns']> = {
  days: 1,
  menus: 2,
  shopping: 2,
  packing: 3,
  'own-packing': 3,
  rota: 2,
  seats: 3,
  contacts: 2,
  emergency: 1,
  costs: 2,
}

/** Samples and placeholders are not in it: they are left out of the values from which it is computed. */
export function useSheets(trip: Trip): Sheets {
  const view = usePlanView(trip, needsPlanners)
  const records = usePrivate(trip.id)?.value
  return useMemo(() => {
    const today = localDateOf(new Date())
    return sheetsOf(view, knownPeople(view, records, today), today)
  }, [view, records])
}

const [placesSection, detailsSection] = [section('places'), ownSection('details')]

function sheetsOf(view: PlanView, known: ReturnType<typeof knownPeople>, today: LocalDate): Sheets {
  const nameOf = namesInText(view)
  const places = placesSection(view) ?? []
  const placeOf = (id: string) => {
    const place = places.find((one) => one.id === id)
    return place ? placeName(place) : ''
  }
  const names: EntryNames = { type: view.trip.type, me: '', nameOf, placeOf }
  const days = tripDays(view)
  const hasEntries = days.some(({ entries }) => entries.length > 0)
  const helpers = helperCards(known)
  const wherever = emergencyPlaceCards(view)
  const lists: Record<CardSheetKind, readonly SheetCard[]> = {
    days: hasEntries ? dayCards(days, names) : [],
    menus: menuCards(view, nameOf),
    shopping: shoppingCards(view, nameOf),
    packing: packingCards(view),
    'own-packing': ownPackingCards(view),
    rota: rotaCards(view, nameOf),
    seats: seatCards(view),
    contacts: contactCards(view, known),
    // The emergency number alone is no sheet.
    emergency:
      helpers.length > 0 || wherever.some(({ id, rows }) => id !== 'numbers' && rows.length > 0)
        ? [...wherever, ...helpers]
        : [],
    costs: costCards(view, nameOf, phaseOf(tripDates(view), today).is === 'after'),
  }
  const kinds = Object.keys(lists) as CardSheetKind[]
  const cards = Object.fromEntries(
    kinds.map((kind) => [kind, { kind, title: sheetTitles[kind](), columns: columnsOf[kind], cards: lists[kind] }]),
  ) as unknown as Sheets['cards']
  const isFilled = (kind: SheetKind) => kind === 'cover' || (kind === 'overview' ? hasEntries : lists[kind].length > 0)
  return {
    cover: coverOf(view, days),
    overview: hasEntries ? planSheets(days) : [],
    names,
    cards,
    filled: new Set(sheetKinds.filter(isFilled)),
    privateOn: (kind) => (kind === 'contacts' || kind === 'emergency' ? countPrivate(lists[kind]) : 0),
  }
}

function coverOf(view: PlanView, days: readonly TripDay[]): Cover {
  const persons = listPersons(listedPeople(view))
  return {
    name: view.trip.name,
    destination: detailsSection(view)?.destination_name.trim() ?? '',
    dates: formatTripRange(tripDates(view), localDateOf(new Date())),
    people: persons.filter(({ coming }) => coming !== 'not_coming').map(labelOf),
    days: days.filter(({ isBeside }) => !isBeside),
  }
}
