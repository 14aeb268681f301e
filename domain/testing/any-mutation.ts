import * as fc from 'fast-check'
import type { NewEntry } from '../operations/diff.ts'
import { type Form, isRefusedIn, ruleAt } from '../operations/form.ts'
import { type Entry, isObject, type Json, type JsonObject } from '../operations/json.ts'
import type { Mutation, Path } from '../operations/operation.ts'
import { MAX_DAYS } from '../plan/day-number.ts'

/** What a test wants done to a section, whatever it contains: the kind of mutation, the target's index, the value. */
export interface Wish {
  do: 'set' | 'insert' | 'remove' | 'move'
  at: number
  to: number
  /** For text fields. */
  text: string
  /** The id of an entry that is inserted. */
  id: string
}

interface Place {
  at: Path
  form: Form
  value: Json
}

/** The mutation of somebody who sees this value and has this wish; undefined if it has no target. */
export function mutationOf(form: Form, value: Json, wish: Wish, newEntry?: NewEntry): Mutation | undefined {
  const places = listPlaces(form, value)
  const pick = <Item>(items: readonly Item[]) => items[wish.at % Math.max(1, items.length)]
  const lists = places.filter((place) => place.form.is === 'list')
  const entries = lists.flatMap((list) => (list.value as Entry[]).map((entry, index) => ({ list, entry, index })))
  const predecessorId = (list: Place, index: number) => (list.value as Entry[])[index - 1]?.id ?? null
  switch (wish.do) {
    case 'set': {
      const leaf = pick(places.filter(({ form: here, at }) => here.is === 'leaf' && !isFixed(form, at)))
      if (!leaf) return undefined
      const to = leafValue(leaf, wish)
      return to === leaf.value ? undefined : { do: 'set', at: leaf.at, to, was: leaf.value }
    }
    case 'insert': {
      const days = places.filter((place) => place.form.is === 'days')
      const around = pick([...lists, ...days])
      if (around?.form.is === 'days') return insertDay(around, newEntry)
      if (around?.form.is !== 'list') return undefined
      const entry = newEntryOf(around, wish)
      return {
        do: 'insert',
        at: [...around.at, entry.id],
        entry,
        after: predecessorId(around, wish.to % ((around.value as Entry[]).length + 1)),
      }
    }
    case 'remove': {
      const days = places.flatMap((place) =>
        place.form.is === 'days'
          ? Object.entries(place.value as JsonObject).map(([day, was]) => ({ at: [...place.at, day], was }))
          : [],
      )
      const removable = entries.filter(({ list }) => ruleOfList(list)?.kind !== 'derived')
      const items = removable.map(({ list, entry, index }) => ({
        at: [...list.at, entry.id],
        was: entry as Json,
        after: predecessorId(list, index),
      }))
      const gone = pick([...items, ...days])
      return gone && { do: 'remove', ...gone }
    }
    case 'move': {
      const moved = pick(
        entries.filter(({ list }) => {
          const rule = ruleOfList(list)
          return rule === undefined || rule.kind === 'contributions'
        }),
      )
      if (!moved) return undefined
      const others = (moved.list.value as Entry[]).toSpliced(moved.index, 1)
      return {
        do: 'move',
        at: [...moved.list.at, moved.entry.id],
        after: others[(wish.to % (others.length + 1)) - 1]?.id ?? null,
      }
    }
  }
}

const ruleOfList = ({ form }: Place) => (form.is === 'list' ? form.rule : undefined)

/** Whether nobody sets a field: the id, and what a derived id is made of. */
function isFixed(form: Form, at: Path): boolean {
  const field = at.at(-1) ?? ''
  const rule = ruleAt(form, at.slice(0, -1))
  return field === 'id' || (rule?.kind === 'derived' && rule.fixed.includes(field))
}

