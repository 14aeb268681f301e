import type { Form } from '#domain/operations/form.ts'
import { forms } from '#domain/plan/forms.ts'
import { isSectionName, plan } from '#domain/plan/index.ts'
import { differingDays, differingEntries, type Placed, placed } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

type Entry = { id: string }

/**
 * The rows of a section without tables of its own: one per entry, day or field, as JSON. The entries of a list in a
 * field have rows too, under the section's name and the field's.
 * @param section the name of its rows in the table that such sections share
 */
export function entryRows(section: string, form: Form = forms[section as keyof typeof plan]): SectionRows<unknown> {
  const lists = form.is === 'fields' ? [...form.fields].filter(([, field]) => field.is === 'list') : []
  const own = namedRows(section, form)
  const rowsOfLists = lists.map(([name, list]) => [name, namedRows(`${section}/${name}`, list)] as const)
  const withoutLists = (value: unknown) =>
    lists.length === 0
      ? value
      : Object.fromEntries(Object.entries(value as object).filter(([name]) => !lists.some(([list]) => list === name)))
  /** Fields without a row: nobody has changed them since the trip was new. */
  const initial =
    isSectionName(section) && form === forms[section] && form.is === 'fields' ? withoutLists(plan[section].empty) : {}
  return {
    async load(db, tripId) {
      const names = [own.name, ...rowsOfLists.map(([, { name }]) => name)]
      const rows = await db
        .selectFrom('plan_entries')
        .select(['section', 'id', 'value'])
        .where('trip_id', '=', tripId)
        .where('section', 'in', names)
        .orderBy('section')
        .orderBy('place')
        .execute()
      const rowsNamed = (name: string) => rows.filter((row) => row.section === name)
      const value = own.fromRows(rowsNamed(own.name))
      if (form.is !== 'fields') return value
      const ofLists = rowsOfLists.map(([field, { name, fromRows }]) => [field, fromRows(rowsNamed(name))])
      return { ...(initial as object), ...(value as object), ...Object.fromEntries(ofLists) }
    },

    async write(trx, tripId, value, previous) {
      await own.write(trx, tripId, withoutLists(value), previous && withoutLists(previous))
      for (const [name, rows] of rowsOfLists) {
        const [now, before] = [value, previous].map((some) => (some as Record<string, unknown> | undefined)?.[name])
        if (now !== before) await rows.write(trx, tripId, now, before)
      }
    },
  }
}

interface NamedRows extends Pick<SectionRows<unknown>, 'write'> {
  /** In the column `section`. */
  name: string
  /** @param rows those with the name, in their order */
  fromRows: (rows: readonly { id: string; value: unknown }[]) => unknown
}

function namedRows(section: string, form: Form): NamedRows {
  const isList = form.is === 'list'
  const rowOf = (tripId: string, id: string, value: unknown, place: number) => ({
    trip_id: tripId,
    section,
    id,
    place,
    value: JSON.stringify(value),
  })
  const rowsOfList = (tripId: string, entries: Placed<Entry>[]) =>
    entries.map(([entry, place]) => rowOf(tripId, entry.id, entry, place))
  const rowsOfNames = (tripId: string, named: object) =>
    Object.entries(named).map(([name, value]) => rowOf(tripId, name, value, 0))

  return {
    name: section,

    fromRows(rows) {
      return isList ? rows.map(({ value }) => value) : Object.fromEntries(rows.map(({ id, value }) => [id, value]))
    },

    async write(trx, tripId, value, previous = isList ? [] : {}) {
      const list = value as Entry[]
      const differing = isList ? differingEntries(list, previous as Entry[]) : undefined
      const names = isList
        ? undefined
        : differingDays(value as Record<string, unknown>, previous as Record<string, unknown>)
      await writeRows(trx, tripId, {
        table: 'plan_entries',
        key: ['trip_id', 'section', 'id'],
        within: { section },
        rows: differing ? rowsOfList(tripId, differing.now) : rowsOfNames(tripId, names?.now ?? {}),
        previous: differing ? rowsOfList(tripId, differing.before) : rowsOfNames(tripId, names?.before ?? {}),
        all: () => (isList ? rowsOfList(tripId, placed(list)) : rowsOfNames(tripId, value as object)),
      })
    },
  }
}
