import { apply } from '../operations/apply.ts'
import { childForm, type Form, formAt, ruleAt } from '../operations/form.ts'
import { childOf, type Entry, equal, findAt, type Json, type JsonObject } from '../operations/json.ts'
import { mergeText } from '../operations/merge-text.ts'
import { isWithin, type Mutation, type Path } from '../operations/operation.ts'
import { WorkBudget } from '../operations/work-budget.ts'
import { diffSection } from '../plan/diff-section.ts'
import { forms } from '../plan/forms.ts'
import type { SectionName } from '../plan/index.ts'
import { referenceOf } from '../plan/person-ref.ts'
import type { TripType } from '../trip.ts'
import type { ChangeDescription } from './change-description.ts'
import { isForGood } from './is-for-good.ts'

/*
 * Undoes one change of a section's history, and nothing that came after it.
 * Job: computes the current value without that change, from the values before and after it.
 * Invariants: what is no longer as the change left it stays as it is: later edits win. Fields that mean something only
 *   together are undone together or not at all.
 * Failure: an undo that has nothing to do returns the current value itself.
 */

interface HistoricChange {
  /** The section before and after the change, and as it is now. */
  before: Json
  after: Json
  current: Json
}

export interface UndoneChange {
  /** The current value without the change. */
  value: Json
  /** What was undone. The rest of the change is in `changedSince`, or was undone already. */
  undone: Path[]
  /** What stays, because it was changed or removed since. */
  changedSince: Path[]
}

/** 'open': still as the change left it. 'done': undone already. */
type State = 'open' | 'done' | 'changed'

interface Step {
  mutation: Mutation
  state: State
}

/**
 * The fields of somebody's answer (decision 37), the dates of the trip, what closes a poll, and the money of an
 * expense, a payment or a fee: the amounts add up, and an answer to a payment is about its amount.
 */
const together: { [Name in SectionName]?: readonly string[] } = {
  people: ['coming', 'coming_by_poll', 'from', 'until', 'skips', 'answered_for', 'settled_for'],
  details: ['departure_date', 'return_date'],
  polls: ['is_closed', 'taken'],
  costs: [
    ...['kind', 'day', 'meal', 'currency', 'rate', 'payers', 'split', 'is_for_all', 'shares', 'added_by'],
    ...['from', 'to', 'amount', 'answer', 'answered_amount'],
    ...['adult', 'child'],
  ],
}

/** The sections in which people take or answer entries: cars, beds, duties, polls and to-dos. */
const withPlaces: readonly SectionName[] = ['rides', 'beds', 'duties', 'polls', 'todos']

/** A part of a change, as the history describes it. */
export type Part = Pick<ChangeDescription, 'do' | 'at'>

/** @param only the parts to undo, and the others, if it is not the whole change */
export function undoChange(
  section: SectionName,
  type: TripType,
  change: HistoricChange,
  only?: { parts: readonly Part[]; others: readonly Part[] },
): UndoneChange {
  const { after, current } = change
  const form = forms[section]
  const before = only ? withoutOthers(form, change.before, only.parts, only.others) : change.before
  const whole = diffSection(section, type, after, before).filter((mutation) => !isForGood(section, mutation))
  const all = only ? whole.filter((mutation) => only.parts.some((part) => isPartOf(section, mutation, part))) : whole
  // Removals first, so that an entry can go back to the list that it came from. Those within a new day follow its
  // insert: they edit what it starts with.
  const isNew = (at: Path) => all.some((other) => other.do === 'insert' && isWithin(other.at, at))
  const isRemoval = ({ do: what, at }: Mutation) => what === 'remove' && !isNew(at)
  const mutations = [...all.filter(isRemoval), ...all.filter((mutation) => !isRemoval(mutation))]
  const steps = classify(section, mutations, { ...change, before })
  closeUnits(section, steps, change)

  const result: UndoneChange = { value: current, undone: [], changedSince: [] }
  const skipped: Path[] = []
  for (const { mutation, state } of steps) {
    const { at } = mutation
    const isOpen = state === 'open' && !skipped.some((place) => isWithin(place, at))
    const placed = isOpen ? place(form, mutation, before, result.value) : undefined
    if (!placed) {
      if (isOpen) skipped.push(at)
      if (state !== 'done') result.changedSince.push(at)
      continue
    }
    const applied = apply(result.value, placed, { form, mergeText })
    if (applied.effect) result.undone.push(at)
    result.value = applied.value
  }
  return result
}