/** A new entry of a list. In lists with rules, people who do not see each other may add the same one. */
function newEntryOf({ form, value }: Place, wish: Wish): Entry {
  if (form.is !== 'list') throw new Error('Not a list')
  const { rule } = form
  const shared = sharedId(wish.to % 5)
  const isFree = rule && !(value as Entry[]).some(({ id }) => id === shared)
  const entry = blank(form.entry, isFree ? { ...wish, id: shared } : wish) as Entry
  return rule?.kind === 'derived' ? rule.emptyOf(entry) : entry
}

/** An id that several people use: of a person or a car. */
const sharedId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** A new entry. Its lists are empty, its texts are the wish's. */
function blank(form: Form, wish: Wish): Json {
  if (form.is !== 'fields') throw new Error('An entry of a list has fields')
  return Object.fromEntries(
    [...form.fields].map(([name, field]) => {
      if (name === 'id') return [name, wish.id]
      if (field.is === 'list') return [name, []]
      return [
        name,
        field.is === 'fields' ? blank(field, wish) : leafValue({ at: [name], form: field, value: undefined }, wish),
      ]
    }),
  )
}

/** The wish's text if the field accepts it, otherwise another value that it accepts. */
function leafValue({ form, value }: Place, { text, to }: Wish): Json {
  const all = [
    text,
    typeof value === 'boolean' ? !value : to % 2 === 0,
    to,
    to + 1,
    '2026-07-04',
    `${(to % 9) + 1} lunch`,
    `1:item ${to % 4}`,
    sharedId(to % 3),
    to % 2 === 0 ? 'EUR' : 'JPY',
    // Rates.
    '1.0834',
    '163.5',
    // Times of day.
    '07:30',
    '18:30',
    // Where something is: its position, country and zone.
    to % 2 === 0 ? '45.83640,-78.37910' : '46.00000,-81.00000',
    to % 2 === 0 ? 'CA' : 'PT',
    // How to pay somebody, and moments.
    to % 2 === 0 ? 'https://pay.example.org/ana' : 'https://pay.example.org/ben',
    to % 2 === 0 ? 'DE89370400440532013000' : 'NL91ABNA0417164300',
    `2026-07-04T1${to % 10}:00:00.000Z`,
    ...options(form),
  ]
  const canBe = (some: Json) => form.schema.safeParse(some).success && !isRefusedIn(form, some)
  return all.find((some) => canBe(some) && some !== value) ?? value
}

function options({ schema }: Form): string[] {
  const { entries } = schema._zod.def as { entries?: Record<string, string> }
  return Object.values(entries ?? {})
}

function insertDay({ at, value }: Place, newEntry: NewEntry | undefined): Mutation | undefined {
  const day = String(Math.max(0, ...Object.keys(value as JsonObject).map(Number)) + 1)
  return newEntry && Number(day) <= MAX_DAYS ? { do: 'insert', at: [...at, day], entry: newEntry(day) } : undefined
}

/** Adds to one shared list for speed: properties list hundreds of places thousands of times. */
function listPlaces(form: Form, value: Json, at: Path = [], places: Place[] = []): Place[] {
  places.push({ at, form, value })
  if (form.is === 'fields')
    for (const [name, field] of form.fields) listPlaces(field, (value as JsonObject)[name], [...at, name], places)
  if (form.is === 'list') for (const entry of value as Entry[]) listPlaces(form.entry, entry, [...at, entry.id], places)
  if (form.is === 'days' && isObject(value))
    for (const [day, entry] of Object.entries(value)) listPlaces(form.entry, entry, [...at, day], places)
  return places
}

let typed = 0
/** Any wish. Every typed text is different. */
export const anyMutation: fc.Arbitrary<Wish> = fc
  .record({
    do: fc.constantFrom('set', 'set', 'set', 'insert', 'insert', 'remove', 'move'),
    at: fc.nat(200),
    to: fc.nat(30),
    id: fc.uuid(),
  })
  .map((wish) => ({ ...wish, text: `text ${++typed}` }))
