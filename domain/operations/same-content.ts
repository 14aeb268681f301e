import type { Form } from './form.ts'
import { childOf, type Entry, equal, isObject, type Json } from './json.ts'

type EmptyOf = (entry: Entry) => Entry

/**
 * Whether two entries have the same typed content: the same texts, numbers and dates, in the same entries. Ticks,
 * choices, the order of entries and empty derived entries do not count.
 */
export function sameContent(form: Form, a: Json, b: Json): boolean {
  if (a === b) return true
  switch (form.is) {
    case 'leaf':
      return form.content === 'choice' || equal(a, b)
    case 'fields':
      return [...form.fields].every(([name, field]) => sameContent(field, childOf(a, name), childOf(b, name)))
    case 'list': {
      if (!Array.isArray(a) || !Array.isArray(b)) return false
      if (form.rule?.kind === 'derived') return sameDerived(form.entry, form.rule.emptyOf as EmptyOf, a, b)
      if (a.length !== b.length) return false
      const others = new Map((b as Entry[]).map((entry) => [entry.id, entry]))
      return (a as Entry[]).every(
        (entry) => others.has(entry.id) && sameContent(form.entry, entry, others.get(entry.id)),
      )
    }
    case 'days': {
      if (!isObject(a) || !isObject(b)) return false
      const days = Object.keys(a)
      if (days.length !== Object.keys(b).length) return false
      return days.every((day) => Object.hasOwn(b, day) && sameContent(form.entry, a[day], b[day]))
    }
  }
}

/** A derived entry that is missing is the same as an empty one. */
function sameDerived(form: Form, emptyOf: EmptyOf, a: readonly Entry[], b: readonly Entry[]): boolean {
  const others = new Map(b.map((entry) => [entry.id, entry]))
  const known = new Set(a.map(({ id }) => id))
  return (
    a.every((entry) => sameContent(form, entry, others.get(entry.id) ?? emptyOf(entry))) &&
    b.every((entry) => known.has(entry.id) || sameContent(form, entry, emptyOf(entry)))
  )
}