/**
 * What an undo is told by: the changes that it undid, and those that stay, as they were changed since. Also those that
 * nobody chose, if they are undone only together with the chosen ones.
 */
export function listTold<Change extends Part>(
  all: readonly Change[],
  chosen: readonly Change[],
  { undone, changedSince }: Pick<UndoneChange, 'undone' | 'changedSince'>,
): { gone: Change[]; stays: Change[] } {
  const reached = [...undone, ...changedSince]
  const told = all.filter((change) => chosen.includes(change) || reached.some((at) => equal([...at], [...change.at])))
  const isStaying = ({ at }: Change) => changedSince.some((place) => isWithin(place, at) || isWithin(at, place))
  return { gone: told.filter((change) => !isStaying(change)), stays: told.filter(isStaying) }
}

/** The value before a change, without the entries that other parts of it removed: those stay removed. */
function withoutOthers(form: Form, before: Json, parts: readonly Part[], others: readonly Part[]): Json {
  let value = before
  const remove = (at: Path) => {
    const was = findAt(value, at)
    if (was !== undefined) value = apply(value, { do: 'remove', at, was }, { form }).value
  }
  for (const { do: what, at } of others) {
    if (what !== 'remove') continue
    const inside = parts.filter((part) => isWithin(at, part.at))
    if (inside.length === 0) remove(at)
    // An entry comes back for what was removed from it before: without the rest that was in it.
    for (const { at: kept } of inside.filter((part) => part.at.length > at.length)) {
      const list = kept.slice(0, -1)
      for (const id of idsAt(value, list))
        if (!inside.some((part) => equal([...part.at], [...list, id]))) remove([...list, id])
    }
  }
  return value
}

/** Whether a mutation undoes a part of a change, or something that is undone only together with it. */
function isPartOf(section: SectionName, mutation: Mutation, part: Part): boolean {
  if (mutation.do === 'move' || part.do === 'move')
    return mutation.do === part.do && equal(mutation.at.slice(0, -1), part.at.slice(0, -1))
  return [mutation.at, ...unitOf(section, mutation.at)].some((at) => isWithin(part.at, at) || isWithin(at, part.at))
}

function classify(section: SectionName, mutations: readonly Mutation[], change: HistoricChange): Step[] {
  const form: Form = forms[section]
  const inserted: Step[] = []
  const moved = new Map<string, State>()
  const stateOf = (mutation: Mutation): State => {
    const { at } = mutation
    // Mutations within a new day belong to its insert.
    const around = inserted.find((step) => isWithin(step.mutation.at, at))
    if (around) return around.state
    const now = findAt(change.current, at)
    switch (mutation.do) {
      case 'set':
        // Entries that were added since count in this currency.
        if (isFirstCurrency(section, mutation) && hasNewEntries(change)) return 'changed'
        return stateOfField(form, mutation, now)
      case 'remove':
        if (now === undefined) return 'done'
        return equal(now, mutation.was) && !isUsedSince(section, at.at(-1) as string, change) ? 'open' : 'changed'
      case 'move': {
        const list = at.slice(0, -1)
        const known = moved.get(list.join('/')) ?? stateOfOrder(list, change)
        moved.set(list.join('/'), known)
        return now === undefined ? 'changed' : known
      }
      default:
        if (now !== undefined) return 'done'
        return findAt(change.current, at.slice(0, -1)) === undefined ? 'changed' : 'open'
    }
  }
  return mutations.map((mutation) => {
    const step = { mutation, state: stateOf(mutation) }
    const isFilled =
      mutation.do === 'insert' && (ruleAt(form, mutation.at)?.kind !== 'derived' || step.state === 'open')
    if (isFilled) inserted.push(step)
    return step
  })
}

/** Whether somebody has taken a seat in a car or bed, or a duty, since it was added. */
function isUsedSince(section: SectionName, id: string, { after, current }: HistoricChange): boolean {
  if (!withPlaces.includes(section)) return false
  const before = listUsers(after, id)
  return listUsers(current, id).some((user) => !before.includes(user))
}

/** The ids of the entries that name another one. */
function listUsers(value: Json, id: string): string[] {
  const entries = Object.values(value as JsonObject).flatMap((list) => list as unknown as Entry[])
  return entries.filter((entry) => entry.id !== id && Object.values(entry).includes(id)).map((entry) => entry.id)
}

