import { equal } from '#domain/operations/json.ts'

/*
 * Edits in a dialog are made to a copy. When it is saved, others may have changed the entry: what the person did not
 * change stays as it is now.
 */

export interface Entry {
  id: string
}

/**
 * Applies what somebody changed in an entry to its newest value.
 * @param before the entry when they began
 * @param after the same as they left it
 */
export function withChanges<Value extends Entry>(newest: Value, before: Value, after: Value): Value {
  const merged: Value = { ...newest }
  for (const field of Object.keys(after) as (keyof Value)[]) {
    const [was, to] = [before[field], after[field]]
    if (equal(was, to)) continue
    merged[field] = isEntries(to) && isEntries(was) ? (mergeEntries(newest[field], was, to) as typeof to) : to
  }
  return merged
}

/**
 * The fields that somebody and others changed at the same time, to different values. In a list of entries both may
 * change different entries, but not in one that is a whole.
 * @param wholes the lists whose entries together make up one thing
 */
export function listConflicts<Value extends Entry>(
  newest: Value,
  before: Value,
  after: Value,
  wholes: readonly (keyof Value)[] = [],
): (keyof Value)[] {
  return (Object.keys(after) as (keyof Value)[]).filter((field) => {
    const [now, was, to] = [newest[field], before[field], after[field]]
    if (equal(now, was) || equal(to, was) || equal(now, to)) return false
    return wholes.includes(field) || !isEntries(was) || !isEntries(now) || !isEntries(to) || collide(now, was, to)
  })
}

/** Whether an entry of a list was changed, or removed, on both sides. */
function collide(newest: readonly Entry[], before: readonly Entry[], after: readonly Entry[]): boolean {
  const [now, was, to] = [byId(newest), byId(before), byId(after)]
  return [...new Set([...now.keys(), ...was.keys(), ...to.keys()])].some((id) => {
    const [current, from, changed] = [now.get(id), was.get(id), to.get(id)]
    if (equal(current, from) || equal(changed, from) || equal(current, changed)) return false
    return !current || !from || !changed || listConflicts(current, from, changed).length > 0
  })
}

/** What somebody changed, as changes of the newest value: fields that others changed too become what they entered. */
export function replaceConflicts<Value extends Entry>(
  newest: Value,
  before: Value,
  after: Value,
  fields: readonly (keyof Value)[],
): Value {
  const merged = withChanges(newest, before, after)
  for (const field of fields) merged[field] = after[field]
  return merged
}

/** The same in a list of entries. If somebody has removed the entry meanwhile, it is added again: nothing is lost. */
export function withChangedEntry<Value extends Entry>(entries: readonly Value[], before: Value, after: Value): Value[] {
  if (!entries.some(({ id }) => id === after.id)) return [...entries, after]
  return entries.map((entry) => (entry.id === after.id ? withChanges(entry, before, after) : entry))
}

const isEntries = (value: unknown): value is readonly Entry[] => Array.isArray(value)

function mergeEntries(newest: unknown, before: readonly Entry[], after: readonly Entry[]): Entry[] {
  const [was, to] = [byId(before), byId(after)]
  const current = isEntries(newest) ? newest : []
  const known = byId(current)
  const stay = current.flatMap((entry) => {
    const [from, changed] = [was.get(entry.id), to.get(entry.id)]
    if (!changed) return from ? [] : [entry]
    return [from ? withChanges(entry, from, changed) : changed]
  })
  const added = after.filter((entry) => !known.has(entry.id) && !equal(was.get(entry.id), entry))
  return [...stay, ...added]
}

const byId = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.id, entry]))
