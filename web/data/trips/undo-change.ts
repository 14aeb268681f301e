import { canOperate } from '#domain/access.ts'
import type { HistoryEntry } from '#domain/api/history.ts'
import { describeChanges, groupChanges } from '#domain/history/index.ts'
import { isForGood, withLastingParts } from '#domain/history/is-for-good.ts'
import { listTold, undoChange } from '#domain/history/undo-change.ts'
import { apply } from '#domain/operations/apply.ts'
import { equal } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { hasOwnId } from '#domain/operations/person-refs.ts'
import type { User } from '#domain/person.ts'
import { diffSection } from '#domain/plan/diff-section.ts'
import { forms } from '#domain/plan/forms.ts'
import type { CommonSectionName, SectionValue } from '#domain/plan/index.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { plan } from '../root/plan.ts'
import { isMerge, loadChanges, loadVersion } from './history.ts'
import { keepNames } from './keep-names.ts'
import { editAndListIds, listPendingIds, once, type RefusedEdit, takeBackIfRefused, whenAnswered } from './take-back.ts'

/* Undoes what an entry of the history says, and takes a section back to an earlier version. Both are ordinary edits. */

export type UndoResult =
  /** `undone` and `stays` are sentences without a subject. What stays was changed again since. */
  | { is: 'undone'; undone: string[]; stays: string[]; redo: () => void; refused: Promise<RefusedEdit | undefined> }
  | { is: 'done already' | 'changed since' | 'merge' | 'not allowed' }

/**
 * Undoes the changes of an entry, and nothing that came after them.
 * @param only one of its sentences, if only that is to be undone
 * @throws AppError
 */
export async function undoEntry(
  trip: Trip,
  user: User | null,
  entry: HistoryEntry,
  only?: string,
): Promise<UndoResult> {
  const { section, from, version } = entry
  const [listed, before, after] = await Promise.all([
    loadChanges(trip.id, entry),
    loadVersion(trip.id, section, from),
    loadVersion(trip.id, section, version),
  ])
  const all = listed.filter((change) => !isForGood(section, change))
  const groups = groupChanges(section, all).filter(({ text }) => only === undefined || text === only)
  const changes = only === undefined ? all : groups.flatMap((group) => group.changes)
  if (changes.some(isMerge)) return { is: 'merge' }
  const open = plan.findPlan(trip.id)
  const store = open?.find(section)
  if (!open || !store) return { is: 'done already' }
  const current = store.getSnapshot().value
  const { value, undone, changedSince } = undoChange(
    section,
    trip.type,
    { before, after, current },
    only === undefined ? undefined : { parts: changes, others: all.filter((change) => !changes.includes(change)) },
  )
  if (undone.length === 0) return { is: changedSince.length > 0 ? 'changed since' : 'done already' }
  if (!mayChange(trip, user, section, { from: current, to: value })) return { is: 'not allowed' }
  const { gone, stays } = listTold(all, changes, { undone, changedSince })
  keepNamesIfGone(trip, section, { from: current, to: value })
  let redo = () => {}
  const own = editAndListIds(open, section, () => {
    redo = once(store.edit(() => value as SectionValue<typeof section>, 'at-once'))
  })
  return {
    is: 'undone',
    undone: describeChanges(section, gone),
    stays: describeChanges(section, stays),
    redo,
    refused: takeBackIfRefused(open, { section, own, redo }),
  }
}

/** Undoing that somebody was added takes them off the list. */
function keepNamesIfGone({ id }: Trip, section: CommonSectionName, { from, to }: { from: unknown; to: unknown }): void {
  if (section === 'people') keepNames(plan.find(id, 'costs'), { from: from as Party[], to: to as Party[] })
}

/** Whether somebody may do all of this. The server knows more, and may refuse some of it: see `takeBackIfRefused`. */
function mayChange(
  trip: Trip,
  user: User | null,
  section: CommonSectionName,
  { from, to }: { from: unknown; to: unknown },
): boolean {
  const people = plan.find(trip.id, 'people')?.getSnapshot().value ?? []
  let value = from
  return diffSection(section, trip.type, from, to).every((mutation: Mutation) => {
    const isUnderOwnId = hasOwnId(forms[section], mutation)
    const removed = mutation.do === 'insert' ? mutation.entry : undefined
    const may = canOperate(user, trip, section, mutation, { value, people, isUnderOwnId, removed })
    value = apply(value, mutation, { form: forms[section] }).value
    return may
  })
}

/** Resolves when the server has answered all edits of a section that are pending now. */
export async function whenSaved({ id: tripId }: Trip, section: CommonSectionName): Promise<void> {
  const open = plan.findPlan(tripId)
  if (open) await whenAnswered(open, section, listPendingIds(open, section))
}

export interface WayBack {
  /** What it also takes back, as sentences without a subject. Undefined if the section looks like that already. */
  takes: string[] | undefined
  /** The value that it was compared with. */
  from: SectionValue<CommonSectionName> | undefined
  value: SectionValue<CommonSectionName>
}

/** Finds what going back to a version of a section would change. @throws AppError */
export async function findWayBack({ id: tripId }: Trip, { section, version }: HistoryEntry): Promise<WayBack> {
  await plan.findPlan(tripId)?.flush()
  const store = plan.find(tripId, section)
  const [loaded, changes] = await Promise.all([
    loadVersion(tripId, section, version),
    loadChanges(tripId, { section, from: version, version: Math.max(version, store?.version ?? version) }),
  ])
  const from = store?.getSnapshot().value
  const value = from === undefined ? loaded : withLastingParts(section, loaded, from)
  const taken = changes.filter((change) => !isForGood(section, change))
  return { takes: equal(value, from) ? undefined : describeChanges(section, taken), from, value }
}

/** Goes back to an earlier version of a section, without what came after the comparison. Returns what undoes it. */
export function goBack(trip: Trip, section: CommonSectionName, { from, value }: WayBack): (() => void) | undefined {
  const goFrom = (current: unknown) =>
    from === undefined || equal(current, from)
      ? value
      : undoChange(section, trip.type, { before: value, after: from, current }).value
  const store = plan.find(trip.id, section)
  const now = store?.getSnapshot().value
  if (now !== undefined) keepNamesIfGone(trip, section, { from: now, to: goFrom(now) })
  return store?.edit((current) => goFrom(current) as SectionValue<typeof section>, 'at-once')
}