/** Whether undoing it would leave the trip without a currency. */
const isFirstCurrency = (section: SectionName, { at, to }: Mutation & { do: 'set' }): boolean =>
  section === 'costs' && at[0] === 'currency' && to === ''

function hasNewEntries({ after, current }: HistoricChange): boolean {
  return ['expenses', 'payments'].some((list) => {
    const known = idsAt(after, [list]) ?? []
    return idsAt(current, [list])?.some((id) => !known.includes(id))
  })
}

function stateOfField(form: Form, { at, was, to }: Mutation & { do: 'set' }, now: Json): State {
  // Its entry was removed since.
  if (now === undefined) return 'changed'
  if (equal(now, to)) return 'done'
  if (equal(now, was)) return 'open'
  const leaf = formAt(form, at)
  if (leaf?.is !== 'leaf' || leaf.content !== 'text') return 'changed'
  const merged = mergeText(was as string, now as string, to as string, new WorkBudget())
  if (merged.text === now) return 'done'
  return merged.hasBothLines || !leaf.schema.safeParse(merged.text).success ? 'changed' : 'open'
}

/** Whether the entries of a list are in the order in which the change left them, as far as all versions have them. */
function stateOfOrder(list: Path, { before, after, current }: HistoricChange): State {
  const [was, changed, now] = [before, after, current].map((value) => idsAt(value, list))
  const inAll = (ids: readonly string[] = []) =>
    ids.filter((id) => [was, changed, now].every((others) => others?.includes(id))).join()
  if (inAll(now) === inAll(was)) return 'done'
  return inAll(now) === inAll(changed) ? 'open' : 'changed'
}

/** If a part of a unit was changed since, all of it stays. */
function closeUnits(section: SectionName, steps: readonly Step[], { after, current }: HistoricChange): void {
  for (const step of steps) {
    const unit = unitOf(section, step.mutation.at)
    const isChanged = unit.some((at) => !equal(findAt(after, at), findAt(current, at)))
    if (isChanged && step.state === 'open') step.state = 'changed'
  }
}

/** The places that are undone together with this one. */
function unitOf(section: SectionName, at: Path): Path[] {
  const fields = together[section] ?? []
  const depth = at.findIndex((key) => fields.includes(key))
  return depth < 0 ? [] : fields.map((field) => [...at.slice(0, depth), field])
}

/**
 * The mutation as it applies now: an entry goes behind the nearest of its earlier predecessors that is still there.
 * Undefined if the entry is in another list now.
 */
function place(form: Form, mutation: Mutation, before: Json, value: Json): Mutation | undefined {
  if (mutation.do !== 'insert' && mutation.do !== 'move') return mutation
  const { at } = mutation
  const list = at.slice(0, -1)
  const id = at.at(-1) as string
  if (formAt(form, list)?.is !== 'list') return mutation
  if (mutation.do === 'insert' && isElsewhere(form, mutation, before, value)) return undefined
  if (mutation.do === 'insert' && mutation.after === undefined) return mutation
  const [earlier, present] = [idsAt(before, list), new Set(idsAt(value, list))]
  const after = earlier.slice(0, earlier.indexOf(id)).findLast((other) => present.has(other)) ?? null
  return { ...mutation, after }
}

/** Whether an entry has gone to another list of the same kind, as an item to another category. */
function isElsewhere(form: Form, { at }: Mutation, before: Json, value: Json): boolean {
  const list = formAt(form, at.slice(0, -1))
  const idForm = list?.is === 'list' && childForm(list.entry, 'id')
  // Other ids follow from what an entry is about, so several lists have them.
  if (!idForm || ruleAt(form, at) || referenceOf(idForm.schema)) return false
  function search(here: Json, around: Form, place: Path): boolean {
    const key = at[place.length] as string
    if (place.length === at.length - 1)
      return childOf(here, key) !== undefined && findAt(before, [...place, key]) === undefined
    if (around.is === 'leaf') return false
    const keys =
      around.is === 'fields' ? [key] : Array.isArray(here) ? here.map(({ id }) => id) : Object.keys(here as JsonObject)
    return keys.some((each) => {
      const form = childForm(around, each)
      return form !== undefined && search(childOf(here, each), form, [...place, each])
    })
  }
  return search(value, form, [])
}

function idsAt(value: Json, list: Path): string[] {
  const entries = findAt(value, list)
  return Array.isArray(entries) ? (entries as Entry[]).map(({ id }) => id) : []
}
