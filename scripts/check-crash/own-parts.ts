import { randomUUID } from 'node:crypto'
import type { Entry } from '#domain/operations/json.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import type { SectionName, SectionValue } from '#domain/plan/index.ts'
import { newActivity, newItineraryDay } from '#domain/plan/itinerary.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import type { TripType } from '#domain/trip.ts'
import type { Random } from '../bench-together/random.ts'

/*
 * The part of every section that belongs to one client of the check. Nobody else edits it, so it must be exactly what
 * that client sent.
 */

export const editedSections = [
  'details',
  'notes',
  'meals',
  'itinerary',
  'checklist',
  'tickets',
] as const satisfies SectionName[]
export type EditedSection = (typeof editedSections)[number]

export interface Owner {
  type: TripType
  /** From 0, unique among the clients of a trip. */
  number: number
  random: Random
  /** The ids of all entries they ever created. */
  ids: Set<string>
}

interface OwnPart<Value> {
  /** The value before their first edit. */
  start: (owner: Owner) => Value
  change: (value: Value, owner: Owner) => Value
  /** Their part of a section's value. */
  of: (value: Value, owner: Owner) => Value
}

const ownFields = [
  'destination_name',
  'car_trip_entry_gate',
  'arrival_airport_code',
  'departure_airport_code',
  'map_embed_url',
] as const
const ownDay = ({ number }: Owner) => String(20 + number)
const ownField = ({ number }: Owner) => ownFields[number % ownFields.length] as (typeof ownFields)[number]
const words = ['tent', 'stove', 'canoe', 'lamp', 'rope', 'axe']
/** Unique, so that each text can be found. */
const text = ({ random }: Owner) => `${random.pick(words)} ${randomUUID().slice(0, 13)}`

function newId({ ids }: Owner): string {
  const id = randomUUID()
  ids.add(id)
  return id
}

const ofOwner = <One extends Entry>(list: readonly One[], { ids }: Owner) => list.filter(({ id }) => ids.has(id))

/** Adds, changes, moves or removes an entry of a list. */
function changeList<One extends { id: string }>(
  list: readonly One[],
  owner: Owner,
  { make, edit }: { make: () => One; edit: (one: One) => One },
): One[] {
  const { random } = owner
  const one = random.pick(list)
  const mutation = random.pickBy([
    ['add', list.length < 8 ? 5 : 1],
    ['edit', 6],
    ['remove', 2],
    ['move', 2],
  ])
  if (!one || mutation === 'add') return list.toSpliced(Math.floor(random.between(0, list.length + 1)), 0, make())
  if (mutation === 'edit') return list.map((other) => (other === one ? edit(one) : other))
  const others = list.filter((other) => other !== one)
  return mutation === 'remove' ? others : others.toSpliced(Math.floor(random.between(0, others.length + 1)), 0, one)
}

const parts: { [Name in EditedSection]: OwnPart<SectionValue<Name>> } = {
  details: {
    start: ({ type }) => ({ ...planTemplates.details(type), car_trip_distances: [] }),
    change: (details, owner) =>
      owner.random.chance(0.5)
        ? { ...details, [ownField(owner)]: text(owner) }
        : {
            ...details,
            car_trip_distances: changeList(details.car_trip_distances, owner, {
              make: () => ({ id: newId(owner), place: text(owner), distance: '45 km' }),
              edit: (row) => ({ ...row, place: text(owner) }),
            }),
          },
    of: (details, owner) => ({
      ...planTemplates.details(owner.type),
      [ownField(owner)]: details[ownField(owner)],
      car_trip_distances: ofOwner(details.car_trip_distances, owner),
    }),
  },
  notes: {
    start: () => [],
    change: (notes, owner) =>
      changeList(notes, owner, {
        make: () => ({ id: newId(owner), text: text(owner) }),
        edit: (note) => ({ ...note, text: `${note.text}\n${text(owner)}`.slice(-400) }),
      }),
    of: ofOwner,
  },
  meals: {
    start: () => ({}),
    change: (meals, owner) => {
      const day = meals[ownDay(owner)] ?? newMealDay(owner.type, Number(ownDay(owner)))
      const lunch = { ...day.meals.lunch, name: text(owner) }
      const snacks = changeList(day.snacks, owner, {
        make: () => newLine(newId(owner), text(owner)),
        edit: (line) => ({ ...line, text: text(owner) }),
      })
      return {
        [ownDay(owner)]: owner.random.chance(0.5) ? { ...day, snacks } : { ...day, meals: { ...day.meals, lunch } },
      }
    },
    of: ownDayOf,
  },
  itinerary: {
    start: () => ({}),
    change: (itinerary, owner) => {
      const day = itinerary[ownDay(owner)] ?? newItineraryDay(owner.type, Number(ownDay(owner)))
      const light = changeList(day.light, owner, {
        make: () => ({ ...newActivity(newId(owner)), activity: text(owner) }),
        edit: (activity) => ({ ...activity, description: text(owner) }),
      })
      return { [ownDay(owner)]: owner.random.chance(0.3) ? { ...day, title: text(owner) } : { ...day, light } }
    },
    of: ownDayOf,
  },
  checklist: {
    start: () => [],
    change: ([group, ...others], owner) => {
      if (!group) return [{ id: newId(owner), category: text(owner), items: [] }]
      const items = changeList(group.items, owner, {
        make: () => ({ ...newChecklistItem(newId(owner)), name: text(owner) }),
        edit: (item) =>
          owner.random.chance(0.7) ? { ...item, checked: !item.checked } : { ...item, name: text(owner) },
      })
      return [{ ...group, items }, ...others]
    },
    of: ofOwner,
  },
  tickets: {
    start: () => [],
    change: (tickets, owner) => {
      if (owner.type === 'car_trip') return tickets
      return changeList(tickets, owner, {
        make: () => ({ ...newTicket(newId(owner)), title: text(owner) }),
        edit: (ticket) => ({ ...ticket, details: text(owner) }),
      })
    },
    of: ofOwner,
  },
}

function ownDayOf<Day>(days: Record<string, Day>, owner: Owner): Record<string, Day> {
  const day = days[ownDay(owner)]
  return day === undefined ? {} : { [ownDay(owner)]: day }
}

/** A client's part of a section whose name is only known at run time. */
export function ownPart(section: EditedSection): OwnPart<unknown> {
  return parts[section] as OwnPart<unknown>
}
